/**
 * A list call -> SQL. The rows are sorted and cut first, and only then given the names of what they point to;
 * the count is a statement of its own, which needs no names. Texts repeat, so that each shape is prepared once.
 */
import { columns, type Entity, type Language } from '../../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { BadQuery } from './bad-query.ts';
import { SORTED_AS_WORDS } from './columns.ts';
import { filterConditions, searchCondition } from './filters.ts';
import { Joins, selection } from './joins.ts';
import { ident, Values } from './sql.ts';

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

export interface ListRequest {
  query: Record<string, string>;
  language: Language;
  scopes: Scopes | undefined;
  /** A condition of a domain, with `?`, and the parameters it answers itself. */
  extra?: { sql: string; values: unknown[]; replaces?: string[] };
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
  SORTED_AS_WORDS.has(entity.field(name)!.kind) ? `${expression} collate "und-x-icu"` : expression;

export function scopeConditions(entity: Entity, scopes: Scopes | undefined, values: Values): string[] {
  if (!scopes) return [];
  return Object.entries(entity.scope).flatMap(([column, dimension]) => {
    const ids = scopes[dimension];
    if (ids === 'all') return [];
    // A dimension that nobody knows limits to nothing: what is not understood stays closed.
    if (ids === undefined) return ['false'];
    // Row 1 of a dimension, code *, stands for all: what belongs to it belongs to everybody.
    return [`(t.${ident(column)} = 1 or t.${ident(column)} = any(${values.add(ids)}::int[]))`];
  });
}

function conditions(entity: Entity, request: ListRequest, joins: Joins, values: Values): string {
  const { query, extra, fixed, scopes } = request;
  const all = [
    entity.delete === 'soft' ? 't.canc = 0' : undefined,
    ...Object.entries(fixed ?? {}).map(([column, value]) => `t.${ident(column)} = ${values.add(value)}`),
    ...scopeConditions(entity, scopes, values),
    ...filterConditions(entity, query, joins, values, extra?.replaces),
    searchCondition(entity, query.filtro, values),
    extra ? values.fill(`(${extra.sql})`, extra.values) : undefined,
  ].filter((condition) => condition !== undefined);
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`;
}

export function countStatement(entity: Entity, schemas: Schemas, request: ListRequest): Statement {
  const [joins, values] = [new Joins(schemas, request.language, 'f'), new Values()];
  const where = conditions(entity, request, joins, values);
  return {
    text: `select count(*)::int as tot from ${ident(entity.table)} t${joins.sql}${where}`,
    values: values.list,
  };
}

export function listStatement(entity: Entity, schemas: Schemas, request: ListRequest, page: Page): Statement {
  const [inside, outside, values] = [
    new Joins(schemas, request.language, 'f'),
    new Joins(schemas, request.language, 'j'),
    new Values(),
  ];
  const where = conditions(entity, request, inside, values);
  const [column, direction] = sortOf(entity, request.query, inside);
  const own = !entity.field(column)!.virtual;
  const sorted = inside.expression(entity, 't', column) ?? `t.${ident(entity.id)}`;
  const kept = columns(entity).map((field) => `t.${ident(field.name)}`);
  // A joined text that the rows are sorted by goes out with them, to sort the named rows again.
  const carried = own ? kept : [...kept, `${sorted} as "~sort"`];
  const cut =
    page.number === undefined
      ? ''
      : ` limit ${values.add(page.size)} offset ${values.add((page.number - 1) * page.size)}`;
  const order = (key: string, alias: string) =>
    ` order by ${collated(entity, column, key)} ${direction} nulls last, ${alias}.${ident(entity.id)}`;
  const rows = `select ${carried.join(', ')} from ${ident(entity.table)} t${inside.sql}${where}${order(sorted, 't')}${cut}`;
  const named = selection(entity, outside, 'r');
  const again = order(own ? `r.${ident(column)}` : 'r."~sort"', 'r');
  return { text: `select ${named} from (${rows}) r${outside.sql}${again}`, values: values.list };
}

/** One record with its joined texts; the table's alias is t. */
export function readStatement(
  entity: Entity,
  schemas: Schemas,
  id: number,
  { language, scopes }: { language: Language; scopes?: Scopes },
): Statement {
  const [joins, values] = [new Joins(schemas, language, 'j'), new Values()];
  const named = selection(entity, joins, 't');
  const all = [
    `t.${ident(entity.id)} = ${values.add(id)}`,
    ...(entity.delete === 'soft' ? ['t.canc = 0'] : []),
    ...scopeConditions(entity, scopes, values),
  ];
  return {
    text: `select ${named} from ${ident(entity.table)} t${joins.sql} where ${all.join(' and ')}`,
    values: values.list,
  };
}
