/**
 * npm run manual: takes the screenshots of the manual in both languages, and of README; each language uses a demo
 * plant of its own, because some screenshots change it. Arguments: names for single screenshots, --language for one
 * language, --url for a running plant, --readme for README only.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isLanguage } from '../../i18n/messages.ts';
import { LANGUAGES, type Language } from '../../schemas/language.ts';
import { EDITIONS } from '../../server/domains/info/manual/editions.ts';
import { startServer } from '../e2e/plant/server.ts';
import { Photographer, type Shot } from './photographer.ts';
import { README_SHOTS } from './readme-shots.ts';
import { prepare, SHOTS } from './shots.ts';

const README_FOLDER = 'docs/pictures';
const README_LANGUAGE: Language = 'en';

const { values, positionals: names } = parseArgs({
  options: {
    url: { type: 'string' },
    language: { type: 'string' },
    readme: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

async function take(photographer: Photographer, shots: Shot[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const shot of shots) {
    const picture = await photographer.take(shot);
    const file = join(folder, `${shot.name[photographer.language]}.png`);
    await writeFile(file, picture);
    process.stdout.write(`${file} ${Math.round(picture.length / 1024)} kB\n`);
  }
}

async function takeAll(url: string, language: Language): Promise<void> {
  const photographer = await Photographer.at(url, language);
  const { folder, pictures } = EDITIONS[language];
  const requested = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name[language]));
  try {
    if (language === README_LANGUAGE && names.length === 0)
      await take(photographer, README_SHOTS, README_FOLDER);
    if (values.readme || requested.length === 0) return;
    await prepare(await photographer.as('SUADMIN'));
    await take(photographer, requested, join(folder, pictures));
  } finally {
    await photographer.close();
  }
}

async function withPlant(act: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'officina-manual-'));
  const server = await startServer({ folder, env: { OFFICINA_DEMO_YEAR: '1' } });
  try {
    await act(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function requestedLanguages(): Language[] {
  if (values.readme) return [README_LANGUAGE];
  if (isLanguage(values.language)) return [values.language];
  if (values.language !== undefined) throw new Error(`--language is one of ${LANGUAGES.join(', ')}.`);
  if (values.url) throw new Error('With --url, --language too: the pictures of one change the plant.');
  return LANGUAGES;
}

if (!existsSync('dist/index.html')) throw new Error('dist/ holds no pages: build them first.');
for (const language of requestedLanguages()) {
  if (values.url) await takeAll(values.url, language);
  else await withPlant((url) => takeAll(url, language));
}
