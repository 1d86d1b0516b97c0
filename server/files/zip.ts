/** Current Office documents, which are ZIPs of a known structure. Other ZIPs are not accepted. */
import type { FileHandle } from 'node:fs/promises';
import type { FileKind } from '../../schemas/file-types.ts';

/** The record at the end of a ZIP, and the longest comment after it. */
const END_SIZE = 22;
const COMMENT_MAX = 65_535;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const DIRECTORY_MAX = 4 * 1024 * 1024;

const PARTS: Record<string, FileKind> = { 'word/': 'docx', 'xl/': 'xlsx', 'ppt/': 'pptx' };
/** The part of a document that runs a program when opened. */
const PROGRAM = /(^|\/)vbaProject\.bin$/i;

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/**
 * Returns the names in the ZIP's directory. Returns undefined without a directory, or if it is too large for a
 * document.
 */
async function namesIn(file: FileHandle, size: number): Promise<string[] | undefined> {
  const first = await read(file, 0, 4);
  if (first.length < 4 || first.readUInt32LE(0) !== LOCAL) return undefined;
  const length = Math.min(size, END_SIZE + COMMENT_MAX);
  const tail = await read(file, size - length, length);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || at + END_SIZE > tail.length || tail.readUInt32LE(at) !== END) return undefined;
  const [bytes, from] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes > DIRECTORY_MAX || from + bytes > size) return undefined;
  return entriesOf(await read(file, from, bytes));
}

function entriesOf(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const length = (field: number): number => directory.readUInt16LE(at + field);
    const [name, extra, comment] = [length(28), length(30), length(32)];
    names.push(directory.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

export async function zippedKind(file: FileHandle, size: number): Promise<FileKind | undefined> {
  const names = await namesIn(file, size);
  if (!names?.includes('[Content_Types].xml') || names.some((name) => PROGRAM.test(name))) return undefined;
  const kinds = new Set(
    Object.entries(PARTS).flatMap(([part, kind]) =>
      names.some((name) => name.startsWith(part)) ? [kind] : [],
    ),
  );
  return kinds.size === 1 ? [...kinds][0] : undefined;
}
