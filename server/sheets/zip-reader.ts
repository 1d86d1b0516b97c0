/** Reads a ZIP in memory, part by part, each up to its limit. */

import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { codeOf } from '../../schemas/failures.ts';
import { LIMITS } from './limits.ts';
import { notXlsx, tooLarge } from './refusals.ts';

interface Entry {
  method: number;
  encrypted: boolean;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

export interface Zip {
  has(name: string): boolean;
  /** Streams a part in portions. Throws if it exceeds `limit` bytes, even if its header states less. */
  stream(name: string, limit: number): AsyncGenerator<Buffer>;
  text(name: string, limit: number): Promise<string>;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const PORTION = 64 * 1024;
const WIDE = 0xffffffff;
const WIDE_FIELD = 1;

function endOf(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
  for (let at = bytes.length - END_SIZE; at >= lowest; at--) if (bytes.readUInt32LE(at) === END) return at;
  throw notXlsx();
}

type Sizes = [size: number, packed: number, offset: number];

/** Reads sizes that a writer has put in an extra field because they may not fit in 32 bits. */
function widened(extra: Buffer, narrow: Sizes): Sizes {
  if (!narrow.includes(WIDE)) return narrow;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== WIDE_FIELD) continue;
    let next = at + 4;
    const wide = (value: number): number => {
      if (value !== WIDE) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    };
    const [size, packed, offset] = narrow;
    return [wide(size), wide(packed), wide(offset)];
  }
  return narrow;
}

function readEntry(bytes: Buffer, at: number): { name: string; entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== CENTRAL) throw notXlsx();
  const length = (place: number): number => bytes.readUInt16LE(at + place);
  const number = (place: number): number => bytes.readUInt32LE(at + place);
  const [nameLength, extraLength, commentLength] = [length(28), length(30), length(32)];
  const nameEnd = at + 46 + nameLength;
  const extra = bytes.subarray(nameEnd, nameEnd + extraLength);
  const [size, packed, offset] = widened(extra, [number(24), number(20), number(42)]);
  const entry = {
    method: bytes.readUInt16LE(at + 10),
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    crc: bytes.readUInt32LE(at + 16),
    packed,
    size,
    offset,
  };
  // Some writers use \ between folders, or start names with /.
  const name = bytes
    .toString('utf8', at + 46, nameEnd)
    .replaceAll('\\', '/')
    .replace(/^\//, '');
  return { name, entry, next: nameEnd + extraLength + commentLength };
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > LIMITS.entries) throw tooLarge();
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const { name, entry, next } = readEntry(bytes, at);
    entries.set(name, entry);
    at = next;
  }
  return entries;
}

function* slicesOf(packed: Buffer): Generator<Buffer> {
  for (let at = 0; at < packed.length; at += PORTION) yield packed.subarray(at, at + PORTION);
}

function packedOf(bytes: Buffer, { offset, packed }: Entry): Buffer {
  if (bytes.readUInt32LE(offset) !== LOCAL) throw notXlsx();
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  return bytes.subarray(from, from + packed);
}

const isBomb = (size: number, packed: number): boolean => size > LIMITS.grown && size > packed * LIMITS.ratio;

async function* inflated(bytes: Buffer, entry: Entry, limit: number): AsyncGenerator<Buffer> {
  const packed = packedOf(bytes, entry);
  if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) throw notXlsx();
  if (entry.size > limit || isBomb(entry.size, packed.length)) throw tooLarge();
  const slices = Readable.from(slicesOf(packed));
  const content =
    entry.method === STORED ? slices : slices.pipe(createInflateRaw({ chunkSize: 4 * PORTION }));
  const chunks: AsyncIterable<Buffer> = content;
  let [size, crc] = [0, 0];
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      // The stated size passed the limits, so the real size must not exceed it.
      if (size > entry.size) throw notXlsx();
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } finally {
    slices.destroy();
    content.destroy();
  }
  if (crc !== entry.crc) throw notXlsx();
}

export function openZip(bytes: Buffer): Zip {
  const entries = readable(() => entriesOf(bytes));
  async function* stream(name: string, limit: number): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) throw notXlsx();
    try {
      yield* inflated(bytes, entry, limit);
    } catch (error) {
      throw asNotXlsx(error);
    }
  }
  return {
    has: (name) => entries.has(name),
    stream,
    async text(name, limit) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream(name, limit)) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** Translates errors of a broken archive: offsets outside of the file, and data that cannot be unpacked. */
function asNotXlsx(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  return code === 'ERR_OUT_OF_RANGE' || code === 'ERR_BUFFER_OUT_OF_BOUNDS' || code.startsWith('Z_')
    ? notXlsx(error)
    : error;
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asNotXlsx(error);
  }
}
