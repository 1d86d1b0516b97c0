/** Writes a ZIP part by part while its content is produced, so that no part is held in memory. */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

type Content = string | Uint8Array;

export interface Part {
  name: string;
  /** The content, of at most 4 GB. The number of parts and their total size are not limited. */
  content: AsyncIterable<Content> | Iterable<Content>;
  /** Whether the content is written without compression, because it is already compressed. */
  stored?: boolean;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const WIDE_END = 0x06064b50;
const WIDE_LOCATOR = 0x07064b50;
const VERSION = 20;
/** The version for archives with offsets beyond 4 GB, or more than 65,535 parts. */
const WIDE_VERSION = 45;
const NARROW_MAX = 0xffffffff;
const COUNT_MAX = 0xffff;
/** The flags: sizes follow the data, and names are UTF-8. */
const FLAGS = (1 << 3) | (1 << 11);
const DEFLATED = 8;
const STORED = 0;
/** The date 1 January 1980, so that equal content gives equal files. */
const DATE = 33;
/** The compression level. Rows compress well at any level. A higher one only takes longer. */
const LEVEL = 3;

interface Written {
  name: Buffer;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

function record(length: number, signature: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
}

function localHeader(name: Buffer, method: number): Buffer {
  const bytes = record(30, LOCAL);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(FLAGS, 6);
  bytes.writeUInt16LE(method, 8);
  bytes.writeUInt16LE(DATE, 12);
  bytes.writeUInt16LE(name.length, 26);
  return Buffer.concat([bytes, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = record(16, DESCRIPTOR);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

/** Returns an extra field for an offset that does not fit in 32 bits. */
function wideOffset(offset: number): Buffer {
  if (offset < NARROW_MAX) return Buffer.alloc(0);
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

function centralHeader({ name, method, crc, packed, size, offset }: Written): Buffer {
  const bytes = record(46, CENTRAL);
  const extra = wideOffset(offset);
  const version = extra.length > 0 ? WIDE_VERSION : VERSION;
  bytes.writeUInt16LE(version, 4);
  bytes.writeUInt16LE(version, 6);
  bytes.writeUInt16LE(FLAGS, 8);
  bytes.writeUInt16LE(method, 10);
  bytes.writeUInt16LE(DATE, 14);
  bytes.writeUInt32LE(crc, 16);
  bytes.writeUInt32LE(packed, 20);
  bytes.writeUInt32LE(size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt32LE(Math.min(offset, NARROW_MAX), 42);
  return Buffer.concat([bytes, name, extra]);
}

interface Directory {
  count: number;
  length: number;
  offset: number;
}

function wideEnd({ count, length, offset }: Directory): Buffer {
  if (count < COUNT_MAX && length < NARROW_MAX && offset < NARROW_MAX) return Buffer.alloc(0);
  const end = record(56, WIDE_END);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(WIDE_VERSION, 12);
  end.writeUInt16LE(WIDE_VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = record(20, WIDE_LOCATOR);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

function directoryEnd(directory: Directory, comment: number): Buffer {
  const { count, length, offset } = directory;
  const end = record(22, END);
  end.writeUInt16LE(Math.min(count, COUNT_MAX), 8);
  end.writeUInt16LE(Math.min(count, COUNT_MAX), 10);
  end.writeUInt32LE(Math.min(length, NARROW_MAX), 12);
  end.writeUInt32LE(Math.min(offset, NARROW_MAX), 16);
  end.writeUInt16LE(comment, 20);
  return Buffer.concat([wideEnd(directory), end]);
}

async function* measured(content: Part['content'], sums: { crc: number; size: number }) {
  for await (const portion of content) {
    const bytes = typeof portion === 'string' ? Buffer.from(portion, 'utf8') : Buffer.from(portion);
    sums.crc = crc32(bytes, sums.crc);
    sums.size += bytes.length;
    yield bytes;
  }
}

async function* deflated(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(content, { objectMode: false });
  const deflate = createDeflateRaw({ level: LEVEL });
  source.once('error', (error) => deflate.destroy(error));
  try {
    for await (const chunk of source.pipe(deflate)) yield chunk;
  } finally {
    source.destroy();
    deflate.destroy();
  }
}

/** Yields the ZIP. `comment` is the length in bytes of the comment that the caller appends. */
export async function* zip(
  parts: AsyncIterable<Part> | Iterable<Part>,
  { comment = 0 } = {},
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.name, 'utf8');
    const method = part.stored ? STORED : DEFLATED;
    const sums = { crc: 0, size: 0 };
    const header = localHeader(name, method);
    yield header;
    let packed = 0;
    const content = measured(part.content, sums);
    for await (const chunk of part.stored ? content : deflated(content)) {
      packed += chunk.length;
      yield chunk;
    }
    const entry = { name, method, packed, offset, ...sums };
    written.push(entry);
    const closing = descriptor(entry);
    yield closing;
    offset += header.length + packed + closing.length;
  }
  let length = 0;
  for (const entry of written) {
    const header = centralHeader(entry);
    length += header.length;
    yield header;
  }
  yield directoryEnd({ count: written.length, length, offset }, comment);
}
