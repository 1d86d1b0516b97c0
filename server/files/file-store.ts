/** File contents by their SHA-256, each stored once: the interface of disk-store.ts and s3-store.ts. */
import type { Readable } from 'node:stream';
import type { Draft } from './draft.ts';

export interface StoredContent {
  size: number;
  /** Streams all bytes, or those from `start` to `end`, including both. */
  stream(range?: { start: number; end: number }): Readable;
}

export interface StoredFile {
  hash: string;
  stored: Date;
}

export interface FileStore {
  /** Receives a draft, which is not stored until `keep`. */
  receive(content: AsyncIterable<Uint8Array>): Promise<Draft>;
  /** Stores durably. An existing content is written again, which repairs it and renews its date. */
  keep(draft: Draft): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Verifies the content against its hash. Throws FileDamaged or FileLost, and never returns other bytes. */
  open(hash: string): Promise<StoredContent>;
  /** Returns the time when the content was stored, or undefined if it is missing. */
  storedAt(hash: string): Promise<Date | undefined>;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<StoredFile>;
  /** Removes drafts older than `before`. */
  forgetDrafts(before: Date): Promise<number>;
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * Converts 'abcd…' to 'ab/cd…'. The key is the same in a folder and in a bucket, so that files can be copied
 * between them.
 */
export function keyOf(hash: string): string {
  if (!HASH.test(hash)) throw new TypeError(`${hash} is not a hash`);
  return `${hash.slice(0, 2)}/${hash.slice(2)}`;
}

export function hashOf(key: string): string | undefined {
  const hash = key.replace('/', '');
  return HASH.test(hash) && keyOf(hash) === key ? hash : undefined;
}
