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
import { EntityMap } from '../schemas/catalogue.ts';
import type { Definition } from '../schemas/custom-fields.ts';
import type { Entity, Row } from '../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { call, download, type Request } from './http.ts';
import { type Job, startExport } from './jobs.ts';
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

/** How many rows point to one; `resta` are those that keep their link when it is gone. */
export interface Uses {
  utilizzi: { risorsa: string; campo: string; quanti: number; resta: 0 | 1 }[];
  /** Another may take its place. */
  sostituibile: 0 | 1;
}

export interface OfficinaProvider extends DataProvider {
  /** What points to a record, asked before it is deleted. */
  uses(resource: string, id: Identifier): Promise<Uses>;
  history(resource: string, id: Identifier): Promise<Change[]>;
  /** The filtered list as a file, handed to the browser; `from` is a call of its own that makes it. */
  exportList(resource: string, format: SheetFormat, asked: Asked, from?: string): Promise<void>;
  /** The same for a list so long that it is made in the background. */
  exportLater(resource: string, format: SheetFormat, asked: Asked): Promise<Job>;
  /** The QR codes of the filtered list on paper, handed to the browser. */
  qrCodes(resource: string, asked: Partial<Asked>, paper: Record<string, string | number>): Promise<void>;
  /** Any call that answers a list of choices. */
  choices(path: string): Promise<Row[]>;
  /** The definitions of custom fields of a class; -1 for those of all classes. */
  template(resource: string, classId: number): Promise<Definition[]>;
  /** A page of what stands directly below a row of a tree, or with 0 at its top. */
  level(resource: string, parent: number, page: number, limits: Record<string, string>): Promise<Level>;
  /** Rows of a tree that a text finds, each with the way down to it. */
  searchTree(resource: string, text: string, limits: Record<string, string>): Promise<Level>;
  /** From the top of the tree down to a row, itself included. */
  way(resource: string, id: Identifier): Promise<TreeNode[]>;
  children(resource: string, child: ChildOf): Promise<Row[]>;
  addChild(resource: string, child: ChildOf, row: Row): Promise<void>;
  removeChild(resource: string, child: ChildOf, key: Identifier): Promise<void>;
  /** A call offered on a record; what it says, and a link for somebody else when it has one. */
  act(resource: string, id: Identifier, path: string): Promise<Acted>;
}

export interface TreeNode extends Row {
  id: number;
  /** How many stand directly below it. */
  num_figli?: number;
  is_selectable?: number;
  /** Of a row that a search found: the way down to it, itself included. */
  percorso?: { id: number; nome: string }[];
}

/** A page of a level of a tree. */
export interface Level {
  rows: TreeNode[];
  total: number;
}

export interface Acted {
  description: string;
  link?: string;
  /** To be copied now, as it is not shown again. */
  secret?: string;
}

type Query = Record<string, string>;
type List = Row[] | { lista: Row[]; albero: Row[] };

