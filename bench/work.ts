/**
 * Lists and the page of a million interventions, against hand-written statements and a bare server that runs them.
 */
import pg from 'pg';
import { load, quantile, type Shot } from './load.ts';
import type { Plant } from './plants.ts';
import { type Figure, ofBare } from './report.ts';
import { startServer } from './server-process.ts';
import { signedIn } from './signed-in.ts';
import { type DetailCall, detailCalls } from './work-detail.ts';
import { type WorkList, workLists } from './work-statements.ts';

const ROUNDS = 5;
const ROUND_MS = 1500;
const PEOPLE = 16;
const P95_MS = 30;

/** The largest branch with at most a thousand assets. */
const ROOT = `
  select antenato from oggetto_discendenza group by antenato having count(*) <= 1000 order by count(*) desc, antenato limit 1`;

/** An intervention in progress with a technician. */
const SOME = `
  select o.id, o.id_tipo_guasto from odl o join stato s on s.id = o.id_stato where s.codice = 'IC' and o.id_tecnico is not null
  order by o.id desc limit 1`;

async function directly(
  client: pg.Client,
  statements: { text: string; values: unknown[] }[],
): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const started = performance.now();
    for (const { text, values } of statements) await client.query(text, values);
    times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

interface Sides {
  plant: Plant;
  client: pg.Client;
  bare: number;
  headers: Record<string, string>;
}

async function figuresOf(
  { plant, client, bare, headers }: Sides,
  list: WorkList,
  index: number,
): Promise<Figure[]> {
  const shot: Shot = { path: `/api/cmms/odl/?${list.query}`, headers };
  const statements = [list.rows, list.count].map((text) => ({ text, values: list.values }));
  const [ours, p95, direct, many, bareMany]: number[][] = [[], [], [], [], []] as number[][];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await load(plant.port, 1, ROUND_MS, () => shot);
    ours!.push(alone.median);
    p95!.push(alone.p95);
    direct!.push(await directly(client, statements));
    many!.push((await load(plant.port, PEOPLE, ROUND_MS, () => shot)).perSecond);
    bareMany!.push((await load(bare, PEOPLE, ROUND_MS, () => ({ path: `/${index}` }))).perSecond);
  }
  const [mine, late, theirs, all, bareAll] = [ours, p95, direct, many, bareMany].map((one) =>
    quantile(one!, 0.5),
  );
  return [
    {
      name: `${list.name}, one client, against its two statements`,
      value: `${(mine! / theirs!).toFixed(2)}x (${mine!.toFixed(2)} ms of ${theirs!.toFixed(2)} ms)`,
      target: '<= 2x',
      met: mine! / theirs! <= 2,
    },
    {
      name: `${list.name}, p95`,
      value: `${late!.toFixed(1)} ms`,
      target: `< ${P95_MS} ms`,
      met: late! < P95_MS,
    },
    {
      name: `${list.name}, ${PEOPLE} clients, against a bare server`,
      ...ofBare({ ours: all!, bare: bareAll! }, 0.5),
    },
  ];
}

/** Very short calls: both sides include the cost of HTTP. */
async function detailFigure(
  { plant, bare, headers }: Sides,
  call: DetailCall,
  index: number,
): Promise<Figure> {
  const [ours, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const shot: Shot = { path: `/api/cmms${call.path}`, headers };
    ours.push((await load(plant.port, 1, ROUND_MS, () => shot)).median);
    direct.push((await load(bare, 1, ROUND_MS, () => ({ path: `/detail/${index}` }))).median);
  }
  const [mine, theirs] = [quantile(ours, 0.5), quantile(direct, 0.5)];
  return {
    name: `${call.name}, one client, against a bare server of its statements`,
    value: `${(mine / theirs).toFixed(2)}x (${mine.toFixed(2)} ms of ${theirs.toFixed(2)} ms)`,
    target: '<= 2x',
    met: mine / theirs <= 2,
  };
}

/** Measures a filled plant, on a server engine at `url`. */
export async function workFigures(plant: Plant, url: string): Promise<Figure[]> {
  const client = new pg.Client(url);
  await client.connect();
  const root = (await client.query<{ antenato: number }>(ROOT)).rows[0]!.antenato;
  const text = '99173';
  const one = (await client.query<{ id: number; id_tipo_guasto: number }>(SOME)).rows[0]!;
  const { bare, child } = await startServer<{ bare: number }>('work-server.ts', url, root, text, one.id);
  try {
    const headers = await signedIn(plant.port);
    const sides = { plant, client, bare, headers };
    const figures: Figure[] = [];
    for (const [index, list] of workLists(root, text).entries())
      figures.push(...(await figuresOf(sides, list, index)));
    for (const [index, call] of detailCalls(one.id, one.id_tipo_guasto).entries())
      figures.push(await detailFigure(sides, call, index));
    return figures;
  } finally {
    child.kill();
    await client.end();
  }
}
