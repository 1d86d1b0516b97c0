/** The values of the form for those who look at other fields than their own; each redraws only for what it watches. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Rule } from '../../schemas/validate.ts';
import type { FormFiles } from './form-files.ts';

export type Mode = 'create' | 'edit' | 'view';

/** A number must not be above this, or below it. */
export interface Limit {
  side: 'above' | 'below';
  value: number;
  rule: Rule;
}

export class FormValues {
  private current: Row;
  private told: Row = {};
  /** Beyond which a number is refused, by field. */
  readonly limits = new Map<string, Limit[]>();
  private readonly listeners = new Set<() => void>();
  private readonly fields = new Map<string, (value: unknown) => void>();

  constructor(initial: Row) {
    this.current = initial;
  }

  get = (): Row => this.current;

  set(values: Row): void {
    this.current = values;
    for (const listener of this.listeners) listener();
  }

  /** What chosen rows tell of fields that are not drawn. */
  filled = (): Row => this.told;

  fill(values: Row): void {
    this.told = { ...this.told, ...values };
    for (const listener of this.listeners) listener();
  }

  /** A field that is drawn: how its value is changed as if it were typed. */
  drawn(name: string, change: (value: unknown) => void): () => void {
    this.fields.set(name, change);
    return () => this.fields.get(name) === change && this.fields.delete(name);
  }

  /** Puts a value into a field that is drawn. */
  put(name: string, value: unknown): void {
    this.fields.get(name)?.(value);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Stays the same object while the form stands, so that nothing redraws because of it. */
export interface FormScope {
  entity: Entity;
  mode: Mode;
  /** The record as stored: joined texts, and fields the form does not draw; of a new one these alone. */
  stored: Row;
  values: FormValues;
  files: FormFiles;
}

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error('A field stands outside its form');
  return scope;
}

/** Something made of the values; redraws when its text changes. */
export function useWatched<T>(read: { of(row: Row): T }['of']): T {
  const { values, stored } = useFormScope();
  const text = useSyncExternalStore(
    values.subscribe,
    () => JSON.stringify(read({ ...stored, ...values.filled(), ...values.get() })) ?? '',
  );
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
