/**
 * A backup of a typical plant while sixteen users load and unload parts: their waiting time, and whether the backup
 * is consistent.
 */
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Archive } from '../server/domains/backup/archive.ts';
import { PARTS } from '../server/domains/backup/manifest.ts';
import { openBackup } from '../server/domains/backup/restore-backup.ts';
import { quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { type Caller, callerWith, signedIn } from './signed-in.ts';

const PEOPLE = 16;
/** A user's pause after each change. */
const PAUSE_MS = 100;
const MAX_WAIT_MS = 200;
const VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version as string;

async function* rowsOf(archive: Archive, table: string): AsyncGenerator<Record<string, number | null>> {
  for (let number = 1; archive.names.includes(PARTS.rows(table, number)); number++)
    for (const line of (await archive.text(PARTS.rows(table, number), 2 ** 29)).split('\n'))
      if (line) yield JSON.parse(line);
}

/** Counts the balances in the file that differ from the sum of their movements. */
async function differences(archive: Archive): Promise<number> {
  const sums = new Map<string, number>();
  const add = (row: Record<string, number | null>, end: string, sign: number): void => {
    if (row[`id_magazzino${end}`] === null || row[`id_magazzino${end}`] === undefined) return;
    const place = ['id_magazzino', 'id_ubicazione', 'id_lotto'].map((name) => row[`${name}${end}`] ?? '');
    const key = [row.id_ricambio, ...place].join(' ');
    sums.set(key, (sums.get(key) ?? 0) + sign * Math.round((row.quantita ?? 0) * 100));
  };
  for await (const row of rowsOf(archive, 'movimentazione')) {
    add(row, '_a', 1);
    add(row, '_da', -1);
  }
  for await (const row of rowsOf(archive, 'giacenza')) add(row, '', -1);
  return [...sums.values()].filter((rest) => rest !== 0).length;
}

interface Waited {
  times: number[];
  refused: number;
}

/** Runs users who load and unload until they are stopped. */
function people(call: Caller, part: number, warehouse: number) {
  const waited: Waited = { times: [], refused: 0 };
  let working = true;
  const person = async (index: number): Promise<void> => {
    for (let round = index; working; round++) {
      const started = performance.now();
      const body = { id_magazzino: warehouse, quantita: round % 3 === 0 ? -1 : 1 };
      await call('POST', `/ricambio/${part}/giacenza/`, body).catch(() => waited.refused++);
      waited.times.push(performance.now() - started);
      await new Promise((on) => setTimeout(on, PAUSE_MS));
    }
  };
  const all = Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(index)));
  return {
    waited,
    stop: async () => {
      working = false;
      await all;
    },
  };
}

export async function backupFigures({ port }: Plant, folder: string): Promise<Figure[]> {
  const headers = await signedIn(port);
  const call = callerWith(port, headers);
  const first = async (path: string): Promise<number> =>
    ((await call('GET', path)).data as { id: number }[])[0]!.id;
  const [part, warehouse] = [await first('/ricambio/?pag=1'), await first('/magazzino/?pag=1')];
  await call('POST', `/ricambio/${part}/giacenza/`, { id_magazzino: warehouse, quantita: 10_000 });
  const before = people(call, part, warehouse);
  await new Promise((done) => setTimeout(done, 5_000));
  await before.stop();
  const during = people(call, part, warehouse);
  const started = performance.now();
  const { id } = (await call('POST', '/info/backup?formato=zip')).data as { id: number };
  let job: { stato: string; fatto: number };
  do {
    await new Promise((done) => setTimeout(done, 500));
    job = (await call('GET', `/lavoro/${id}`)).data;
  } while (['attesa', 'in_corso'].includes(job.stato));
  const seconds = (performance.now() - started) / 1000;
  await during.stop();
  if (job.stato !== 'fatto') throw new Error(`the backup ended as ${job.stato}`);
  const path = join(folder, 'bench.zip');
  const reply = await fetch(`http://127.0.0.1:${port}/api/cmms/lavoro/${id}/file`, { headers });
  await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(path));
  const { archive } = await openBackup(path, VERSION);
  const wrong = await differences(archive);
  await archive.close();
  const { times, refused } = during.waited;
  const [p95, longest] = [quantile(times, 0.95), Math.max(...times)];
  const alone = quantile(before.waited.times, 0.95);
  const megabytes = (statSync(path).size / 1024 / 1024).toFixed(1);
  return [
    {
      name: `backup of ${job.fatto} rows and files while ${PEOPLE} people write: their p95`,
      value: `${p95.toFixed(0)} ms (without: ${alone.toFixed(0)} ms; longest ${longest.toFixed(0)} ms; ${times.length} requests)`,
      target: `< ${MAX_WAIT_MS} ms`,
      met: p95 < MAX_WAIT_MS,
    },
    {
      name: 'balances in it that are not the sum of its movements',
      value: `${wrong} (${seconds.toFixed(1)} s, ${megabytes} MB, ${refused} requests without reply)`,
      target: '0',
      met: wrong === 0 && refused === 0,
    },
  ];
}
