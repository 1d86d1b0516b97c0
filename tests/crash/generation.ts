/**
 * npm run test:crash, fourth part: a schedule with some thousand dates is generated while the server is killed
 * repeatedly. The rest follows automatically; no date may be missing, doubled, or marked as generated without an
 * intervention.
 */
import { type Database, openDatabase } from '../../server/database/engine.ts';
import { between, call, onEachEngine, type Plant, pause, signIn } from './plant.ts';

const KILLS = 5;
const MAINTENANCES = 6;
const PERIOD = { data_generazione_start: '2030-01-01', data_generazione_end: '2031-12-31' };
const DAYS = 730;
const NAME = 'Giro di prova';
const ROUTINE = 'Generazione degli interventi periodici';
/** The delay of a kill after visible progress, well before the end. */
const AFTER_MS = [20, 400] as const;
const SEEN_WITHIN_MS = 120_000;
const log = { info: () => undefined, warn: () => undefined };

type Row = Record<string, unknown>;

async function must(plant: Plant, token: string, method: string, path: string, body?: object) {
  const answer = await call(plant, token, path, {
    method,
    headers: body && { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (answer?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

async function prepare(plant: Plant, token: string): Promise<number> {
  const rows = async (path: string) => {
    const data = (await must(plant, token, 'GET', path)) as unknown as Row[] | { lista: Row[] };
    return Array.isArray(data) ? data : data.lista;
  };
  const assets = (await rows('/oggetto/?pag=-1')).filter(({ dismesso }) => dismesso !== 1);
  const { id_organizzazione, id_reparto } = assets[0]!;
  const types = await rows('/odl/tipoGuasto/');
  const { id } = await must(plant, token, 'POST', '/manutenzione/schedulazione/', {
    codice: 'CRASH',
    descrizione: NAME,
    id_organizzazione,
    id_reparto,
    id_tipo_guasto: types.find(({ codice }) => codice === 'PRE')!.id,
    id_tipo_odl: 3,
    frequenza: 1,
    unita_misura: 1,
    tipo_rinnovo: 1,
    interno: 1,
    priorita: 1,
  });
  const near = assets.filter((row) => row.id_reparto === id_reparto).slice(0, MAINTENANCES);
  for (const { id: asset } of near)
    await must(plant, token, 'POST', '/manutenzione/', {
      id_schedulazione: id,
      id_oggetto: asset,
      data_inizio: PERIOD.data_generazione_start,
    });
  return id as number;
}

/** Starts the routine at once; it may be running already. */
async function wake(plant: Plant, token: string): Promise<void> {
  const routines = (await must(plant, token, 'GET', '/attivita/?pag=-1')) as unknown as { lista: Row[] };
  const { id } = (routines.lista ?? (routines as unknown as Row[])).find(({ titolo }) => titolo === ROUTINE)!;
  await call(plant, token, `/attivita/${id}/esegui`, { method: 'POST' });
}

const made = async (plant: Plant, token: string): Promise<number> => {
  const path = `/odl/?pag=1&max_rows=1&filtro=${encodeURIComponent(NAME)}`;
  return ((await call(plant, token, path)) as { tot?: number } | undefined)?.tot ?? 0;
};

/** Waits for more rows than before, or for all. */
async function more(plant: Plant, token: string, before: number, target: number): Promise<number> {
  const late = Date.now() + SEEN_WITHIN_MS;
  for (;;) {
    const now = await made(plant, token);
    if (now > before || now >= target || Date.now() > late) return now;
    await pause(50);
  }
}

async function torture(plant: Plant): Promise<number> {
  await plant.start();
  const token = await signIn(plant);
  const schedule = await prepare(plant, token);
  const target = MAINTENANCES * DAYS;
  await must(plant, token, 'POST', `/manutenzione/schedulazione/${schedule}/periodo/`, PERIOD);
  let [midway, there] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    there = await more(plant, token, there, target);
    await pause(between(...AFTER_MS));
    await plant.kill();
    await plant.start();
    there = await made(plant, token);
    if (there > 0 && there < target) midway++;
    await wake(plant, token);
  }
  while (there < target) {
    const now = await more(plant, token, there, target);
    if (now === there) break;
    there = now;
  }
  await plant.kill();
  return midway;
}

const number = async (database: Database, sql: string): Promise<number> =>
  Number((await database.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]!.n);

async function verify(engine: string, plant: Plant, midway: number) {
  const database = await openDatabase({ url: plant.url, folder: plant.folder, log });
  try {
    const own = `manutenzione m join manutenzione_schedulazione s on s.id = m.id_schedulazione and s.codice = 'CRASH'`;
    const days = `${own} cross join generate_series(date '${PERIOD.data_generazione_start}', date '${PERIOD.data_generazione_end}', interval '1 day') day`;
    return {
      engine,
      kills: KILLS,
      'killed midway': midway,
      expected: await number(database, days),
      made: await number(database, `odl o join (select m.id from ${own}) m on m.id = o.id_manutenzione`),
      'dates without one': await number(
        database,
        `${days} where not exists (select from odl o where o.id_manutenzione = m.id and o.data_ori_manutenzione = day::date)`,
      ),
      'dates with more': await number(
        database,
        `(select o.id_manutenzione, o.data_ori_manutenzione from odl o join (select m.id from ${own}) m on m.id = o.id_manutenzione
          group by 1, 2 having count(*) > 1) twice`,
      ),
    };
  } finally {
    await database.close();
  }
}

const results = await onEachEngine(async (engine, plant) => verify(engine, plant, await torture(plant)));
console.table(results);
const failed = results.some(
  (one) => one['dates without one'] + one['dates with more'] > 0 || one.made !== one.expected,
);
// Without a kill during a generation, the run proves nothing.
const idle = results.some((one) => one['killed midway'] === 0);
console.log(
  failed || idle ? 'The crash test of the generation failed.' : 'Every date was made exactly once.',
);
process.exit(failed || idle ? 1 : 0);
