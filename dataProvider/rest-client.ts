/**
 * The client of ra-data-simple-rest: its requests in the words of our API, the envelope in its words. It asks for a
 * list by `sort`, `range` and `filter`, and wants rows and Content-Range back; the API wants `pag`, `max_rows`,
 * `orderByCol` and a parameter for each filter, and answers an envelope with `tot` and `max_rows`.
 */

import type { fetchUtils, GetListParams, Identifier, RaRecord } from 'react-admin';
import type { Row } from '../schemas/entity.ts';
import { errorOf } from '../schemas/failures.ts';
import { PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { type Query as CallQuery, call, type Request } from './http.ts';
import { pagesFor } from './pages.ts';

/** What the parameters of ra-data-simple-rest cannot say. */
export interface Manner {
  /** The property that holds the id of a row. */
  idName: string;
  /** How a record is changed. */
  update: 'PUT' | 'PATCH';
  /** Goes with a write. */
  query?: CallQuery;
  /** Another call that answers the rows of a list. */
  from?: string;
}

export type RestClient = (
  url: string,
  options?: fetchUtils.Options,
) => Promise<{ status: number; headers: Headers; body: string; json: unknown }>;

export type Query = Record<string, string>;
type List = Row[] | { lista: Row[] };

/** Filters and order as the API names them; what says nothing is left out. */
export function queryOf({ filter, sort }: Partial<Pick<GetListParams, 'filter' | 'sort'>>): Query {
  const filters = Object.entries(filter ?? {})
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  const order = sort?.field && { orderByCol: sort.field, orderByDir: sort.order };
  return { ...Object.fromEntries(filters), ...order };
}

/** A row with its id where react-admin looks for it. */
export const named = (idName: string, row: Row | null): RaRecord =>
  ({ ...row, id: row?.[idName] ?? row?.id }) as RaRecord;

const replyOf = (json: unknown, headers = new Headers()) => ({ status: 200, headers, body: '', json });

async function readPage({ idName, from }: Manner, path: string, query: Query, signal?: AbortSignal) {
  const { data, tot, max_rows } = await call<List>(from ?? `${path}/`, { query, signal });
  const rows = Array.isArray(data) ? data : data.lista;
  return { rows: rows.map((row) => named(idName, row)), tot, size: max_rows };
}

/** Rows `first` to `last`, of as many pages as the server makes of them. */
async function readRange(
  manner: Manner,
  path: string,
  query: Query,
  [first, last]: [number, number],
  signal?: AbortSignal,
) {
  const perPage = last - first + 1;
  const page = first / perPage + 1;
  const size = String(Math.min(perPage, PAGE_SIZE_MAX));
  const read = (pag: number) =>
    readPage(manner, path, { ...query, pag: String(pag), max_rows: size }, signal);
  const answer = await read(page);
  // A list without paging answers all it has; one with a page size of its own is asked for what is still missing.
  if (answer.tot === undefined) return { rows: answer.rows, total: answer.rows.length };
  const wanted = pagesFor(page, perPage, answer.size ?? perPage);
  if (!wanted) return { rows: answer.rows, total: answer.tot };
  const pages = await Promise.all(wanted.pages.map((pag) => (pag === page ? answer : read(pag))));
  const rows = pages.flatMap((part) => part.rows).slice(wanted.skip, wanted.skip + perPage);
  return { rows, total: answer.tot };
}

const parsed = (text: string | null) => (text === null ? undefined : JSON.parse(text));

async function readList(manner: Manner, path: string, asked: URLSearchParams, signal?: AbortSignal) {
  const filter = parsed(asked.get('filter'));
  const range = parsed(asked.get('range'));
  if (!range) {
    // getMany asks for some ids, without a range.
    const query = { [manner.idName]: (filter.id as Identifier[]).join(','), pag: '-1' };
    return replyOf((await readPage(manner, path, query, signal)).rows);
  }
  const [field, order] = parsed(asked.get('sort'));
  const { rows, total } = await readRange(
    manner,
    path,
    queryOf({ filter, sort: { field, order } }),
    range,
    signal,
  );
  return replyOf(rows, new Headers({ 'Content-Range': `rows ${range.join('-')}/${total}` }));
}

export function restClient(manner: Manner): RestClient {
  return async (url, { method = 'GET', body, signal } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://api');
    if (searchParams.size > 0) return readList(manner, pathname, searchParams, signal ?? undefined);
    const { data } = await call<Row>(method === 'POST' ? `${pathname}/` : pathname, {
      method: method === 'PUT' ? manner.update : (method as Request['method']),
      query: manner.query,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal: signal ?? undefined,
    });
    return replyOf(named(manner.idName, data));
  };
}

/**
 * What ra-data-simple-rest asks for at once, a call for each id, goes one after the other, each a transaction of its
 * own; after the first refusal nothing is sent any more, and the refusal carries the ids of what went well.
 */
export function inOrder(client: RestClient, ids: Identifier[]): RestClient {
  let [gone, last]: [number, Promise<unknown>] = [0, Promise.resolve()];
  const next: RestClient = async (url, options) => {
    try {
      const answer = await client(url, options);
      gone += 1;
      return answer;
    } catch (error) {
      throw Object.assign(errorOf(error), { done: ids.slice(0, gone) });
    }
  };
  return (url, options) => {
    const reply = last.then(() => next(url, options));
    last = reply;
    return reply;
  };
}
