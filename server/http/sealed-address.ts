/**
 * Addresses that contain their own permission for some minutes, for requests without a token, such as the `src` of
 * an image. A seal opens one path only. An address stays the same for a while, so that the browser can cache its
 * content.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Tokens } from './tokens.ts';

const PERIOD_S = 600;

export interface Seals {
  /** Returns the path with its seal. */
  seal(path: string): Promise<string>;
  opens(address: string): Promise<boolean>;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
function isEqual(one: string, other: string): boolean {
  const [a, b] = [bytes(one), bytes(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function createSeals({ seal }: Pick<Tokens, 'seal'>, now = Date.now): Seals {
  const seconds = (): number => Math.floor(now() / 1000);
  const signatureOf = (path: string, until: string): Promise<string> =>
    seal(`${path.replace(/\/$/, '')} ${until}`);
  return {
    async seal(path) {
      const until = String((Math.floor(seconds() / PERIOD_S) + 2) * PERIOD_S);
      return `${path}?scade=${until}&firma=${await signatureOf(path, until)}`;
    },
    async opens(address) {
      const { pathname, searchParams } = new URL(address, 'http://plant');
      const [until, signature] = [searchParams.get('scade') ?? '', searchParams.get('firma') ?? ''];
      if (!/^\d{1,12}$/.test(until) || Number(until) <= seconds()) return false;
      return isEqual(signature, await signatureOf(pathname, until));
    },
  };
}
