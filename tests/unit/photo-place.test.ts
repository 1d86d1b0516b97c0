/** The place in a photo: found, copied into an upright picture, and never a reason to fail. */
import { expect, it } from 'vitest';
import { placeIn, withPlace } from '../../resources/files/photo-place.ts';
import { asTaken } from '../files/sample-files.ts';

const PLAIN = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9]);
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;
const ORIENTATION_AT = 28;

it('is found where a camera writes it, with the picture upright', () => {
  const photo = asTaken(PLAIN, 6);
  const place = placeIn(bytesOf(photo))!;
  expect(photo[2 + ORIENTATION_AT]).toBe(6);
  expect(place[ORIENTATION_AT]).toBe(1);
  expect(Buffer.from(place).includes('Exif')).toBe(true);
});

it('is not in a photo without one, and not in another file', () => {
  for (const bytes of [PLAIN, Buffer.alloc(0), Buffer.from('%PDF-1.4'), asTaken(PLAIN).subarray(0, 30)])
    expect(placeIn(bytesOf(bytes))).toBeUndefined();
});

it('whose offsets point outside the file is ignored', () => {
  const photo = asTaken(PLAIN);
  photo.writeUInt32LE(4_000_000, 2 + 14);
  expect(placeIn(bytesOf(photo))).toBeUndefined();
});

it('comes first in the smaller photo', async () => {
  const place = placeIn(bytesOf(asTaken(PLAIN)))!;
  const photo = withPlace(new Blob([new Uint8Array(PLAIN)], { type: 'image/jpeg' }), place);
  expect(placeIn(await photo.arrayBuffer())).toEqual(place);
  expect(photo.type).toBe('image/jpeg');
});
