/** The additions of an area to the form of its entity. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Query } from '../../dataProvider/http.ts';
import type { Field, Row } from '../../schemas/entity.ts';
import type { WidgetProps } from '../widgets/Widget.ts';

/** A question of the server before it saves. The result is neither success nor refusal. */
export interface ServerQuestion {
  result: number;
  description: string;
  record: Row;
  /** The data that the server sends with the question. */
  data: unknown;
}

export interface FormSlots {
  /** Values that the form filled in automatically, by field. They do not count as unsaved changes. */
  proposals?: Row;
  /** Widgets that replace those of the kind, by field name. */
  widgets?: Record<string, ComponentType<WidgetProps>>;
  /**
   * Returns whether a short form draws the field. The others keep their initial values. By default all fields are
   * drawn.
   */
  draws?(field: Field): boolean;
  /** The query of every save. */
  query?: Query;
  /** Answers a question of the server: returns the query with which to save again, or false to cancel. */
  answer?(question: ServerQuestion): Promise<Query | false | undefined>;
  /** Receives the saved record. The page may already be another one. */
  saved?(record: Row): void;
}

export const FormSlotsContext = createContext<FormSlots>({});

export const useFormSlots = (): FormSlots => useContext(FormSlotsContext);
