/**
 * Choosing rows where they stand in a tree. The dialog has filters, and filters choose rows themselves: a box that finds
 * rows is handed the dialog from above instead of naming it.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { Entity, Row } from '../../schemas/entity.ts';

export interface TreePickerProps {
  entity: Entity;
  /** The call that answers the rows to choose from; the list when not said. */
  from?: string;
  /** Filters that limit what may be chosen, in the list and in the tree. */
  where?: Row;
  /** Those chosen already. */
  chosen: number[];
  onAdd(id: number): void;
  onClose(): void;
}

export const TreePickerContext = createContext<ComponentType<TreePickerProps> | undefined>(undefined);

export const useTreePicker = (): ComponentType<TreePickerProps> | undefined => useContext(TreePickerContext);
