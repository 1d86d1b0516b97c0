/**
 * Acts that were done without a connection: they count from the time when they were done, and the record stores both
 * times.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Client, Options } from '../plant/plant.ts';
import { FAR_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './workshop.ts';

let shop: Workshop;
let technician: Client;
beforeAll(async () => {
  shop = await workshop();
  technician = await shop.as('RIFTEC');
});
afterAll(() => shop.close());

const run = (sql: string, values: unknown[] = []) => shop.demo.database.query<Row>(sql, values);
const stored = async (id: unknown): Promise<Row> =>
  (await run('select * from odl where id = $1', [id])).rows[0]!;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Returns the headers of a device that did the act at this time, and whose clock is ahead. */
const late = (done: Date, ahead = 0, key: string = randomUUID()): Options => ({
  headers: {
    'idempotency-key': key,
    'x-officina-done': new Date(done.getTime() + ahead).toISOString(),
    'x-officina-clock': new Date(Date.now() + ahead).toISOString(),
  },
});

/** Creates an intervention of the technician, raised and assigned some hours ago. */
async function assigned(hours = 6, state = 'AS'): Promise<Row> {
  const { id } = await shop.raise();
  await shop.put(id, state, { id_tecnico: shop.ids[TECHNICIAN] });
  await run(`update odl set data_ins = now() - make_interval(hours => $2) where id = $1`, [id, hours]);
  await run(
    `update odl_storico set id_stato = $3, data_ins = now() - make_interval(hours => $2) where id_odl = $1`,
    [id, hours, shop.ids[state]],
  );
  return stored(id);
}

/** Returns an asset that the technician does not see. */
async function elsewhere(): Promise<unknown> {
  const seen = new Set((await technician.get('/oggetto/?pag=-1')).data.map(({ id }: Row) => id));
  const { data } = await shop.admin.get('/oggetto/?pag=-1');
  return data.find(({ id }: Row) => !seen.has(id)).id;
}
const moved = (id: unknown, asset: unknown) =>
  run('update odl set id_oggetto = $2 where id = $1', [id, asset]);

const enter = (id: unknown, state: string, options: Options, more: Row = {}) =>
  technician.put(`/odl/${id}`, { id_stato: shop.ids[state], ...more }, options);
const near = (time: unknown, expected: Date) =>
  expect(Math.abs(Date.parse(String(time)) - expected.getTime()), String(time)).toBeLessThan(20_000);

