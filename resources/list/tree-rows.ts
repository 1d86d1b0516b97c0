/**
 * Converts mother/child rows to a tree that opens level by level. Rows may form a cycle, so the complete tree may
 * be endless.
 */
import { having } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';

export interface Tree {
  roots: number[];
  textOf(id: number): string;
  /** Returns the children of a node, or none if the node is already above itself. */
  childrenOf(id: number, above: number[]): number[];
}

export function treeOf(entity: Entity, rows: Row[]): Tree {
  const { child, parent } = having(entity, 'tree').tree;
  const texts = new Map<number, string>();
  const below = new Map<number, Set<number>>();
  const name = (row: Row, column: string): string =>
    String(row[entity.field(column)?.reference?.text ?? column] ?? row[column]);
  for (const row of rows) {
    const [mother, daughter] = [Number(row[parent]), Number(row[child])];
    texts.set(mother, name(row, parent)).set(daughter, name(row, child));
    below.set(mother, (below.get(mother) ?? new Set()).add(daughter));
  }
  const daughters = new Set([...below.values()].flatMap((ids) => [...ids]));
  return {
    roots: [...below.keys()].filter((id) => !daughters.has(id)),
    textOf: (id) => texts.get(id) ?? '',
    childrenOf: (id, above) => (above.includes(id) ? [] : [...(below.get(id) ?? [])]),
  };
}
