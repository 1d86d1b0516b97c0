/** A signature as a canvas exports it: a black line on a transparent background. */
import { pngOf } from '../../server/files/png.ts';

export function drawn(width = 500, height = 200): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 4);
    const x = Math.floor((y * width) / height);
    row.set([0, 0, 0, 255], 1 + x * 4);
    return row;
  });
  return pngOf({ width, height, colour: 6 }, Buffer.concat(rows));
}
