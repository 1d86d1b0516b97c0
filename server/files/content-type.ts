/** The type of a file by its content. The name and the type that the sender states do not count. */
import type { FileHandle } from 'node:fs/promises';
import type { FileKind } from '../../schemas/file-types.ts';
import { compoundKind } from './compound-file.ts';
import { type Draft, openDraft } from './draft.ts';
import { isPlainText } from './plain-text.ts';
import { zippedKind } from './zip.ts';

const HEAD = 4096;

const starts = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte);
const word = (head: Buffer, from: number, length = 4): string => head.toString('latin1', from, from + length);

/** The possible sizes of a bitmap's second header, because a text may also begin with 'BM'. */
const BITMAP_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
const isBitmap = (head: Buffer): boolean =>
  word(head, 0, 2) === 'BM' && head.length >= 26 && BITMAP_HEADERS.has(head.readUInt32LE(14));

const PICTURES = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const VIDEOS = /^(iso[m2-9]|mp4[12]|avc1|M4V |mmp4|MSNV|dash|f4v )$/;
const PHONE_VIDEOS = /^3g[egprs][\da-z]$/;

/** Detects images and videos of the ISO family by their brands: the major brand, then the compatible ones. */
function brandedKind(head: Buffer): FileKind | undefined {
  if (head.length < 16 || word(head, 4) !== 'ftyp') return undefined;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [word(head, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(word(head, at));
  const [major = ''] = brands;
  if (PHONE_VIDEOS.test(major)) return '3gpp';
  if (VIDEOS.test(major)) return 'mp4';
  return /^(mif1|msf1)$/.test(major) || PICTURES.has(major)
    ? brands.some((brand) => PICTURES.has(brand))
      ? 'heic'
      : undefined
    : undefined;
}

function kindBySignature(head: Buffer): FileKind | undefined {
  if (starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (/^GIF8[79]a$/.test(word(head, 0, 6))) return 'gif';
  if (starts(head, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (/^(ï»¿)?\s{0,16}%PDF-\d/.test(word(head, 0, 32))) return 'pdf';
  if (isBitmap(head)) return 'bmp';
  return brandedKind(head);
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(HEAD);
  const { bytesRead } = await file.read(head, 0, HEAD, 0);
  return head.subarray(0, bytesRead);
}

/** Returns the type, or undefined if it is not accepted. */
export async function kindOf(draft: Pick<Draft, 'path' | 'size'>): Promise<FileKind | undefined> {
  const file = await openDraft(draft);
  try {
    const head = await readHead(file);
    if (starts(head, 0x50, 0x4b, 0x03, 0x04)) return await zippedKind(file, draft.size);
    if (starts(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return await compoundKind(file, head);
    return kindBySignature(head) ?? ((await isPlainText(file)) ? 'text' : undefined);
  } finally {
    await file.close();
  }
}
