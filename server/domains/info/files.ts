/** Files that come with the product, or that an installation lays beside its data. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../../schemas/entity.ts';
import { codeOf } from '../../../schemas/failures.ts';
import type { Logo } from '../../capabilities/logo.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The same points in both, in the same order. */
export const CHANGELOGS: Record<Language, string> = {
  it: join(ROOT, 'CHANGELOG.it.md'),
  en: join(ROOT, 'CHANGELOG.md'),
};

export async function fileOrNothing(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const LOGOS: Record<string, string> = {
  'logo.svg': 'image/svg+xml',
  'logo.png': 'image/png',
  'logo.jpg': 'image/jpeg',
  'logo.webp': 'image/webp',
};

/** What an installation may lay beside its data. */
export const LAID_BESIDE = Object.keys(LOGOS);

/** The first of logo.svg, .png, .jpg, .webp in the data folder. */
export async function laidLogo(folder: string): Promise<Logo> {
  for (const [name, type] of Object.entries(LOGOS)) {
    const content = await fileOrNothing(join(folder, name));
    if (content) return { contenuto: content.toString('base64'), content_type: type };
  }
  return { contenuto: null, content_type: null };
}
