/** Many users at the same balances: no lost updates, no negative stock, no endless waits. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStock, reportOf } from '../../../server/domains/stock/check.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let warehouses: number[];
beforeAll(async () => {
  plant = await store();
  warehouses = [await plant.warehouse(), await plant.warehouse(), await plant.warehouse()];
});
afterAll(() => plant.close());

const sum = (rows: { quantita?: unknown }[]) => rows.reduce((total, row) => total + Number(row.quantita), 0);

describe('at the same time', () => {
  it('as many unloads succeed as the stock allows, and the others are refused', async () => {
    const part = await plant.part();
    await plant.move(part, warehouses[0]!, 10);
    const answers = await Promise.all(Array.from({ length: 25 }, () => plant.move(part, warehouses[0]!, -1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(15);
    expect(await plant.stock(part)).toMatchObject([{ quantita: 0 }]);
  });

  it('every load counts, the first into a place that was empty too', async () => {
    const part = await plant.part();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => plant.move(part, warehouses[index % 3]!, 1.1)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(sum(await plant.stock(part))).toBeCloseTo(33);
    expect(await plant.demo.count(`giacenza where id_ricambio = ${part}`)).toBe(3);
  });

  it('opposite transfers do not block each other', async () => {
    const part = await plant.part();
    for (const warehouse of warehouses) await plant.move(part, warehouse, 20);
    const transfer = (from: number, to: number) =>
      plant.admin.put(`/ricambio/${part}/trasferimento/`, {
        id_magazzino_da: from,
        ubicazione_lotto_da: '-',
        id_magazzino_a: to,
        quantita: 1,
      });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const from = index % 3;
        return transfer(warehouses[from]!, warehouses[(from + 1 + (index % 2)) % 3]!);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(sum(await plant.stock(part))).toBe(60);
  });

  it('a part that is deleted and loaded at once is either deleted or has its stock', async () => {
    for (let round = 0; round < 6; round++) {
      const part = await plant.part();
      const [deleted, loaded] = await Promise.all([
        plant.admin.del(`/ricambio/${part}`),
        plant.move(part, warehouses[0]!, 1),
      ]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([deleted.status, loaded.status]);
    }
  });

  it('leaves every balance the sum of its movements', async () => {
    const found = await checkStock(plant.demo.database);
    expect(found.movements).toBeGreaterThan(100);
    expect(reportOf(found)).toMatch(/^All \d+ balances are the sum of their movements/);
  });
});
