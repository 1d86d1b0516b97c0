/** The list of parts below minimum in a large plant: the HTTP call against two hand-written statements. */
import pg from 'pg';
import { load, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 5;
const ROUND_MS = 1500;

const LOW = `
  from ricambio t
  left join (select id_ricambio, sum(quantita) as q from giacenza group by 1) g on g.id_ricambio = t.id
  left join (
    select p.id_ricambio, sum(p.quantita - coalesce(p.quantita_prelevata, 0)) as q
    from prenotazione p join odl o on o.id = p.id_odl join stato s on s.id = o.id_stato
    where s.id_tipo_stato_odl not in (2, 4) and p.quantita > coalesce(p.quantita_prelevata, 0) group by 1
  ) w on w.id_ricambio = t.id`;
const WHERE = 'where t.canc = 0 and t.scorta_minima > coalesce(g.q, 0) - coalesce(w.q, 0)';
const STATEMENTS = [
  `select t.*, c.descrizione as classe, o.descrizione as organizzazione, r.descrizione as reparto,
     coalesce(g.q, 0) as giacenza, coalesce(g.q, 0) - coalesce(w.q, 0) as disponibile
   ${LOW} join ricambio_classe c on c.id = t.id_classe join organizzazione o on o.id = t.id_organizzazione
   join reparto r on r.id = t.id_reparto ${WHERE} order by t.codice collate "und-x-icu", t.id limit 30`,
  `select count(*)::int ${LOW} ${WHERE}`,
];

async function plainly(client: pg.Client): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const started = performance.now();
    for (const text of STATEMENTS) await client.query(text);
    times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

/** Measures a filled plant, on a server engine at `url`. */
export async function lowStockFigures(plant: Plant, url: string): Promise<Figure[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const headers = await signedIn(plant.port);
    const shot = { path: '/api/cmms/ricambio/?pag=1&sottoScorta=1', headers };
    const [ours, direct]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push((await load(plant.port, 1, ROUND_MS, () => shot)).median);
      direct.push(await plainly(client));
    }
    const [mine, theirs] = [quantile(ours, 0.5), quantile(direct, 0.5)];
    return [
      {
        name: 'parts below their minimum, one client, against its two statements',
        value: `${(mine / theirs).toFixed(2)}x (${mine.toFixed(1)} ms of ${theirs.toFixed(1)} ms)`,
        target: '<= 2x',
        met: mine / theirs <= 2,
      },
    ];
  } finally {
    await client.end();
  }
}
