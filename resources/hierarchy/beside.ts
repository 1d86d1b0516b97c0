/** A tree beside a list, and the node of it whose rows the list shows. */
import { useListContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';

/** Whose tree stands beside the list, and how the list is filtered by a node of it. */
export interface TreeBeside {
  entity: Entity;
  filter: string;
  /** Filters that are set with it, and taken away with it. */
  beside?: Row;
}

const NONE: Row = {};

/** The node whose rows the list shows, by the filter in its address. */
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
