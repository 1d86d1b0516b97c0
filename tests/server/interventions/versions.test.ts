/** Nobody overwrites a colleague unseen, in single and bulk changes: versions sent and replies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { type Workshop, workshop } from './workshop.ts';

let shop: Workshop;
let admin: Client;
let planner: Client;

beforeAll(async () => {
  shop = await workshop();
  admin = shop.admin;
  planner = await shop.as('SUPER');
});
afterAll(() => shop.close());

const noteOf = async (id: unknown): Promise<unknown> => (await admin.get(`/odl/${id}`)).data.note;

describe('one intervention', () => {
  it('is refused with an old version, with a reason for programs, and user and time for people [I21]', async () => {
    const row = await shop.raise();
    await admin.put(`/odl/${row.id}`, { note: 'primo', versione: row.versione });
    const refused = await planner.put(`/odl/${row.id}`, { note: 'secondo', versione: row.versione });
    expect(refused).toMatchObject({ status: 409, result: -1, reason: 'stale' });
    expect(refused.data).toMatchObject({ versione: 2, record: { note: 'primo' } });
    expect(refused.description).toContain(refused.data.who);
    const again = { note: 'secondo', versione: refused.data.versione };
    expect((await planner.put(`/odl/${row.id}`, again)).status).toBe(200);
    expect(await noteOf(row.id)).toBe('secondo');
  });

  it('accepts its version by id too, and writes without a version [I21]', async () => {
    const row = await shop.raise();
    const at = (versione: number) => ({ note: 'x', versioni: { [String(row.id)]: versione } });
    expect(await planner.put(`/odl/${row.id}`, at(7))).toMatchObject({ status: 409, reason: 'stale' });
    expect((await planner.put(`/odl/${row.id}`, at(1))).data.versione).toBe(2);
    expect((await planner.put(`/odl/${row.id}`, { note: 'y' })).data.versione).toBe(3);
  });
});

describe('several interventions', () => {
  it('are each compared with their own version: a changed one is left, with user, time and record [I21]', async () => {
    const rows = [await shop.raise(), await shop.raise(), await shop.raise()];
    const [seen, changed, unsaid] = rows.map(({ id }) => id) as [number, number, number];
    for (const id of [changed, unsaid]) await admin.put(`/odl/${id}`, { note: 'del collega' });
    const versioni = { [seen]: 1, [changed]: 1 };
    const { data } = await planner.put(`/odl/${seen},${changed},${unsaid}`, { note: 'mia', versioni });
    expect(data).toMatchObject([
      { id: seen, result: 0 },
      { id: changed, result: -1, status: 409, reason: 'stale' },
      { id: unsaid, result: 0 },
    ]);
    expect(data[0]).not.toHaveProperty('reason');
    expect(data[1].data).toMatchObject({ versione: 2, record: { id: changed, note: 'del collega' } });
    expect(data[1].description).toContain(data[1].data.who);
    expect(await Promise.all([seen, changed, unsaid].map(noteOf))).toEqual(['mia', 'del collega', 'mia']);
    const again = await planner.put(`/odl/${seen},${changed}`, {
      note: 'ancora',
      versioni: { [seen]: 2, [changed]: data[1].data.versione },
    });
    expect(again.data.map(({ result }: Row) => result)).toEqual([0, 0]);
  });

  it('report faults in the versions before any change', async () => {
    const [one, other] = [await shop.raise(), await shop.raise()];
    const put = (more: Row) => planner.put(`/odl/${one.id},${other.id}`, { note: 'mai', ...more });
    const foreign = { [String(other.id)]: 1, 2147483647: 1 };
    for (const versioni of [7, 'x', [1], { x: 1 }, { [String(one.id)]: '1' }, foreign])
      expect(await put({ versioni }), JSON.stringify(versioni)).toMatchObject({
        status: 422,
        errors: { versioni: 'Indicare un numero di versione per l\'id di ogni elemento, come {"12": 3}' },
      });
    expect(await put({ versione: 1 })).toMatchObject({
      status: 422,
      errors: { versione: 'Ogni elemento ha la propria versione: indicarle in versioni, per id' },
    });
    expect(await noteOf(one.id)).toBeNull();
    expect((await put({ versioni: null, versione: null })).status).toBe(200);
  });
});

it('is returned to a calendar too, so that it can be sent back', async () => {
  const row = await shop.raise({ data_ordine: '2031-05-05T08:00:00Z' });
  await admin.put(`/odl/${row.id}`, { note: 'visto' });
  const day = { dataDa: '2031-05-05', dataA: '2031-05-05' };
  const { data } = await planner.get(`/odl/?isCalendario=1&pag=-1&${new URLSearchParams(day)}`);
  expect(data).toMatchObject([{ id: row.id, versione: 2 }]);
});
