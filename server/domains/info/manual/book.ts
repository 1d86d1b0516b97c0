/** Reads the manual's files and caches the PDF until they change. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../../../package.json' with { type: 'json' };
import type { Language } from '../../../../schemas/language.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { makePdf } from '../../../capabilities/pdf.ts';
import { type Manual, manualDocument } from './document.ts';
import { EDITIONS } from './editions.ts';
import { readMarkdown } from './markdown.ts';
import { settingsTable } from './settings-table.ts';

/** The initial settings of every plant. */
const SETTINGS = fileURLToPath(new URL('../../../seed/data/settings.json', import.meta.url));
/** A name like 05-interventi.md. The number gives the order. */
const CHAPTER = /^\d\d-[\w-]+\.md$/;
const PICTURE = /\.png$/;

export const chapterFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => CHAPTER.test(name)).sort();

async function picturesOf(folder: string, below: string): Promise<Record<string, string>> {
  const names = (await readdir(join(folder, below))).filter((name) => PICTURE.test(name)).sort();
  const pictures = names.map(async (name) => {
    const content = await readFile(join(folder, below, name), 'base64');
    return [`${below}/${name}`, `data:image/png;base64,${content}`] as const;
  });
  return Object.fromEntries(await Promise.all(pictures));
}

/** Returns only the pictures that a chapter uses. */
const usedPictures = ({ chapters, pictures }: Manual): Record<string, string> => {
  const used = new Set(
    chapters.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'pictures' ? block.pictures.map(({ path }) => path) : [])),
    ),
  );
  return Object.fromEntries(Object.entries(pictures).filter(([path]) => used.has(path)));
};

async function readManual(schemas: Schemas, language: Language, folder: string): Promise<Manual> {
  const files = await chapterFiles(folder);
  const chapters = await Promise.all(
    files.map(async (file) => ({
      file,
      blocks: readMarkdown(file, await readFile(join(folder, file), 'utf8')),
    })),
  );
  const settings = JSON.parse(await readFile(SETTINGS, 'utf8'));
  const manual: Manual = {
    language,
    version: packageFile.version,
    chapters,
    pictures: await picturesOf(folder, EDITIONS[language].pictures),
    made: { settings: settingsTable(settings.rows, schemas.byResource.entity('parametro'), language) },
  };
  return { ...manual, pictures: usedPictures(manual) };
}

interface CachedPdf {
  key: string;
  pdf: Promise<Buffer>;
}

/** Makes the PDF on first request, and again only if its files have changed. */
export function manualBook(
  schemas: Schemas,
  language: Language,
  folder = EDITIONS[language].folder,
): () => Promise<Buffer> {
  let cached: CachedPdf | undefined;
  return async () => {
    const parts = manualDocument(await readManual(schemas, language, folder));
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    if (cached?.key !== key) {
      const pdf = makePdf(parts);
      const current = { key, pdf };
      cached = current;
      pdf.catch(() => {
        if (cached === current) cached = undefined;
      });
    }
    return cached!.pdf;
  };
}
