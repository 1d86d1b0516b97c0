/** Replies that a client has stored and asks for again: a hash as their name, and whether it still has the same. */
import { createHash } from 'node:crypto';

const HASH_LENGTH = 32;

export const hashOf = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH);

/** Returns whether one of the names that the client sent is that of the reply. */
export const isUnchanged = (sent: string | undefined, etag: string): boolean =>
  sent
    ?.replaceAll('W/', '')
    .split(/\s*,\s*/)
    .includes(etag) ?? false;
