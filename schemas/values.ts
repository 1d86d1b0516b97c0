/** Narrows unknown values to a type; undefined for any other. */
import type { Row } from './entity.ts';

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns whether the value is absent, null or an empty text. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns the value of a property whose name is a variable. */
export const valueIn = (row: Row, name: string): unknown => row[name];

/** Returns whether a property has another value than before. An absent value counts as null. */
export const differs = (name: string, row: Row, before: Row | undefined): boolean =>
  (row[name] ?? null) !== (before?.[name] ?? null);

/** Returns whether two values are the same. An absent value and an empty text count as null. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  const [a, b] = [one, other].map((value) => (isEmpty(value) ? null : value));
  return typeof a === 'object' || typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
};

/** Returns the keys of an object with their type. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] => {
  const names: string[] = Object.keys(object);
  return names.filter((name): name is keyof T & string => name in object);
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
