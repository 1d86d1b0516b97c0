/**
 * All changes of a balance take one lock, that of the part: opposite transfers, withdrawals, returns, loads and
 * parallel reservations neither block each other nor exceed the stock.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStock } from '../../../server/domains/stock/check.ts';
import type { Answer } from '../plant/plant.ts';
import { SERVER } from '../plant/templates.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let one: number;
let other: number;
beforeAll(async () => {
  plant = await works();
  [one, other] = [await plant.warehouse(), await plant.warehouse()];
});
afterAll(() => plant.close());

const transfer = (part: number, from: number, to: number, quantita = 1) =>
  plant.admin.put(`/ricambio/${part}/trasferimento/`, {
    id_magazzino_da: from,
    ubicazione_lotto_da: '-',
    id_magazzino_a: to,
    quantita,
  });
const take = (odl: number, part: number, quantita: number, id_magazzino = one) =>
  plant.admin.post(`/odl/${odl}/ricambio/`, {
    id_ricambio: part,
    quantita,
    id_magazzino,
    ubicazione_lotto: '-',
    id_ubicazione: null,
    id_lotto: null,
  });
const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await plant.one(`select count(*)::int as n from ${sql}`, values)).n as number;
const agree = async () => expect((await checkStock(plant.demo.database)).differences).toEqual([]);

/** Counts deadlocks, which are retried and visible only in the database. */
async function deadlocks(): Promise<number> {
  const sql = 'select deadlocks::int as n from pg_stat_database where datname = current_database()';
  return (await plant.one(sql)).n as number;
}

describe('at the same time', () => {
  it('transfers there and back, withdrawals, returns, reservations and loads all end, with nothing below zero [move-not-negative, prel-stock]', async () => {
    const part = await plant.part();
    const orders = [await plant.order(), await plant.order(), await plant.order()];
    await plant.move(part, one, 12);
    const before = await deadlocks();
    const answers: Answer[] = [];
    for (let round = 0; round < 6; round++) {
      const acts = orders.flatMap((odl, index) => [
        () => transfer(part, one, other),
        () => transfer(part, other, one),
        () => take(odl, part, -2, index % 2 ? one : other),
        () => take(odl, part, 1, index % 2 ? other : one),
        () => plant.admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita: 3 }),
        () => plant.move(part, index % 2 ? one : other, index % 2 ? 1 : -1),
        () => plant.admin.put(`/ricambio/${part}`, { descrizione: `Giro ${round}` }),
      ]);
      answers.push(...(await Promise.all(acts.map((act) => act()))));
    }
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    expect(await count('giacenza where quantita < 0')).toBe(0);
    expect(await deadlocks()).toBe(before);
    await agree();
  });

  it('as many withdrawals succeed as the stock allows, whatever a transfer does at the same time', async () => {
    const part = await plant.part();
    const orders = await Promise.all(Array.from({ length: 4 }, () => plant.order()));
    await plant.move(part, one, 5);
    const answers = await Promise.all([
      ...orders.flatMap((odl) => [take(odl, part, -1), take(odl, part, -1), take(odl, part, -1, other)]),
      ...Array.from({ length: 4 }, () => transfer(part, one, other)),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    const left = (await plant.stock(part)).reduce((sum, row) => sum + Number(row.quantita), 0);
    const taken = answers.slice(0, 12).filter(({ status }) => status === 200).length;
    expect(left + taken).toBe(5);
    await agree();
  });

  it('a location is either deleted or has stock', async () => {
    for (let round = 0; round < 5; round++) {
      const part = await plant.part();
      const shelf = await plant.location(one, `Ripiano ${round}`);
      await plant.move(part, other, 2);
      const [deleted, ...moved] = await Promise.all([
        plant.admin.del(`/magazzino/${one}/ubicazione/${shelf}`),
        plant.move(part, one, 1, { id_ubicazione: shelf }),
        plant.admin.put(`/ricambio/${part}/trasferimento/`, {
          id_magazzino_da: other,
          ubicazione_lotto_da: '-',
          id_magazzino_a: one,
          id_ubicazione_a: shelf,
          quantita: 1,
        }),
      ]);
      const held = await count('giacenza where id_ubicazione = $1 and quantita > 0', [shelf]);
      expect([200, 409]).toContain(deleted.status);
      expect(held > 0).toBe(deleted.status === 409);
      expect(moved.every(({ status }) => status === (held > 0 ? 200 : 422))).toBe(true);
    }
    await agree();
  });
});

describe.runIf(SERVER)('on a server', () => {
  /** Counts calls that wait for a lock. */
  const waiting = () =>
    count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");

  it('every kind of movement waits for the one lock, and sees the movements before it', async () => {
    const part = await plant.part();
    const [odl, holder] = [await plant.order(), await plant.order()];
    await plant.move(part, one, 4);
    expect((await take(holder, part, -1)).status).toBe(200);
    let acts: Promise<Answer>[] = [];
    await plant.demo.database.transaction(async (transaction) => {
      await transaction.query('select 1 from ricambio where id = $1 for no key update', [part]);
      acts = [
        transfer(part, one, other),
        plant.move(part, one, 1),
        plant.move(part, one, 1, { descrizione_ubicazione: 'Nuova' }),
        take(odl, part, -1),
        take(holder, part, 1),
      ];
      await expect.poll(waiting).toBe(acts.length);
      // A reservation changes no balance and waits for no lock.
      const reserved = plant.admin.post(`/odl/${await plant.order()}/prenotazione/`, {
        id_ricambio: part,
        quantita: 1,
      });
      expect((await reserved).status).toBe(200);
      expect(await count('movimentazione where id_ricambio = $1', [part])).toBe(2);
    });
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual(acts.map(() => 200));
    await agree();
  });

  it('the movement that takes a part below its minimum sends the event, and sees concurrent movements', async () => {
    await plant.demo.database.query(
      "insert into webhook (descrizione, url, attivo, su_giacenza) values ('Prova', 'https://officina.example/', 1, 1)",
    );
    const part = await plant.part({ scorta_minima: 3 });
    for (const warehouse of [one, other]) await plant.move(part, warehouse, 5);
    let acts: Promise<Answer>[] = [];
    await plant.demo.database.transaction(async (transaction) => {
      await transaction.query('select 1 from ricambio where id = $1 for no key update', [part]);
      acts = [one, other].map((warehouse) => plant.move(part, warehouse, -4));
      await expect.poll(waiting).toBe(acts.length);
    });
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await plant.demo.database.query<{ dati: string }>(
      "select dati from webhook_consegna where evento = 'stock.below_minimum'",
    );
    expect(rows.map(({ dati }) => JSON.parse(dati).giacenza)).toEqual([2]);
  });

  it('opposite transfers, many at once, all end', async () => {
    const part = await plant.part();
    const each = 12;
    for (const warehouse of [one, other]) await plant.move(part, warehouse, each);
    const before = await deadlocks();
    for (let round = 0; round < 4; round++) {
      const pairs = Array.from({ length: each }, () => [
        transfer(part, one, other),
        transfer(part, other, one),
      ]);
      const answers = await Promise.all(pairs.flat());
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    expect(await deadlocks()).toBe(before);
    expect((await plant.stock(part)).map(({ quantita }) => quantita)).toEqual([each, each]);
    await agree();
  });
});
