/**
 * npm run manual: every picture of the manual and of README, taken anew of a demo plant of its own. With names, only
 * those; with --url, of a plant that runs already; with --readme, README's alone.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startServer } from '../e2e/server.ts';
import { Photographer, type Shot } from './photographer.ts';
import { README_SHOTS } from './readme-shots.ts';
import { prepare, SHOTS } from './shots.ts';

const FOLDER = 'docs/manuale/immagini';
const README_FOLDER = 'docs/pictures';

async function take(photographer: Photographer, shots: Shot[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const shot of shots) {
    const picture = await photographer.take(shot);
    await writeFile(join(folder, `${shot.name}.png`), picture);
    process.stdout.write(`${shot.name}.png ${Math.round(picture.length / 1024)} kB\n`);
  }
}

async function takeAll(url: string, names: string[], readme: boolean): Promise<void> {
  const photographer = await Photographer.at(url);
  const asked = SHOTS.filter(({ name }) => names.length === 0 || names.includes(name));
  try {
    if (readme || names.length === 0) await take(photographer, README_SHOTS, README_FOLDER);
    if (readme) return;
    await prepare(await photographer.as('SUADMIN'));
    await take(photographer, asked, FOLDER);
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

const { values, positionals } = parseArgs({
  options: { url: { type: 'string' }, readme: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (!existsSync('dist/index.html')) throw new Error('dist/ holds no pages: build them first.');
if (values.url) await takeAll(values.url, positionals, values.readme);
else await withPlant((url) => takeAll(url, positionals, values.readme));
