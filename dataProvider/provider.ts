/**
 * react-admin's methods -> /api/cmms. Built on ra-data-simple-rest; replaced is what the envelope does differently:
 * lists carry tot and max_rows beside the data, collections end in a slash, a record is changed by PUT or PATCH.
 */
import simpleRestProvider from 'ra-data-simple-rest';
import type {
  DataProvider,
  fetchUtils,
  GetListParams,
  GetListResult,
  Identifier,
  RaRecord,
} from 'react-admin';
import type { Entity, Row } from '../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { call, download, type Request } from './http.ts';
import { pagesFor } from './pages.ts';

export interface Change {
  id: number;
  operazione: 'create' | 'update' | 'delete';
  data: string;
  id_utente: number | null;
  utente: string | null;
  modifiche: { campo: string; da: unknown; a: unknown }[];
}

/** A row of a sub-collection: /<resource>/<id>/<path>/<key>. */
export interface ChildOf {
  id: Identifier;
  path: string;
}

export type SheetFormat = 'csv' | 'xlsx';

export type Asked = Pick<GetListParams, 'filter' | 'sort'>;

export interface OfficinaProvider extends DataProvider {
  history(resource: string, id: Identifier): Promise<Change[]>;
  /** The filtered list as a file, handed to the browser. */
  exportList(resource: string, format: SheetFormat, asked: Asked): Promise<void>;
  /** Any call that answers a list of choices. */
  choices(path: string): Promise<Row[]>;
  children(resource: string, child: ChildOf): Promise<Row[]>;
  addChild(resource: string, child: ChildOf, row: Row): Promise<void>;
  removeChild(resource: string, child: ChildOf, key: Identifier): Promise<void>;
  /** A call offered on a record; what it says, and a link for somebody else when it has one. */
  act(resource: string, id: Identifier, path: string): Promise<Acted>;
}

export interface Acted {
  description: string;
  link?: string;
}

type Query = Record<string, string>;
type List = Row[] | { lista: Row[]; albero: Row[] };

function queryOf({ filter, sort }: Partial<Asked>): Query {
  const filters = Object.entries((filter ?? {}) as Row)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(filters), ...(sort && { orderByCol: sort.field, orderByDir: sort.order }) };
}

/** The CSV calls answer the file alone; its name carries the day. */
const sheetName = (resource: string, format: SheetFormat, today = new Date()): string =>
  `${resource.replaceAll('/', '-').toLowerCase()}-${today.toISOString().slice(0, 10)}.${format}`;

const collection = (resource: string): string => `/${resource}/`;
const address = (resource: string, id: Identifier): string => `/${resource}/${encodeURIComponent(id)}`;
const childAddress = (resource: string, { id, path }: ChildOf): string => `${address(resource, id)}/${path}/`;

/** What simple-rest asks of its client: the record itself, the envelope taken off. */
async function httpClient(url: string, { method, body, signal }: fetchUtils.Options = {}) {
  const { data } = await call<Row>(url, {
    method: method as Request['method'],
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
    signal: signal ?? undefined,
  });
  return { status: 200, headers: new Headers(), body: '', json: data };
}

