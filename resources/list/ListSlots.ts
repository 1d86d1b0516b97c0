/** What an area adds to the table and the cards of its entity's list. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Row } from '../../schemas/entity.ts';
import { useRights } from './ListData.ts';

/** What is drawn for a row; of an entity whose rows are known, for such a one. */
type Drawn = { of(row: Row): ReactNode }['of'];

export interface RowSlots {
  /** Before the name of each row, as its colour. */
  mark?(row: Row): ReactNode;
  /** Cells in the place of those of the kind, by the field's name; nothing where there is nothing to show. */
  cells?: Record<string, Drawn>;
  /** In the place of what else may be done with the rows; null where nothing may. */
  actions?: Drawn | null;
  /** The call that makes the list's XLSX sheet, where it has one of its own. */
  sheet?: string;
  /** What may be done with the selected rows, and which may be selected; deleting them when not said. */
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
