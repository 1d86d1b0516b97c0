/**
 * Indexes of free columns. An index is created when a definition uses the column, because indexes of all seventy
 * columns would slow down every write. The indexes contain only rows with a value. Because of their prefix the
 * migration does not remove them.
 */
import type { Entity, Field } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { holdsText } from './column-types.ts';
import type { Queryable } from './database.ts';
import { ident, wordsKey } from './sql.ts';

const PREFIX = 'cf_';

const plainName = ({ table }: Entity, { name }: Field): string => `${PREFIX}${table}_${name}`;
const nameOf = (owner: Entity, field: Field): string =>
  holdsText(field) ? `${plainName(owner, field)}_words` : plainName(owner, field);

const statementsFor = (owner: Entity, field: Field): string[] => {
  const [index, column] = [ident(nameOf(owner, field)), ident(field.name)];
  const on = holdsText(field) ? wordsKey(`lower(${column})`) : `(${column})`;
  return [
    `create index if not exists ${index} on ${ident(owner.table)} ${on} where ${column} is not null`,
    // Until version 0.5.0 a text had an index of this name.
    ...(holdsText(field) ? [`drop index if exists ${ident(plainName(owner, field))}`] : []),
  ];
};

/** Returns the used columns without an index. One statement: a start asks for all of them. */
export async function withoutIndex(
  { query }: Queryable,
  owner: Entity,
  columns: Set<string>,
): Promise<Field[]> {
  const used = owner.fields.filter(
    (field) => field.custom && !KINDS[field.kind].uploaded && columns.has(field.name),
  );
  const { rows } = await query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'i' and relname = any($1::text[])
     and relnamespace = current_schema()::regnamespace`,
    [used.map((field) => nameOf(owner, field))],
  );
  const present = new Set(rows.map(({ name }) => name));
  return used.filter((field) => !present.has(nameOf(owner, field)));
}

export async function indexFields(queryable: Queryable, owner: Entity, columns: Set<string>): Promise<void> {
  for (const field of await withoutIndex(queryable, owner, columns))
    for (const statement of statementsFor(owner, field)) await queryable.query(statement);
}
