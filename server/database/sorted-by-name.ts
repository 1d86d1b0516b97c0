/**
 * The page of a list that is sorted by an own text, or by the name of a referenced row, such as interventions by asset.
 * Instead of sorting all rows, the plan can follow an index of the texts and read the rows of each text until the page
 * is full. Names with translations have no index, because they depend on the language. There are few of them, so they
 * are sorted, and the first rows of each are read by an index of the reference.
 */
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Field, Kind, Language } from '../../schemas/entity.ts';
import { isStored } from '../../schemas/kept.ts';
import { KINDS } from '../../schemas/kinds.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isSureName, Joins, ownName } from './joins.ts';
import { ident } from './sql.ts';

/** Returns whether lists of the field's entity have a column with the name of the referenced row. */
export const namesRow = ({ reference, virtual }: Field): boolean =>
  reference?.text !== undefined && !reference.none && !virtual;

/** The longest text that gets an index. An entry of an index has at most 2,704 bytes. */
const LONGEST = 500;

const isLine = ({ collated, lines, sortable, pictured }: (typeof KINDS)[Kind]): boolean =>
  collated && lines === 'one' && sortable && !pictured;

/** Returns whether the list of the entity can be sorted by this text of its own rows, by an index. */
export const isSortedText = (entity: Entity, field: Field): boolean =>
  entity.list.includes(field.name) &&
  isStored(field) &&
  !field.custom &&
  isLine(KINDS[field.kind]) &&
  (field.maxLength ?? LONGEST + 1) <= LONGEST;

/** Returns whether the list of the entity can be sorted by the translated names of the rows to which the field refers. */
export const isSortedReference = (entity: Entity, field: Field, target: Entity): boolean =>
  namesRow(field) &&
  [field.name, field.reference?.text].some((name) => name !== undefined && entity.list.includes(name)) &&
  !target.view &&
  ownName(target) === undefined &&
  isSureName(target);

/**
 * The limits. Few limits give few statement texts to prepare. Later pages sort all rows. They are constants, so
 * that the plan stops early.
 */
const LIMITS = [30, 100, 1000];

export interface TextSort {
  /** The own text, or the reference. */
  field: Field;
  /** The entity to which the reference points, if its names have translations. */
  few?: Entity;
  /** SQL of the ids of those of its rows that the list needs. */
  only?: string;
  limit: number;
}

/** What is known of the rows of a list. */
export interface Narrowed {
  /** Whether few rows may match, which are then read and sorted. */
  toFewRows: boolean;
  /** SQL of the only values of a column. */
  values?: { column: string; values: string };
}

/**
 * Returns how the rows of a page are found by the index of the column. Returns undefined if there is none, or if the
 * page is a late one.
 */
export function textSortOf(
  entity: Entity,
  schemas: Schemas,
  column: string,
  rows: number,
  { toFewRows, values }: Narrowed = { toFewRows: false },
): TextSort | undefined {
  const limit = LIMITS.find((one) => one >= rows);
  if (limit === undefined || rows === 0) return undefined;
  const own = entity.field(column);
  if (own && isSortedText(entity, own)) return { field: own, limit };
  const field = entity.fields.find((one) => namesRow(one) && one.reference?.text === column);
  if (!field) return undefined;
  const target = schemas.byResource.entity(referenceOf(field).resource);
  if (!target.view && ownName(target)) return { field, limit };
  const only = values?.column === field.name ? values.values : undefined;
  if ((toFewRows && !only) || !isSortedReference(entity, field, target)) return undefined;
  return { field, few: target, only, limit };
}

interface Parts {
  selected: string;
  from: string;
  where: string;
  /** SQL of the text, with its collation. */
  name: string;
  direction: 'ASC' | 'DESC';
  joins: Joins;
  /** Adds the collation to SQL of a text. */
  collated(sql: string): string;
  schemas: Schemas;
  language: Language;
}

const andWhere = (where: string, condition: string): string =>
  `${where === '' ? ' where' : `${where} and`} ${condition}`;

/** Returns the first rows of each of the few names, in the order of the names. */
function rowsOfFew(
  entity: Entity,
  { field, few, only, limit }: TextSort & { few: Entity },
  { selected, from, where, direction, collated, schemas, language }: Parts,
): string {
  const name = collated(new Joins(schemas, language, 'n').display(few, 'v'));
  // The names are sorted first, so that the plan ends with the name at which the page is full.
  const which = only ? ` where v.${ident(few.id)} in (${only})` : '';
  const names = `(select v.${ident(few.id)} as id, ${name} as name from ${ident(few.table)} v${which} order by 2 ${direction})`;
  const same = andWhere(where, `t.${ident(field.name)} = v.id`);
  const first = `select ${selected} from ${from}${same} order by t.${ident(entity.id)} limit ${limit}`;
  return `(select t.* from ${names} v cross join lateral (${first}) t order by v.name ${direction}, t.${ident(entity.id)} limit ${limit})`;
}

/**
 * Returns a table of rows that contains the page: first the rows with a text, then the others.
 */
export function textRows(entity: Entity, sort: TextSort, parts: Parts): string {
  const { field, few, limit } = sort;
  const { selected, from, where, name, direction, joins } = parts;
  const id = `t.${ident(entity.id)}`;
  const column = `t.${ident(field.name)}`;
  const rows = (condition: string, order: string): string =>
    `(select ${selected} from ${from}${andWhere(where, condition)} order by ${order} limit ${limit})`;
  const filled = field.reference ? joins.joined(field, 't') : column;
  // Without nulls the order is that of the index, in both directions.
  const first = few
    ? rowsOfFew(entity, { ...sort, few }, parts)
    : rows(`${filled} is not null`, `${name} ${direction}, ${id}`);
  const isAlwaysFilled = field.reference && field.required && !field.when;
  return isAlwaysFilled ? first : `(${first} union all ${rows(`${column} is null`, id)})`;
}
