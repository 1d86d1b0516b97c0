/** Choosing a row from the list of all of them, narrowed by switches (x-pick); handed from above as the tree is. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Entity, Picked, Row } from '../../schemas/entity.ts';

export interface ListPickerProps {
  entity: Entity;
  pick: Picked;
  /** The values that switches take. */
  values: Row;
  chosen: number[];
  onChoose(id: number): void;
  onClose(): void;
}

export const ListPickerContext = createContext<ComponentType<ListPickerProps> | undefined>(undefined);

export const useListPicker = (): ComponentType<ListPickerProps> | undefined => useContext(ListPickerContext);
