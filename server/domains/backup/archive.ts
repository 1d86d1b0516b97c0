/**
 * Reads an archive of zip-writer.ts from disk, in portions. The seal at its end is checked over all bytes first, so
 * that a truncated or changed archive is never used.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { codeOf } from '../../../schemas/failures.ts';
import { BackupRefused, SEAL, SEAL_BYTES } from './manifest.ts';

interface Entry {
  name: string;
  stored: boolean;
  packed: number;
  size: number;
  offset: number;
}

export interface Archive {
  names: string[];
  sizeOf(name: string): number | undefined;
  /** Yields the content in portions, and never more bytes than the stated size. */
  stream(name: string): AsyncGenerator<Buffer>;
  text(name: string, limit: number): Promise<string>;
  close(): Promise<void>;
}

const [LOCAL, CENTRAL, END, WIDE_END] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50];
const END_BYTES = 22;
const WIDE_BYTES = 56 + 20;
const NARROW_MAX = 0xffffffff;
const DIRECTORY_MAX = 512 * 1024 * 1024;
/**
 * The highest accepted compression ratio, and the size from which it applies. Rows compress to between a tenth and
 * a fiftieth. A far higher ratio is an attempt to fill the disk.
 */
const [RATIO_MAX, SMALL] = [150, 16 * 1024 * 1024];
/** All names that our archives contain. No name is used as a path. */
const NAME =
  /^(manifest\.json|contents\.jsonl|tables\/[a-z_][a-z0-9_]{0,62}\/\d{6,}\.jsonl|files\/[0-9a-f]{2}\/[0-9a-f]{62}|beside\/[a-z0-9]+\.[a-z0-9]+)$/;

const damaged = (): BackupRefused =>
  new BackupRefused('The backup was cut short or changed since it was made. Nothing was read from it.');

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw damaged();
  return bytes;
}

async function checkSeal(path: string, file: FileHandle, size: number): Promise<void> {
  if (size < END_BYTES + SEAL_BYTES) throw damaged();
  const seal = (await readAt(file, size - SEAL_BYTES, SEAL_BYTES)).toString('latin1');
  if (!seal.startsWith(SEAL)) throw damaged();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: size - 65, highWaterMark: 1024 * 1024 }))
    hash.update(chunk);
  if (hash.digest('hex') !== seal.slice(SEAL.length)) throw damaged();
}

async function directoryPlace(file: FileHandle, size: number) {
  const at = size - SEAL_BYTES - END_BYTES;
  const end = await readAt(file, at, END_BYTES);
  if (end.readUInt32LE(0) !== END || end.readUInt16LE(20) !== SEAL_BYTES) throw damaged();
  const [count, length, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count < 0xffff && length < NARROW_MAX && offset < NARROW_MAX) return { count, length, offset, end: at };
  const wide = await readAt(file, at - WIDE_BYTES, WIDE_BYTES);
  if (wide.readUInt32LE(0) !== WIDE_END) throw damaged();
  const number = (place: number): number => Number(wide.readBigUInt64LE(place));
  return { count: number(32), length: number(40), offset: number(48), end: at - WIDE_BYTES };
}

function readEntry(bytes: Buffer, at: number): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(at) !== CENTRAL) throw damaged();
  const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
  const nameEnd = at + 46 + nameLength;
  const narrow = bytes.readUInt32LE(at + 42);
  const entry = {
    name: bytes.toString('utf8', at + 46, nameEnd),
    stored: bytes.readUInt16LE(at + 10) === 0,
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: narrow === NARROW_MAX && extraLength === 12 ? Number(bytes.readBigUInt64LE(nameEnd + 4)) : narrow,
  };
  const { name, size, packed, stored } = entry;
  if (!NAME.test(name) || (stored && size !== packed) || (size > SMALL && size > packed * RATIO_MAX))
    throw new BackupRefused('The backup holds something that no backup of Officina holds.');
  return { entry, next: nameEnd + extraLength };
}

async function readDirectory(file: FileHandle, size: number): Promise<Map<string, Entry>> {
  const { count, length, offset, end } = await directoryPlace(file, size);
  if (length > DIRECTORY_MAX || offset + length !== end) throw damaged();
  const bytes = await readAt(file, offset, length);
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(bytes, at);
    if (entries.has(entry.name) || entry.offset + 30 + entry.packed > offset) throw damaged();
    entries.set(entry.name, entry);
    at = next;
  }
  if (at !== length) throw damaged();
  return entries;
}

async function* contentOf(path: string, file: FileHandle, entry: Entry): AsyncGenerator<Buffer> {
  const header = await readAt(file, entry.offset, 30);
  if (header.readUInt32LE(0) !== LOCAL) throw damaged();
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (entry.packed === 0) return;
  const packed = createReadStream(path, { start, end: start + entry.packed - 1 });
  const content = entry.stored ? packed : packed.pipe(createInflateRaw({ chunkSize: 256 * 1024 }));
  packed.once('error', (error) => content.destroy(error));
  const chunks: AsyncIterable<Buffer> = content;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.size) throw damaged();
      yield chunk;
    }
  } catch (error) {
    throw codeOf(error)?.startsWith('Z_') ? damaged() : error;
  } finally {
    packed.destroy();
    content.destroy();
  }
  if (size !== entry.size) throw damaged();
}

export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await checkSeal(path, file, size);
    const entries = await readDirectory(file, size);
    const entryOf = (name: string): Entry => {
      const entry = entries.get(name);
      if (!entry) throw damaged();
      return entry;
    };
    const stream = (name: string) => contentOf(path, file, entryOf(name));
    return {
      names: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.size,
      stream,
      async text(name, limit) {
        if (entryOf(name).size > limit) throw damaged();
        const chunks: Buffer[] = [];
        for await (const chunk of stream(name)) chunks.push(chunk);
        return Buffer.concat(chunks).toString('utf8');
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof RangeError ? damaged() : error;
  }
}
