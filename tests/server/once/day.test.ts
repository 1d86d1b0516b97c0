/** A connection that sends every write twice: a day of work has the same result. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { TECHNICIAN, type Workshop, workshop } from '../interventions/workshop.ts';
import { type Line, lineTo } from './connection.ts';

let shop: Workshop;
let target: string;
beforeAll(async () => {
  shop = await workshop();
  await shop.demo.app.server.listen({ port: 0, host: '127.0.0.1' });
  target = `http://127.0.0.1:${(shop.demo.app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const TABLES = [
  'odl',
  'odl_storico',
  'odl_prelievo',
  'odl_costo',
  'commento',
  'movimentazione',
  'storico_modifiche',
  'posta',
  'webhook_consegna',
  'risposta_tenuta',
];

async function state(): Promise<number[]> {
  await shop.demo.reported();
  const { rows } = await shop.demo.database.query<{ n: number }>(
    'select coalesce(sum(quantita), 0)::float as n from giacenza',
  );
  const counts: number[] = [rows[0]!.n];
  for (const table of TABLES) counts.push(await shop.demo.count(table));
  return counts;
}

/** Returns the changes of a day: the balances first, then the rows of each table. */
async function changedBy(day: () => Promise<void>): Promise<number[]> {
  const before = await state();
  await day();
  const after = await state();
  return after.map((count, index) => count - before[index]!);
}

async function day(url: string): Promise<void> {
  const token = await shop.demo.token('SUADMIN');
  const write = async (method: string, path: string, body: Row): Promise<Row> => {
    const reply = await fetch(`${url}/api/cmms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const envelope = (await reply.json()) as { result: number; data: Row };
    expect(envelope, JSON.stringify(envelope)).toMatchObject({ result: 0 });
    return envelope.data;
  };
  const [part, warehouse] = [
    await shop.demo.idOf('ricambio', { codice: 'CUS-6205' }),
    await shop.demo.idOf('magazzino', { codice: 'MAG-FOL' }),
  ];
  await write('POST', `/ricambio/${part}/giacenza/`, { id_magazzino: warehouse, quantita: 10 });
  const { id } = await write('POST', '/odl/', {
    id_oggetto: shop.ids['FOL-L1-CF'],
    id_stato: shop.ids.AP,
    id_tipo_guasto: shop.ids.GUA,
    descrizione: 'Una giornata',
    priorita: 2,
  });
  const order = `/odl/${id}`;
  await write('PUT', order, { id_tecnico: shop.ids[TECHNICIAN], id_stato: shop.ids.AS });
  await write('PUT', order, { id_stato: shop.ids.IC });
  const place = { id_magazzino: warehouse, id_ubicazione: null, id_lotto: null };
  await write('POST', `${order}/ricambio/`, { id_ricambio: part, quantita: -3, ...place });
  await write('POST', `${order}/ricambio/`, { id_ricambio: part, quantita: 1, ...place });
  const type = await firstCostType();
  await write('POST', `${order}/costo/`, { descrizione: 'Manodopera', quantita: 2, costo: 30, tipo: type });
  await write('POST', `/commento/intervento/${id}`, { testo: 'Sostituito il cuscinetto' });
  await write('PUT', order, { id_stato: shop.ids.CH, campo_nota1: 'Usura', campo_float1: 1 });
}

const firstCostType = async (): Promise<unknown> =>
  (await shop.admin.get('/costo/tipo-costo/?pag=-1')).data[0].id_tipo_costo;

it('every write sent twice, the first reply lost: no double effect, and the balances are equal', async () => {
  const once = await changedBy(() => day(target));
  let replays = 0;
  const line: Line = await lineTo(target, async (method, pass) => {
    if (method === 'GET') return pass();
    await pass();
    const second = await pass();
    replays += Number(second.replayed);
    return second;
  });
  const twice = await changedBy(() => day(line.url));
  await line.close();
  expect(twice).toEqual(once);
  expect(once[1]).toBe(1);
  expect(replays).toBe(once.at(-1));
  expect((await checkStock(shop.demo.database)).differences).toEqual([]);
});

it('every write sent twice at the same moment: one gets 409 running, or the same reply', async () => {
  const line = await lineTo(target, async (_method, pass) => {
    const both = await Promise.all([pass(), pass()]);
    const done = both.filter(({ status }) => status === 200);
    expect(both.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    return done[0];
  });
  const once = await changedBy(() => day(target));
  const twice = await changedBy(() => day(line.url));
  await line.close();
  expect(twice).toEqual(once);
});
