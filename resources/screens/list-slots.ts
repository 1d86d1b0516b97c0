/** The additions of an area to the list of its entity, as a context that every part of the list reads. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Row } from '../../schemas/entity.ts';
import type { TreeBeside } from '../hierarchy/tree-filter.ts';
import { useEntity } from '../list/ListData.ts';
import type { RowSlots } from '../list/row-slots.ts';

export interface ListSlots {
  /** The title, instead of the entity's name. */
  title?: string;
  /** An element next to the rows, such as a tree that filters them. */
  aside?: ReactNode;
  /** Further buttons above the rows. */
  tools?: ReactNode;
  /** Replaces the table or the cards. */
  body?: ReactNode;
  /** An element between the filters and the rows, such as the path of a tree filter. */
  above?: ReactNode;
  /** The tree of an entity that the rows refer to. */
  tree?: TreeBeside;
  rows?: RowSlots;
  /** A filter that is always applied, and that the user does not see. */
  fixedFilter?: Row;
  /** The interval in milliseconds at which the rows are read again in the background. */
  every?: number;
}

const ListSlotsContext = createContext<ListSlots>({});

export const ListSlotsProvider = ListSlotsContext.Provider;
export const useListSlots = (): ListSlots => useContext(ListSlotsContext);

/** Returns whether the list has a tree next to the rows: of its entity, or of an entity that its rows refer to. */
export function useHasTree(): boolean {
  const { tree } = useListSlots();
  const { hierarchy } = useEntity();
  return (tree ?? hierarchy) !== undefined;
}