describe('an act that arrives late', () => {
  it('counts from the time when it was done, by the difference of clocks, and step and history say both times', async () => {
    const { id } = await assigned();
    const done = ago(33 * MINUTE_MS);
    const answer = await enter(id, 'IC', late(done, 3 * HOUR_MS));
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, result: 0 });
    near((await stored(id)).data_inizio, done);
    expect((await stored(id)).tempi_stimati).toBe(0);
    const [step] = (await shop.admin.get(`/odl/storico/${id}`)).data;
    near(step.data_fatto, done);
    near(step.data_ins, new Date());
    const [line] = (await shop.admin.get(`/odl/${id}/storico/`)).data;
    near(line.fatto, done);
    near(line.data, new Date());
  });

  it('is not done before the state before, nor after its arrival', async () => {
    const early = await assigned(2);
    await enter(early.id, 'IC', late(ago(5 * HOUR_MS)));
    near((await stored(early.id)).data_inizio, ago(2 * HOUR_MS));
    expect((await stored(early.id)).tempi_stimati).toBe(1);
    const future = await assigned(2);
    await enter(future.id, 'IC', late(new Date(Date.now() + 5 * HOUR_MS)));
    near((await stored(future.id)).data_inizio, new Date());
  });

  it('follows another one that arrived late: the states keep their order and their length', async () => {
    const { id } = await assigned();
    await enter(id, 'IC', late(ago(3 * HOUR_MS)));
    await enter(id, 'SO', late(ago(2 * HOUR_MS)));
    const { data } = await shop.admin.get(`/odl/storico/${id}`);
    const timestamps = data.slice(0, 2).map((step: Row) => Date.parse(String(step.data_fatto)));
    expect(Math.abs(timestamps[0] - timestamps[1] - HOUR_MS)).toBeLessThan(20_000);
  });

  it('beyond the hours of the setting is marked as estimated, until an administrator confirms it', async () => {
    const { id } = await assigned(60);
    await enter(id, 'IC', late(ago(30 * HOUR_MS)));
    expect(await stored(id)).toMatchObject({ tempi_stimati: 1 });
    const listed = async () =>
      (await shop.admin.get('/odl/?pag=-1&tempi_stimati=1')).data.map((row: Row) => row.id);
    expect(await listed()).toContain(id);
    expect((await technician.post(`/odl/${id}/conferma-tempi`, {})).status).toBe(403);
    const confirmed = await shop.admin.post(`/odl/${id}/conferma-tempi`, {});
    expect(confirmed, JSON.stringify(confirmed)).toMatchObject({ status: 200, data: { tempi_stimati: 0 } });
    expect(await listed()).not.toContain(id);
    const [line] = (await shop.admin.get(`/odl/${id}/storico/`, { language: 'it' })).data;
    expect(line.detto).toBe('Tempi confermati');
    expect(await shop.admin.post(`/odl/${id}/conferma-tempi`, {}, { language: 'en' })).toMatchObject({
      status: 422,
      description: 'The times of this intervention are already confirmed.',
    });
  });

  it('is refused when the state that was seen is another one by now, or the work was given to someone else', async () => {
    const { id } = await assigned();
    await shop.put(id, 'SO');
    const seen = { daStato: shop.ids.AS };
    const begin = (options: Options) =>
      technician.put(`/odl/${id}?daStato=${seen.daStato}`, { id_stato: shop.ids.IC }, options);
    expect(await begin({ ...late(ago(HOUR_MS)), language: 'en' })).toMatchObject({
      status: 409,
      description: expect.stringMatching(/^The intervention has moved to the state .+ in the meantime\.$/),
    });
    expect((await stored(id)).id_stato).toBe(shop.ids.SO);
    await shop.put(id, 'AS', { id_tecnico: shop.ids[FAR_TECHNICIAN] });
    const lost = await begin({ ...late(ago(HOUR_MS)), language: 'en' });
    expect(lost.result).toBe(-1);
    expect([403, 404]).toContain(lost.status);
    expect(await stored(id)).toMatchObject({ id_stato: shop.ids.AS, data_inizio: null });
  });

  it('can be prepared: a device reads what follows a state that the intervention does not have yet', async () => {
    const { id } = await shop.raise();
    const next = async (from: string) =>
      (await technician.get(`/stato/?idOdl=${id}&daStato=${shop.ids[from]}`)).data;
    const codes = (await next('IC')).map((state: Row) => state.codice);
    expect(codes).toContain('CH');
    const begin = (await next('AS')).find((state: Row) => state.codice === 'IC');
    expect(begin).toMatchObject({ motivi: [], annullabile: expect.any(Number) });
    expect((await technician.get(`/stato/?idOdl=${id}&daStato=999999`)).status).toBe(404);
    expect((await technician.get(`/stato/?idOdl=${id}&daStato=x`)).status).toBe(400);
  });

  it('older than replies are kept is refused, unless its reply is still there', async () => {
    const { id } = await assigned(24 * 90);
    const old = late(ago(31 * 24 * HOUR_MS));
    const refused = await enter(id, 'IC', { ...old, language: 'en' });
    expect(refused).toMatchObject({ status: 409, result: -1, reason: 'late' });
    expect(refused.description).toMatch(/^This was done too long ago/);
    expect(await stored(id)).toMatchObject({ id_stato: shop.ids.AS, data_inizio: null });
    const key = randomUUID();
    await enter(id, 'IC', late(ago(HOUR_MS), 0, key));
    expect((await enter(id, 'IC', late(ago(40 * 24 * HOUR_MS), 0, key))).status).toBe(200);
  });

  it('with other headers at each sending is still the same call, and with another body it is refused', async () => {
    const { id } = await assigned();
    const key = randomUUID();
    await enter(id, 'IC', late(ago(HOUR_MS), 0, key));
    const again = await enter(id, 'IC', late(ago(HOUR_MS), MINUTE_MS, key));
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await enter(id, 'SO', late(ago(HOUR_MS), 0, key))).status).toBe(422);
  });

  it('with a time that is none is refused in words', async () => {
    const { id } = await assigned();
    for (const headers of [
      { 'x-officina-done': 'stamattina', 'x-officina-clock': new Date().toISOString() },
      { 'x-officina-done': new Date().toISOString() },
    ] as Record<string, string>[]) {
      const answer = await enter(id, 'IC', { headers: { 'idempotency-key': randomUUID(), ...headers } });
      expect(answer.status).toBe(400);
      expect(answer.description).toContain('X-Officina-Clock');
    }
  });

  it('says of every act on the record when it was done', async () => {
    const { id } = await assigned();
    const done = ago(20 * MINUTE_MS);
    await technician.post(`/commento/intervento/${id}`, { testo: 'Senza rete' }, late(done));
    const taken = await shop.raise();
    await technician.post(`/odl/${taken.id}/presa-in-carico`, {}, late(done));
    const { data } = await shop.admin.get(`/odl/${taken.id}/storico/`, { language: 'en' });
    const line = data.find(({ atto }: Row) => atto === 'take-over');
    near(line.fatto, done);
  });
});

