/**
 * The table of figures: each call of one client against its SQL by hand, with 16 and 64 clients against a bare server of
 * that SQL, and the CPU of the server process against a bare one that runs our own statements.
 */
import { loadavg } from 'node:os';
import pg from 'pg';
import { load, median, once, type Shot } from './load.ts';
import { cpuOf, type Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { startServer } from './server-process.ts';
import { JSON_BODY, signedIn } from './signed-in.ts';
import { type Sample, type TableCall, tableCalls } from './table-calls.ts';

const ROUNDS = 4;
const ROUND_MS = 700;
/** Statements below this time leave no room for a request: they may take this much longer. */
const SHORT_MS = 2;
/** Where the counts of our own lists end. */
const CAP = 10_001;
const CHANGES = 20;
const [MOST_READ, MOST_CREATE, LEAST_AT_16, MOST_CPU] = [1, 1.5, 0.8, 2];

const MEASURES = ['alone', 'at16', 'at64', 'cpu'] as const;
type Measure = (typeof MEASURES)[number];
/** One of the servers that are compared, for one call. */
type Side = Record<Measure, () => Promise<number>>;
type Times = Record<Measure, number>;

interface Row {
  call: TableCall;
  ours: Times;
  /** Undefined where nothing fair can be compared. */
  bare: Times | undefined;
  busy: number;
}

type Next = (index: number) => Shot;

async function cpuPerRequest(pid: number, port: number, next: Next): Promise<number> {
  const before = cpuOf(pid);
  const { count } = await load(port, 4, ROUND_MS, next);
  return (cpuOf(pid) - before) / count;
}

const sideOf = (port: number, pid: number, next: Next, forCpu = next): Side => ({
  alone: async () => (await load(port, 1, ROUND_MS, next)).median,
  at16: async () => (await load(port, 16, ROUND_MS, next)).perSecond,
  at64: async () => (await load(port, 64, ROUND_MS, next)).perSecond,
  cpu: () => cpuPerRequest(pid, port, forCpu),
});

async function directly(client: pg.Client, { byHand }: TableCall): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const started = performance.now();
    for (const statement of byHand(times.length)) await client.query(statement);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Measures in turn, so that other load on the machine affects all sides; the first round warms up. */
async function measured(sides: Side[]): Promise<Times[]> {
  const results = sides.map((): Times => ({ alone: 0, at16: 0, at64: 0, cpu: 0 }));
  for (const measure of MEASURES) {
    const values: number[][] = sides.map(() => []);
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, side] of sides.entries()) {
        const value = await side[measure]();
        if (round > 0) values[index]!.push(value);
      }
    // Other work on the machine only adds CPU time, because it empties the processor's caches.
    for (const [index, result] of results.entries())
      result[measure] = measure === 'cpu' ? Math.min(...values[index]!) : median(values[index]!);
  }
  return results;
}

const rowsIn = (data: unknown): number => (Array.isArray(data) ? data.length : 1);

/** Ends the run if the SQL by hand finds other rows than the call: then its figure would mean nothing. */
async function compareReplies(name: string, ours: string, bare: string): Promise<void> {
  const [{ data, tot }, { data: results }] = [JSON.parse(ours), JSON.parse(bare)];
  if (tot === undefined) return;
  const [found, counted] = [rowsIn(results[0]), results[1][0].tot];
  // Kept counts have no cap.
  if (rowsIn(data) !== found || Math.min(tot, CAP) !== counted)
    throw new Error(`${name}: ${rowsIn(data)} rows of ${tot}, by hand ${found} of ${counted}`);
}

async function nextOf(port: number, call: TableCall): Promise<Next> {
  const signed = await signedIn(port, call.user);
  const headers = { ...signed, ...(call.compressed && { 'accept-encoding': 'gzip, deflate, br' }) };
  let sent = 0;
  return () => {
    // Counted over all rounds, so that each change is a new one.
    const { path, body } = call.request(sent++);
    const shot = { method: call.method, path: `/api/cmms${path}` };
    return body
      ? { ...shot, headers: { ...headers, ...JSON_BODY }, body: JSON.stringify(body) }
      : { ...shot, headers };
  };
}

type Server = Pick<Plant, 'port' | 'child'>;

interface Bare {
  port: number;
  pid: number;
  client: pg.Client;
}

