/**
 * A list call -> SQL. The rows are sorted and cut first, and only then given the names of what they point to;
 * the count is a statement of its own, which needs no names. Texts repeat, so that each shape is prepared once.
 */
import { columns, type Entity, type Language } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { BadQuery } from './bad-query.ts';
import { filterConditions, searchCondition } from './filters.ts';
import { Joins, selection } from './joins.ts';
import { ident, Values } from './sql.ts';
import { PLANNED_EACH_TIME } from './statement-names.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

export interface Page {
  /** From 1; undefined for all rows. */
  number?: number;
  size: number;
  /** The reply carries tot and max_rows. */
  counted: boolean;
}

/** Ids a user's rows are limited to, by dimension; see x-scope. */
export type Scopes = Record<string, number[] | 'all'>;

/** Rows whose column has one of few values: sorted by another, the first of each are found along the index of both. */
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
  /** A condition of a domain, with `?`, and the parameters it answers itself. */
  extra?: { sql: string; values: unknown[]; replaces?: string[]; few?: FewValues };
  /** SQL of computed fields, to filter and sort by; the row's alias is t. */
  computed?: Record<string, string>;
  /** The fields that the rows carry; all of them when not said. */
  only?: ReadonlySet<string>;
  /** Values that columns must have, as in the rows of a parent. */
  fixed?: Record<string, unknown>;
}

export function readPage(query: Record<string, string>): Page {
  const { pag, max_rows: rows } = query;
  const size = rows === undefined || rows === '' ? PAGE_SIZE : Number(rows);
  if (!Number.isInteger(size) || size < 1 || size > PAGE_SIZE_MAX) throw new BadQuery('bad-page-size');
  if (pag === undefined || pag === '') return { size, counted: false };
  const number = /^-?\d{1,9}$/.test(pag) ? Number(pag) : Number.NaN;
  if (number === -1) return { size, counted: true };
  if (!(number >= 1)) throw new BadQuery('bad-page');
  return { number, size, counted: true };
}

