/** Computes the free space: on the disk of the data folder, or below the licence's limit if that is less. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Language, LOCALES } from '../../../schemas/entity.ts';

export interface Space {
  spazio_libero_txt: string;
  spazio_libero_perc: number;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function sizeText(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = (bytes / 1000 ** power).toLocaleString(LOCALES[language], { maximumFractionDigits: 1 });
  return `${value} ${UNITS[power]}`;
}

/**
 * Returns the nearest existing folder. With an external database the data folder is created with the first file.
 */
const existingFolder = (folder: string): string =>
  existsSync(folder) ? folder : existingFolder(dirname(folder));

interface SpaceRequest {
  folder: string;
  limit: number | null;
  /** Bytes of all data of the plant. */
  used(): Promise<number>;
  language: Language;
}

export async function freeSpace({ folder, limit, used, language }: SpaceRequest): Promise<Space> {
  const disk = await statfs(existingFolder(folder));
  const [size, free] = [disk.blocks * disk.bsize, disk.bavail * disk.bsize];
  if (limit === null) return space(free, size, language);
  return space(Math.min(free, Math.max(0, limit - (await used()))), limit, language);
}

const space = (free: number, size: number, language: Language): Space => ({
  spazio_libero_txt: sizeText(free, language),
  spazio_libero_perc: size > 0 ? Math.round((free / size) * 100) : 0,
});