describe('what is dropped', () => {
  it('leaves its reason in the history of the record, also by those who may not change it', async () => {
    const { id } = await shop.raise();
    const sent = { atto: 'Prelievo di 2 × CUS-6205', motivo: 'Preso da un collega' };
    expect((await technician.post(`/odl/${id}/scarto`, sent)).status).toBe(200);
    const [line] = (await shop.admin.get(`/odl/${id}/storico/`, { language: 'it' })).data;
    expect(line.detto).toBe('Non registrato: Prelievo di 2 × CUS-6205. Motivo: Preso da un collega');
    expect((await technician.post(`/odl/${id}/scarto`, { atto: 'Prelievo' })).errors).toHaveProperty(
      'motivo',
    );
  });

  it('leaves it also when the record has meanwhile been taken from the user, who is not told what became of it', async () => {
    const { id } = await assigned();
    const mine = await stored(id);
    await moved(id, await elsewhere());
    expect((await technician.get(`/odl/${id}`)).status).toBe(404);
    const reply = await technician.post(`/odl/${id}/scarto`, { atto: 'Inizia', motivo: 'Tolto a me' });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200, data: null });
    const [line] = (await shop.admin.get(`/odl/${id}/storico/`, { language: 'it' })).data;
    expect(line.detto).toBe('Non registrato: Inizia. Motivo: Tolto a me');
    await moved(id, mine.id_oggetto);
  });

  it('leaves it for work that was only taken along, and is out of sight now', async () => {
    const { id, id_oggetto } = await shop.raise();
    await technician.get('/pacchetto');
    await moved(id, await elsewhere());
    const reply = await technician.post(`/odl/${id}/scarto`, { atto: 'Prendi in carico', motivo: 'Altri' });
    expect(reply, JSON.stringify(reply)).toMatchObject({ status: 200, data: null });
    await moved(id, id_oggetto);
  });

  it('is not available for records that the user does not see and never had', async () => {
    const { id } = await shop.raise();
    const far = await shop.demo.asUser(FAR_TECHNICIAN);
    expect((await far.post(`/odl/${id}/scarto`, { atto: 'Nota', motivo: 'Doppia' })).status).toBe(404);
    expect((await far.post('/odl/2147483647/scarto', { atto: 'Nota', motivo: 'Doppia' })).status).toBe(404);
  });
});