async function rowOf(
  { port, child }: Server,
  bare: Bare | undefined,
  call: TableCall,
  index: number,
): Promise<Row> {
  const next = await nextOf(port, call);
  const sides = [sideOf(port, child.pid!, next)];
  if (bare) {
    const hand = { path: `/hand/${index}` };
    if (!call.method && !call.compressed)
      await compareReplies(call.name, await once(port, next(0)), await once(bare.port, hand));
    const theirs = sideOf(
      bare.port,
      bare.pid,
      () => hand,
      () => ({ path: `/recorded/${index}` }),
    );
    sides.push({ ...theirs, alone: () => directly(bare.client, call) });
  }
  const [ours, theirs] = await measured(sides);
  return { call, ours: ours!, bare: theirs, busy: loadavg()[0]! };
}

function figuresOf({ call: { name, method }, ours, bare }: Row): Figure[] {
  if (!bare) return [];
  const figure = (what: string, measure: Measure, target: string, met: boolean): Figure => ({
    name: `${name}, ${what}`,
    value: `${(ours[measure] / bare[measure]).toFixed(2)}x (${ours[measure].toFixed(2)} of ${bare[measure].toFixed(2)})`,
    target,
    met,
  });
  const most = method ? MOST_CREATE : MOST_READ;
  const isShort = bare.alone < SHORT_MS;
  const allowed = isShort ? bare.alone + SHORT_MS : bare.alone * most;
  const speed = ours.at16 / bare.at16;
  return [
    figure('one client', 'alone', isShort ? `<= SQL + ${SHORT_MS} ms` : `<= ${most}x`, ours.alone <= allowed),
    figure('16 clients', 'at16', `>= ${LEAST_AT_16}x`, speed >= LEAST_AT_16),
    figure('CPU', 'cpu', `<= ${MOST_CPU}x`, ours.cpu / bare.cpu <= MOST_CPU),
  ];
}

function cell(ours: number, bare: number | undefined, digits: number): string {
  if (bare === undefined) return ours.toFixed(digits);
  return `${(ours / bare).toFixed(2)} (${ours.toFixed(digits)} of ${bare.toFixed(digits)})`;
}

function tableOf({ interventions, assets, parts }: Sample, rows: Row[]): string {
  const lines = rows.map(({ call, ours, bare, busy }) => {
    const cells = [
      cell(ours.alone, bare?.alone, 1),
      cell(ours.at16, bare?.at16, 0),
      cell(ours.at64, bare?.at64, 0),
      cell(ours.cpu, bare?.cpu, 2),
      busy.toFixed(1),
    ];
    return `| ${call.name} | ${cells.join(' | ')} |`;
  });
  return [
    `${interventions} interventions, ${assets} assets, ${parts} parts\n`,
    '| call | ms, one client | requests/s, 16 clients | 64 clients | CPU ms per request | load |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

async function bareOf(url: string, sample: Sample) {
  const { bare: port, child } = await startServer<{ bare: number }>(
    'table-server.ts',
    url,
    JSON.stringify(sample),
  );
  // Like our server: compiling the plan of a page takes longer than the page.
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
  await client.connect();
  return { port, pid: child.pid!, child, client };
}

/** Gives the intervention that is read a history. */
async function change({ port }: Server, { id }: Sample): Promise<void> {
  const headers = { ...(await signedIn(port)), ...JSON_BODY };
  for (let index = 0; index < CHANGES; index++) {
    const body = JSON.stringify({ note: `change ${index}` });
    await once(port, { method: 'PUT', path: `/api/cmms/odl/${id}`, headers, body });
  }
}

/** Measures a filled plant; with the address of its server engine beside the SQL by hand. */
export async function tableFigures(
  server: Server,
  url: string,
  sample: Sample,
  only: (name: string) => boolean = () => true,
): Promise<{ figures: Figure[]; table: string }> {
  await change(server, sample);
  const bare = url ? await bareOf(url, sample) : undefined;
  const rows: Row[] = [];
  try {
    for (const [index, call] of tableCalls(sample).entries())
      if (only(call.name)) rows.push(await rowOf(server, bare, call, index));
  } finally {
    bare?.child.kill();
    await bare?.client.end();
  }
  return { figures: rows.flatMap(figuresOf), table: tableOf(sample, rows) };
}
