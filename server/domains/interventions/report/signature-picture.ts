/**
 * Checks the picture of a signature by its bytes: a PNG, large enough, with something drawn on it. Has no side
 * effects.
 */
import { inflateSync } from 'node:zlib';
import { MAGIC } from '../../../files/png.ts';

export const SIDE_MIN = 20;
/** The maximum number of pixels, more than any canvas has. */
const PIXELS_MAX = 4_000_000;

export type Fault = 'signature-png' | 'signature-small' | 'signature-blank';

/** Samples per pixel by PNG colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const WITH_ALPHA = [4, 6];

interface Picture {
  width: number;
  height: number;
  depth: number;
  colour: number;
  packed: Buffer;
}

function pictureOf(bytes: Buffer): Picture | undefined {
  if (bytes.length < 57 || !bytes.subarray(0, 8).equals(MAGIC)) return undefined;
  let picture: Omit<Picture, 'packed'> | undefined;
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length !== length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR' && length === 13) {
      const [depth, colour, interlaced] = [body[8] ?? 0, body[9] ?? 0, body[12] ?? 0];
      if (interlaced !== 0 || ![1, 2, 4, 8, 16].includes(depth) || !SAMPLES[colour]) return undefined;
      picture = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), depth, colour };
    }
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  return picture && data.length > 0 ? { ...picture, packed: Buffer.concat(data) } : undefined;
}

function predicted(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** The PNG filters: what each adds to a byte, from the bytes to the left, above, and above left. */
const FILTERS = [
  () => 0,
  (left: number) => left,
  (_left: number, above: number) => above,
  (left: number, above: number) => (left + above) >> 1,
  predicted,
];

/** Returns the pixel bytes row by row with the filters removed. */
function pixelsOf({ height, packed }: Picture, length: number, step: number): Buffer | undefined {
  let raw: Buffer;
  try {
    raw = inflateSync(packed, { maxOutputLength: height * (length + 1) });
  } catch {
    return undefined;
  }
  if (raw.length !== height * (length + 1)) return undefined;
  const pixels = Buffer.alloc(height * length);
  for (let row = 0; row < height; row++) {
    const [from, to] = [row * (length + 1) + 1, row * length];
    const filter = FILTERS[raw[from - 1] ?? 0];
    if (!filter) return undefined;
    for (let x = 0; x < length; x++) {
      const left = x >= step ? (pixels[to + x - step] ?? 0) : 0;
      const above = row > 0 ? (pixels[to + x - length] ?? 0) : 0;
      const corner = row > 0 && x >= step ? (pixels[to + x - length - step] ?? 0) : 0;
      pixels[to + x] = (raw[from + x] ?? 0) + filter(left, above, corner);
    }
  }
  return pixels;
}

/** Returns whether all pixels are equal. The colour of transparent pixels does not count. */
function isBlank(pixels: Buffer, { colour, depth }: Picture, step: number): boolean {
  const alpha = WITH_ALPHA.includes(colour) ? (depth === 16 ? 2 : 1) : 0;
  const isTransparent = (at: number): boolean => alpha > 0 && pixels[at + step - alpha] === 0;
  const firstIsVisible = !isTransparent(0);
  for (let at = 0; at < pixels.length; at += step) {
    if (isTransparent(at) !== !firstIsVisible) return false;
    if (firstIsVisible)
      for (let part = 0; part < step; part++) if (pixels[at + part] !== pixels[part]) return false;
  }
  return true;
}

export function faultOf(bytes: Buffer): Fault | undefined {
  const picture = pictureOf(bytes);
  if (!picture || picture.width * picture.height > PIXELS_MAX) return 'signature-png';
  if (picture.width < SIDE_MIN || picture.height < SIDE_MIN) return 'signature-small';
  const bits = (SAMPLES[picture.colour] ?? 0) * picture.depth;
  const [length, step] = [Math.ceil((picture.width * bits) / 8), Math.max(1, bits >> 3)];
  const pixels = pixelsOf(picture, length, step);
  if (!pixels) return 'signature-png';
  return isBlank(pixels, picture, step) ? 'signature-blank' : undefined;
}
