/** News of users: what others did with their work, reported once, to users who still see it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { OVER_SQL } from '../../schemas/interventions.ts';
import { notifyLate } from '../../server/domains/news/news-table.ts';
import { REPORTING } from '../../server/domains/outbox/changes.ts';
import { wake } from '../../server/jobs/wake.ts';
import { OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './interventions/workshop.ts';
import type { Client } from './plant/plant.ts';

let shop: Workshop;
let technician: Client;
let requester: Client;
beforeAll(async () => {
  shop = await workshop();
  technician = await shop.as('RIFTEC');
  requester = await shop.as('RESP');
});
afterAll(() => shop.close());

const newsOf = async (who: Client, language: 'it' | 'en' = 'it') => {
  await shop.demo.reported();
  return (await who.get('/novita/', { language })).data as { non_lette: number; righe: Row[] };
};
const about = async (who: Client, id: unknown) =>
  (await newsOf(who)).righe.filter(({ id_odl }) => id_odl === id).map(({ tipo }) => tipo);
const me = () => shop.ids[TECHNICIAN];

describe('the bell', () => {
  it('informs the technician of work that another user assigned, with the name of that user, and nobody else', async () => {
    const { id, codice } = await shop.raise();
    await shop.move(id, 'AS', { id_tecnico: me() });
    const { righe, non_lette } = await newsOf(technician);
    expect(non_lette).toBeGreaterThan(0);
    expect(righe[0]).toMatchObject({ tipo: 'assegnato', id_odl: id, codice, letta: null });
    expect(righe[0]?.chi).toBeTruthy();
    expect(await about(await shop.demo.asUser(OTHER_TECHNICIAN), id)).toEqual([]);
    expect(await about(shop.admin, id)).toEqual([]);
  });

  it('informs nobody of their own acts', async () => {
    const { id } = await shop.raise();
    await technician.post(`/odl/${id}/presa-in-carico`, {});
    await technician.post(`/commento/intervento/${id}`, { testo: 'Parto ora' });
    expect(await about(technician, id)).toEqual([]);
  });

  it('informs the requester of states and comments, in their language', async () => {
    const { id } = await shop.raise({}, requester);
    await technician.post(`/odl/${id}/presa-in-carico`, {});
    await technician.post(`/commento/intervento/${id}`, { testo: 'Arrivo alle dieci' });
    expect(await about(requester, id)).toEqual(['commento', 'stato']);
    const states = async (language: 'it' | 'en') =>
      (await newsOf(requester, language)).righe.find(({ tipo, id_odl }) => tipo === 'stato' && id_odl === id)
        ?.stato;
    expect([await states('it'), await states('en')]).toEqual(['Assegnato', 'Assigned']);
  });

  it('keeps the order of what happened at one moment, on the work and in its comments', async () => {
    const { database } = shop.demo;
    await database.query(
      "alter table cambiamento alter column prossimo set default now() + interval '1 hour'",
    );
    const { id } = await shop.raise({}, requester);
    await technician.post(`/commento/intervento/${id}`, { testo: 'Arrivo' });
    await technician.post(`/odl/${id}/presa-in-carico`, {});
    await technician.post(`/commento/intervento/${id}`, { testo: 'Ci sono' });
    await database.query('alter table cambiamento alter column prossimo set default now()');
    await database.query('update cambiamento set prossimo = now()');
    wake(REPORTING);
    expect(await about(requester, id)).toEqual(['commento', 'stato', 'commento']);
  });

  it('is read one by one or all up to the newest that was shown, each user their own', async () => {
    const [one, two] = [await shop.raise(), await shop.raise()];
    for (const { id } of [one, two]) await shop.move(id, 'AS', { id_tecnico: me() });
    const before = await newsOf(technician);
    await requester.post('/novita/lette/', { fino_a: before.righe[0]?.id });
    await technician.post('/novita/lette/', { id: before.righe[1]?.id });
    expect((await newsOf(technician)).non_lette).toBe(before.non_lette - 1);
    const third = await shop.raise();
    await shop.move(third.id, 'AS', { id_tecnico: me() });
    expect((await technician.post('/novita/lette/', { fino_a: before.righe[0]?.id })).status).toBe(200);
    expect((await newsOf(technician)).non_lette).toBe(1);
    for (const bad of [{}, { id: 'uno' }, { fino_a: -1 }])
      expect((await technician.post('/novita/lette/', bad)).status).toBe(400);
  });

  it('does not include work that the user no longer sees', async () => {
    const { id } = await shop.raise();
    await shop.move(id, 'AS', { id_tecnico: me() });
    const { non_lette } = await newsOf(technician);
    await shop.demo.database.query('update odl set id_oggetto = $1 where id = $2', [
      shop.ids['PAR-L1-CF'],
      id,
    ]);
    expect(await about(technician, id)).toEqual([]);
    expect((await newsOf(technician)).non_lette).toBe(non_lette - 1);
  });

  it('reports late work once, and again after a new date has passed', async () => {
    const { id } = await shop.raise();
    await shop.put(id, 'AS', { id_tecnico: me() });
    const planned = (hours: number) =>
      shop.demo.database.query(
        'update odl set data_ordine = now() - make_interval(hours => $2) where id = $1',
        [id, hours],
      );
    const look = () =>
      notifyLate(shop.demo.database, OVER_SQL, { before: new Date().toISOString(), today: '-infinity' });
    const late = async () => (await about(technician, id)).filter((tipo) => tipo === 'ritardo').length;
    await planned(30);
    await look();
    await look();
    expect(await late()).toBe(1);
    await shop.demo.database.query("update novita set creata = creata - interval '1 day' where id_odl = $1", [
      id,
    ]);
    await planned(2);
    await look();
    expect(await late()).toBe(2);
  });
});
