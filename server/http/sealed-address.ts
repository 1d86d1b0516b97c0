/**
 * Addresses that carry their own permission for some minutes, for what a page shows without being able to sign in: the
 * `src` of a picture. A seal opens one path, and no other. Within a while an address stays the same, so that the
 * browser keeps what it has seen.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Tokens } from './tokens.ts';

const WHILE_S = 600;

export interface Seals {
  /** The path with its seal. */
  seal(path: string): Promise<string>;
  opens(address: string): Promise<boolean>;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
function same(one: string, other: string): boolean {
  const [a, b] = [bytes(one), bytes(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function createSeals({ seal }: Pick<Tokens, 'seal'>, now = Date.now): Seals {
  const seconds = (): number => Math.floor(now() / 1000);
  const markOf = (path: string, until: string): Promise<string> =>
    seal(`${path.replace(/\/$/, '')} ${until}`);
  return {
    async seal(path) {
      const until = String((Math.floor(seconds() / WHILE_S) + 2) * WHILE_S);
      return `${path}?scade=${until}&firma=${await markOf(path, until)}`;
    },
    async opens(address) {
      const { pathname, searchParams } = new URL(address, 'http://plant');
      const [until, mark] = [searchParams.get('scade') ?? '', searchParams.get('firma') ?? ''];
      if (!/^\d{1,12}$/.test(until) || Number(until) <= seconds()) return false;
      return same(mark, await markOf(pathname, until));
    },
  };
}
