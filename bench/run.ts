/**
 * npm run bench: the figures this product promises, each measured against its yardstick in the same run.
 * DATABASE_URL (a database it may fill) measures a server engine too; without it, the embedded one alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from './load.ts';
import { pageFigures, sixtyFields } from './pages.ts';
import { startPlant } from './plants.ts';
import { type Figure, print } from './report.ts';
import { requestFigures, startServers } from './requests.ts';

const url = process.env.DATABASE_URL ?? '';
delete process.env.DATABASE_URL;
const only = process.argv[2];
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'officina-bench-'));
  folders.push(made);
  return made;
};
const all: Figure[] = [];
const show = (title: string, figures: Figure[]): void => {
  print(title, figures);
  all.push(...figures);
};

async function requests(title: string, at: string): Promise<void> {
  const servers = await startServers(folder(), at);
  try {
    show(title, await requestFigures(servers));
  } finally {
    servers.child.kill();
  }
}

async function memory(name: string, at: string, most: number): Promise<Figure> {
  const data = folder();
  // What the first start fills and builds is not what the server holds from then on.
  await (await startPlant(data, at)).stop();
  const plant = await startPlant(data, at);
  for (let index = 0; index < 300; index++) await once(plant.port, { path: '/health' });
  const megabytes = plant.memory();
  await plant.stop();
  return { name, value: `${megabytes.toFixed(0)} MB`, wanted: `<= ${most} MB`, met: megabytes <= most };
}

async function warmStart(): Promise<Figure> {
  const data = folder();
  await (await startPlant(data)).stop();
  const plant = await startPlant(data);
  await plant.stop();
  const seconds = plant.answered / 1000;
  return {
    name: 'npm start, warm, to the first answer',
    value: `${seconds.toFixed(2)} s`,
    wanted: '< 3 s',
    met: seconds < 3,
  };
}

async function pages(): Promise<void> {
  const fields = sixtyFields();
  folders.push(fields);
  const plant = await startPlant(folder(), '', { OFFICINA_SCHEMAS: fields });
  try {
    show('In the browser', await pageFigures(plant));
  } finally {
    await plant.stop();
  }
}

try {
  if (!only || only === 'requests') {
    if (url) await requests('Requests, PostgreSQL server, 100,000 rows', url);
    await requests('Requests, embedded engine, 100,000 rows', '');
  }
  if (!only || only === 'start') {
    const figures = [await warmStart(), await memory('memory of the server, embedded', '', 600)];
    if (url) figures.push(await memory('memory of the server, against PostgreSQL', url, 200));
    show('Start and memory, demo plant', figures);
  }
  if (!only || only === 'pages') await pages();
} finally {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
}
const missed = all.filter(({ met }) => !met).length;
console.log(`\n${all.length - missed} of ${all.length} figures met`);
