/**
 * The context of the dialog for choosing rows of a tree. The dialog has filters, and filters open the dialog. The
 * context avoids a circular import.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { Entity, Row } from '../../schemas/entity.ts';

export interface TreePickerProps {
  entity: Entity;
  /** The call that returns the rows; by default the list. */
  from?: string;
  /** Filters on the rows, in the list and in the tree. */
  where?: Row;
  /** The rows that are already chosen. */
  chosen: number[];
  onAdd(id: number): void;
  onClose(): void;
}

export const TreePickerContext = createContext<ComponentType<TreePickerProps> | undefined>(undefined);

export const useTreePicker = (): ComponentType<TreePickerProps> | undefined => useContext(TreePickerContext);
