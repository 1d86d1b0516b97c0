/** Parameters of an address. */
import { INTEGER_MAX } from '../../schemas/kinds.ts';
import { malformed } from '../http/problem.ts';

export const ID_MAX = INTEGER_MAX;

const MOST_AT_ONCE = 100;

/** Reads one id, or several separated by commas. */
export function readIds(text = ''): number[] {
  const ids = [...new Set(text.split(',').map((part) => readId(part.trim())))];
  if (ids.length > MOST_AT_ONCE) throw malformed('too-many-records', { max: MOST_AT_ONCE });
  return ids;
}

export function readId(text: string | undefined): number {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1 || id > ID_MAX) throw malformed('bad-id');
  return id;
}
