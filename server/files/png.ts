/** Writes pixel rows as PNG. */
import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of every PNG. */
export const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngHead {
  width: number;
  height: number;
  /** The colour type of the format: 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  colour: number;
  depth?: number;
  interlaced?: number;
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the PNG. Each row must begin with its filter byte. A palette is needed if the colour type uses one. */
export function pngOf(
  { width, height, colour, depth = 8, interlaced = 0 }: PngHead,
  rows: Buffer,
  { palette, level }: { palette?: Buffer; level?: number } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlaced], 8);
  return Buffer.concat([
    MAGIC,
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
