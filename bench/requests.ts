/** Lists, searches, reads and creates on an entity of 100,000 rows: our server against a bare one, alternating. */
import { alternated, load, median, once, type Shot } from './load.ts';
import { type Figure, ofBare } from './report.ts';
import { startServer } from './server-process.ts';
import { JSON_BODY, signedIn } from './signed-in.ts';

const ROUNDS = 5;
const ROUND_MS = 2000;
const CLIENTS = 16;

type Servers = Awaited<ReturnType<typeof startServers>>;

export async function startServers(folder: string, url: string) {
  const servers = await startServer<{ ours: number; bare: number }>('servers.ts', folder, url);
  return { ...servers, headers: { ...(await signedIn(servers.ours)), 'accept-language': 'it' } };
}

interface Pair {
  ours: (index: number) => Shot;
  bare: (index: number) => Shot;
}

async function atOnce(servers: Servers, name: string, pair: Pair, least: number): Promise<Figure> {
  const speedOf = async (port: number, next: (index: number) => Shot) =>
    (await load(port, CLIENTS, ROUND_MS, next)).perSecond;
  const speeds = await alternated(
    ROUNDS,
    () => speedOf(servers.ours, pair.ours),
    () => speedOf(servers.bare, pair.bare),
  );
  return { name, ...ofBare(speeds, least) };
}

async function oneByOne(servers: Servers, name: string, query: string): Promise<Figure> {
  const shot = { path: `/api/cmms/costo/?${query}`, headers: servers.headers };
  const [http, direct]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    http.push((await load(servers.ours, 1, ROUND_MS / 2, () => shot)).median);
    direct.push(JSON.parse(await once(servers.bare, { path: `/direct?${query}` })).median);
  }
  const [a, b] = [median(http), median(direct)];
  return {
    name,
    value: `${(a / b).toFixed(2)}x (${a.toFixed(2)} ms of ${b.toFixed(2)} ms)`,
    target: '<= 2x',
    met: a / b <= 2,
  };
}

let codes = 0;
const newCost = (): string => {
  const codice = `B${process.pid}-${codes++}`;
  return JSON.stringify({
    codice,
    descrizione: 'Manodopera interna',
    id_organizzazione: 1,
    id_reparto: 1,
    tipo: 1,
    costo_unitario: 35.5,
  });
};

export async function requestFigures(servers: Servers): Promise<Figure[]> {
  const { headers } = servers;
  const list = (query: string): Pair => ({
    ours: () => ({ path: `/api/cmms/costo/?${query}`, headers }),
    bare: () => ({ path: `/list?${query}` }),
  });
  const id = (index: number) => 1 + ((index * 7919) % 90_000);
  const read: Pair = {
    ours: (index) => ({ path: `/api/cmms/costo/${id(index)}`, headers }),
    bare: (index) => ({ path: `/read/${id(index)}` }),
  };
  const create: Pair = {
    ours: () => ({
      method: 'POST',
      path: '/api/cmms/costo/',
      headers: { ...headers, ...JSON_BODY },
      body: newCost(),
    }),
    bare: () => ({ method: 'POST', path: '/create', headers: JSON_BODY, body: newCost() }),
  };
  const page = 'pag=1';
  const search = 'pag=1&filtro=9917';
  return [
    await oneByOne(servers, 'list page, one client, against its two statements', page),
    await oneByOne(servers, 'contains-search, one client, against its two statements', search),
    await atOnce(servers, 'list page, 16 clients, against a bare server', list(page), 0.6),
    await atOnce(servers, 'contains-search, 16 clients, against a bare server', list(search), 0.6),
    await atOnce(servers, 'read by id, 16 clients, against a bare server', read, 0.5),
    await atOnce(servers, 'create, 16 clients, against a bare server', create, 0.5),
  ];
}
