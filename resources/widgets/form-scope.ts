/**
 * The values of the form, for widgets that read other fields. A widget is drawn again only for the values that it
 * watches.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Entity, Row } from '../../schemas/entity.ts';
import { Listeners } from '../../schemas/listeners.ts';
import type { Rule } from '../../schemas/validate.ts';
import type { FormFiles } from './form-files.ts';

export type Mode = 'create' | 'edit' | 'view';

/** A limit of a number: a maximum or a minimum. */
export interface Limit {
  side: 'above' | 'below';
  value: number;
  rule: Rule;
}

export class FormValues {
  private current: Row;
  private filledValues: Row = {};
  /** The limits of numbers, by field. */
  readonly limits = new Map<string, Limit[]>();
  private readonly listeners = new Listeners();
  private readonly fields = new Map<string, (value: unknown) => void>();

  constructor(initial: Row, filled: Row = {}) {
    this.current = initial;
    this.filledValues = filled;
  }

  get = (): Row => this.current;

  set(values: Row): void {
    this.current = values;
    this.listeners.notify();
  }

  /** Returns the values that chosen rows fill into fields that are not drawn. */
  filled = (): Row => this.filledValues;

  fill(values: Row): void {
    this.filledValues = { ...this.filledValues, ...values };
    this.listeners.notify();
  }

  /** Registers a field that is drawn, with a function that changes its value as if it were typed. */
  drawn(name: string, change: (value: unknown) => void): () => void {
    this.fields.set(name, change);
    return () => this.fields.get(name) === change && this.fields.delete(name);
  }

  /** Puts a value into a field that is drawn. */
  put(name: string, value: unknown): void {
    this.fields.get(name)?.(value);
  }

  subscribe = this.listeners.subscribe;
}

/** The scope of a form. It is the same object as long as the form exists, so that it causes no drawing. */
export interface FormScope {
  entity: Entity;
  mode: Mode;
  /**
   * The record as stored, with joined texts and fields that the form does not draw. For a new record, only these
   * fields.
   */
  stored: Row;
  values: FormValues;
  files: FormFiles;
}

/** Returns the properties with the texts that users type in place of a row (x-rows). */
export const typedTexts = ({ fields }: Entity, row: Row): Row =>
  Object.fromEntries(
    fields.flatMap(({ rows }) => (rows?.typed ? [[rows.typed.into, row[rows.typed.into]]] : [])),
  );

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error('A field is outside its form');
  return scope;
}

/** Returns a value computed from the values of the form. The widget is drawn again when its JSON changes. */
export function useWatched<T>(read: { of(row: Row): T }['of']): T {
  const { values, stored } = useFormScope();
  const text = useSyncExternalStore(
    values.subscribe,
    () => JSON.stringify(read({ ...stored, ...values.filled(), ...values.get() })) ?? '',
  );
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
