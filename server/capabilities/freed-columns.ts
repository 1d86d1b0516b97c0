/**
 * A free column belongs to the field that uses it. If a definition is deleted, or a new one takes the column, old
 * values in the rows belong to another field. This file empties them in the transaction of the definition, with the
 * history of each row, and removes the column from saved filters.
 */
import { having } from '../../schemas/catalogue.ts';
import { ALL_CLASSES, type Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { rangeOf } from '../../schemas/ranges.ts';
import type { Transaction } from '../database/engine.ts';
import { ident } from '../database/sql.ts';
import type { User } from '../http/call.ts';
import { historyInsert } from './history-insert.ts';

interface Freed {
  owner: Entity;
  /** The definition as written, or as it was before its deletion. */
  definition: Definition;
  /**
   * Whether the definition is new. Then the values of its classes are emptied; otherwise those of all classes that
   * have no other field in the column.
   */
  isNew: boolean;
  /** The definitions after the change. */
  definitions: Definition[];
}

/** Increases the version, for users who have the row open, but not the time of the last change. */
const EMPTY = (owner: Entity, column: string, among: string): string => `
  with held as (
    select ${ident(owner.id)} as id, ${ident(column)} as was from ${ident(owner.table)}
    where ${ident(column)} is not null and ${among} for update),
  gone as (
    update ${ident(owner.table)} t set ${ident(column)} = null, versione = versione + 1
    from held where t.${ident(owner.id)} = held.id returning held.id, held.was)
  ${historyInsert({
    resource: '$2',
    operation: 'update',
    id: 'id',
    author: '$3',
    name: '$4',
    changes: "jsonb_build_array(jsonb_build_object('campo', $5::text, 'da', to_jsonb(was), 'a', null))",
    from: 'gone',
  })}`;

export async function emptyFreed(
  transaction: Transaction,
  freed: Freed,
  user: User | undefined,
): Promise<void> {
  const { owner, definition, isNew, definitions } = freed;
  const { campo_tabella: column, id_classe: of } = definition;
  if (!owner.field(column)?.custom) return;
  const others = definitions.filter((one) => one.campo_tabella === column && one.id !== definition.id);
  const classes = isNew ? [of] : others.map((one) => one.id_classe);
  const named = `${ident(having(owner, 'customFields').customFields.class)} = any($1::int[])`;
  const among = isNew ? `(${of === ALL_CLASSES} or ${named})` : `${named} is not true`;
  const author = [owner.resource, user?.id ?? null, user?.name ?? null, column];
  await transaction.query(EMPTY(owner, column, among), [classes, ...author]);
  if (others.length === 0) await forgetFilters(transaction, freed, column);
}

/** Returns the keys under which a saved filter may store a column: its name, and the ends of a range. */
const ofColumn = (column: string): Set<string> => new Set([column, ...Object.values(rangeOf(column))]);

/** The content of a saved filter. */
interface Saved {
  filter?: Row;
  sort?: Row;
  columns?: string[];
}

function withoutColumn(saved: Saved, column: string): Row {
  const names = ofColumn(column);
  const { filter, sort, columns, ...rest } = saved;
  const remaining = Object.entries(filter ?? {}).filter(([name]) => !names.has(name));
  return {
    ...rest,
    filter: Object.fromEntries(remaining),
    ...(sort && sort.field !== column && { sort }),
    ...(columns && { columns: columns.filter((name) => name !== column) }),
  };
}

async function forgetFilters(transaction: Transaction, { owner }: Freed, column: string): Promise<void> {
  const { rows } = await transaction.query<{ id: number; valori: string }>(
    'select id, valori from filtro_salvato where risorsa = $1 and strpos(valori, $2) > 0 for update',
    [owner.resource, column],
  );
  for (const { id, valori } of rows)
    await transaction.query('update filtro_salvato set valori = $1, versione = versione + 1 where id = $2', [
      JSON.stringify(withoutColumn(JSON.parse(valori), column)),
      id,
    ]);
}
