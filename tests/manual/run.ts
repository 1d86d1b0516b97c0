/**
 * npm run manual: every picture of the manual, taken anew of a demo plant of its own. With names, only those; with
 * --url, of a plant that runs already.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startServer } from '../e2e/server.ts';
import { Photographer } from './photographer.ts';
import { prepare, SHOTS } from './shots.ts';

const FOLDER = 'docs/manuale/immagini';

async function takeAll(url: string, names: string[]): Promise<void> {
  const photographer = await Photographer.at(url);
  try {
    await prepare(await photographer.as('SUADMIN'));
    await mkdir(FOLDER, { recursive: true });
    for (const shot of SHOTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const picture = await photographer.take(shot);
      await writeFile(join(FOLDER, `${shot.name}.png`), picture);
      process.stdout.write(`${shot.name}.png ${Math.round(picture.length / 1024)} kB\n`);
    }
  } finally {
    await photographer.close();
  }
}

async function withPlant(act: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'officina-manual-'));
  const server = await startServer({ folder });
  try {
    await act(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({ options: { url: { type: 'string' } }, allowPositionals: true });
if (!existsSync('dist/index.html')) throw new Error('dist/ holds no pages: build them first.');
if (values.url) await takeAll(values.url, positionals);
else await withPlant((url) => takeAll(url, positionals));
