/** Photos from the camera, made smaller before they are sent. */
import { placeIn, withPlace } from './photo-place.ts';

/** The longest side in pixels, which is enough to read a nameplate. */
const LONGEST = 2048;
const QUALITY = 0.85;
const JPEG = 'image/jpeg';

const PNG = 'image/png';
/** Other formats of phones. They may contain the place, and not every browser displays them. */
const OTHERS = ['image/webp', 'image/heic', 'image/heif', 'image/avif'];

/** Draws the picture upright, without the data that the camera stored in the file. */
async function drawn(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((settle) => canvas.toBlob(settle, JPEG, QUALITY));
}

/**
 * Returns the photo upright, with a longest side of at most 2,048 pixels. With `keepsPlace`, it contains the place
 * where it was taken. A file that the browser cannot read stays as it is.
 */
export async function smallerPhoto(file: File, keepsPlace: boolean): Promise<File> {
  if (![JPEG, PNG, ...OTHERS].includes(file.type)) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  try {
    const place = file.type === JPEG ? placeIn(await file.arrayBuffer()) : undefined;
    const isLarge = Math.max(picture.width, picture.height) > LONGEST;
    if (!isLarge && !OTHERS.includes(file.type) && (keepsPlace || !place)) return file;
    const smaller = await drawn(picture);
    if (!smaller) return file;
    const parts = keepsPlace && place ? withPlace(smaller, place) : smaller;
    const name = file.type === JPEG ? file.name : file.name.replace(/(\.\w+)?$/, '.jpg');
    return new File([parts], name, { type: JPEG, lastModified: file.lastModified });
  } finally {
    picture.close();
  }
}
