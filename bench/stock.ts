/** Sixteen users load and unload the same 50 parts: movements per second, and whether the balances are correct. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { load, once, quantile, type Shot } from './load.ts';
import type { Figure } from './report.ts';
import { JSON_BODY, signedIn } from './signed-in.ts';

const PEOPLE = 16;
const ROUNDS = 6;
const ROUND_MS = 5000;
const LEAST = 0.5;

interface Servers {
  ours: number;
  bare: number;
  parts: number[];
  warehouse: number;
  locations: number[];
  child: ChildProcess;
}

async function startServers(folder: string, url: string): Promise<Servers> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/stock-server.ts', folder, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const servers = await new Promise<Omit<Servers, 'child'>>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on(
      'line',
      (line) => line.startsWith('{"ours"') && resolve(JSON.parse(line)),
    );
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { ...servers, child };
}

/** Movements that were accepted, and those refused for too little stock. */
interface Tally {
  moved: number;
  refused: number;
}

async function shots({ ours, parts, warehouse, locations }: Servers, tally: Tally) {
  const headers = { ...JSON_BODY, ...(await signedIn(ours, 'admin@officina.example')) };
  const took = (status: number): boolean => {
    if (status === 200) tally.moved++;
    else if (status === 422) tally.refused++;
    return status === 200 || status === 422;
  };
  return (index: number): Shot => ({
    method: 'POST',
    path: `/api/cmms/ricambio/${parts[index % parts.length]}/giacenza/`,
    headers,
    body: JSON.stringify({
      id_magazzino: warehouse,
      id_ubicazione: locations[Math.floor(index / parts.length) % locations.length],
      quantita: Math.random() < 0.5 ? 1.25 : -1.25,
    }),
    took,
  });
}

interface Books {
  balances: number;
  movements: number;
  least: number;
  differences: unknown[];
}

const median = (values: number[]): number => quantile(values, 0.5);
const rate = (value: number): string => `${Math.round(value)}/s`;

export async function stockFigures(folder: string, url: string): Promise<Figure[]> {
  const servers = await startServers(folder, url);
  try {
    const books = async (): Promise<Books> => JSON.parse(await once(servers.bare, { path: '/check' }));
    const tally = { moved: 0, refused: 0 };
    const next = await shots(servers, tally);
    const [ours, bare]: [number[], number[]] = [[], []];
    const accepted: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = (await books()).movements;
      const mine = await load(servers.ours, PEOPLE, ROUND_MS, next);
      accepted.push((await books()).movements - before);
      const theirs = JSON.parse(
        await once(servers.bare, { path: `/bare?clients=${PEOPLE}&ms=${ROUND_MS}` }),
      ) as { perSecond: number };
      // The first round warms both up.
      if (round > 0) {
        ours.push(mine.perSecond);
        bare.push(theirs.perSecond);
      }
    }
    const { balances, movements, least, differences } = await books();
    const [a, b] = [median(ours), median(bare)];
    const acceptedTotal = accepted.reduce((sum, one) => sum + one, 0);
    return [
      {
        name: `movements by ${PEOPLE} people on ${servers.parts.length} parts, of the bare transaction`,
        value: `${Math.round((a / b) * 100)}% (${rate(a)} of ${rate(b)})`,
        target: `>= ${LEAST * 100}%`,
        met: a / b >= LEAST,
      },
      {
        name: 'movements acknowledged that the ledger does not have',
        value: `${tally.moved - acceptedTotal} of ${tally.moved} (${tally.refused} refused)`,
        target: '0',
        met: tally.moved === acceptedTotal && tally.refused > 0,
      },
      {
        name: 'balances below zero, or not the sum of their movements',
        value: `${differences.length} of ${balances} (${movements} movements)`,
        target: '0',
        met: least >= 0 && differences.length === 0,
      },
    ];
  } finally {
    servers.child.kill();
  }
}
