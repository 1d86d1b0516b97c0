/** The file types that the server accepts, with limits of size and names. Server and browser use the same list. */
import type { Text } from './entity.ts';

export interface FileType {
  mime: string;
  title: Text;
  /** The file name extensions. The usual one is the first. */
  endings: string[];
  /** How a page displays the file. All other types are downloaded. */
  preview?: 'image' | 'pdf' | 'video';
}

const MEGABYTE = 1024 * 1024;
export const FILE_BYTES_MAX = 25 * MEGABYTE;
export const FILES_AT_ONCE = 20;
export const FILE_NAME_MAX = 255;

const same = (name: string): Text => ({ it: name, en: name });
const image = (name: string): Text => ({ it: `Immagine ${name}`, en: `${name} image` });
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const TYPES = {
  text: {
    mime: 'text/plain',
    title: { it: 'Testo', en: 'Text' },
    endings: ['txt', 'text', 'csv', 'log', 'md'],
  },
  png: { mime: 'image/png', title: image('PNG'), endings: ['png'], preview: 'image' },
  gif: { mime: 'image/gif', title: image('GIF'), endings: ['gif'], preview: 'image' },
  jpeg: {
    mime: 'image/jpeg',
    title: image('JPEG'),
    endings: ['jpg', 'jpeg', 'jpe', 'jfif'],
    preview: 'image',
  },
  bmp: { mime: 'image/bmp', title: image('BMP'), endings: ['bmp', 'dib'], preview: 'image' },
  // Few browsers display HEIC. The others download it.
  heic: { mime: 'image/heic', title: image('HEIC'), endings: ['heic', 'heif'], preview: 'image' },
  pdf: { mime: 'application/pdf', title: same('PDF'), endings: ['pdf'], preview: 'pdf' },
  doc: { mime: 'application/msword', title: same('Word 97-2003'), endings: ['doc', 'dot'] },
  docx: { mime: `${OFFICE}.wordprocessingml.document`, title: same('Word'), endings: ['docx'] },
  xls: { mime: 'application/vnd.ms-excel', title: same('Excel 97-2003'), endings: ['xls', 'xlt'] },
  xlsx: { mime: `${OFFICE}.spreadsheetml.sheet`, title: same('Excel'), endings: ['xlsx'] },
  ppt: {
    mime: 'application/vnd.ms-powerpoint',
    title: same('PowerPoint 97-2003'),
    endings: ['ppt', 'pps', 'pot'],
  },
  pptx: {
    mime: `${OFFICE}.presentationml.presentation`,
    title: same('PowerPoint'),
    endings: ['pptx', 'ppsx'],
  },
  mp4: { mime: 'video/mp4', title: same('Video MP4'), endings: ['mp4', 'm4v'], preview: 'video' },
  '3gpp': { mime: 'video/3gpp', title: same('Video 3GPP'), endings: ['3gp', '3gpp'], preview: 'video' },
} satisfies Record<string, FileType>;

export type FileKind = keyof typeof TYPES;

export const FILE_TYPES: Record<FileKind, FileType> = TYPES;

const byMime = new Map(Object.values(FILE_TYPES).map((type) => [type.mime, type]));
export const typeOfMime = (mime: unknown): FileType | undefined => byMime.get(String(mime));

export const isImage = (mime: unknown): boolean => typeOfMime(mime)?.preview === 'image';

/** The value for `<input accept>`: types and extensions, because some systems do not know all types. */
export const ACCEPTED = Object.values(FILE_TYPES)
  .flatMap(({ mime, endings }) => [mime, ...endings.map((ending) => `.${ending}`)])
  .join(',');

/** Returns the extension: 'jpg' for 'Foto.JPG', '' for a name without one. */
export const endingOf = (name: string): string =>
  /[^.]\.([^.\s/\\]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns whether the file is probably accepted. The server inspects the contents and decides. */
export const looksAccepted = ({ name, type }: { name: string; type: string }): boolean =>
  byMime.has(type) || Object.values(FILE_TYPES).some(({ endings }) => endings.includes(endingOf(name)));
