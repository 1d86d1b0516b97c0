/** CPU time of the server per request, against a bare server that runs the same statements, alternating. */
import type { CpuCall } from './cpu-calls.ts';
import { load, type Shot } from './load.ts';
import { cpuOf, type Plant } from './plants.ts';
import type { Figure } from './report.ts';
import { startServer } from './server-process.ts';
import { JSON_BODY, signedIn } from './signed-in.ts';

const ROUNDS = 6;
const ROUND_MS = 800;
const CLIENTS = 4;
const MOST = 2;

async function cpuPerRequest(pid: number, port: number, shot: Shot): Promise<number> {
  const before = cpuOf(pid);
  const { count } = await load(port, CLIENTS, ROUND_MS, () => shot);
  return (cpuOf(pid) - before) / count;
}

/** Measures a filled plant, on a server engine at `url`. */
export async function cpuFigures(
  { port, child }: Pick<Plant, 'port' | 'child'>,
  url: string,
): Promise<Figure[]> {
  const bare = await startServer<{ bare: number; calls: CpuCall[] }>('cpu-server.ts', url);
  const figures: Figure[] = [];
  try {
    for (const [index, { name, user, method, path, body, compressed }] of bare.calls.entries()) {
      const shot: Shot = {
        method,
        path: `/api/cmms${path}`,
        headers: {
          ...(await signedIn(port, user)),
          ...(compressed && { 'accept-encoding': 'gzip, deflate, br' }),
          ...(body && JSON_BODY),
        },
        ...(body && { body: JSON.stringify(body) }),
      };
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await cpuPerRequest(child.pid!, port, shot));
        theirs.push(await cpuPerRequest(bare.child.pid!, bare.bare, { path: `/${index}` }));
      }
      // Other work on the machine only adds CPU time, because it empties the processor's caches.
      const [mine, its] = [Math.min(...ours), Math.min(...theirs)];
      figures.push({
        name: `CPU of ${name}, against a bare server of its statements`,
        value: `${(mine / its).toFixed(2)}x (${mine.toFixed(2)} ms of ${its.toFixed(2)} ms)`,
        target: `<= ${MOST}x`,
        met: mine / its <= MOST,
      });
    }
  } finally {
    bare.child.kill();
  }
  return figures;
}
