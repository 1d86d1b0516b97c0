/**
 * Builds the SQL of a list query. The rows are sorted and limited first, and then joined to the names of their
 * references. The count is a separate statement without these names. Equal requests give equal texts, which are
 * prepared once.
 */
import type { Entity, Language } from '../../schemas/entity.ts';
import { isStored } from '../../schemas/kept.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { COUNT_CAP } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { countStatementFrom } from './counts.ts';
import { filterConditions, searchCondition } from './filters.ts';
import { Joins, selection } from './joins.ts';
import type { Page } from './list-page.ts';
import { isUnlinked, type Scopes } from './scopes.ts';
import { type Direction, indexedRows, indexSortOf } from './sorted-by-index.ts';
import { andWhere, ident, literal, searches, Values } from './sql.ts';
import { PLANNED_EACH_TIME } from './statement-names.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** A statement that finds ids, and the statement that reads the rows of these ids in their order. */
export interface PageStatement extends Statement {
  rows?(ids: number[]): Statement;
}

/** A column with few distinct values. A list sorted by `sortedBy` reads the first rows of each value. */
export interface FewValues {
  column: string;
  /** SQL of the values. */
  values: string;
  sortedBy: string;
}

export interface ListRequest {
  query: Record<string, string>;
  language: Language;
  scopes: Scopes | undefined;
  /** The plant's time zone. */
  zone: string;
  /** A condition of a domain, with `?`, and the parameters that it handles itself. */
  extra?: { sql: string; values: unknown[]; replaces?: string[]; few?: FewValues };
  /** Whether the condition of the domain filters rows, and is not only what the user may see. */
  filters?: boolean;
  /** SQL of computed fields, for filtering and sorting. The row's alias is t. */
  computed?: Record<string, string>;
  /** The fields of the rows; by default all. */
  only?: ReadonlySet<string>;
  /** Required values of columns, for example the parent of the rows. */
  fixed?: Record<string, unknown>;
}

