/** Replies with the rows of a mother/child table as a list or as a tree. */

import type { Entity, Row } from '../../schemas/entity.ts';
import { type ApiSchema, type Reply, rowsIn } from '../http/call.ts';
import { listOf } from '../http/reply-schemas.ts';

export interface TreeNode {
  id: number;
  descrizione: string;
  figli: TreeNode[];
}

interface Link {
  child: number;
  parent: number;
  childText: string;
  parentText: string;
}

function linksOf(entity: Entity, tree: { child: string; parent: string }, rows: Row[]): Link[] {
  const textOf = (row: Row, name: string) => String(row[entity.field(name)?.reference?.text ?? name] ?? '');
  return rows.map((row) => ({
    child: Number(row[tree.child]),
    parent: Number(row[tree.parent]),
    childText: textOf(row, tree.child),
    parentText: textOf(row, tree.parent),
  }));
}

/** Returns whether the children form a cycle: states can, classes cannot. */
function isCircular(children: Map<number, number[]>): boolean {
  const done = new Set<number>();
  const returns = (id: number, above: Set<number>): boolean => {
    if (above.has(id)) return true;
    if (done.has(id)) return false;
    done.add(id);
    const path = new Set(above).add(id);
    return (children.get(id) ?? []).some((child) => returns(child, path));
  };
  return [...children.keys()].some((id) => returns(id, new Set()));
}

/** Builds the tree. In a cycle, a node is expanded only once, where it is closest to the top. */
export function treeOf(links: Link[]): TreeNode[] {
  const texts = new Map<number, string>();
  const children = new Map<number, number[]>();
  for (const { parent, child, parentText, childText } of links) {
    texts.set(parent, parentText).set(child, childText);
    const existing = children.get(parent) ?? [];
    if (!existing.includes(child)) children.set(parent, [...existing, child]);
  }
  const circular = isCircular(children);
  const below = new Set(links.map((link) => link.child));
  const node = (id: number): TreeNode => ({ id, descrizione: texts.get(id) ?? '', figli: [] });
  const roots = [...children.keys()].filter((id) => !below.has(id)).map(node);
  const opened = new Set<number>();
  const open: TreeNode[] = [...roots];
  for (let next = open.shift(); next; next = open.shift()) {
    if (circular && opened.has(next.id)) continue;
    opened.add(next.id);
    next.figli = (children.get(next.id) ?? []).map(node);
    open.push(...next.figli);
  }
  return roots;
}

export function treeReply(entity: Entity, tree: { child: string; parent: string }, reply: Reply): Reply {
  const rows = rowsIn(reply);
  return { ...reply, data: { lista: rows, albero: treeOf(linksOf(entity, tree, rows)) } };
}

export const treeSchema = (row: ApiSchema): ApiSchema => ({
  type: 'object',
  properties: {
    lista: listOf(row),
    albero: {
      type: 'array',
      items: {
        type: 'object',
        description: 'A node; figli contains the nodes below it',
        properties: {
          id: { type: 'integer' },
          descrizione: { type: 'string' },
          figli: listOf({ type: 'object' }),
        },
      },
    },
  },
});

export const treeExample = (row: Row) => ({
  lista: [row],
  albero: [{ id: 1, descrizione: 'Impianto', figli: [{ id: 2, descrizione: 'Macchina', figli: [] }] }],
});
