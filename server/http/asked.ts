/** Query parameters of lists, read or refused. */
import { isDate, isInstant } from '../../schemas/validate.ts';
import type { Context } from './call.ts';
import { ID_MAX } from './parameters.ts';
import { zoneOf } from './plant-time.ts';
import { malformed } from './problem.ts';

export type Query = Record<string, string>;

export const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const bad = (name: string) => malformed('bad-filter', { name });

function idFrom(given: string, name: string): number {
  const id = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  if (id < 1 || id > ID_MAX) throw bad(name);
  return id;
}

/** -1 is what pickers send for 'nothing selected'. */
export const idAsked = (query: Query, name: string): number | undefined =>
  query[name] && query[name] !== '-1' ? idFrom(query[name], name) : undefined;

/** Several, with commas between them; what is not there, and -1, is not asked for. */
export const idsAsked = (query: Query, name: string): number[] =>
  (query[name] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '' && id !== '-1')
    .map((id) => idFrom(id, name));

export function numberAsked(query: Query, name: string): number | undefined {
  const given = query[name];
  if (!given) return undefined;
  const number = Number(given.replace(',', '.'));
  if (!Number.isFinite(number)) throw bad(name);
  return number;
}

export function textAsked(query: Query, name: string): string | undefined {
  const given = query[name];
  if (!given) return undefined;
  if (given.includes('\u0000') || !given.isWellFormed()) throw bad(name);
  return given;
}

/** A day as the plant's clock has it, or a moment. */
export function momentAsked(query: Query, name: string): string | undefined {
  const given = query[name];
  if (!given) return undefined;
  if (!isDate(given) && !isInstant(given)) throw bad(name);
  return given;
}

export const isDay = (moment: string): boolean => isDate(moment);

export const zone = ({ setting }: Context): string => zoneOf(setting);
