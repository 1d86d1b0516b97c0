/** Reads what an address carries. */
import { malformed } from './problem.ts';

export const ID_MAX = 2_147_483_647;

export function readId(text: string | undefined): number {
  const id = /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
  if (id < 1 || id > ID_MAX) throw malformed('bad-id');
  return id;
}
