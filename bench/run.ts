/**
 * npm run bench: the promised figures, each measured against its reference in the same run. With DATABASE_URL (a
 * database to fill) also on a server engine, otherwise on the embedded one only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupFigures } from './backup.ts';
import { calendarFigures } from './calendar.ts';
import { dashboardFigures } from './dashboard.ts';
import { explainTable } from './explain.ts';
import { finderFigures } from './finder.ts';
import { firstRowFigures } from './first-row.ts';
import { generationFigures } from './generation.ts';
import { growthFigures } from './growth.ts';
import { exportFigures, fillPlant, importFigures } from './import.ts';
import { reportFigures } from './job-report.ts';
import { leakFigures, probed } from './leak.ts';
import { once } from './load.ts';
import { mailFigures } from './mail.ts';
import { dropDatabase, ownDatabase } from './own-database.ts';
import { packFigures } from './pack.ts';
import { pageFigures, sixtyFields } from './pages.ts';
import { type Plant, startPlant } from './plants.ts';
import { reliabilityFigures } from './reliability.ts';
import { type Figure, print } from './report.ts';
import { requestFigures, startServers } from './requests.ts';
import { stockFigures } from './stock.ts';
import { subtreeFigures } from './subtree.ts';
import { tableFigures } from './table.ts';
import { sampleAt } from './table-calls.ts';
import { treeFigures } from './tree.ts';
import { workFigures } from './work.ts';

const url = process.env.DATABASE_URL ?? '';
delete process.env.DATABASE_URL;
const only = process.argv[2];
const folders: string[] = [];
const folder = (): string => {
  const created = mkdtempSync(join(tmpdir(), 'officina-bench-'));
  folders.push(created);
  return created;
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
  // The first start fills the plant and uses more memory than later ones.
  await (await startPlant(data, at)).stop();
  const plant = await startPlant(data, at);
  for (let index = 0; index < 300; index++) await once(plant.port, { path: '/health' });
  const megabytes = plant.memory();
  await plant.stop();
  return { name, value: `${megabytes.toFixed(0)} MB`, target: `<= ${most} MB`, met: megabytes <= most };
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
    target: '< 3 s',
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

async function firstRow(): Promise<void> {
  const plant = await startPlant(folder(), url);
  try {
    show('The first row on a phone', await firstRowFigures(plant));
  } finally {
    await plant.stop();
  }
}

async function sheets(title: string, at: string): Promise<void> {
  const data = folder();
  const filled = await startPlant(data, at);
  try {
    show(`${title}, import`, await importFigures(filled));
  } finally {
    await filled.stop();
  }
  fillPlant(data, at);
  const large = await startPlant(data, at);
  try {
    show(`${title}, export of a large plant`, await exportFigures(large));
  } finally {
    await large.stop();
  }
}

function generation(at: string): Promise<Figure[]> {
  const data = folder();
  return generationFigures({ folder: data, url: at, start: () => startPlant(data, at) });
}

async function calendar(): Promise<void> {
  const plant = await startPlant(folder(), url);
  try {
    show('Calendar, PostgreSQL server', await calendarFigures(plant, url));
  } finally {
    await plant.stop();
  }
}

async function backup(title: string, at: string): Promise<void> {
  const data = folder();
  await (await startPlant(data, at)).stop();
  fillPlant(data, at, 'typical');
  const plant = await startPlant(data, at);
  try {
    show(title, await backupFigures(plant, data));
  } finally {
    await plant.stop();
  }
}

type Filled = 'typical' | 'large';
const COUNT: Record<Filled, string> = { typical: '10,000', large: '1,000,000' };

/** Fills a plant of each size in a database of its own, which is dropped afterwards. */
async function inOwnDatabases(
  sizes: Filled[],
  measure: (plants: (Plant & { url: string })[]) => Promise<void>,
): Promise<void> {
  const plants: (Plant & { url: string })[] = [];
  try {
    for (const size of sizes) {
      const [data, own] = [folder(), await ownDatabase(url, `officina_${size}`)];
      await (await startPlant(data, own)).stop();
      fillPlant(data, own, size);
      plants.push({ ...(await startPlant(data, own)), url: own });
    }
    await measure(plants);
  } finally {
    for (const plant of plants) await plant.stop();
    for (const size of sizes) await dropDatabase(url, `officina_${size}`);
  }
}

const growth = (): Promise<void> =>
  inOwnDatabases(['typical', 'large'], async ([small, large]) =>
    show(
      'Growth from 10,000 to 1,000,000 interventions, PostgreSQL server',
      await growthFigures(small!, large!),
    ),
  );

/** Of the database of DATABASE_URL itself with `npm run bench explain filled`: it holds a filled plant already. */
async function explain(): Promise<void> {
  const print = async (at: string): Promise<void> => console.log(`\n${await explainTable(at, folder())}`);
  if (process.argv[3] === 'filled') await print(url);
  else await inOwnDatabases(['large'], async ([plant]) => print(plant!.url));
}

