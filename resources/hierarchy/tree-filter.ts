/** The tree next to a list, and its selected node, which filters the list. */
import { useListContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';

/** The entity of the tree, and the filter of the list that takes a node. */
export interface TreeBeside {
  entity: Entity;
  filter: string;
  /** Filters that are set and removed together with the filter by a node. */
  beside?: Row;
}

const NONE: Row = {};

/** Returns the selected node, by the filter in the address. */
export function useChosenNode({ filter, beside = NONE }: Omit<TreeBeside, 'entity'>) {
  const { filterValues, setFilters } = useListContext();
  const id = Number(filterValues[filter]);
  const chosen = Number.isInteger(id) && id > 0 ? id : undefined;
  const choose = (next: number | undefined) => {
    const away = new Set([filter, ...Object.keys(beside)]);
    const rest = Object.fromEntries(Object.entries(filterValues).filter(([name]) => !away.has(name)));
    setFilters(next === undefined ? rest : { ...rest, ...beside, [filter]: next });
  };
  return { chosen, choose };
}
