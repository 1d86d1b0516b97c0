/**
 * The pack of a technician in a plant with a million interventions: the whole one, one with a few changes, and an
 * unchanged one. Other work on the machine delays replies, so the processor time of server and database is measured too.
 */
import { get } from 'node:http';
import { loadavg } from 'node:os';
import type { Size } from '../server/seed/volume.ts';
import { median, once } from './load.ts';
import { type PackUser, SCOPED, UNSCOPED, WORKS } from './pack-work.ts';
import type { Figure } from './report.ts';
import { startServer } from './server-process.ts';
import { signedIn } from './signed-in.ts';

const WARM_UP = 7;
const KILOBYTE = 1000;
const WHOLE = { rounds: 15, ms: 1500, bytes: 1.5 * KILOBYTE * KILOBYTE };
const CHANGED = { rounds: 25, ms: 1500, bytes: 100 * KILOBYTE };
const UNCHANGED = { rounds: 100, ms: 20, bytes: 2 * KILOBYTE };

interface Ports {
  ours: number;
  side: number;
}

interface Sent {
  ms: number;
  bytes: number;
}

/** Sends a request as a browser does, and counts the compressed bytes of the reply. */
function timed(port: number, path: string, headers: Record<string, string>): Promise<Sent> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(
      { host: '127.0.0.1', port, path, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' } },
      (reply) => {
        let bytes = 0;
        reply.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        reply.on('end', () =>
          reply.statusCode === 200
            ? resolve({ ms: performance.now() - started, bytes })
            : reject(new Error(`${path}: ${reply.statusCode}`)),
        );
      },
    ).on('error', reject);
  });
}

interface Kind {
  name: string;
  limits: { rounds: number; ms: number; bytes: number };
  path(): Promise<string>;
}

const timesOf = async ({ side }: Ports): Promise<{ server: number; database: number }> =>
  JSON.parse(await once(side, { path: '/time' }));

async function figuresOf(
  ports: Ports,
  headers: Record<string, string>,
  { name, limits, path }: Kind,
): Promise<Figure[]> {
  for (let round = 0; round < WARM_UP; round += 1) await timed(ports.ours, await path(), headers);
  const sent: Sent[] = [];
  const used = { server: 0, database: 0 };
  for (let round = 0; round < limits.rounds; round += 1) {
    const at = await path();
    // The difference between the first two is the cost of reading the times.
    const [first, second] = [await timesOf(ports), await timesOf(ports)];
    sent.push(await timed(ports.ours, at, headers));
    const third = await timesOf(ports);
    used.server += third.server - 2 * second.server + first.server;
    used.database += third.database - 2 * second.database + first.database;
  }
  const times = sent.map(({ ms }) => ms);
  const bytes = Math.max(...sent.map((one) => one.bytes));
  const each = (total: number): string => (total / limits.rounds).toFixed(1);
  return [
    {
      name: `${name}, time of the reply`,
      value: `${median(times).toFixed(1)} ms (${Math.min(...times).toFixed(1)} at best, load ${loadavg()[0]!.toFixed(1)})`,
      target: `< ${limits.ms} ms`,
      met: median(times) < limits.ms,
    },
    {
      name: `${name}, processor time`,
      value: `${each(used.server + used.database)} ms (database ${each(used.database)})`,
      target: `< ${limits.ms} ms`,
      met: (used.server + used.database) / limits.rounds < limits.ms,
    },
    {
      name: `${name}, compressed`,
      value: `${(bytes / KILOBYTE).toFixed(1)} kB`,
      target: `< ${limits.bytes / KILOBYTE} kB`,
      met: bytes < limits.bytes,
    },
  ];
}

interface Pack {
  cursor: string;
  record: Record<string, unknown[]>;
  schemi: { impronta: string };
}

async function figuresFor(ports: Ports, who: string, user: PackUser): Promise<Figure[]> {
  const headers = await signedIn(ports.ours, user.mail);
  const pack = async (query: string): Promise<Pack> =>
    JSON.parse(await once(ports.ours, { path: `/api/cmms/pacchetto?${query}`, headers })).data;
  const first = await pack('');
  const known = `schemi=${first.schemi.impronta}`;
  const works = first.record.odl?.length ?? 0;
  if (works < WORKS) throw new Error(`The pack has only ${works} interventions.`);
  const title = `${who}, ${works} open works`;
  const kinds: Kind[] = [
    { name: `${title}: whole, with schemas`, limits: WHOLE, path: async () => '/api/cmms/pacchetto' },
    {
      name: `${title}: four changes`,
      limits: CHANGED,
      path: async () => {
        const { cursor } = await pack(known);
        await once(ports.side, { path: `/change/${user.code}` });
        return `/api/cmms/pacchetto?${known}&dal=${cursor}`;
      },
    },
  ];
  const figures: Figure[] = [];
  for (const kind of kinds) figures.push(...(await figuresOf(ports, headers, kind)));
  const { cursor } = await pack(known);
  const unchanged = async (): Promise<string> => `/api/cmms/pacchetto?${known}&dal=${cursor}`;
  const name = `${title}: unchanged`;
  return [...figures, ...(await figuresOf(ports, headers, { name, limits: UNCHANGED, path: unchanged }))];
}

export async function packFigures(folder: string, url: string, size: Size = 'large'): Promise<Figure[]> {
  const servers = await startServer<Ports>('pack-server.ts', folder, url, size);
  try {
    return [
      ...(await figuresFor(servers, 'one department', SCOPED)),
      ...(await figuresFor(servers, 'everything', UNSCOPED)),
    ];
  } finally {
    servers.child.kill();
  }
}
