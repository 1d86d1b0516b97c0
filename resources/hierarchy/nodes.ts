/** The nodes of a tree, read level by level, and the items drawn for them. */
import type { Level, TreeNode } from '../../dataProvider/provider.ts';
import { defaultColumns, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { camelCase } from '../../schemas/letter-case.ts';

/** The address key of the tab with the tree below a record. */
export const STRUCTURE_TAB = 'struttura';

/** A line of the tree: a node, or a placeholder for nodes not yet read. */
export interface TreeItem {
  id: string;
  /** The text that is searched when the user types in the tree. */
  name: string;
  node?: TreeNode;
  /** The node whose next children are read when this line is visible. */
  more?: number;
  children: TreeItem[] | null;
}

/** Returns the children of a node that have been read. */
export type LevelOf = (parent: number) => Level | undefined;

const waiting = (parent: number): TreeItem => ({ id: `~${parent}`, name: '', children: null });

/**
 * Returns the items below a node. An `open` node contains its children. A closed node contains only an indicator
 * that it has children.
 */
export function itemsBelow(
  parent: number,
  levelOf: LevelOf,
  open: Set<number>,
  nameOf: (node: TreeNode) => string,
): TreeItem[] {
  const level = levelOf(parent);
  if (!level) return [waiting(parent)];
  const items = level.rows.map((node): TreeItem => {
    const inner = Boolean(node.num_figli);
    const below = inner && open.has(node.id) ? itemsBelow(node.id, levelOf, open, nameOf) : [];
    return { id: String(node.id), name: nameOf(node), node, children: inner ? below : null };
  });
  if (level.rows.length < level.total) items.push({ ...waiting(parent), more: parent });
  return items;
}

/** Returns the flags that are displayed on a node: those that the list displays, such as out of service. */
export const marksOf = (entity: Entity, node: Row): Field[] =>
  defaultColumns(entity)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => KINDS[field.kind].yesNo && node[field.name] === 1);

export const nameOf = (entity: Entity, node: Row): string =>
  displayOf(entity, node) || String(node[entity.id]);

/** Returns the filters of a list that apply to its tree too: scope and flags. */
export function limitsOf(entity: Entity, filters: Row): Record<string, string> {
  const limits: Record<string, string> = {};
  for (const column of Object.keys(entity.scope)) {
    const value = filters[entity.field(column)?.query ?? column];
    if (value !== undefined && value !== '') limits[camelCase(column)] = String(value);
  }
  if (Object.keys(limits).length > 0) limits.hideNonSelectableBranches = '1';
  for (const name of entity.filters) {
    const field = entity.field(name);
    if (!field || !KINDS[field.kind].yesNo) continue;
    const value = filters[field.query];
    if (value !== undefined && value !== '') limits[field.query] = String(value);
  }
  return limits;
}

/** The id of the row of an organisation or a department that means all of them. */
const EVERYBODYS = 1;

/**
 * Adds row 1 to filters by organisation or department, because rows of all of them match too. A filter by row 1 is
 * not a filter.
 */
export function fitting(entity: Entity, where: Row): Row {
  const limits = new Map(Object.keys(entity.scope).map((column) => [entity.field(column)?.query, column]));
  return Object.fromEntries(
    Object.entries(where)
      .filter(([name, value]) => !(limits.has(name) && value === EVERYBODYS))
      .map(([name, value]) => [name, limits.has(name) && value ? `${EVERYBODYS},${value}` : value]),
  );
}

/** Returns the filters that include all rows of a tree, also those that lists omit. */
export const widened = (entity: Entity): Record<string, string> =>
  Object.fromEntries(entity.fields.filter(({ widens }) => widens).map(({ query }) => [query, '1']));
