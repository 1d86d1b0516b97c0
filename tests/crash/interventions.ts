/**
 * npm run test:crash, third part: sixteen users tick, withdraw, change states and close for sixty seconds, and the
 * server is killed every ten. Acknowledged changes must survive, every state must be in the history, mandatory items
 * must be done before closing, and the stock must match its ledger.
 */
import { readSchemas, SCHEMAS } from '../../schemas/read-schemas.ts';
import { wrongKept } from '../../server/database/counts.ts';
import { type Database, openDatabase } from '../../server/database/engine.ts';
import { checkStock } from '../../server/domains/stock/check.ts';
import { call, onEachEngine, type Plant, pause, signIn } from './plant.ts';

const PEOPLE = 16;
const ORDERS = 24;
/** Sixty seconds of work, without the time of restarts on slow machines. */
const KILLS = 5;
const WORK_MS = 10_000;
const STOCK = 1_000_000;
const log = { info: () => undefined, warn: () => undefined };

type Row = Record<string, unknown>;
interface Answer {
  status: number;
  result?: number;
  data: Row;
}

interface Course {
  /** The acknowledged version and the last entered state, by id. */
  versions: Map<number, number>;
  entered: Map<number, number>;
  withdrawals: number[];
  acknowledged: number;
  refused: number;
  cutOff: number;
  kills: number;
}

const send = async (plant: Plant, token: string, method: string, path: string, body?: object) =>
  (await call(plant, token, path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })) as Answer | undefined;