function queryOf({ filter, sort }: Partial<Asked>): Query {
  const filters = Object.entries((filter ?? {}) as Row)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(filters), ...(sort && { orderByCol: sort.field, orderByDir: sort.order }) };
}

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** The CSV calls answer the file alone: 'elenco-ricambi-2026-03-29.csv'. */
const sheetName = (entity: Entity, format: SheetFormat, today = new Date()): string =>
  `elenco-${slug(entity.titles.it)}-${today.toISOString().slice(0, 10)}.${format}`;

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
  const byResource = new EntityMap(entities.map((entity) => [entity.resource, entity]));
  const idOf = (resource: string): string => byResource.get(resource)?.id ?? 'id';
  const named = (resource: string, row: Row | null): RaRecord =>
    ({ ...row, id: row?.[idOf(resource)] ?? row?.id }) as RaRecord;
  const base = simpleRestProvider('', httpClient);

  async function list(resource: string, query: Query, signal?: AbortSignal, from = collection(resource)) {
    const reply = await call<List>(from, { query, signal });
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
    // Another call of the same rows, as those that may be chosen.
    const from: string | undefined = params.meta?.from;
    const ask = (pag: number) =>
      list(resource, { ...query, pag: String(pag), max_rows: size }, params.signal, from);
    const first = await ask(page);
    const meta = { albero: first.tree };
    // A list without paging answers all it has; one with a page size of its own is asked for what is still missing.
    if (first.tot === undefined) return { data: first.rows, total: first.rows.length, meta };
    const wanted = pagesFor(page, perPage, first.size ?? perPage);
    if (!wanted) return { data: first.rows, total: first.tot, meta };
    const pages = await Promise.all(wanted.pages.map((pag) => (pag === page ? first : ask(pag))));
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

  async function level(resource: string, path: string, query: Query): Promise<Level> {
    const { data, tot } = await call<Row[]>(`/${resource}/${path}`, { query });
    return { rows: data.map((row) => named(resource, row) as TreeNode), total: tot ?? data.length };
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
    create: async (resource, { data, meta }) => {
      const reply = await call<Row>(collection(resource), {
        method: 'POST',
        body: data,
        query: meta?.query,
      });
      return { data: named(resource, { ...data, ...reply.data }) };
    },
    update: async (resource, { id, data, meta }) => {
      const method = byResource.get(resource)?.update ?? 'PUT';
      const reply = await call<Row>(address(resource, id), { method, body: data, query: meta?.query });
      return { data: named(resource, { ...data, [idOf(resource)]: id, ...reply.data }) };
    },
    updateMany: async (resource, { ids, data }) => ({
      data: await each(ids, (id) => provider.update(resource, { id, data, previousData: { id } })),
    }),
    delete: async (resource, params) => {
      const { query } = params.meta ?? {};
      if (query) await call(address(resource, params.id), { method: 'DELETE', query });
      else await base.delete(resource, params);
      return { data: params.previousData ?? { id: params.id } };
    },
    deleteMany: async (resource, { ids }) => ({
      data: await each(ids, (id) => base.delete(resource, { id })),
    }),

    uses: async (resource, id) => (await call<Uses>(`${address(resource, id)}/utilizzi`)).data,
    history: async (resource, id) => (await call<Change[]>(`${address(resource, id)}/storico/`)).data,
    exportList: (resource, format, asked, from = `/${resource}/${format}/`) =>
      download(from, queryOf(asked), sheetName(byResource.entity(resource), format)),
    exportLater: (resource, formato, asked) => startExport(resource, { ...queryOf(asked), formato }),
    qrCodes: (resource, asked, paper) =>
      download(`/${resource}/download-qrcode/`, { ...queryOf(asked), ...paper }),
    choices: async (path) => (await call<Row[]>(path.startsWith('/') ? path : `/${path}`)).data,
    template: async (resource, classId) =>
      (await call<Definition[]>(`/${resource}/template/${classId}`)).data,
    level: async (resource, parent, page, limits) =>
      level(resource, `livello/${parent}`, { ...limits, pag: String(page), max_rows: String(PAGE_SIZE_MAX) }),
    searchTree: async (resource, filtro, limits) =>
      level(resource, 'albero-cerca', { ...limits, filtro, pag: '1', max_rows: String(PAGE_SIZE) }),
    way: async (resource, id) => (await level(resource, `percorso/${encodeURIComponent(id)}`, {})).rows,
    children: async (resource, child) => (await call<Row[]>(childAddress(resource, child))).data ?? [],
    addChild: async (resource, child, row) => {
      await call(childAddress(resource, child), { method: 'POST', body: row });
    },
    removeChild: async (resource, child, key) => {
      await call(`${childAddress(resource, child)}${encodeURIComponent(key)}`, { method: 'DELETE' });
    },
    act: async (resource, id, path) => {
      const address = `/${resource}/${encodeURIComponent(id)}/${path}`;
      const { description, data } = await call<Pick<Acted, 'link' | 'secret'> | null>(address, {
        method: 'POST',
        body: {},
      });
      return { description, link: data?.link, secret: data?.secret };
    },
  } as OfficinaProvider;
  return provider;
}
