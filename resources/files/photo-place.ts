/** Reads the place that a camera stores in a JPEG (Exif, IFD 0), and writes it into another one. */

const SOI = 0xffd8;
const APP1 = 0xffe1;
const SOS = 0xffda;
const EXIF = 0x45786966;
const HEAD = 10;
const ENTRY = 12;
const ORIENTATION = 0x0112;
const GPS = 0x8825;

/** Returns the bounds of the Exif segment, marker included. */
function exifIn(view: DataView): [from: number, to: number] | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return undefined;
  for (let at = 2; at + HEAD <= view.byteLength; ) {
    const marker = view.getUint16(at);
    const end = at + 2 + view.getUint16(at + 2);
    if (marker === SOS || end > view.byteLength) return undefined;
    if (marker === APP1 && view.getUint32(at + 4) === EXIF) return [at, end];
    at = end;
  }
  return undefined;
}

/** Returns the offset of each tag's entry in IFD 0. */
function tagsOf(view: DataView, little: boolean): Map<number, number> {
  const first = HEAD + view.getUint32(HEAD + 4, little);
  const count = view.getUint16(first, little);
  const places = Array.from({ length: count }, (_, index) => first + 2 + index * ENTRY);
  return new Map(places.map((at) => [view.getUint16(at, little), at]));
}

/** Returns the Exif segment of a photo that contains a place, with the orientation of an upright picture. */
export function placeIn(photo: ArrayBuffer): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bounds = exifIn(new DataView(photo));
    if (!bounds) return undefined;
    const segment = new Uint8Array(photo.slice(...bounds));
    const view = new DataView(segment.buffer);
    const little = view.getUint16(HEAD) === 0x4949;
    const tags = tagsOf(view, little);
    const orientation = tags.get(ORIENTATION);
    if (orientation !== undefined) view.setUint16(orientation + 8, 1, little);
    return tags.has(GPS) ? segment : undefined;
  } catch {
    // Offsets point outside the file: the photo contains no place.
    return undefined;
  }
}

/** Returns the JPEG with this segment at its beginning. */
export const withPlace = (photo: Blob, segment: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([photo.slice(0, 2), segment, photo.slice(2)], { type: photo.type });
