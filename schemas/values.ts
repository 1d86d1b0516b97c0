/** What is of unknown kind, as the kind it is hoped to be; undefined when it is another. */
import type { Row } from './entity.ts';

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value of a property that is named while the program runs. */
export const valueIn = (row: Row, name: string): unknown => row[name];
