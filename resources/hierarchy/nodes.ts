/** The nodes of a tree as the server answers them a level at a time, and the items that are drawn of them. */
import type { Level, TreeNode } from '../../dataProvider/provider.ts';
import { defaultColumns, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';

/** In the address of a record's page: what stands below it. */
export const STRUCTURE_TAB = 'struttura';

/** One line of the tree: a node, or what stands in the place of those not yet read. */
export interface TreeItem {
  id: string;
  /** What typing ahead looks for. */
  name: string;
  node?: TreeNode;
  /** The node whose next children come when this line is seen. */
  more?: number;
  children: TreeItem[] | null;
}

/** What stands directly below a node, as far as it has been read. */
export type LevelOf = (parent: number) => Level | undefined;

const waiting = (parent: number): TreeItem => ({ id: `~${parent}`, name: '', children: null });

/** `open` nodes show what is below them; closed ones only that there is something. */
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

/** The flags that a list shows mark the nodes too: a machine that is out of service. */
export const marksOf = (entity: Entity, node: Row): Field[] =>
  defaultColumns(entity)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => field.kind === 'flag' && node[field.name] === 1);

export const nameOf = (entity: Entity, node: Row): string =>
  displayOf(entity, node) || String(node[entity.id]);

const camel = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a list is filtered by and its tree too: where its rows belong, and the flags. */
export function limitsOf(entity: Entity, filters: Row): Record<string, string> {
  const limits: Record<string, string> = {};
  for (const column of Object.keys(entity.scope)) {
    const asked = filters[entity.field(column)?.query ?? column];
    if (asked !== undefined && asked !== '') limits[camel(column)] = String(asked);
  }
  if (Object.keys(limits).length > 0) limits.hideNonSelectableBranches = '1';
  for (const name of entity.filters) {
    const field = entity.field(name);
    if (field?.kind !== 'flag') continue;
    const asked = filters[field.query];
    if (asked !== undefined && asked !== '') limits[field.query] = String(asked);
  }
  return limits;
}

/** Row 1 of what limits the rows is everybody's. */
const EVERYBODYS = 1;

/** Where choices are limited to an organisation or a department, what is everybody's fits too, and everybody's is no limit. */
export function fitting(entity: Entity, where: Row): Row {
  const limits = new Map(Object.keys(entity.scope).map((column) => [entity.field(column)?.query, column]));
  return Object.fromEntries(
    Object.entries(where)
      .filter(([name, value]) => !(limits.has(name) && value === EVERYBODYS))
      .map(([name, value]) => [name, limits.has(name) && value ? `${EVERYBODYS},${value}` : value]),
  );
}

/** Every row of a tree, those too that lists leave out. */
export const widened = (entity: Entity): Record<string, string> =>
  Object.fromEntries(entity.fields.filter(({ widens }) => widens).map(({ query }) => [query, '1']));