async function must(plant: Plant, token: string, method: string, path: string, body?: object): Promise<Row> {
  const answer = await send(plant, token, method, path, body);
  if (answer?.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

interface Prepared {
  orders: { id: number; items: number[] }[];
  part: number;
  warehouse: number;
}

const idOf = async (plant: Plant, token: string, path: string, codice: string): Promise<number> => {
  const rows = (await must(plant, token, 'GET', path)) as unknown as { id: number; codice: string }[];
  return rows.find((row) => row.codice === codice)!.id;
};

/** Creates orders with a mandatory checklist, and a part with a large stock. */
async function prepare(plant: Plant, token: string): Promise<Prepared> {
  const post = (path: string, body: object) => must(plant, token, 'POST', path, body);
  const { id: list } = await post('/checklist/', { descrizione: 'Crash' });
  for (const ordine of [1, 2, 3]) {
    const { id: voce } = await post('/checklist/voce/', { descrizione: `Voce ${ordine}` });
    await post('/checklist/relazione/', { id_checklist: list, id_voce: voce, obbligatoria: '1', ordine });
  }
  const [part, warehouse] = [
    await idOf(plant, token, '/ricambio/?pag=-1', 'CUS-6205'),
    await idOf(plant, token, '/magazzino/?pag=-1', 'MAG-FOL'),
  ];
  await post(`/ricambio/${part}/giacenza/`, { id_magazzino: warehouse, quantita: STOCK });
  const asset = await idOf(plant, token, '/oggetto/?pag=-1', 'FOL-L1-CF');
  const { utenti } = (await must(plant, token, 'GET', `/odl/tecnico/?idOggetto=${asset}`)) as {
    utenti: { id: number }[];
  };
  const row = {
    id_oggetto: asset,
    id_stato: await idOf(plant, token, '/stato/?all=1', 'AS'),
    id_tecnico: utenti[0]!.id,
    id_tipo_guasto: await idOf(plant, token, '/odl/tipoGuasto/', 'GUA'),
    priorita: 1,
    id_checklist: list,
    // Fields that the plant requires for closing.
    campo_nota1: 'Usura',
    campo_float1: 1,
  };
  const orders: Prepared['orders'] = [];
  for (let index = 0; index < ORDERS; index++) {
    const { id } = (await post('/odl/', { ...row, descrizione: `Crash ${index}` })) as { id: number };
    const items = (await must(plant, token, 'GET', `/odl/${id}/checklist/`)) as unknown as { id: number }[];
    orders.push({ id, items: items.map((item) => item.id) });
  }
  return { orders, part: part, warehouse };
}

const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** Runs one action of one user; false if the server was down. */
async function act(plant: Plant, token: string, prepared: Prepared, course: Course): Promise<boolean> {
  const order = any(prepared.orders);
  const path = `/odl/${order.id}`;
  const note = (answer: Answer | undefined, onAccepted: (data: Row) => void): boolean => {
    if (!answer) return false;
    if (answer.status >= 500) throw new Error(`a failure: ${JSON.stringify(answer)}`);
    if (answer.status === 200 && answer.result === 0) {
      course.acknowledged++;
      onAccepted(answer.data);
    } else course.refused++;
    return true;
  };
  const what = Math.random();
  if (what < 0.3)
    return note(
      await send(plant, token, 'PUT', `${path}/checklist/${any(order.items)}`, {
        checked: Math.random() < 0.8 ? 1 : 0,
      }),
      () => undefined,
    );
  if (what < 0.5)
    return note(
      await send(plant, token, 'POST', `${path}/ricambio/`, {
        id_ricambio: prepared.part,
        quantita: -1,
        id_magazzino: prepared.warehouse,
        id_ubicazione: null,
      }),
      ({ id_prelievo: id }) => void course.withdrawals.push(id as number),
    );
  const next = await send(plant, token, 'GET', `/stato/?idOdl=${order.id}`);
  if (!next) return false;
  if (next.status !== 200) return true;
  const free = (next.data as unknown as { id: number; motivi: string[] }[]).filter(
    ({ motivi }) => motivi.length === 0,
  );
  return note(await send(plant, token, 'PUT', path, { id_stato: any(free)?.id }), (data) => {
    const [version, state] = [data.versione as number, data.id_stato as number];
    if (version <= (course.versions.get(order.id) ?? 0)) return;
    course.versions.set(order.id, version);
    course.entered.set(order.id, state);
  });
}

async function work(plant: Plant): Promise<Course> {
  await plant.start();
  const token = await signIn(plant);
  const prepared = await prepare(plant, token);
  const course: Course = {
    versions: new Map(),
    entered: new Map(),
    withdrawals: [],
    acknowledged: 0,
    refused: 0,
    cutOff: 0,
    kills: 0,
  };
  let over = false;
  const person = async (): Promise<void> => {
    while (!over)
      if (!(await act(plant, token, prepared, course))) {
        course.cutOff++;
        await pause(50);
      }
  };
  const killer = async (): Promise<void> => {
    try {
      while (course.kills < KILLS) {
        await pause(WORK_MS);
        await plant.kill();
        course.kills++;
        await plant.start();
      }
      await pause(WORK_MS);
    } finally {
      over = true;
    }
  };
  await Promise.all([killer(), ...Array.from({ length: PEOPLE }, person)]);
  await plant.kill();
  return course;
}

const number = async (database: Database, sql: string, values: unknown[] = []): Promise<number> =>
  Number((await database.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values)).rows[0]!.n);

async function verify(engine: string, plant: Plant, course: Course) {
  const database = await openDatabase({ url: plant.url, folder: plant.folder, log });
  try {
    let lost = 0;
    for (const [id, version] of course.versions)
      lost += await number(database, 'odl where id = $1 and versione < $2', [id, version]);
    const present = await number(database, 'odl_prelievo where id_prelievo = any($1::int[])', [
      course.withdrawals,
    ]);
    return {
      engine,
      kills: course.kills,
      acknowledged: course.acknowledged,
      refused: course.refused,
      'cut off': course.cutOff,
      closings: await number(
        database,
        `odl_storico h join odl o on o.id = h.id_odl join stato s on s.id = h.id_stato
         where s.id_tipo_stato_odl = 4 and o.descrizione like 'Crash %'`,
      ),
      'acknowledged, lost': lost + new Set(course.withdrawals).size - present,
      'states without their step': await number(
        database,
        `odl o where (select h.id_stato from odl_storico h where h.id_odl = o.id order by h.id desc limit 1)
           is distinct from o.id_stato and o.descrizione like 'Crash %'`,
      ),
      'closed with an item left': await number(
        database,
        `odl o join stato s on s.id = o.id_stato join odl_checklist c on c.id_odl = o.id
         where s.id_tipo_stato_odl = 4 and c.obbligatoria = 1 and c.checked = 0`,
      ),
      'balances that differ': (await checkStock(database)).differences.length,
      'counts that differ': (await wrongKept(database, readSchemas([SCHEMAS]).entities)).length,
    };
  } finally {
    await database.close();
  }
}

const results = await onEachEngine(async (engine, plant) => verify(engine, plant, await work(plant)));
console.table(results);
const failed = results.some(
  (one) =>
    one['acknowledged, lost'] +
      one['states without their step'] +
      one['closed with an item left'] +
      one['balances that differ'] +
      one['counts that differ'] >
    0,
);
// Without a closing, the run proves nothing about them.
const idle = results.every(({ closings }) => closings === 0);
console.log(failed || idle ? 'The crash test of interventions failed.' : 'No acknowledged change was lost.');
process.exit(failed || idle ? 1 : 0);
