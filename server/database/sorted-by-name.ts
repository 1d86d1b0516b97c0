/**
 * The page of a list that is sorted by the name of a referenced row, such as interventions by asset. Instead of
 * sorting all rows by name, the plan can follow the index of the names and read the rows of each name until the page
 * is full.
 */
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Field } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { type Joins, ownName } from './joins.ts';
import { ident } from './sql.ts';

/** Returns whether lists of the field's entity have a column with the name of the referenced row. */
export const namesRow = ({ reference, virtual }: Field): boolean =>
  reference?.text !== undefined && !reference.none && !virtual;

/**
 * The limits. Few limits give few statement texts to prepare. Later pages sort all rows. They are constants, so
 * that the plan stops early.
 */
const LIMITS = [30, 100, 1000];

/**
 * Returns the reference whose indexed name is the column. Returns undefined if there is none, or if the page is a
 * late one.
 */
export function nameSortOf(
  entity: Entity,
  schemas: Schemas,
  column: string,
  rows: number,
): { field: Field; limit: number } | undefined {
  const limit = LIMITS.find((one) => one >= rows);
  const field = entity.fields.find((one) => namesRow(one) && one.reference?.text === column);
  if (!field || limit === undefined || rows === 0) return undefined;
  const target = schemas.byResource.entity(referenceOf(field).resource);
  return !target.view && ownName(target) ? { field, limit } : undefined;
}

interface Parts {
  selected: string;
  from: string;
  where: string;
  /** SQL of the name, with its collation. */
  name: string;
  direction: 'ASC' | 'DESC';
  joins: Joins;
}

/**
 * Returns a table of rows that contains the page: first the rows with a reference, which have a name, then the
 * others.
 */
export function namedRows(
  entity: Entity,
  { field, limit }: { field: Field; limit: number },
  { selected, from, where, name, direction, joins }: Parts,
): string {
  const id = `t.${ident(entity.id)}`;
  const reference = `t.${ident(field.name)}`;
  const rows = (condition: string, order: string): string =>
    `(select ${selected} from ${from}${where === '' ? ' where' : `${where} and`} ${condition} order by ${order} limit ${limit})`;
  // Without nulls the order is that of the index, in both directions.
  const named = rows(`${joins.joined(field, 't')} is not null`, `${name} ${direction}, ${id}`);
  const isAlwaysFilled = field.required && !field.when;
  return isAlwaysFilled ? named : `(${named} union all ${rows(`${reference} is null`, id)})`;
}
