/** Mother/child rows -> a tree. A node met again below itself is shown and not opened. */
import type { Entity, Row } from '../schemas/entity.ts';

export interface TreeNode {
  id: number;
  text: string;
  children: TreeNode[];
}

export function treeOf(entity: Entity, rows: Row[]): TreeNode[] {
  const { child, parent } = entity.tree!;
  const textOf = (row: Row, name: string): string =>
    String(row[entity.field(name)?.reference?.text ?? name] ?? row[name]);
  const texts = new Map<number, string>();
  const below = new Map<number, Set<number>>();
  for (const row of rows) {
    const [mother, daughter] = [row[parent] as number, row[child] as number];
    texts.set(mother, textOf(row, parent)).set(daughter, textOf(row, child));
    below.set(mother, (below.get(mother) ?? new Set()).add(daughter));
  }
  const daughters = new Set([...below.values()].flatMap((ids) => [...ids]));
  const node = (id: number, above: number[]): TreeNode => ({
    id,
    text: texts.get(id) ?? '',
    children: above.includes(id) ? [] : [...(below.get(id) ?? [])].map((next) => node(next, [...above, id])),
  });
  return [...below.keys()].filter((id) => !daughters.has(id)).map((id) => node(id, []));
}
