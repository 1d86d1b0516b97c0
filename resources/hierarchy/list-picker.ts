/**
 * The context of the dialog for choosing a row of a list with switches (x-pick), provided as in
 * tree-picker.ts.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { Entity, Picked, Row } from '../../schemas/entity.ts';

export interface ListPickerProps {
  entity: Entity;
  pick: Picked;
  /** The values that switches filter by. */
  values: Row;
  chosen: number[];
  onChoose(id: number): void;
  onClose(): void;
}

export const ListPickerContext = createContext<ComponentType<ListPickerProps> | undefined>(undefined);

export const useListPicker = (): ComponentType<ListPickerProps> | undefined => useContext(ListPickerContext);
