/** Sixteen users load and unload the same 50 parts: movements per second, and whether the balances are correct. */
import { alternated, load, once, type Shot } from './load.ts';
import { type Figure, ofBare } from './report.ts';
import { startServer } from './server-process.ts';
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

export async function stockFigures(folder: string, url: string): Promise<Figure[]> {
  const servers = await startServer<Servers>('stock-server.ts', folder, url);
  try {
    const books = async (): Promise<Books> => JSON.parse(await once(servers.bare, { path: '/check' }));
    const tally = { moved: 0, refused: 0 };
    const next = await shots(servers, tally);
    const accepted: number[] = [];
    const ours = async (): Promise<number> => {
      const before = (await books()).movements;
      const { perSecond } = await load(servers.ours, PEOPLE, ROUND_MS, next);
      accepted.push((await books()).movements - before);
      return perSecond;
    };
    const bare = async (): Promise<number> =>
      JSON.parse(await once(servers.bare, { path: `/bare?clients=${PEOPLE}&ms=${ROUND_MS}` })).perSecond;
    const speeds = await alternated(ROUNDS, ours, bare);
    const { balances, movements, least, differences } = await books();
    const acceptedTotal = accepted.reduce((sum, one) => sum + one, 0);
    return [
      {
        name: `movements by ${PEOPLE} people on ${servers.parts.length} parts, of the bare transaction`,
        ...ofBare(speeds, LEAST),
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
