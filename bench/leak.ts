/**
 * Memory of the server during 100,000 requests of a mix: after the caches are full, neither the heap nor the process
 * may keep growing.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REQUESTER } from './listed-calls.ts';
import { load, type Shot } from './load.ts';
import { type Plant, serverOf } from './plants.ts';
import type { Figure } from './report.ts';
import { JSON_BODY, PASSWORD, signedIn } from './signed-in.ts';
import { type Sample, type TableCall, tableCalls } from './table-calls.ts';

const REQUESTS = 100_000;
const STAGES = [0.2, 0.4, 0.6, 0.8, 1];
/** The caches are full from this stage on. */
const FROM = 0.4;
const CLIENTS = 8;
const SLICE_MS = 1000;
/** Signed in again after this time, before the access of a long run ends. */
const SIGNED_IN_MS = 300_000;
const MEGABYTE = 2 ** 20;
const [MOST_HEAP_MB, MOST_RESIDENT_MB] = [5, 50];
const SIGN_IN = 'sign-in';

/** How many of 100 requests are of each call. */
const MIX: Record<string, number> = {
  'open list, compressed': 15,
  'open list, technician': 13,
  'read one': 20,
  history: 5,
  'search, rare': 6,
  'search, common word': 4,
  'assets page': 6,
  subtree: 4,
  'stock of a part': 6,
  calendar: 2,
  'home, by state': 4,
  'home, by month, technician': 4,
  update: 5,
  create: 5,
  [SIGN_IN]: 1,
};

interface Memory {
  rss: number;
  heapUsed: number;
  external: number;
}

const PROBE = fileURLToPath(new URL('memory-probe.mjs', import.meta.url));
const fileIn = (folder: string): string => join(folder, 'memory.json');

/** The environment of a server whose memory can be asked for. */
export const probed = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${PROBE}`,
  MEMORY_PROBE: fileIn(folder),
});

async function memoryOf(pid: number, folder: string): Promise<Memory> {
  const file = fileIn(folder);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 50));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Of another user than the other calls, whose session it would end. */
const signIn: TableCall = {
  name: SIGN_IN,
  user: REQUESTER,
  method: 'POST',
  request: () => ({ path: '/utente/login', body: { username: REQUESTER, pwd: PASSWORD } }),
  byHand: () => [],
};

/** Returns the requests of the mix, in an order that spreads each call evenly. */
async function mixed(port: number, sample: Sample, from: number): Promise<() => Shot> {
  const headers: Record<string, Record<string, string>> = {};
  const calls = [...tableCalls(sample), signIn].filter(({ name }) => MIX[name]);
  if (calls.length < Object.keys(MIX).length) throw new Error('a call of the mix is unknown');
  for (const { name, user } of calls) if (name !== SIGN_IN) headers[user] ??= await signedIn(port, user);
  const places = calls.flatMap((call) =>
    Array.from({ length: MIX[call.name]! }, (_, index) => ({ call, at: (index + 0.5) / MIX[call.name]! })),
  );
  places.sort((a, b) => a.at - b.at);
  let sent = from;
  return () => {
    const { user, method, compressed, request } = places[sent % places.length]!.call;
    const { path, body } = request(sent++);
    return {
      method,
      path: `/api/cmms${path}`,
      headers: {
        ...headers[user],
        ...(compressed && { 'accept-encoding': 'gzip, deflate, br' }),
        ...(body && JSON_BODY),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  };
}

function growth(what: string, bytes: number, most: number): Figure {
  const megabytes = bytes / MEGABYTE;
  return {
    name: `${what}, from ${FROM * 100}% to 100% of the requests`,
    value: `${megabytes >= 0 ? '+' : ''}${megabytes.toFixed(1)} MB`,
    target: `<= +${most} MB`,
    met: megabytes <= most,
  };
}

/** Measures a plant that was started with `probed(folder)`. */
export async function leakFigures(
  plant: Plant,
  folder: string,
  sample: Sample,
  requests = REQUESTS,
): Promise<Figure[]> {
  const pid = serverOf(plant);
  const results = new Map<number, Memory>();
  let sent = 0;
  console.log('\n| requests | heap MB | outside the heap | resident | load |\n|---|---|---|---|---|');
  for (const stage of STAGES) {
    while (sent < requests * stage) {
      const next = await mixed(plant.port, sample, sent);
      const end = performance.now() + SIGNED_IN_MS;
      while (sent < requests * stage && performance.now() < end)
        sent += (await load(plant.port, CLIENTS, SLICE_MS, next)).count;
    }
    const memory = await memoryOf(pid, folder);
    const { heapUsed, external, rss } = memory;
    const cells = [heapUsed, external, rss].map((bytes) => (bytes / MEGABYTE).toFixed(1));
    console.log(`| ${sent} | ${cells.join(' | ')} | ${loadavg()[0]!.toFixed(1)} |`);
    results.set(stage, memory);
  }
  const [first, last] = [results.get(FROM)!, results.get(1)!];
  return [
    growth('heap', last.heapUsed - first.heapUsed, MOST_HEAP_MB),
    growth('resident memory', last.rss - first.rss, MOST_RESIDENT_MB),
  ];
}
