/** Mother/child tables answer as a list and as a tree. A node met again below itself is shown and not opened. */
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Reply } from '../http/call.ts';

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
    child: row[tree.child] as number,
    parent: row[tree.parent] as number,
    childText: textOf(row, tree.child),
    parentText: textOf(row, tree.parent),
  }));
}

export function treeOf(links: Link[]): TreeNode[] {
  const texts = new Map(
    links.flatMap(
      (link) =>
        [
          [link.parent, link.parentText],
          [link.child, link.childText],
        ] as const,
    ),
  );
  const children = new Map<number, Link[]>();
  for (const link of links) children.set(link.parent, [...(children.get(link.parent) ?? []), link]);
  const below = new Set(links.map((link) => link.child));
  const node = (id: number, above: number[]): TreeNode => {
    const next = above.includes(id) ? [] : (children.get(id) ?? []);
    const ids = [...new Set(next.map((link) => link.child))];
    return { id, descrizione: texts.get(id) ?? '', figli: ids.map((child) => node(child, [...above, id])) };
  };
  return [...new Set(links.map((link) => link.parent))]
    .filter((id) => !below.has(id))
    .map((id) => node(id, []));
}

export function treeReply(entity: Entity, tree: { child: string; parent: string }, reply: Reply): Reply {
  const rows = reply.data as Row[];
  return { ...reply, data: { lista: rows, albero: treeOf(linksOf(entity, tree, rows)) } };
}