/** The column and direction asked for, in either way the calls have; one that is unknown, or computed, is ignored. */
function sortOf(entity: Entity, query: Record<string, string>, joins: Joins): [string, 'ASC' | 'DESC'] {
  const [column, direction] = query.orderByCol
    ? [query.orderByCol, query.orderByDir]
    : (query.sort ?? '').split(',').map((part) => part.trim());
  const known = column !== undefined && joins.expression(entity, 't', column) !== undefined;
  if (!known) return entity.sort;
  return [column, direction?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC'];
}

/** Letters sort as people expect, on both engines alike; numbers and dates as they are. */
const collated = (entity: Entity, name: string, expression: string): string =>
  KINDS[entity.property(name).kind].collated ? `${expression} collate "und-x-icu"` : expression;

export function scopeConditions(
  entity: Entity,
  scopes: Scopes | undefined,
  values: Pick<Values, 'add'>,
  alias = 't',
): string[] {
  if (!scopes) return [];
  return Object.entries(entity.scope).flatMap(([column, dimension]) => {
    const ids = scopes[dimension];
    if (ids === 'all') return [];
    // A dimension that nobody knows limits to nothing: what is not understood stays closed.
    if (ids === undefined) return ['false'];
    // Row 1 of a dimension, code *, stands for all: what belongs to it belongs to everybody.
    return [`(${alias}.${ident(column)} = 1 or ${alias}.${ident(column)} = any(${values.add(ids)}::int[]))`];
  });
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

/** The table, as t, with what its conditions are joined to; `where` begins with the word, or is empty. */
export function filtered(
  entity: Entity,
  schemas: Schemas,
  request: ListRequest,
  values: Values,
  /** Rows of the table, where not all of them are looked at. */
  source = ident(entity.table),
): { from: string; where: string } {
  const joins = new Joins(schemas, request.language, 'f', request.computed);
  const where = conditions(entity, request, joins, values);
  return { from: `${source} t${joins.sql}`, where };
}

export function countStatement(entity: Entity, schemas: Schemas, request: ListRequest): Statement {
  const values = new Values();
  const { from, where } = filtered(entity, schemas, request, values);
  // What is only counted has no order to keep: one plan does for few rows and for many.
  const text = `select count(*)::int as tot from ${from}${where}`.replaceAll(PLANNED_EACH_TIME, '');
  return { text, values: values.list };
}

/** The order a list has where nobody asks for another, along its index. */
export function ownOrder(entity: Entity, alias: string): string {
  const [name, direction] = entity.sort;
  const id = `${alias}.${ident(entity.id)}`;
  if (entity.property(name).virtual) return `order by ${id}`;
  return `order by ${collated(entity, name, `${alias}.${ident(name)}`)} ${direction} nulls last, ${id}`;
}

/**
 * How much is left of a page is not known to a plan that is made once for any number, so one is made for each call,
 * which takes longer than the call itself. The first page of a list that nothing else is told of is always the same.
 */
function cutOf({ number, size }: Page, values: Values): string {
  if (number === undefined) return '';
  if (number === 1 && values.list.length === 0) return ` limit ${size}`;
  return ` limit ${values.add(size)} offset ${values.add((number - 1) * size)}`;
}

/**
 * Rows in their order and cut. Where few values stand for all the rows, no more of each are read than the page could
 * show: a plan for all of them would walk past every row that is none of them, since it cannot know how many those are.
 */
function cutRows(
  { kept, from, where, ordered, cut }: Record<'kept' | 'from' | 'where' | 'ordered' | 'cut', string>,
  few: FewValues | undefined,
  most: string,
): string {
  if (!few) return `select ${kept} from ${from}${where}${ordered}${cut}`;
  const each = `${where === '' ? ' where' : `${where} and`} t.${ident(few.column)} = v.value`;
  const first = `select ${kept} from ${from}${each}${ordered} limit ${most}`;
  return `select t.* from (${few.values}) v(value) cross join lateral (${first}) t${ordered}${cut}`;
}

export function listStatement(entity: Entity, schemas: Schemas, request: ListRequest, page: Page): Statement {
  const [inside, outside, values] = [
    new Joins(schemas, request.language, 'f', request.computed),
    new Joins(schemas, request.language, 'j'),
    new Values(),
  ];
  const where = conditions(entity, request, inside, values);
  const [column, direction] = sortOf(entity, request.query, inside);
  const own = !entity.property(column).virtual;
  const sorted = inside.expression(entity, 't', column) ?? `t.${ident(entity.id)}`;
  const kept = columns(entity).map((field) => `t.${ident(field.name)}`);
  // A joined text that the rows are sorted by goes out with them, to sort the named rows again.
  const carried = own ? kept : [...kept, `${sorted} as "~sort"`];
  const cut = cutOf(page, values);
  const order = (key: string, alias: string) =>
    ` order by ${collated(entity, column, key)} ${direction} nulls last, ${alias}.${ident(entity.id)}`;
  const { few } = request.extra ?? {};
  const { number = 0 } = page;
  const merged = own && number > 0 && direction === 'ASC' && column === few?.sortedBy ? few : undefined;
  const most = merged && number > 1 ? values.add(number * page.size) : String(page.size);
  const from = `${ident(entity.table)} t${inside.sql}`;
  // What is not cut is sorted once, with its names.
  const ordered = cut === '' ? '' : order(sorted, 't');
  const parts = { kept: carried.join(', '), from, where, ordered, cut };
  const rows = cutRows(parts, merged, most);
  const named = selection(entity, outside, 'r', request.only);
  const again = order(own ? `r.${ident(column)}` : 'r."~sort"', 'r');
  return { text: `select ${named} from (${rows}) r${outside.sql}${again}`, values: values.list };
}

/** The ids of a list's rows in its order, as `id`: what is to be read later, in portions, however long that takes. */
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

/** One record with its joined texts; the table's alias is t. */
export function readStatement(
  entity: Entity,
  schemas: Schemas,
  id: number,
  { language, scopes, extra }: Pick<ListRequest, 'language' | 'extra'> & { scopes?: Scopes },
): Statement {
  const [joins, values] = [new Joins(schemas, language, 'j'), new Values()];
  const named = selection(entity, joins, 't');
  const all = [
    `t.${ident(entity.id)} = ${values.add(id)}`,
    ...(entity.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(entity, scopes, values),
    ...(extra ? [values.fill(`(${extra.sql})`, extra.values)] : []),
  ];
  return {
    text: `select ${named} from ${ident(entity.table)} t${joins.sql} where ${all.join(' and ')}`,
    values: values.list,
  };
}
