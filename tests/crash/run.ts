/**
 * npm run test:crash: kills each engine under load repeatedly, and checks for lost acknowledged writes, for stock
 * that differs from its movements, and for counts that differ from their rows. `-- --rounds 50` kills more often.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, openDatabase } from '../../server/database/engine.ts';
import { binaries, PostgresServer } from '../processes/postgres-server.ts';
import { program } from '../processes/program.ts';
import { miscounted } from './changes.ts';
import { between, pause } from './plant.ts';
import { booksOf } from './stock.ts';

const flag = process.argv.indexOf('--rounds');
const ROUNDS = flag > 0 ? Number(process.argv[flag + 1]) : 20;
const KILLED_WHILE_MADE = Math.min(ROUNDS, 3);
const KILLED_WHILE_OPENING = 5;
const log = { info: () => undefined, warn: () => undefined };

/** An engine to start under load, kill and reopen. */
interface Victim {
  name: 'embedded' | 'server';
  where: string;
  options: Pick<DatabaseOptions, 'url' | 'folder'>;
  start(): Promise<void>;
  kill(writers: ChildProcess): Promise<void>;
  remove(): Promise<void>;
}

interface Tally {
  kills: number;
  acknowledged: number;
  lost: number;
  miscounted: number;
  movements: number;
  failures: string[];
  opened: number[];
}

const exited = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((exit) => child.once('exit', exit));

function spawnWriters({ name, where }: Victim): ChildProcess {
  return spawn(process.execPath, [...program('tests/crash/writers.ts'), name, where], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Lets the writers work for a while and kills; returns the acknowledged ids. Says why if they wrote nothing. */
async function killUnderLoad(victim: Victim): Promise<number[]> {
  const writers = spawnWriters(victim);
  let output = '';
  let complaint = '';
  writers.stderr!.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-1_000);
  });
  const closed = new Promise((end) => writers.stdout!.once('close', end));
  const first = new Promise((begun) => writers.stdout!.once('data', begun));
  writers.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await Promise.race([first, exited(writers)]);
  await pause(between(400, 1_200));
  await victim.kill(writers);
  await Promise.all([exited(writers), closed]);
  // The text after the last line break is incomplete.
  const ids = output.split('\n').slice(0, -1).map(Number);
  if (ids.length === 0) throw new Error(`nothing was written: ${complaint}`);
  return ids;
}

async function killWhileOpening(victim: Victim, longest: number): Promise<void> {
  const writers = spawnWriters(victim);
  await pause(between(300, longest));
  await victim.kill(writers);
  await exited(writers);
}

async function verify(victim: Victim, acknowledged: number[], tally: Tally): Promise<void> {
  await victim.start();
  const begun = performance.now();
  const database = await openDatabase({ ...victim.options, log });
  tally.opened.push(performance.now() - begun);
  try {
    const { rows } = await database.query<{ id: number }>('select id from written');
    const there = new Set(rows.map(({ id }) => id));
    tally.lost += acknowledged.filter((id) => !there.has(id)).length;
    const { rows: counts } = await database.query<{ n: number }>('select sum(n)::int as n from counter');
    if (counts[0]!.n !== there.size) tally.miscounted += 1;
    const { movements, wrong } = await booksOf(database);
    if (wrong) tally.failures.push(wrong);
    const kept = await miscounted(database);
    if (kept) tally.failures.push(kept);
    if (movements <= tally.movements) tally.failures.push('no stock was moved');
    tally.movements = movements;
  } finally {
    await database.close();
  }
}

async function torture(victim: Victim): Promise<Tally> {
  const tally: Tally = {
    kills: 0,
    acknowledged: 0,
    lost: 0,
    miscounted: 0,
    movements: 0,
    failures: [],
    opened: [],
  };
  const promised: number[] = [];
  const attempt = async (round: number, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      tally.failures.push(`round ${round}: ${error}`);
    }
  };
  if (victim.name === 'embedded')
    for (let time = 0; time < KILLED_WHILE_MADE; time++) {
      await killWhileOpening(victim, 5_000);
      tally.kills += 1;
    }
  for (let round = 1; round <= ROUNDS; round++)
    await attempt(round, async () => {
      await victim.start();
      tally.kills += 1;
      const ids = await killUnderLoad(victim);
      promised.push(...ids);
      tally.acknowledged += ids.length;
      if (round % KILLED_WHILE_OPENING === 0) {
        await victim.start();
        await killWhileOpening(victim, 1_200);
        tally.kills += 1;
      }
      await verify(victim, promised, tally);
    });
  await victim.remove();
  return tally;
}

function embedded(): Victim {
  const folder = mkdtempSync(join(tmpdir(), 'officina-crash-'));
  return {
    name: 'embedded',
    where: folder,
    options: { folder },
    start: async () => undefined,
    kill: async (writers) => {
      writers.kill('SIGKILL');
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function server(bin: string): Promise<Victim> {
  const postgres = await PostgresServer.make(bin);
  let runs = false;
  return {
    name: 'server',
    where: postgres.url,
    options: { url: postgres.url },
    async start() {
      if (!runs) await postgres.start();
      runs = true;
    },
    async kill(writers) {
      await postgres.kill();
      runs = false;
      writers.kill('SIGKILL');
    },
    remove: () => postgres.remove(),
  };
}

const victims = [embedded()];
const bin = binaries();
if (bin) victims.push(await server(bin));
else
  console.log(
    'No PostgreSQL is installed here: the server engine is left out. Install postgresql to include it.',
  );

const results: Record<string, unknown>[] = [];
let failed = false;
for (const victim of victims) {
  const { kills, acknowledged, lost, miscounted, movements, failures, opened } = await torture(victim);
  const times = opened.map(Math.round).sort((a, b) => a - b);
  failed ||= lost > 0 || miscounted > 0 || failures.length > 0;
  for (const failure of failures) console.error(`${victim.name}: ${failure}`);
  results.push({
    engine: victim.name,
    kills,
    acknowledged,
    lost,
    'count wrong': miscounted,
    'movements of stock': movements,
    failures: failures.length,
    'opened again, median ms': times[Math.floor(times.length / 2)],
    'slowest ms': times.at(-1),
  });
}
console.table(results);
console.log(
  failed ? 'The crash test failed.' : 'No acknowledged write was lost, and stock agrees with its movements.',
);
process.exit(failed ? 1 : 0);