const table = async (size: Filled): Promise<string> => {
  let text = '';
  await inOwnDatabases([size], async ([plant]) => {
    const { url: at } = plant!;
    const { figures, table } = await tableFigures(plant!, at, await sampleAt({ url: at }));
    show(`Calls against SQL by hand, PostgreSQL server, ${COUNT[size]} interventions`, figures);
    text = `PostgreSQL server: ${table}`;
  });
  return text;
};

/** The embedded engine has no second program that could run SQL by hand beside the server. */
async function embeddedTable(): Promise<string> {
  const data = folder();
  await (await startPlant(data)).stop();
  fillPlant(data, '', 'typical');
  const sample = await sampleAt({ folder: data });
  const plant = await startPlant(data);
  try {
    return `Embedded engine: ${(await tableFigures(plant, '', sample)).table}`;
  } finally {
    await plant.stop();
  }
}

/** Prints the tables together, after what the servers have logged. */
async function tables(): Promise<void> {
  const all: string[] = [];
  if (url) for (const size of ['typical', 'large'] as const) all.push(await table(size));
  all.push(await embeddedTable());
  console.log(`\n${all.join('\n\n')}`);
}

async function leak(title: string, at: string): Promise<void> {
  const data = folder();
  await (await startPlant(data, at)).stop();
  fillPlant(data, at, 'typical');
  const sample = await sampleAt({ folder: data, url: at || undefined });
  const plant = await startPlant(data, at, probed(data));
  try {
    show(title, await leakFigures(plant, data, sample));
  } finally {
    await plant.stop();
  }
}

/** Measures a plant with a million interventions. */
async function finder(title: string, at: string): Promise<void> {
  const data = folder();
  await (await startPlant(data, at)).stop();
  fillPlant(data, at);
  const plant = await startPlant(data, at);
  try {
    show(title, await finderFigures(plant));
  } finally {
    await plant.stop();
  }
}

async function trees(): Promise<void> {
  const data = folder();
  await (await startPlant(data)).stop();
  fillPlant(data, '');
  const plant = await startPlant(data);
  try {
    show('Trees in the browser, 100,000 assets', await treeFigures(plant));
  } finally {
    await plant.stop();
  }
}

/** Measures a plant with 100,000 assets and a million interventions. */
async function largePlant(): Promise<void> {
  const data = folder();
  await (await startPlant(data, url)).stop();
  fillPlant(data, url);
  const plant = await startPlant(data, url);
  try {
    show('Subtrees, PostgreSQL server', await subtreeFigures(plant, url));
    show('Reliability, PostgreSQL server, 1,000,000 interventions', await reliabilityFigures(plant, url));
    show('Interventions, PostgreSQL server, 1,000,000 rows', await workFigures(plant, url));
    show('Dashboard, PostgreSQL server, 1,000,000 rows', await dashboardFigures(plant));
    show('Found from everywhere, PostgreSQL server, 1,000,000 interventions', await finderFigures(plant));
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
  if (!only || only === 'stock') {
    if (url) show('Stock, PostgreSQL server', await stockFigures(folder(), url));
    show('Stock, embedded engine', await stockFigures(folder(), ''));
  }
  if (!only || only === 'mail') show('Mail, embedded engine', await mailFigures(folder(), ''));
  if (!only || only === 'sheets') {
    if (url) await sheets('Sheets, PostgreSQL server', url);
    await sheets('Sheets, embedded engine', '');
  }
  if (!only || only === 'generation') {
    if (url) show('Generation, PostgreSQL server', await generation(url));
    show('Generation, embedded engine', await generation(''));
  }
  if (!only || only === 'backup') {
    if (url) await backup('Backup of a typical plant, PostgreSQL server', url);
    await backup('Backup of a typical plant, embedded engine', '');
  }
  if (!only || only === 'reports') show('Job reports', await reportFigures());
  if (!only || only === 'pages') await pages();
  if (!only || only === 'first-row') await firstRow();
  if ((!only || only === 'large') && url) await largePlant();
  if ((!only || only === 'pack') && url)
    show(
      'The pack of a technician, PostgreSQL server, 1,000,000 interventions',
      await packFigures(folder(), url),
    );
  if (!only || only === 'table') await tables();
  if ((!only || only === 'explain') && url) await explain();
  if (!only || only === 'leak') {
    if (url) await leak('Memory, PostgreSQL server', url);
    await leak('Memory, embedded engine', '');
  }
  if ((!only || only === 'growth') && url) await growth();
  if ((!only || only === 'calendar') && url) await calendar();
  if (!only || only === 'finder')
    await finder('Found from everywhere, embedded engine, 1,000,000 interventions', '');
  if (only === 'finder' && url)
    await finder('Found from everywhere, PostgreSQL server, 1,000,000 interventions', url);
  if (!only || only === 'trees') await trees();
} finally {
  for (const created of folders) rmSync(created, { recursive: true, force: true });
}
const missed = all.filter(({ met }) => !met).length;
console.log(`\n${all.length - missed} of ${all.length} figures met`);
