/** Query parameters of lists. Valid values are read, others are refused. */
import { isDate, isInstant } from '../../schemas/validate.ts';
import type { Context } from '../http/call.ts';
import { malformed } from '../http/problem.ts';
import { zoneOf } from '../plant/plant-time.ts';
import { ID_MAX } from './ids.ts';

export type Query = Record<string, string>;

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const bad = (name: string) => malformed('bad-filter', { name });

function idFrom(value: string, name: string): number {
  const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (id < 1 || id > ID_MAX) throw bad(name);
  return id;
}

/** Reads an id. Pickers send -1 for "nothing selected". */
export const idParameter = (query: Query, name: string): number | undefined =>
  query[name] && query[name] !== '-1' ? idFrom(query[name], name) : undefined;

/** Reads ids separated by commas, and ignores empty parts and -1. */
export const idsParameter = (query: Query, name: string): number[] =>
  (query[name] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '' && id !== '-1')
    .map((id) => idFrom(id, name));

export function numberParameter(query: Query, name: string): number | undefined {
  const value = query[name];
  if (!value) return undefined;
  const number = Number(value.replace(',', '.'));
  if (!Number.isFinite(number)) throw bad(name);
  return number;
}

export function textParameter(query: Query, name: string): string | undefined {
  const value = query[name];
  if (!value) return undefined;
  if (value.includes('\u0000') || !value.isWellFormed()) throw bad(name);
  return value;
}

/** Reads a date in the plant's zone, or a timestamp. */
export function timestampParameter(query: Query, name: string): string | undefined {
  const value = query[name];
  if (!value) return undefined;
  if (!isDate(value) && !isInstant(value)) throw bad(name);
  return value;
}

export const isDay = (moment: string): boolean => isDate(moment);

export const zone = ({ setting }: Context): string => zoneOf(setting);
