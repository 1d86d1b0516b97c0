/** Contents kept by their SHA-256, each once, wherever it is: what disk-store.ts and s3-store.ts offer. */
import type { Readable } from 'node:stream';
import type { Draft } from './draft.ts';

export interface StoredContent {
  size: number;
  /** All of it, or the bytes from `start` to `end`, both included. */
  stream(range?: { start: number; end: number }): Readable;
}

export interface Kept {
  hash: string;
  stored: Date;
}

export interface FileStore {
  /** Takes in what is being sent, beside the store: nothing is kept until `keep`. */
  receive(content: AsyncIterable<Uint8Array>): Promise<Draft>;
  /** Durable when it resolves. A content that is there already is written anew: it is mended, and young again. */
  keep(draft: Draft): Promise<void>;
  has(hash: string): Promise<boolean>;
  /** Checked against its hash: throws FileDamaged or FileLost, and never gives other bytes. */
  open(hash: string): Promise<StoredContent>;
  /** When it was stored; undefined when it is not there. */
  storedAt(hash: string): Promise<Date | undefined>;
  remove(hash: string): Promise<void>;
  list(): AsyncIterable<Kept>;
  /** Drafts that nobody finished since `before`. */
  forgetDrafts(before: Date): Promise<number>;
}

const HASH = /^[0-9a-f]{64}$/;

/** 'abcd…' -> 'ab/cd…'; the same below a folder and in a bucket, so that one can be copied to the other. */
export function keyOf(hash: string): string {
  if (!HASH.test(hash)) throw new TypeError(`${hash} is not a hash`);
  return `${hash.slice(0, 2)}/${hash.slice(2)}`;
}

export function hashOf(key: string): string | undefined {
  const hash = key.replace('/', '');
  return HASH.test(hash) && keyOf(hash) === key ? hash : undefined;
}
