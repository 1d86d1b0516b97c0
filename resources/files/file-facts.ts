/** Facts about a file that is not open: whether the page can display it, whether it may be sent, its size. */
import { type Language, LOCALES } from '../../schemas/entity.ts';
import {
  endingOf,
  FILE_BYTES_MAX,
  FILE_TYPES,
  isImage,
  looksAccepted,
  typeOfMime,
} from '../../schemas/file-types.ts';

export const isViewable = (mime: string): boolean => typeOfMime(mime)?.preview !== undefined;

/** Returns the type of a file before it is sent, from the system or from its name. */
export const guessedMime = ({ name, type }: File): string =>
  type || (Object.values(FILE_TYPES).find(({ endings }) => endings.includes(endingOf(name)))?.mime ?? '');

export const isPicture = (file: File): boolean => isImage(guessedMime(file));

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
export const FILE_MEGABYTES = FILE_BYTES_MAX / MEGABYTE;

/**
 * Returns why the server would refuse the file, as far as this is known before it is sent. The server checks the
 * content.
 */
export function refusalOf(file: File): { key: string; params: Record<string, string | number> } | undefined {
  const params = { name: file.name, limit: FILE_MEGABYTES };
  if (!looksAccepted(file)) return { key: 'officina.validation.fileTypeNotAllowed', params };
  if (file.size === 0) return { key: 'officina.documents.refused_empty', params };
  if (file.size > FILE_BYTES_MAX) return { key: 'officina.documents.refused_size', params };
}

/** Returns '820 B', '1.4 MB', in the user's language. */
export function sizeText(bytes: number, language: Language): string {
  const [unit, value] =
    bytes < 1024
      ? ['B', bytes]
      : bytes < MEGABYTE
        ? ['kB', bytes / 1024]
        : bytes < GIGABYTE
          ? ['MB', bytes / MEGABYTE]
          : ['GB', bytes / GIGABYTE];
  const digits = (unit === 'MB' || unit === 'GB') && value < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(LOCALES[language], {
    maximumFractionDigits: digits,
  });
  return `${number.format(value)} ${unit}`;
}
