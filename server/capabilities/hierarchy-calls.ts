/** The calls of trees: the whole tree, one level, a search, and the path to a row. */

import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { camelCase } from '../../schemas/letter-case.ts';
import { numberOf } from '../../schemas/values.ts';
import { lastPageTotal, readPage } from '../database/list-page.ts';
import type { ApiSchema, Call, Context, Reply } from '../http/call.ts';
import { malformed, notFound } from '../http/problem.ts';
import { listOf } from '../http/reply-schemas.ts';
import { ID_MAX, readId } from '../requests/ids.ts';
import { isOn } from '../requests/list-parameters.ts';
import { PAGING } from './api-schema.ts';
import { type NodeFilter, Nodes, nodeColumns } from './hierarchy-nodes.ts';
import { nameOf } from './overrides.ts';
import type { RulesByResource } from './rules.ts';

interface TreeNode extends Row {
  nodes: TreeNode[];
}

const nodeOf = (row: Row): TreeNode => ({ ...withoutMarkers(row), nodes: [] });

const withoutMarkers = ({ '~parent': _parent, '~reach': _reach, ...row }: Row): Row => row;

/**
 * Builds the tree from rows with their parents. Its top nodes are the rows without a parent, or `root`. Branches
 * without a visible row are left out; with `hide`, branches without a selectable row too.
 */
export function treeFrom(
  rows: Row[],
  entity: Pick<Entity, 'id' | 'name'>,
  root: number,
  hide: boolean,
): TreeNode[] {
  const ownId = (row: Row): number => idOf(entity, row);
  const parentOf = new Map(rows.map((row) => [ownId(row), numberOf(row['~parent']) ?? null]));
  const visible = new Set<number>();
  for (const row of rows) {
    if (hide ? row.is_selectable !== 1 : row['~reach'] !== true) continue;
    // Continues up to the top, or to a row that was visited before.
    for (let id: number | null = ownId(row); id !== null && parentOf.has(id) && !visible.has(id); ) {
      visible.add(id);
      id = parentOf.get(id) ?? null;
    }
  }
  const visibleRows = rows.filter((row) => visible.has(ownId(row)));
  const nodes = new Map(visibleRows.map((row): [number, TreeNode] => [ownId(row), nodeOf(row)]));
  const isTop = (id: number): boolean => id === root || parentOf.get(id) === null;
  for (const [id, node] of nodes) if (!isTop(id)) nodes.get(parentOf.get(id) ?? 0)?.nodes.push(node);
  return [...nodes].filter(([id]) => isTop(id)).map(([, node]) => node);
}

/** Reads the id of a node. 0 is above the top nodes. */
function readNodeId(text: string | undefined): number {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : -1;
  if (id < 0 || id > ID_MAX) throw malformed('bad-id');
  return id;
}

async function requireVisible(nodes: Nodes, id: number): Promise<void> {
  if ((await nodes.count(nodes.one(id))) === 0) throw notFound();
}

/** Counts the rows only if the page does not show their number. */
async function pageOf(nodes: Nodes, filter: NodeFilter, query: Record<string, string>) {
  const page = readPage(query);
  const rows = await nodes.page(filter, page);
  if (page.number === undefined) return { rows, tot: rows.length, max_rows: rows.length };
  const tot = lastPageTotal(page, rows.length) ?? (await nodes.count(filter));
  return { rows, tot, max_rows: page.size };
}

/** Returns the parameters that limit a tree. */
function limitsOf(entity: Entity): Record<string, ApiSchema> {
  const ofScope = Object.keys(entity.scope).map((column): [string, ApiSchema] => {
    const title = entity.property(column).title.en.toLowerCase();
    return [camelCase(column), { type: 'integer', description: `Only rows of this ${title} are selectable` }];
  });
  const hide = { type: 'integer', description: '1 leaves out branches without selectable rows' };
  return { ...Object.fromEntries(ofScope), hideNonSelectableBranches: hide };
}

const nodeSchema = (entity: Entity, more: Record<string, ApiSchema> = {}): ApiSchema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      nodeColumns(entity).map((name) => [name, { title: entity.property(name).title.en }]),
    ),
    is_selectable: { type: 'integer', enum: [0, 1] },
    ...more,
  },
});

function nodeExample(entity: Entity): Row {
  const example = (name: string) => (KINDS[entity.property(name).kind].lines ? 'Linea 1' : 1);
  return {
    ...Object.fromEntries(nodeColumns(entity).map((name) => [name, example(name)])),
    is_selectable: 1,
  };
}

const LIST = listOf({ type: 'object' });
const NUM_FIGLI = { type: 'integer', description: 'The number of rows directly below' };

type Tree = { entity: Entity; nodesOf(context: Context): Nodes };
type CallOf = (tree: Tree) => Omit<Call, 'method' | 'access' | 'tag'>;

