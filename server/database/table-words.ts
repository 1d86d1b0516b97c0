/** A short notation for the server's own tables: one line per column. */
import type { Column, Table } from './tables.ts';

export type Columns = Record<string, string>;

/** Parses a column: 'integer!=0' is an integer, not null, with default 0. */
const column = ([name, words]: [string, string]): Column => {
  const [, type, required, preset] = /^([^!=]+)(!?)(?:=(.*))?$/.exec(words)!;
  const identity = type === 'identity' || type === 'big identity';
  return {
    name,
    type: type === 'identity' ? 'integer' : type === 'big identity' ? 'bigint' : type!,
    identity,
    notNull: required === '!' || identity,
    default: preset,
  };
};

export const table = (name: string, key: string, columns: Columns, parts: Partial<Table> = {}): Table => ({
  name,
  key: [key],
  columns: Object.entries(columns).map(column),
  constraints: [],
  indexes: [],
  ...parts,
});

export const TIMESTAMP = 'timestamp with time zone';
