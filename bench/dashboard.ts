/** The dashboard with a million interventions: all of its requests at once, until the last reply. */
import { load, once, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 15;
const WANTED_MS = 300;

const OPEN = '/odl/?assegnati=0&orderByCol=data_ordine&orderByDir=ASC&tipoColore=1&pag=1&max_rows=8';
const closed = (states: string): string =>
  `/odl/?assegnatiChiusi=0&idStato=${states}&mostraChiusi=1&orderByCol=data_fine&orderByDir=DESC&tipoColore=1&pag=1&max_rows=8`;
const SETTINGS = ['DashboardAssegnati', 'DashboardChiusiAss', 'DashboardColRigaType', 'DashboardGraficoMesi'];
const FIGURES = [1, 2, 3].map((tipo) => `/odl/statistica/?tipo=${tipo}`);
const OWN = [
  '/odl/?assegnati=1&orderByCol=data_ordine&orderByDir=ASC&pag=1&max_rows=20&scaduti=1',
  '/odl/?assegnati=1&orderByCol=data_ordine&orderByDir=ASC&pag=1&max_rows=1',
  '/odl/?assegnatiChiusi=1&mostraChiusi=1&orderByCol=data_fine&orderByDir=DESC&pag=1&max_rows=8',
];
const NAMES = ['/stato/?all=1&pag=-1', '/odl/tipoGuasto/?pag=-1', `/parametro/?codici=${SETTINGS.join(',')}`];

type Headers = Record<string, string>;

const at = (path: string): string => `/api/cmms${path}`;

async function closingStates({ port }: Plant, headers: Headers): Promise<string> {
  const reply = await once(port, { path: at('/stato/?all=1&pag=-1'), headers });
  const states = JSON.parse(reply).data as { id: number; id_tipo_stato_odl: number }[];
  return states.flatMap(({ id, id_tipo_stato_odl: type }) => (type === 4 ? [id] : [])).join(',');
}

async function figureOf(name: string, { port }: Plant, headers: Headers, paths: string[]): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    await Promise.all(paths.map((path) => once(port, { path: at(path), headers })));
    // The first round only warms the engine up.
    if (round > 0) times.push(performance.now() - started);
  }
  const [median, best] = [quantile(times, 0.5), Math.min(...times)];
  return {
    name,
    value: `${median.toFixed(0)} ms (at best ${best.toFixed(0)} ms)`,
    target: `< ${WANTED_MS} ms`,
    met: median < WANTED_MS,
  };
}

/** Prints the time of each call alone; it has no limit, and shows where to look when the sum is slow. */
async function parts({ port }: Plant, headers: Headers, paths: string[]): Promise<void> {
  for (const path of paths) {
    const { median } = await load(port, 1, 1500, () => ({ path: at(path), headers }));
    console.log(`  ${median.toFixed(1).padStart(8)} ms  ${path}`);
  }
}

export async function dashboardFigures(plant: Plant): Promise<Figure[]> {
  const admin = await signedIn(plant.port);
  const technician = await signedIn(plant.port, 'tecnico@officina.example');
  const all = [...FIGURES, OPEN, closed(await closingStates(plant, admin))];
  const own = [...FIGURES, ...OWN];
  console.log('\nCalls of the dashboard, one at a time');
  await parts(plant, admin, all);
  console.log('Of a technician');
  await parts(plant, technician, own);
  return [
    await figureOf('dashboard of an administrator, all its calls at once', plant, admin, [...all, ...NAMES]),
    await figureOf("a technician's home, all its calls at once", plant, technician, [...own, ...NAMES]),
  ];
}
