/**
 * react-admin's methods -> /api/cmms. Its nine methods are those of ra-data-simple-rest, whose client (rest-client.ts)
 * speaks to our API; added is what the API answers beside them.
 */
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, Identifier } from 'react-admin';
import { EntityMap } from '../schemas/catalogue.ts';
import type { Definition } from '../schemas/custom-fields.ts';
import type { Entity, Row } from '../schemas/entity.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../schemas/paging.ts';
import { call, download } from './http.ts';
import { type Job, startExport } from './jobs.ts';
import {
  inOrder,
  type Manner,
  named,
  type Query,
  queryOf,
  type RestClient,
  restClient,
} from './rest-client.ts';

export interface Change {
  id: number;
  operazione: 'create' | 'update' | 'delete' | 'act';
  /** What was done, in words, where it was an act. */
  detto?: string;
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

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** The CSV calls answer the file alone: 'elenco-ricambi-2026-03-29.csv'. */
const sheetName = (entity: Entity, format: SheetFormat, today = new Date()): string =>
  `elenco-${slug(entity.titles.it)}-${today.toISOString().slice(0, 10)}.${format}`;

/** What is asked for where a list says neither its page nor its order. */
const WHOLE_LIST = {
  pagination: { page: 1, perPage: PAGE_SIZE },
  sort: { field: '', order: 'ASC' },
} as const;

const address = (resource: string, id: Identifier): string => `/${resource}/${encodeURIComponent(id)}`;
const childAddress = (resource: string, { id, path }: ChildOf): string => `${address(resource, id)}/${path}/`;

export function createDataProvider(entities: Entity[]): OfficinaProvider {
  const byResource = new EntityMap(entities.map((entity) => [entity.resource, entity]));
  const idOf = (resource: string): string => byResource.get(resource)?.id ?? 'id';
  const client = (resource: string, manner?: Partial<Manner>): RestClient =>
    restClient({ idName: idOf(resource), update: byResource.get(resource)?.update ?? 'PUT', ...manner });
  const rest = (resource: string, manner?: Partial<Manner>): DataProvider =>
    simpleRestProvider('', client(resource, manner));
  const restInOrder = (resource: string, ids: Identifier[]): DataProvider =>
    simpleRestProvider('', inOrder(client(resource), ids));

  async function level(resource: string, path: string, query: Query): Promise<Level> {
    const { data, tot } = await call<Row[]>(`/${resource}/${path}`, { query });
    return { rows: data.map((row) => named(idOf(resource), row) as TreeNode), total: tot ?? data.length };
  }

  const provider = {
    supportAbortSignal: true,
    getList: (resource, params) =>
      rest(resource, { from: params.meta?.from }).getList(resource, { ...WHOLE_LIST, ...params }),
    getOne: (resource, params) => rest(resource).getOne(resource, params),
    getMany: async (resource, params) =>
      params.ids.length === 0 ? { data: [] } : rest(resource).getMany(resource, params),
    getManyReference: (resource, params) =>
      rest(resource, { from: params.meta?.from }).getManyReference(resource, { ...WHOLE_LIST, ...params }),
    create: async (resource, params) => {
      const { data } = await rest(resource, { query: params.meta?.query }).create(resource, params);
      return { data: named(idOf(resource), { ...params.data, ...data }) };
    },
    update: async (resource, params) => {
      const { data } = await rest(resource, { query: params.meta?.query }).update(resource, params);
      const row = { ...params.data, [idOf(resource)]: params.id };
      return { data: named(idOf(resource), { ...row, ...data, id: data.id ?? params.id }) };
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
