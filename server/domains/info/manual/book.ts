/** The manual's files, read; and the PDF made of them, kept until they change. */
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

/** What every plant's settings are at first. */
const SETTINGS = fileURLToPath(new URL('../../../seed/data/settings.json', import.meta.url));
/** In their order: 05-interventi.md. */
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

/** Only the pictures that a chapter shows. */
const shownIn = ({ chapters, pictures }: Manual): Record<string, string> => {
  const shown = new Set(
    chapters.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'pictures' ? block.pictures.map(({ path }) => path) : [])),
    ),
  );
  return Object.fromEntries(Object.entries(pictures).filter(([path]) => shown.has(path)));
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
  return { ...manual, pictures: shownIn(manual) };
}

interface Made {
  key: string;
  pdf: Promise<Buffer>;
}

/** Made when somebody first asks, and again only when its files are no longer the same. */
export function manualBook(
  schemas: Schemas,
  language: Language,
  folder = EDITIONS[language].folder,
): () => Promise<Buffer> {
  let made: Made | undefined;
  return async () => {
    const parts = manualDocument(await readManual(schemas, language, folder));
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    if (made?.key !== key) {
      const pdf = makePdf(parts);
      const mine = { key, pdf };
      made = mine;
      pdf.catch(() => {
        if (made === mine) made = undefined;
      });
    }
    return made!.pdf;
  };
}
