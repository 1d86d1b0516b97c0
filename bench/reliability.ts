/**
 * MTBF and MTTR of a year with 100,000 assets and a million interventions: the HTTP call against the query of
 * failures alone.
 */
import pg from 'pg';
import { once, quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { signedIn } from './signed-in.ts';

const ROUNDS = 7;
const MOST_MS = 1000;

/** The minimal query: failures of two years, summed by asset. */
const FAILURES = `
  select o.id_oggetto, count(*), sum(extract(epoch from o.data_fine - coalesce(o.data_inizio, o.data_ordine)))
  from odl o join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto
  where g.is_mtbf_enabled = 1 and s.id_tipo_stato_odl = 4 and o.data_fine >= date_trunc('year', now()) - interval '1 year'
    and o.data_fine < now() group by 1`;

const CALLS: [string, string][] = [
  ['the roots of the tree', 'livelli=1'],
  ['the whole tree of the worst five', ''],
  ['the list', 'viewType=list'],
];

async function median(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}

/** Measures a filled plant, on a server engine at `url`. */
export async function reliabilityFigures(plant: Pick<Plant, 'port'>, url: string): Promise<Figure[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const headers = await signedIn(plant.port);
    const figures: Figure[] = [];
    for (const [name, query] of CALLS) {
      const path = `/api/cmms/mtbf-mttr/?tipoPeriodo=Y&${query}`;
      const alone = await median(() => client.query(FAILURES));
      const ours = await median(() => once(plant.port, { path, headers }));
      figures.push({
        name: `a year beside the one before, ${name}`,
        value: `${ours.toFixed(0)} ms (its failures alone ${alone.toFixed(0)} ms)`,
        target: `< ${MOST_MS} ms`,
        met: ours < MOST_MS,
      });
    }
    return figures;
  } finally {
    await client.end();
  }
}
