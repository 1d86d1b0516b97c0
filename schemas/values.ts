/** What is of unknown kind, as the kind it is hoped to be; undefined when it is another. */
import type { Row } from './entity.ts';

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Without a value: absent, null or the empty text. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The value of a property that is named while the program runs. */
export const valueIn = (row: Row, name: string): unknown => row[name];

/** The names of an object whose names are all known. */
export const keysOf = <T extends object>(known: T): (keyof T & string)[] => {
  const names: string[] = Object.keys(known);
  return names.filter((name): name is keyof T & string => name in known);
};

/** A value with properties, and no list. */
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
