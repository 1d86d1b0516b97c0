/**
 * The data provider of react-admin for /api/cmms. ra-data-simple-rest implements its nine methods on our client
 * (rest-client.ts). The others are calls of our API.
 */
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, Identifier } from 'react-admin';
import { EntityMap } from '../schemas/catalogue.ts';
import type { Definition } from '../schemas/custom-fields.ts';
import type { Entity, Row } from '../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { ask } from './cached-reads.ts';
import { call, download } from './http.ts';
import { type Job, startExport } from './jobs.ts';
import {
  type ClientOptions,
  inOrder,
  type Query,
  queryOf,
  type RestClient,
  restClient,
  withId,
} from './rest-client.ts';

export interface Change {
  id: number;
  operazione: 'create' | 'update' | 'delete' | 'act';
  /** The sentence of the act, if the change was an act. */
  detto?: string;
  /** The time when the change was stored. */
  data: string;
  /** The time of the act, if it arrived later. */
  fatto: string | null;
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

export type ListQuery = Pick<GetListParams, 'filter' | 'sort'>;

/** The rows that refer to a record. `resta` is 1 for those that keep the reference after it is deleted. */
export interface Uses {
  utilizzi: { risorsa: string; campo: string; quanti: number; resta: 0 | 1 }[];
  /** 1 if another record may replace it. */
  sostituibile: 0 | 1;
}

/** The methods that only our API has. */
interface OwnMethods {
  /** Returns the rows that refer to a record, to be read before it is deleted. */
  uses(resource: string, id: Identifier): Promise<Uses>;
  history(resource: string, id: Identifier): Promise<Change[]>;
  /** Saves the filtered list as a file. `from` is the address of a call that makes another file. */
  exportList(resource: string, format: SheetFormat, query: ListQuery, from?: string): Promise<void>;
  /** Exports in the background a list that is too long to wait for. */
  exportLater(resource: string, format: SheetFormat, query: ListQuery): Promise<Job>;
  /** Saves a PDF with the QR codes of the filtered list. */
  qrCodes(
    resource: string,
    query: Partial<ListQuery>,
    labels: Record<string, string | number>,
  ): Promise<void>;
  /** Returns the choices of any call. */
  choices(path: string): Promise<Row[]>;
  /** Returns the custom fields of a class. -1 means those of all classes. */
  template(resource: string, classId: number, signal?: AbortSignal): Promise<Definition[]>;
  /** Returns a page of the rows directly below a row of a tree. 0 is the root. */
  level(resource: string, parent: number, page: number, limits: Record<string, string>): Promise<Level>;
  /** Returns the rows of a tree that match a text, each with its path. */
  searchTree(resource: string, text: string, limits: Record<string, string>): Promise<Level>;
  /** Returns the rows from the root of the tree to a row, including that row. */
  way(resource: string, id: Identifier, signal?: AbortSignal): Promise<TreeNode[]>;
  children(resource: string, child: ChildOf): Promise<Row[]>;
  addChild(resource: string, child: ChildOf, row: Row): Promise<void>;
  removeChild(resource: string, child: ChildOf, key: Identifier): Promise<void>;
}

export interface OfficinaProvider extends DataProvider, OwnMethods {}

export interface TreeNode extends Row {
  id: number;
  /** The number of rows directly below it. */
  num_figli?: number;
  is_selectable?: number;
  /** The path of a row that a search found, including the row. */
  percorso?: { id: number; nome: string }[];
}

/** A page of a level of a tree. */
export interface Level {
  rows: TreeNode[];
  total: number;
}

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** Returns a file name such as 'elenco-ricambi-2026-03-29.csv', because CSV calls return no name. */
const sheetName = (entity: Entity, format: SheetFormat, today = new Date()): string =>
  `elenco-${slug(entity.titles.it)}-${today.toISOString().slice(0, 10)}.${format}`;

/** The page and order of a list that names neither. */
const WHOLE_LIST = {
  pagination: { page: 1, perPage: PAGE_SIZE },
  sort: { field: '', order: 'ASC' },
} as const;

/** Returns the address at which a record is read. */
export const recordAddress = (resource: string, id: unknown): string =>
  `/${resource}/${encodeURIComponent(String(id))}`;
const childAddress = (resource: string, { id, path }: ChildOf): string =>
  `${recordAddress(resource, id)}/${path}/`;

const writeOptions = (meta: Partial<ClientOptions> | undefined): Partial<ClientOptions> => ({
  query: meta?.query,
  key: meta?.key,
});

function standardMethods(idNameOf: (resource: string) => string) {
  const client = (resource: string, options?: Partial<ClientOptions>): RestClient =>
    restClient({ idName: idNameOf(resource), ...options });
  const rest = (resource: string, options?: Partial<ClientOptions>): DataProvider =>
    simpleRestProvider('', client(resource, options));
  const restInOrder = (resource: string, ids: Identifier[]): DataProvider =>
    simpleRestProvider('', inOrder(client(resource), ids));

  return {
    supportAbortSignal: true,
    getList: (resource, params) =>
      rest(resource, { from: params.meta?.from, capped: params.meta?.capped }).getList(resource, {
        ...WHOLE_LIST,
        ...params,
      }),
    getOne: (resource, params) => rest(resource).getOne(resource, params),
    getMany: async (resource, params) =>
      params.ids.length === 0 ? { data: [] } : rest(resource).getMany(resource, params),
    getManyReference: (resource, params) =>
      rest(resource, { from: params.meta?.from }).getManyReference(resource, { ...WHOLE_LIST, ...params }),
    create: async (resource, params) => {
      const { data } = await rest(resource, writeOptions(params.meta)).create(resource, params);
      return { data: withId(idNameOf(resource), { ...params.data, ...data }) };
    },
    update: async (resource, params) => {
      const { data } = await rest(resource, writeOptions(params.meta)).update(resource, params);
      const row = { ...params.data, [idNameOf(resource)]: params.id };
      return { data: withId(idNameOf(resource), { ...row, ...data, id: data.id ?? params.id }) };
    },
    updateMany: async (resource, params) => {
      await restInOrder(resource, params.ids).updateMany(resource, params);
      return { data: params.ids };
    },
    delete: async (resource, params) => {
      await rest(resource, { query: params.meta?.query }).delete(resource, params);
      return { data: params.previousData ?? { id: params.id } };
    },
    deleteMany: async (resource, params) => {
      await restInOrder(resource, params.ids).deleteMany(resource, params);
      return { data: params.ids };
    },
  } as DataProvider;
}

function ownMethods(byResource: EntityMap<Entity>, idNameOf: (resource: string) => string): OwnMethods {
  async function level(resource: string, path: string, query: Query, signal?: AbortSignal): Promise<Level> {
    const { data, tot } = await ask<Row[]>(`/${resource}/${path}`, { query, signal });
    return {
      rows: data.map((row) => withId(idNameOf(resource), row) as TreeNode),
      total: tot ?? data.length,
    };
  }

  return {
    uses: async (resource, id) => (await call<Uses>(`${recordAddress(resource, id)}/utilizzi`)).data,
    history: async (resource, id) => (await call<Change[]>(`${recordAddress(resource, id)}/storico/`)).data,
    exportList: (resource, format, query, from = `/${resource}/${format}/`) =>
      download(from, queryOf(query), sheetName(byResource.entity(resource), format)),
    exportLater: (resource, formato, query) => startExport(resource, { ...queryOf(query), formato }),
    qrCodes: (resource, query, labels) =>
      download(`/${resource}/download-qrcode/`, { ...queryOf(query), ...labels }),
    choices: async (path) => (await ask<Row[]>(path.startsWith('/') ? path : `/${path}`)).data,
    template: async (resource, classId, signal) =>
      (await ask<Definition[]>(`/${resource}/template/${classId}`, { signal })).data,
    level: async (resource, parent, page, limits) =>
      level(resource, `livello/${parent}`, { ...limits, pag: String(page), max_rows: String(PAGE_SIZE_MAX) }),
    searchTree: async (resource, filtro, limits) =>
      level(resource, 'albero-cerca', { ...limits, filtro, pag: '1', max_rows: String(PAGE_SIZE) }),
    way: async (resource, id, signal) =>
      (await level(resource, `percorso/${encodeURIComponent(id)}`, {}, signal)).rows,
    children: async (resource, child) => (await ask<Row[]>(childAddress(resource, child))).data ?? [],
    addChild: async (resource, child, row) => {
      await call(childAddress(resource, child), { method: 'POST', body: row });
    },
    removeChild: async (resource, child, key) => {
      await call(`${childAddress(resource, child)}${encodeURIComponent(key)}`, { method: 'DELETE' });
    },
  };
}

export function createDataProvider(entities: Entity[]): OfficinaProvider {
  const byResource = new EntityMap(entities.map((entity) => [entity.resource, entity]));
  const idNameOf = (resource: string): string => byResource.get(resource)?.id ?? 'id';
  return { ...standardMethods(idNameOf), ...ownMethods(byResource, idNameOf) };
}
