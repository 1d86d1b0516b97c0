/**
 * A generation of 20,000 maintenances due on one date while users work: its duration, and the users' waiting time.
 */
import { openDatabase } from '../server/database/engine.ts';
import { once, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { callerWith, signedIn } from './signed-in.ts';

const MAINTENANCES = 20_000;
const PEOPLE = 4;
/** A user's pause to read a page. */
const PAUSE_MS = 100;
const DAY = '2027-03-01';
const SCHEDULE = 'BANCO-GEN';

interface Job {
  stato: string;
  esito: { numero_interventi_generati: number };
  messaggio: string;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** Fills the tables directly, as in a plant migrated from another system. */
async function fill(folder: string, url: string): Promise<number> {
  const database = await openDatabase({ folder, log: quiet, ...(url && { url }) });
  try {
    const { rows } = await database.query<{ id: number }>(
      `insert into manutenzione_schedulazione (codice, descrizione, id_organizzazione, id_reparto, id_tipo_guasto,
         id_tipo_odl, frequenza, unita_misura, tipo_rinnovo, interno, priorita)
       select '${SCHEDULE}', 'Giro di lubrificazione', 1, 1, (select id from odl_tipoguasto where codice = 'PRE'),
         3, 1, 4, 1, 1, 1 returning id`,
    );
    await database.query(
      `insert into manutenzione (id_schedulazione, id_oggetto, data_inizio)
       select $1::int, a.ids[1 + n % cardinality(a.ids)], date '2020-01-01' + n / cardinality(a.ids)
       from generate_series(1, ${MAINTENANCES}) n,
         (select array_agg(id) as ids from oggetto where canc = 0 and dismesso = 0) a`,
      [rows[0]!.id],
    );
    await database.query('analyze manutenzione');
    return rows[0]!.id;
  } finally {
    await database.close();
  }
}

export interface Startable {
  folder: string;
  url: string;
  start(): Promise<Plant>;
}

export async function generationFigures({ folder, url, start }: Startable): Promise<Figure[]> {
  await (await start()).stop();
  const id = await fill(folder, url);
  const plant = await start();
  try {
    const { port } = plant;
    const headers = await signedIn(port);
    const call = callerWith(port, headers);
    const [some] = (await call<[{ id: number }]>('GET', '/odl/?pag=1')).data;
    const work = [
      '/odl/?pag=1',
      `/odl/${some.id}`,
      '/oggetto/?pag=1',
      `/stato/?idOdl=${some.id}`,
      '/costo/?pag=1',
      '/manutenzione/schedulazione/?pag=1',
    ];
    for (const path of work) await call('GET', path);

    const started = performance.now();
    const { id_lavoro: job } = (
      await call<{ id_lavoro: number }>('POST', `/manutenzione/schedulazione/${id}/periodo/`, {
        data_generazione_start: DAY,
        data_generazione_end: DAY,
      })
    ).data;
    let done = false;
    const times: number[] = [];
    const person = async (from: number): Promise<void> => {
      for (let index = from; !done; index++) {
        const requestedAt = performance.now();
        await once(port, { path: `/api/cmms${work[index % work.length]}`, headers });
        times.push(performance.now() - requestedAt);
        await new Promise((wait) => setTimeout(wait, PAUSE_MS));
      }
    };
    const people = Array.from({ length: PEOPLE }, (_, index) => person(index));
    let made = 0;
    while (!done) {
      const { stato, esito, messaggio } = (await call<Job>('GET', `/lavoro/${job}`)).data;
      if (stato === 'fatto') made = esito.numero_interventi_generati;
      else if (stato !== 'attesa' && stato !== 'in_corso') throw new Error(`job ${job}: ${messaggio}`);
      done = stato === 'fatto';
      if (!done) await new Promise((wait) => setTimeout(wait, PAUSE_MS));
    }
    const seconds = (performance.now() - started) / 1000;
    await Promise.all(people);
    if (made !== MAINTENANCES) throw new Error(`${made} of ${MAINTENANCES} interventions were made`);
    const p95 = quantile(times, 0.95);
    return [
      {
        name: `${MAINTENANCES} maintenances due on one day`,
        value: `${seconds.toFixed(1)} s`,
        target: '< 60 s',
        met: seconds < 60,
      },
      {
        name: `other requests meanwhile, p95 of ${times.length}`,
        value: `${p95.toFixed(0)} ms (median ${quantile(times, 0.5).toFixed(0)} ms)`,
        target: '< 200 ms',
        met: p95 < 200,
      },
    ];
  } finally {
    await plant.stop();
  }
}
