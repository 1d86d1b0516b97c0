/**
 * Indexes of free columns. An index is created when a definition uses the column, because indexes of all seventy
 * columns would slow down every write. The indexes contain only rows with a value. Because of their prefix the
 * migration does not remove them.
 */
import type { Entity, Field } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { holdsText } from './column-types.ts';
import type { Queryable } from './database.ts';
import { ident } from './sql.ts';

const PREFIX = 'cf_';

const statementFor = ({ table }: Entity, field: Field): string => {
  const [index, column] = [ident(`${PREFIX}${table}_${field.name}`), ident(field.name)];
  const on = holdsText(field) ? `using gin (${column} gin_trgm_ops)` : `(${column})`;
  return `create index if not exists ${index} on ${ident(table)} ${on} where ${column} is not null`;
};

export async function indexFields(queryable: Queryable, owner: Entity, columns: Set<string>): Promise<void> {
  for (const field of owner.fields)
    if (field.custom && !KINDS[field.kind].uploaded && columns.has(field.name))
      await queryable.query(statementFor(owner, field));
}
