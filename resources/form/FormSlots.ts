/** What an area adds to the form of its entity. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Query } from '../../dataProvider/http.ts';
import type { Row } from '../../schemas/entity.ts';
import type { WidgetProps } from '../widgets/Widget.ts';

/** What the server wants to know before it saves: a result that is neither done nor refused. */
export interface Asked {
  result: number;
  description: string;
  record: Row;
  /** What stands beside the question. */
  data: unknown;
}

export interface FormSlots {
  /** What the form has filled in by itself, by field: nothing that anybody would miss. */
  proposals?: Row;
  /** Widgets in the place of those of the kind, by the field's name. */
  widgets?: Record<string, ComponentType<WidgetProps>>;
  /** Goes with every save. */
  query?: Query;
  /** Answers what the server asks back: with what the save is repeated with, or false to leave it. */
  answer?(asked: Asked): Promise<Query | false | undefined>;
}

export const FormSlotsContext = createContext<FormSlots>({});

export const useFormSlots = (): FormSlots => useContext(FormSlotsContext);
