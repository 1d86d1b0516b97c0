/** Files of the product, and files an installation places next to its data. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '../../../schemas/entity.ts';
import { codeOf } from '../../../schemas/failures.ts';
import type { Logo } from '../../capabilities/logo.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The change lists. They have the same points in both languages, in the same order. */
export const CHANGELOGS: Record<Language, string> = {
  it: join(ROOT, 'CHANGELOG.it.md'),
  en: join(ROOT, 'CHANGELOG.md'),
};

export async function readIfPresent(path: string): Promise<Buffer | undefined> {
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

/** Files an installation may place next to its data. */
export const BESIDE_FILES = Object.keys(LOGOS);

/** Returns the first of logo.svg, .png, .jpg, .webp in the data folder. */
export async function logoIn(folder: string): Promise<Logo> {
  for (const [name, type] of Object.entries(LOGOS)) {
    const content = await readIfPresent(join(folder, name));
    if (content) return { contenuto: content.toString('base64'), content_type: type };
  }
  return { contenuto: null, content_type: null };
}
