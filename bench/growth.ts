/**
 * How calls grow with the plant: each call of the list, against a plant with 10,000 interventions and one with a
 * million, in turn. The lists are asked for as our own pages do.
 */
import pg from 'pg';
import { TECHNICIAN } from './listed-calls.ts';
import { median, once } from './load.ts';
import type { Figure } from './report.ts';
import { SUPER_ADMIN, signedIn } from './signed-in.ts';

/** The largest growth that counts as flat. */
const MOST = 2;
/** Below this time, replies differ by chance. */
const LEAST_MS = 5;
const ROUNDS = 15;

export interface GrownPlant {
  port: number;
  url: string;
}

interface GrowthCall {
  name: string;
  user?: string;
  path(some: Some): string;
}

interface Some {
  root: number;
}

/** The subtree with at most a thousand assets. */
const SOME = `
  select antenato as root from oggetto_discendenza group by antenato having count(*) <= 1000
  order by count(*) desc, antenato limit 1`;

const list = (name: string, query: string, user?: string): GrowthCall => ({
  name,
  user,
  path: () => `/odl/?pag=1&tot=10001&${query}`,
});

export const GROWTH_CALLS: GrowthCall[] = [
  list('list of all by asset', 'mostraChiusi=1&orderByCol=oggetto&orderByDir=ASC'),
  list('list of all by description', 'mostraChiusi=1&orderByCol=descrizione&orderByDir=ASC'),
  list('list of all by state', 'mostraChiusi=1&orderByCol=stato&orderByDir=ASC'),
  list('list of all by type', 'mostraChiusi=1&orderByCol=tipo_guasto&orderByDir=ASC'),
  list('list of all by technician', 'mostraChiusi=1&orderByCol=tecnico&orderByDir=ASC'),
  list('list of all by planned date', 'mostraChiusi=1&orderByCol=data_ordine&orderByDir=DESC'),
  list('search in asset text', 'mostraChiusi=1&filtroOggetto=pompa'),
  list('search, two letters', 'mostraChiusi=1&filtro=po'),
  list('search, common word', 'mostraChiusi=1&filtro=cuscinetto'),
  list('search, rare', 'mostraChiusi=1&filtro=V0004711'),
  list('search, common word, technician', 'mostraChiusi=1&filtro=cuscinetto', TECHNICIAN),
  list('search, two words', 'mostraChiusi=1&filtro=taratura+cuscinetto'),
  { name: 'MTBF of the roots', path: () => '/mtbf-mttr/?tipoPeriodo=Y&livelli=1' },
  {
    name: 'MTBF of an asset below',
    path: ({ root }) => `/mtbf-mttr/?tipoPeriodo=Y&livelli=1&idPadre=${root}`,
  },
  ...[SUPER_ADMIN, TECHNICIAN].flatMap((user) =>
    ['state', 'late', 'month'].map((by, index) => ({
      name: `figures by ${by}${user === TECHNICIAN ? ', technician' : ''}`,
      user,
      path: () => `/odl/statistica/?tipo=${index + 1}`,
    })),
  ),
  {
    name: 'open work of a subtree',
    path: ({ root }) => `/odl/?pag=1&tot=10001&idOggetto=${root}&aggiungiFigli=1`,
  },
  {
    name: 'all work of a subtree',
    path: ({ root }) => `/odl/?pag=1&tot=10001&mostraChiusi=1&idOggetto=${root}&aggiungiFigli=1`,
  },
  { name: 'tree roots', path: () => '/oggetto/livello/0?pag=1&tot=10001' },
  { name: 'tree roots, technician', user: TECHNICIAN, path: () => '/oggetto/livello/0?pag=1&tot=10001' },
  list('open list', ''),
  list('open list, technician', '', TECHNICIAN),
  list('late, technician', 'scaduti=1', TECHNICIAN),
  list('list of all', 'mostraChiusi=1'),
  list('list of all, technician', 'mostraChiusi=1', TECHNICIAN),
  { name: 'list of all, exact count', path: () => '/odl/?pag=1&mostraChiusi=1' },
  { name: 'parts below minimum', path: () => '/ricambio/?pag=1&tot=10001&sottoScorta=1' },
  { name: 'assets page', path: () => '/oggetto/?pag=1&tot=10001' },
  { name: 'assets page, technician', user: TECHNICIAN, path: () => '/oggetto/?pag=1&tot=10001' },
  {
    name: 'calendar of a month',
    path: () => '/odl/?isCalendario=1&mostraChiusi=1&dataDa=2026-03-01&dataA=2026-03-31&giorniOltre=2000',
  },
];

export async function someOf(url: string): Promise<Some> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Some>(SOME)).rows[0]!;
  } finally {
    await client.end();
  }
}

type Timed = (call: GrowthCall) => Promise<number>;

/** Returns a function that sends a call to the plant, and returns the milliseconds until the reply has arrived. */
async function timedOf(plant: GrownPlant): Promise<Timed> {
  const some = await someOf(plant.url);
  const headers: Record<string, Record<string, string>> = {
    [SUPER_ADMIN]: await signedIn(plant.port),
    [TECHNICIAN]: await signedIn(plant.port, TECHNICIAN),
  };
  return async ({ path, user = SUPER_ADMIN }) => {
    const started = performance.now();
    await once(plant.port, { path: `/api/cmms${path(some)}`, headers: headers[user]! });
    return performance.now() - started;
  };
}

async function growthOf(call: GrowthCall, small: Timed, large: Timed): Promise<Figure> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, timed] of [small, large].entries()) {
      const milliseconds = await timed(call);
      // The first round fills caches.
      if (round > 0) times[index]!.push(milliseconds);
    }
  const [less, more] = [median(times[0]), median(times[1])];
  const growth = Math.max(more, LEAST_MS) / Math.max(less, LEAST_MS);
  return {
    name: call.name,
    value: `${less.toFixed(1)} -> ${more.toFixed(1)} ms (${growth.toFixed(1)}x)`,
    target: `<= ${MOST}x`,
    met: growth <= MOST,
  };
}

export async function growthFigures(small: GrownPlant, large: GrownPlant): Promise<Figure[]> {
  const [less, more] = [await timedOf(small), await timedOf(large)];
  const figures: Figure[] = [];
  for (const call of GROWTH_CALLS) figures.push(await growthOf(call, less, more));
  return figures;
}
