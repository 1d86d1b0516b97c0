/**
 * The client of ra-data-simple-rest. It translates `sort`, `range` and `filter` into the `pag`, `max_rows`,
 * `orderByCol` and filter parameters of our API, and the envelope with `tot` and `max_rows` into rows and
 * Content-Range.
 */

import type { fetchUtils, GetListParams, Identifier, RaRecord } from 'react-admin';
import type { Row } from '../schemas/entity.ts';
import { errorOf } from '../schemas/failures.ts';
import { COUNT_CAP, PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { ask } from './cached-reads.ts';
import { type Query as CallQuery, call, type Request } from './http.ts';
import { pagesFor } from './pages.ts';

/** The options that the parameters of ra-data-simple-rest cannot express. */
export interface ClientOptions {
  /** The property that holds the id of a row. */
  idName: string;
  /** The query of a write. */
  query?: CallQuery;
  /** The idempotency key of a write. */
  key?: string;
  /** Another address that returns the rows of a list. */
  from?: string;
  /** Whether the count of a list may end at COUNT_CAP. */
  capped?: boolean;
}

export type RestClient = (
  url: string,
  options?: fetchUtils.Options,
) => Promise<{ status: number; headers: Headers; body: string; json: unknown }>;

export type Query = Record<string, string>;
type List = Row[] | { lista: Row[] };

/** Returns filters and order as API parameters, without empty values. */
export function queryOf({ filter, sort }: Partial<Pick<GetListParams, 'filter' | 'sort'>>): Query {
  const filters = Object.entries(filter ?? {})
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const order = sort?.field && { orderByCol: sort.field, orderByDir: sort.order };
  return { ...Object.fromEntries(filters), ...order };
}

/** Returns a row with its id in the property in which react-admin expects it. */
export const withId = (idName: string, row: Row | null): RaRecord =>
  ({ ...row, id: row?.[idName] ?? row?.id }) as RaRecord;

const replyOf = (json: unknown, headers = new Headers()) => ({ status: 200, headers, body: '', json });

async function readPage({ idName, from }: ClientOptions, path: string, query: Query, signal?: AbortSignal) {
  const { data, tot, max_rows } = await ask<List>(from ?? `${path}/`, { query, signal });
  const rows = Array.isArray(data) ? data : data.lista;
  return { rows: rows.map((row) => withId(idName, row)), tot, size: max_rows };
}

/** Returns whether the count of a list may end at COUNT_CAP while it displays rows up to this one. */
export const isCountCapped = (last: number): boolean => last < COUNT_CAP;

/** Reads the rows `first` to `last`, from as many pages of the server as needed. */
async function readRange(
  options: ClientOptions,
  path: string,
  query: Query,
  [first, last]: [number, number],
  signal?: AbortSignal,
) {
  const perPage = last - first + 1;
  const page = first / perPage + 1;
  const size = String(Math.min(perPage, PAGE_SIZE_MAX));
  const tot = options.capped && isCountCapped(last + 1) ? { tot: String(COUNT_CAP) } : undefined;
  const read = (pag: number) =>
    readPage(options, path, { ...query, pag: String(pag), max_rows: size, ...tot }, signal);
  const answer = await read(page);
  // A list without paging returns all its rows. If a list has its own page size, the missing pages are read.
  if (answer.tot === undefined) return { rows: answer.rows, total: answer.rows.length };
  const needed = pagesFor(page, perPage, answer.size ?? perPage);
  if (!needed) return { rows: answer.rows, total: answer.tot };
  const pages = await Promise.all(needed.pages.map((pag) => (pag === page ? answer : read(pag))));
  const rows = pages.flatMap((part) => part.rows).slice(needed.skip, needed.skip + perPage);
  return { rows, total: answer.tot };
}

const parsed = (text: string | null) => (text === null ? undefined : JSON.parse(text));

async function readList(options: ClientOptions, path: string, params: URLSearchParams, signal?: AbortSignal) {
  const filter = parsed(params.get('filter'));
  const range = parsed(params.get('range'));
  if (!range) {
    // getMany requests ids, without a range.
    const query = { [options.idName]: (filter.id as Identifier[]).join(','), pag: '-1' };
    return replyOf((await readPage(options, path, query, signal)).rows);
  }
  const [field, order] = parsed(params.get('sort'));
  const { rows, total } = await readRange(
    options,
    path,
    queryOf({ filter, sort: { field, order } }),
    range,
    signal,
  );
  return replyOf(rows, new Headers({ 'Content-Range': `rows ${range.join('-')}/${total}` }));
}

export function restClient(options: ClientOptions): RestClient {
  return async (url, { method = 'GET', body, signal } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://api');
    if (searchParams.size > 0) return readList(options, pathname, searchParams, signal ?? undefined);
    const send = method === 'GET' ? ask : call;
    const { data } = await send<Row>(method === 'POST' ? `${pathname}/` : pathname, {
      method: method as Request['method'],
      query: options.query,
      ...(options.key && { key: options.key }),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal: signal ?? undefined,
    });
    return replyOf(withId(options.idName, data));
  };
}

/**
 * Sends the calls that ra-data-simple-rest makes at the same time (one per id) one after the other, each in its own
 * transaction. Stops after the first refusal, whose error contains the ids that succeeded.
 */
export function inOrder(client: RestClient, ids: Identifier[]): RestClient {
  let [done, last]: [number, Promise<unknown>] = [0, Promise.resolve()];
  const next: RestClient = async (url, options) => {
    try {
      const answer = await client(url, options);
      done += 1;
      return answer;
    } catch (error) {
      throw Object.assign(errorOf(error), { done: ids.slice(0, done) });
    }
  };
  return (url, options) => {
    const reply = last.then(() => next(url, options));
    last = reply;
    return reply;
  };
}
