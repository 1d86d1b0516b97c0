/** The list of all assets below one, in a plant of 100,000: the HTTP call against two plain statements. */
import pg from 'pg';
import { load, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 5;
const ROUND_MS = 1000;
const MOST = 2;
const SIZES = [20_000, 100, 10];

const LARGEST = `
  select antenato, count(*)::int as rows from oggetto_discendenza group by antenato having count(*) <= $1
  order by rows desc, antenato limit 1`;

/** The statements as a developer would write them, with the joined names of the list. */
const ROWS = `
  select t.*, c.descrizione as classe, o.descrizione as organizzazione, r.descrizione as reparto, p.codice as padre
  from oggetto_discendenza d join oggetto t on t.id = d.discendente join classe c on c.id = t.id_classe
    join organizzazione o on o.id = t.id_organizzazione join reparto r on r.id = t.id_reparto
    left join oggetto p on p.id = t.id_obj_padre
  where d.antenato = $1 and t.canc = 0 and t.dismesso = 0 order by t.codice collate "und-x-icu", t.id limit 30`;
const COUNT = `
  select count(*) from oggetto_discendenza d join oggetto t on t.id = d.discendente
  where d.antenato = $1 and t.canc = 0 and t.dismesso = 0`;

async function plainly(client: pg.Client, id: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const started = performance.now();
    await client.query(ROWS, [id]);
    await client.query(COUNT, [id]);
    times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

async function figureFor(
  plant: Plant,
  client: pg.Client,
  headers: Record<string, string>,
  size: number,
): Promise<Figure> {
  const { rows } = await client.query<{ antenato: number; rows: number }>(LARGEST, [size]);
  const { antenato, rows: count } = rows[0]!;
  const shot = {
    path: `/api/cmms/oggetto/?pag=1&idOggetto=${antenato}&sort=codice,ASC`,
    headers,
  };
  const [ours, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push((await load(plant.port, 1, ROUND_MS, () => shot)).median);
    direct.push(await plainly(client, antenato));
  }
  const [mine, theirs] = [quantile(ours, 0.5), quantile(direct, 0.5)];
  return {
    name: `list of a subtree of ${count} assets, one client, against its two statements`,
    value: `${(mine / theirs).toFixed(2)}x (${mine.toFixed(2)} ms of ${theirs.toFixed(2)} ms)`,
    target: `<= ${MOST}x`,
    met: mine / theirs <= MOST,
  };
}

/** Measures a filled plant, on a server engine at `url`. */
export async function subtreeFigures(plant: Plant, url: string): Promise<Figure[]> {
  const headers = await signedIn(plant.port);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const figures: Figure[] = [];
    for (const size of SIZES) figures.push(await figureFor(plant, client, headers, size));
    return figures;
  } finally {
    await client.end();
  }
}