/** Returns the requested column and direction, in either form of the API. Unknown columns are ignored. */
function sortOf(entity: Entity, query: Record<string, string>, joins: Joins): [string, Direction] {
  const [column, direction] = query.orderByCol
    ? [query.orderByCol, query.orderByDir]
    : (query.sort ?? '').split(',').map((part) => part.trim());
  const isSortable = column !== undefined && joins.expression(entity, 't', column) !== undefined;
  if (!isSortable) return entity.sort;
  return [column, direction?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC'];
}

/** Adds a collation, so that both engines sort letters in the same way. Numbers and dates need none. */
const collated = (entity: Entity, name: string, expression: string): string =>
  KINDS[entity.property(name).kind].collated ? `(${expression}) collate "und-x-icu"` : expression;

export function scopeConditions(
  entity: Entity,
  scopes: Scopes | undefined,
  values: Pick<Values, 'add'>,
  alias = 't',
): string[] {
  if (!scopes) return [];
  const limits = Object.entries(entity.scope);
  if (limits.length > 0 && isUnlinked(scopes)) return ['false'];
  return limits.flatMap(([column, dimension]) => {
    const ids = scopes[dimension];
    if (ids === 'all') return [];
    // An unknown dimension hides all rows, so that access stays closed in case of doubt.
    if (ids === undefined) return ['false'];
    // Row 1 of a dimension, with code *, means all: its rows are visible to all users with a link.
    return [`${alias}.${ident(column)} = any(${values.add([1, ...ids])}::int[])`];
  });
}

/** Returns the condition for rows of the alias within a user's scope as SQL without placeholders, or undefined for all rows. */
export function scopeSql(entity: Entity, scopes: Scopes | undefined, alias: string): string | undefined {
  const inText = { add: (ids: unknown): string => literal(`{${String(ids)}}`) };
  return scopeConditions(entity, scopes, inText, alias).join(' and ') || undefined;
}

function conditions(entity: Entity, request: ListRequest, joins: Joins, values: Values): string {
  const { query, extra, fixed, scopes, zone } = request;
  const all = [
    entity.delete === 'soft' ? 't.canc = 0' : undefined,
    ...Object.entries(fixed ?? {}).map(([column, value]) => `t.${ident(column)} = ${values.add(value)}`),
    ...scopeConditions(entity, scopes, values),
    ...filterConditions(entity, query, joins, values, { zone, without: extra?.replaces }),
    searchCondition(entity, query.filtro, values),
    extra ? values.fill(`(${extra.sql})`, extra.values) : undefined,
  ].filter((condition) => condition !== undefined);
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`;
}

/** Returns the table, as t, with its joins. `where` begins with the keyword or is empty. */
export function filtered(
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  values: Values,
  /** The rows to read instead of the whole table. */
  source = ident(entity.table),
): { from: string; where: string } {
  const joins = new Joins(schemas, request.language, 'f', request.computed);
  const where = conditions(entity, request, joins, values);
  return { from: `${source} t${joins.sql}`, where };
}

/** Returns the table without joins. */
const alone = (entity: Entity): string => `${ident(entity.table)} t`;

/** Counts the rows of a list up to `most`, or all if the database has counted them already. */
export function countStatement(
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  most?: number,
): Statement {
  const values = new Values();
  const { from, where } = filtered(entity, schemas, request, values);
  const known = from === alone(entity) ? countStatementFrom(entity, where) : undefined;
  if (known) return { text: known, values: values.list };
  const { few } = request.extra ?? {};
  if (few && most === undefined) {
    // For all the values together PostgreSQL expects most rows, and reads every one.
    const each = `select count(*) as tot from ${from}${andWhere(where, `t.${ident(few.column)} = v.value`)}`;
    const text = `select coalesce(sum(c.tot), 0)::int as tot from (${few.values}) v(value) cross join lateral (${each}) c`;
    return { text, values: values.list };
  }
  // This is a constant, so that the planner knows that few rows are enough.
  const limit = most === undefined ? '' : ` limit ${most === COUNT_CAP ? most : values.add(most)}`;
  const counted = limit ? `(select 1 from ${from}${where}${limit}) t` : `${from}${where}`;
  const text = `select count(*)::int as tot from ${counted}`;
  // A count needs no order, so one plan fits few and many rows. For a search PostgreSQL must know the letters.
  return { text: searches(where) ? text : text.replaceAll(PLANNED_EACH_TIME, ''), values: values.list };
}

/** Returns the default order of a list, which follows its index. */
export function ownOrder(entity: Entity, alias: string): string {
  const [name, direction] = entity.sort;
  const id = `${alias}.${ident(entity.id)}`;
  if (!isStored(entity.property(name))) return `order by ${id}`;
  return `order by ${collated(entity, name, `${alias}.${ident(name)}`)} ${direction} nulls last, ${id}`;
}

/**
 * Returns the limit and offset. With parameters PostgreSQL plans on every call, which takes longer than the query
 * itself. So the first page of a list without filters has a constant text.
 */
export function cutOf({ number, size }: Page, values: Values): string {
  if (number === undefined) return '';
  if (number === 1 && values.list.length === 0) return ` limit ${size}`;
  return ` limit ${values.add(size)} offset ${values.add((number - 1) * size)}`;
}

/**
 * Returns the sorted rows of one page. For a column with few distinct values, reads at most one page per value.
 * Otherwise PostgreSQL would read all rows with other values too.
 */
function cutRows(
  { selected, from, where, ordered, cut }: Record<'selected' | 'from' | 'where' | 'ordered' | 'cut', string>,
  few: FewValues | undefined,
  perValue: string,
): string {
  if (!few) return `select ${selected} from ${from}${where}${ordered}${cut}`;
  const each = andWhere(where, `t.${ident(few.column)} = v.value`);
  const first = `select ${selected} from ${from}${each}${ordered} limit ${perValue}`;
  return `select t.* from (${few.values}) v(value) cross join lateral (${first}) t${ordered}${cut}`;
}

interface ListRows {
  /** The statement of the rows without the names of their references. */
  rows: string;
  /** The order of the list by the alias r. */
  finalOrder: string;
  values: unknown[];
}

function rowsOf(entity: Entity, schemas: Schemas, request: ListRequest, page: Page): ListRows {
  const [inside, values] = [new Joins(schemas, request.language, 'f', request.computed), new Values()];
  const where = conditions(entity, request, inside, values);
  const [column, direction] = sortOf(entity, request.query, inside);
  const isColumn = isStored(entity.property(column));
  const sorted = inside.expression(entity, 't', column) ?? `t.${ident(entity.id)}`;
  const selected = entity.fields.filter(isStored).map((field) => `t.${ident(field.name)}`);
  // The text by which the rows are sorted is selected too, to sort them again after the join.
  const carried = isColumn ? selected : [...selected, `${sorted} as "~sort"`];
  const cut = cutOf(page, values);
  const order = (key: string, alias: string) =>
    ` order by ${collated(entity, column, key)} ${direction} nulls last, ${alias}.${ident(entity.id)}`;
  const { few } = request.extra ?? {};
  const { number = 0 } = page;
  const merged = isColumn && number > 0 && direction === 'ASC' && column === few?.sortedBy ? few : undefined;
  const perValue = merged && number > 1 ? values.add(number * page.size) : String(page.size);
  const from = `${ident(entity.table)} t${inside.sql}`;
  // Without a limit the rows are sorted only once, with their names.
  const ordered = cut === '' ? '' : order(sorted, 't');
  const parts = { selected: carried.join(', '), from, where, ordered, cut };
  const narrowed = { toFewRows: request.filters === true || searches(where), values: few };
  const byIndex = indexSortOf(entity, schemas, [column, direction], number * page.size, narrowed);
  const name = collated(entity, column, sorted);
  const more = { name, direction, joins: inside, schemas, language: request.language };
  const rows = byIndex
    ? `select * from ${indexedRows(entity, byIndex, { ...parts, ...more, collated: (sql) => collated(entity, column, sql) })} t${order(isColumn ? sorted : 't."~sort"', 't')}${cut}`
    : cutRows(parts, merged, perValue);
  const finalOrder = order(isColumn ? `r.${ident(column)}` : 'r."~sort"', 'r');
  return { rows, finalOrder, values: values.list };
}

/** Adds the names of the references. */
function withNames(
  entity: Entity,
  schemas: Schemas,
  { language, only }: ListRequest,
  { rows, finalOrder, values }: ListRows,
): Statement {
  const { columns, joins } = selection(entity, schemas, language, 'r', only);
  return { text: `select ${columns} from (${rows}) r${joins}${finalOrder}`, values };
}

export const listStatement = (
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  page: Page,
): Statement => withNames(entity, schemas, request, rowsOf(entity, schemas, request, page));

/**
 * Returns the statement of a page. To plan its joins takes longer than to run them, so a page that is planned each time is
 * found without them, and its rows are read by a statement that is prepared.
 */
export function pageStatement(
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  page: Page,
): PageStatement {
  const list = rowsOf(entity, schemas, request, page);
  if (page.number === undefined || !list.rows.includes(PLANNED_EACH_TIME))
    return withNames(entity, schemas, request, list);
  const id = ident(entity.id);
  const found = `select r.*, "~place" from unnest($1::int[]) with ordinality f(id, "~place") join ${ident(entity.table)} r on r.${id} = f.id`;
  return {
    text: `select t.${id} as id from (${list.rows}) t`,
    values: list.values,
    rows: (ids) =>
      withNames(entity, schemas, request, { rows: found, finalOrder: ' order by r."~place"', values: [ids] }),
  };
}

/** Returns the ids of a list's rows in order, as `id`, to read the rows later in portions. */
export function idsStatement(entity: Entity, schemas: Schemas, request: ListRequest): Statement {
  const [joins, values] = [new Joins(schemas, request.language, 'f', request.computed), new Values()];
  const where = conditions(entity, request, joins, values);
  const [column, direction] = sortOf(entity, request.query, joins);
  const id = `t.${ident(entity.id)}`;
  const sorted = joins.expression(entity, 't', column) ?? id;
  const order = `${collated(entity, column, sorted)} ${direction} nulls last, ${id}`;
  return {
    text: `select ${id} as id from ${ident(entity.table)} t${joins.sql}${where} order by ${order}`,
    values: values.list,
  };
}

/** Returns the query of one record with its joined texts. The table's alias is t. */
export function readStatement(
  entity: Entity,
  schemas: Schemas,
  id: number,
  { language, scopes, extra }: Pick<ListRequest, 'language' | 'extra'> & { scopes?: Scopes },
): Statement {
  const values = new Values();
  const { columns, joins } = selection(entity, schemas, language, 't');
  const all = [
    `t.${ident(entity.id)} = ${values.add(id)}`,
    ...(entity.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(entity, scopes, values),
    ...(extra ? [values.fill(`(${extra.sql})`, extra.values)] : []),
  ];
  return {
    text: `select ${columns} from ${ident(entity.table)} t${joins} where ${all.join(' and ')}`,
    values: values.list,
  };
}
