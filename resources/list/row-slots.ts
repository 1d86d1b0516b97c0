/** The additions of an area to the table and the cards of its entity's list. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Row } from '../../schemas/entity.ts';
import { useRights } from './ListData.ts';

/** A function that draws a row. It is a method, so that areas may use the type of their rows. */
type Drawn = { of(row: Row): ReactNode }['of'];

export interface RowSlots {
  /** Drawn before the name of each row, such as its colour. */
  mark?(row: Row): ReactNode;
  /** Cells that replace those of the kind, by field name. They return undefined if there is nothing to display. */
  cells?: Record<string, Drawn>;
  /** Replaces the other actions on a row; null for no actions. */
  actions?: Drawn | null;
  /** The call that makes the list's XLSX sheet, if it has its own. */
  sheet?: string;
  /** The actions on selected rows, and which rows can be selected; by default deleting. */
  bulk?: { actions: ReactNode; selectable(row: Row): boolean };
}

const RowSlotsContext = createContext<RowSlots>({});

export const RowSlotsProvider = RowSlotsContext.Provider;
export const useRowSlots = (): RowSlots => useContext(RowSlotsContext);

export function useSelectable(): (row: Row) => boolean {
  const rights = useRights();
  const { bulk } = useRowSlots();
  return bulk ? bulk.selectable : (row) => rights.of(row).canDelete;
}
