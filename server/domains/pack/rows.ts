/**
 * The rows of a pack as they are sent, each with a short hash by which a device recognises whether its copy is
 * current.
 */
import { createHash } from 'node:crypto';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { readableEntity } from '../../capabilities/readable-entity.ts';
import { selection } from '../../database/joins.ts';
import { ident } from '../../database/sql.ts';
import type { Context } from '../../http/call.ts';
import { BALANCES, type Packed, type PackParts, type Reached } from './reached.ts';

const HASH_LENGTH = 11;

export const shortHash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, HASH_LENGTH);

/** The rows of one kind, as a device stores them. */
export interface PackedRows {
  name: string;
  resource: string;
  /** The name of the column with the id. */
  id: string;
  rows: Row[];
}

const BALANCES_ROWS = `
  select g.id, g.id_ricambio, g.id_magazzino, g.id_ubicazione, g.id_lotto, l.descrizione as descrizione_lotto, g.quantita
  from giacenza g left join ricambio_lotto l on l.id = g.id_lotto where g.id = any($1::bigint[]) order by g.id`;

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** Leaves out empty values: most columns of most rows are empty. */
const filled = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => isFilled(value)));

async function entityRows(
  { definition, present, user, stocked }: Packed,
  ids: number[],
  { schemas, rules, addRequesters, availableOf }: PackParts,
  context: Context,
): Promise<Row[]> {
  const readable: Entity = readableEntity(context, definition);
  const { columns, joins } = selection(readable, schemas, context.language, 't');
  const id = `t.${ident(definition.id)}`;
  const { rows } = await context.database.query<Row>(
    `select ${columns}${stocked ? `, ${availableOf(id)} as disponibile` : ''} from ${ident(definition.table)} t${joins} where ${id} = any($1::int[]) order by ${id}`,
    [ids],
  );
  if (present) await rules[definition.resource]?.present?.(rows, context);
  if (user) await addRequesters(rows, context);
  return rows;
}

/** Reads the rows of one kind. */
export async function kindOf(
  { name, ids }: Reached,
  packed: Packed[],
  parts: PackParts,
  context: Context,
): Promise<PackedRows> {
  if (name === BALANCES) {
    const { rows } = await context.database.query<Row>(BALANCES_ROWS, [ids]);
    return { name, resource: name, id: 'id', rows: rows.map(filled) };
  }
  const content = packed.find(({ entity }) => entity === name);
  if (!content) throw new Error(`A pack has no rows of ${name}.`);
  const rows = ids.length > 0 ? await entityRows(content, ids, parts, context) : [];
  return { name, resource: content.definition.resource, id: content.definition.id, rows: rows.map(filled) };
}
