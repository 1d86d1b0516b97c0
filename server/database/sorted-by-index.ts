/**
 * The page of a list that is sorted by an own value, or by the name of a referenced row, such as interventions by asset.
 * Instead of sorting all rows, the plan can follow an index of the values and read the rows of each until the page
 * is full. Names with translations have no index, because they depend on the language. There are few of them, as there
 * are few choices of a field, so they are sorted, and the first rows of each are read by an index of the column and the id.
 */
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Field, Kind, Language } from '../../schemas/entity.ts';
import { isStored } from '../../schemas/kept.ts';
import { KINDS } from '../../schemas/kinds.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { admittedValues } from './column-types.ts';
import { isSureName, Joins, ownName } from './joins.ts';
import { andWhere, ident } from './sql.ts';

/** Returns whether lists of the field's entity have a column with the name of the referenced row. */
export const namesRow = ({ reference, virtual }: Field): boolean =>
  reference?.text !== undefined && !reference.none && !virtual;

/** The longest text that gets an index. An entry of an index has at most 2,704 bytes. */
const LONGEST = 500;

export type Direction = Entity['sort'][1];

const isLine = ({ collated, lines, sortable, pictured }: (typeof KINDS)[Kind]): boolean =>
  collated && lines === 'one' && sortable && !pictured;

/** Returns whether the list of the entity can be sorted by this text of its own rows, by an index. */
export const isSortedText = (entity: Entity, field: Field): boolean =>
  entity.list.includes(field.name) &&
  isStored(field) &&
  !field.custom &&
  isLine(KINDS[field.kind]) &&
  (field.maxLength ?? LONGEST + 1) <= LONGEST;

const isDirection = (word: string | undefined): word is Direction => word === 'ASC' || word === 'DESC';

/** Returns the directions in which an index of the entity is sorted by the column: declared ones, and that of its list. */
const directionsOf = ({ indexes, sort }: Entity, column: string): Direction[] =>
  [...indexes, sort].flatMap(([name, word]) => (name === column && isDirection(word) ? [word] : []));

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

export interface IndexSort {
  /** The own value, or the reference. */
  field: Field;
  /** The entity to which the reference points, if its names have translations. */
  few?: Entity;
  /** SQL of the ids of those of its rows that the list needs. */
  only?: string;
  /** SQL of the few values of the field. */
  choices?: string[];
  /** Whether the index has the other direction. */
  backwards: boolean;
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
 * Returns how the rows of a page are found by an index whose order differs from that of the list. Returns undefined if
 * there is none, if an index has the order of the list, or if the page is a late one.
 */
export function indexSortOf(
  entity: Entity,
  schemas: Schemas,
  [column, direction]: [string, Direction],
  rows: number,
  { toFewRows, values }: Narrowed = { toFewRows: false },
): IndexSort | undefined {
  const limit = LIMITS.find((one) => one >= rows);
  if (limit === undefined || rows === 0) return undefined;
  const backwards = direction === 'DESC';
  const own = entity.field(column);
  if (own && isSortedText(entity, own)) return { field: own, backwards, limit };
  if (own && isStored(own)) {
    const directions = directionsOf(entity, column);
    if (directions.length === 0 || directions.includes(direction)) return undefined;
    const choices = admittedValues(own);
    if (choices.length === 0) return { field: own, backwards: true, limit };
    return toFewRows ? undefined : { field: own, choices, backwards: true, limit };
  }
  const field = entity.fields.find((one) => namesRow(one) && one.reference?.text === column);
  if (!field) return undefined;
  const target = schemas.byResource.entity(referenceOf(field).resource);
  if (!target.view && ownName(target)) return { field, backwards, limit };
  const only = values?.column === field.name ? values.values : undefined;
  if ((toFewRows && !only) || !isSortedReference(entity, field, target)) return undefined;
  return { field, few: target, only, backwards, limit };
}

interface Parts {
  selected: string;
  from: string;
  where: string;
  /** SQL of the text, with its collation. */
  name: string;
  direction: Direction;
  joins: Joins;
  /** Adds the collation to SQL of a text. */
  collated(sql: string): string;
  schemas: Schemas;
  language: Language;
}

/** Returns SQL of the few names or values in their order, so that the plan ends with the one at which the page is full. */
function sortedFew(
  { few, only, choices = [] }: IndexSort,
  { direction, collated, schemas, language }: Parts,
): string {
  if (!few)
    return `(select id, id as name from (values (${choices.join('), (')})) c(id) order by 1 ${direction})`;
  const name = collated(new Joins(schemas, language, 'n').display(few, 'v'));
  const which = only ? ` where v.${ident(few.id)} in (${only})` : '';
  return `(select v.${ident(few.id)} as id, ${name} as name from ${ident(few.table)} v${which} order by 2 ${direction})`;
}

/** Returns the first rows of each of the few names or values, in their order. */
function rowsOfFew(entity: Entity, sort: IndexSort, parts: Parts): string {
  const { field, limit } = sort;
  const { selected, from, where, direction } = parts;
  const same = andWhere(where, `t.${ident(field.name)} = v.id`);
  const first = `select ${selected} from ${from}${same} order by t.${ident(entity.id)} limit ${limit}`;
  return `(select t.* from ${sortedFew(sort, parts)} v cross join lateral (${first}) t order by v.name ${direction}, t.${ident(entity.id)} limit ${limit})`;
}

/**
 * Returns a table of rows that contains the page: first the rows with a value, then the others.
 */
export function indexedRows(entity: Entity, sort: IndexSort, parts: Parts): string {
  const { field, few, choices, backwards, limit } = sort;
  const { selected, from, where, name, direction, joins } = parts;
  const id = `t.${ident(entity.id)}`;
  const column = `t.${ident(field.name)}`;
  const rows = (condition: string, order: string): string =>
    `(select ${selected} from ${from}${andWhere(where, condition)} order by ${order} limit ${limit})`;
  const filled = field.reference ? joins.joined(field, 't') : column;
  // Without nulls the order is that of the index, in both directions; its nulls are last in its own.
  const first =
    few || choices
      ? rowsOfFew(entity, sort, parts)
      : rows(`${filled} is not null`, `${name} ${direction} nulls ${backwards ? 'first' : 'last'}, ${id}`);
  const isAlwaysFilled = (field.reference || choices) && field.required && !field.when;
  return isAlwaysFilled ? first : `(${first} union all ${rows(`${column} is null`, id)})`;
}