const structure: CallOf = ({ entity, nodesOf }) => ({
  path: `/${entity.resource}/struttura/:id`,
  summary: {
    it: `Albero: ${entity.titles.it}, da una riga in giù o, con 0, tutto`,
    en: `Tree: ${entity.titles.en}, from a row down, or the whole tree with 0`,
  },
  query: {
    all: { type: 'integer', description: 'Has no effect: the reply always contains all levels' },
    ...limitsOf(entity),
  },
  reply: {
    type: 'object',
    properties: {
      struttura: { type: 'array', items: nodeSchema(entity, { nodes: LIST }) },
      id: { type: 'integer', description: 'The id of the row to start from; 0 for the whole tree' },
    },
  },
  example: { data: { struttura: [{ ...nodeExample(entity), nodes: [] }], id: 0 } },
  broad: true,
  async handle(context): Promise<Reply> {
    const [id, nodes] = [readNodeId(context.params.id), nodesOf(context)];
    const hide = isOn(context.query.hideNonSelectableBranches);
    const struttura = treeFrom(await nodes.all(id), entity, id, hide);
    if (id !== 0 && struttura.length === 0) await requireVisible(nodes, id);
    return { data: { struttura, id } };
  },
});

const level: CallOf = ({ entity, nodesOf }) => ({
  path: `/${entity.resource}/livello/:id`,
  summary: {
    it: "Un livello dell'albero: le righe sotto una riga o, con 0, quelle in cima",
    en: 'A level of the tree: the rows below a row, or the top rows with 0',
  },
  query: { ...PAGING, ...limitsOf(entity) },
  reply: { type: 'array', items: nodeSchema(entity, { num_figli: NUM_FIGLI }) },
  example: { data: [{ ...nodeExample(entity), num_figli: 2 }] },
  paged: true,
  async handle(context): Promise<Reply> {
    const [id, nodes] = [readNodeId(context.params.id), nodesOf(context)];
    if (id !== 0) await requireVisible(nodes, id);
    const { rows, ...counted } = await pageOf(nodes, nodes.childrenOf(id), context.query);
    return { data: rows.map(withoutMarkers), ...counted };
  },
});

const search: CallOf = ({ entity, nodesOf }) => ({
  path: `/${entity.resource}/albero-cerca`,
  summary: {
    it: "Ricerca nell'albero: ogni riga trovata con la strada che vi porta",
    en: 'Search in the tree: every row found, with the path to it',
  },
  query: {
    filtro: { type: 'string', description: `Search in ${entity.search.join(', ')}` },
    ...PAGING,
    ...limitsOf(entity),
  },
  reply: { type: 'array', items: nodeSchema(entity, { num_figli: NUM_FIGLI, percorso: LIST }) },
  example: {
    data: [{ ...nodeExample(entity), num_figli: 0, percorso: [{ id: 1, nome: 'Linea 1' }] }],
  },
  paged: true,
  async handle(context): Promise<Reply> {
    const nodes = nodesOf(context);
    const query = { ...context.query, pag: context.query.pag || '1' };
    const filter = nodes.found();
    if (!filter) return { data: [], tot: 0, max_rows: readPage(query).size };
    const { rows, ...counted } = await pageOf(nodes, filter, query);
    const paths = await nodes.paths(rows.map((row) => idOf(entity, row)));
    const named = (row: Row): Row => ({ id: row[entity.id], nome: displayOf(entity, row) });
    const data = rows.map((row) => ({
      ...withoutMarkers(row),
      percorso: (paths.get(idOf(entity, row)) ?? []).map(named),
    }));
    return { data, ...counted };
  },
});

const path: CallOf = ({ entity, nodesOf }) => ({
  path: `/${entity.resource}/percorso/:id`,
  summary: {
    it: "La strada dalla cima dell'albero a una riga, compresa",
    en: 'The path from the top of the tree to a row, including the row',
  },
  reply: listOf(nodeSchema(entity)),
  example: { data: [nodeExample(entity)] },
  async handle(context): Promise<Reply> {
    const [id, nodes] = [readId(context.params.id), nodesOf(context)];
    await requireVisible(nodes, id);
    return { data: ((await nodes.paths([id])).get(id) ?? []).map(withoutMarkers) };
  },
});

export function hierarchyCalls(entity: Entity, rules: RulesByResource): Call[] {
  if (!entity.hierarchy) return [];
  const tree: Tree = { entity, nodesOf: (context) => new Nodes(entity, rules, context) };
  return Object.entries({ structure, level, search, path }).map(([what, callOf]) => ({
    name: nameOf(entity, what),
    method: 'GET',
    access: entity.access.list,
    tag: entity.name,
    ...callOf(tree),
  }));
}
