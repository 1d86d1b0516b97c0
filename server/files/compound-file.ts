/** Old Office documents (OLE2). Each file is a small file system, whose directory names the program. */
import type { FileHandle } from 'node:fs/promises';
import type { FileKind } from '../../schemas/file-types.ts';

/** The maximum number of directory sectors to read. A document has only a few. */
const SECTORS_MAX = 200;
const END_OF_CHAIN = 0xfffffffa;
const ENTRY_SIZE = 128;
/** The number of sectors of the allocation table that the header names, enough for 7 MB. A chain names the others. */
const TABLE_IN_HEADER = 109;

const STREAMS = new Map<string, FileKind>([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);

interface Layout {
  file: FileHandle;
  sector: number;
  table: number[];
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const readSector = ({ file, sector }: Omit<Layout, 'table'>, number: number): Promise<Buffer> =>
  readAt(file, (number + 1) * sector, sector);

/** Returns the sectors of the allocation table: those in the header, and those of the chain after it. */
async function tableSectors(file: FileHandle, header: Buffer, sector: number): Promise<number[]> {
  const numbers = Array.from({ length: TABLE_IN_HEADER }, (_, index) => header.readUInt32LE(76 + index * 4));
  let next = header.readUInt32LE(68);
  for (let step = 0; next < END_OF_CHAIN && step < SECTORS_MAX; step++) {
    const more = await readSector({ file, sector }, next);
    if (more.length < sector) break;
    for (let at = 0; at < sector - 4; at += 4) numbers.push(more.readUInt32LE(at));
    next = more.readUInt32LE(sector - 4);
  }
  return numbers.filter((number) => number < END_OF_CHAIN);
}

async function following(layout: Layout, number: number): Promise<number> {
  const perSector = layout.sector / 4;
  const holder = layout.table[Math.floor(number / perSector)];
  if (holder === undefined) return END_OF_CHAIN;
  const entries = await readSector(layout, holder);
  const at = (number % perSector) * 4;
  return at + 4 <= entries.length ? entries.readUInt32LE(at) : END_OF_CHAIN;
}

async function readDirectory(layout: Layout, first: number): Promise<Buffer> {
  const sectors: Buffer[] = [];
  let next = first;
  while (next < END_OF_CHAIN && sectors.length < SECTORS_MAX) {
    sectors.push(await readSector(layout, next));
    next = await following(layout, next);
  }
  return Buffer.concat(sectors);
}

/** Returns the names at the root. Embedded documents have their names further down. */
function namesAtRoot(directory: Buffer): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const visit = (index: number): void => {
    const at = index * ENTRY_SIZE;
    if (seen.has(index) || at + ENTRY_SIZE > directory.length) return;
    seen.add(index);
    const length = Math.min(directory.readUInt16LE(at + 64), 64);
    names.push(directory.toString('utf16le', at, at + Math.max(0, length - 2)));
    visit(directory.readUInt32LE(at + 68));
    visit(directory.readUInt32LE(at + 72));
  };
  if (directory.length >= ENTRY_SIZE) visit(directory.readUInt32LE(76));
  return names;
}

export async function compoundKind(file: FileHandle, head: Buffer): Promise<FileKind | undefined> {
  if (head.length < 512) return undefined;
  const sector = 2 ** head.readUInt16LE(30);
  if (sector !== 512 && sector !== 4096) return undefined;
  const layout = { file, sector, table: await tableSectors(file, head, sector) };
  const directory = await readDirectory(layout, head.readUInt32LE(48));
  return namesAtRoot(directory).flatMap((name) => STREAMS.get(name) ?? [])[0];
}