export function createDataProvider(entities: Entity[]): OfficinaProvider {
  const byResource = new Map(entities.map((entity) => [entity.resource, entity]));
  const idOf = (resource: string): string => byResource.get(resource)?.id ?? 'id';
  const named = (resource: string, row: Row | null): RaRecord =>
    ({ ...row, id: row?.[idOf(resource)] ?? row?.id }) as RaRecord;
  const base = simpleRestProvider('', httpClient);

  async function list(resource: string, query: Query, signal?: AbortSignal) {
    const reply = await call<List>(collection(resource), { query, signal });
    const tree = Array.isArray(reply.data) ? undefined : reply.data.albero;
    const rows = Array.isArray(reply.data) ? reply.data : reply.data.lista;
    return { rows: rows.map((row) => named(resource, row)), tree, tot: reply.tot, size: reply.max_rows };
  }

  async function getList(
    resource: string,
    params: GetListParams & { signal?: AbortSignal },
  ): Promise<GetListResult> {
    const { page, perPage } = params.pagination ?? { page: 1, perPage: PAGE_SIZE };
    const query = queryOf(params);
    const size = String(Math.min(perPage, PAGE_SIZE_MAX));
    const first = await list(resource, { ...query, pag: String(page), max_rows: size }, params.signal);
    const meta = { albero: first.tree };
    // A list without paging answers all it has; one with a page size of its own is asked for what is still missing.
    if (first.tot === undefined) return { data: first.rows, total: first.rows.length, meta };
    const wanted = pagesFor(page, perPage, first.size ?? perPage);
    if (!wanted) return { data: first.rows, total: first.tot, meta };
    const pages = await Promise.all(
      wanted.pages.map((pag) =>
        pag === page ? first : list(resource, { ...query, pag: String(pag), max_rows: size }, params.signal),
      ),
    );
    const rows = pages.flatMap((part) => part.rows).slice(wanted.skip, wanted.skip + perPage);
    return { data: rows, total: first.tot, meta };
  }

  /** One after the other: each is a transaction of its own, and the first refusal is told with how many went well. */
  async function each(ids: Identifier[], act: (id: Identifier) => Promise<unknown>): Promise<Identifier[]> {
    const done: Identifier[] = [];
    for (const id of ids) {
      try {
        await act(id);
        done.push(id);
      } catch (error) {
        throw Object.assign(error as Error, { done });
      }
    }
    return done;
  }

  const provider = {
    ...base,
    supportAbortSignal: true,
    getList,
    getOne: async (resource, params) => ({
      data: named(resource, (await base.getOne(resource, params)).data),
    }),
    getMany: async (resource, { ids, signal }) => {
      const query = { [idOf(resource)]: ids.join(','), pag: '-1' };
      return { data: ids.length === 0 ? [] : (await list(resource, query, signal)).rows };
    },
    getManyReference: (resource, { target, id, ...params }) =>
      getList(resource, { ...params, filter: { ...params.filter, [target]: id } }),
    create: async (resource, { data }) => {
      const reply = await call<Row>(collection(resource), { method: 'POST', body: data });
      return { data: named(resource, { ...data, ...reply.data }) };
    },
    update: async (resource, { id, data }) => {
      const method = byResource.get(resource)?.update ?? 'PUT';
      const reply = await call<Row>(address(resource, id), { method, body: data });
      return { data: named(resource, { ...data, [idOf(resource)]: id, ...reply.data }) };
    },
    updateMany: async (resource, { ids, data }) => ({
      data: await each(ids, (id) => provider.update(resource, { id, data, previousData: { id } })),
    }),
    delete: async (resource, params) => {
      await base.delete(resource, params);
      return { data: params.previousData ?? { id: params.id } };
    },
    deleteMany: async (resource, { ids }) => ({
      data: await each(ids, (id) => base.delete(resource, { id })),
    }),

    history: async (resource, id) => (await call<Change[]>(`${address(resource, id)}/storico/`)).data,
    exportList: (resource, format, asked) =>
      download(`/${resource}/${format}/`, queryOf(asked), sheetName(resource, format)),
    choices: async (path) => (await call<Row[]>(path.startsWith('/') ? path : `/${path}`)).data,
    children: async (resource, child) => (await call<Row[]>(childAddress(resource, child))).data ?? [],
    addChild: async (resource, child, row) => {
      await call(childAddress(resource, child), { method: 'POST', body: row });
    },
    removeChild: async (resource, child, key) => {
      await call(`${childAddress(resource, child)}${encodeURIComponent(key)}`, { method: 'DELETE' });
    },
    act: async (resource, id, path) => {
      const address = `/${resource}/${encodeURIComponent(id)}/${path}`;
      const { description, data } = await call<{ link?: string } | null>(address, {
        method: 'POST',
        body: {},
      });
      return { description, link: data?.link };
    },
  } as OfficinaProvider;
  return provider;
}
