/** Taking over: a technician assigns open work without a technician to themselves, with one call. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { FAR_TECHNICIAN, OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './workshop.ts';

let shop: Workshop;
let ids: Workshop['ids'];
let technician: Client;
let colleague: Client;

beforeAll(async () => {
  shop = await workshop();
  ids = shop.ids;
  technician = await shop.as('RIFTEC');
  colleague = await shop.demo.asUser(OTHER_TECHNICIAN);
});
afterAll(() => shop.close());

const run = (sql: string, values: unknown[] = []) => shop.demo.database.query<Row>(sql, values);
const takeOver = (who: Client, id: unknown, body: Row = {}, query = '') =>
  who.post(`/odl/${id}/presa-in-carico${query}`, body);
const stored = async (id: unknown): Promise<Row> =>
  (await run('select * from odl where id = $1', [id])).rows[0]!;

/** Removes the technicians' rows that lead to the assigned state from the structure while `work` runs. */
async function withoutPassages(work: () => Promise<void>): Promise<void> {
  const { rows } = await run(
    `delete from stato_struttura p using ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
     where r.id = p.id_ruolo and f.codice = 'RIFTEC' and p.id_stato_padre = $1 and p.id_stato = $2 returning p.*`,
    [ids.AP, ids.AS],
  );
  expect(rows.length).toBeGreaterThan(0);
  try {
    await work();
  } finally {
    for (const { id_ruolo, id_tipo_intervento } of rows)
      await run(
        'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values ($1, $2, $3, $4)',
        [ids.AP, ids.AS, id_ruolo, id_tipo_intervento],
      );
  }
}

describe('a technician takes over work', () => {
  it('is its technician in the assigned state, and history and steps record it', async () => {
    const { id, versione } = await shop.raise();
    expect((await technician.get(`/odl/${id}`)).data).toMatchObject({ prendibile: 1, id_tecnico: null });
    const answer = await takeOver(technician, id, { versione });
    expect(answer, JSON.stringify(answer)).toMatchObject({
      status: 200,
      result: 0,
      data: { id, id_tecnico: ids[TECHNICIAN], id_stato: ids.AS, prendibile: 0, modificabile: 1 },
    });
    for (const [language, says] of [
      ['it', 'Preso in carico da Luca Ferri'] as const,
      ['en', 'Taken over by Luca Ferri'] as const,
    ]) {
      const { data } = await shop.admin.get(`/odl/${id}/storico/`, { language });
      expect(data.map(({ detto }: Row) => detto)).toContain(says);
    }
    const steps = (await shop.admin.get(`/odl/storico/${id}`)).data;
    expect(steps.some((step: Row) => step.id_stato === ids.AS && step.id_tecnico === ids[TECHNICIAN])).toBe(
      true,
    );
  });

  it('does it once for one idempotency key', async () => {
    const { id } = await shop.raise();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await technician.send('POST', `/odl/${id}/presa-in-carico`, { payload: {}, headers }),
      await technician.send('POST', `/odl/${id}/presa-in-carico`, { payload: {}, headers }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await stored(id)).versione).toBe(2);
  });

  it('keeps the state of work that has begun', async () => {
    const { id } = await shop.raise();
    await shop.put(id, 'SO', { id_tecnico: null });
    const answer = await takeOver(technician, id);
    expect(answer.data).toMatchObject({ id_tecnico: ids[TECHNICIAN], id_stato: ids.SO });
  });

  it('may take over work that they have just raised themselves', async () => {
    const raised = await shop.raise({}, technician);
    expect(raised.prendibile).toBe(1);
    expect((await takeOver(technician, raised.id)).data).toMatchObject({ id_tecnico: ids[TECHNICIAN] });
  });

  it('raises work in the assigned state for themselves where the structure allows it, and for nobody else [I17]', async () => {
    const { rows } = await run('select id_utente_ruolo as role from utente where id = $1', [ids[TECHNICIAN]]);
    const passage = [-1, ids.AS, rows[0]!.role];
    await run(
      'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values ($1, $2, $3, -1)',
      passage,
    );
    const mine = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] }, technician);
    expect(mine).toMatchObject({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
    const body = {
      ...{ id_oggetto: ids['FOL-L1-CF'], id_tipo_guasto: ids.GUA, descrizione: 'Rumore', priorita: 2 },
    };
    const others = { ...body, id_stato: ids.AS, id_tecnico: ids[OTHER_TECHNICIAN] };
    expect((await technician.post('/odl/', others)).errors).toHaveProperty('id_tecnico');
    await run(
      'delete from stato_struttura where id_stato_padre = $1 and id_stato = $2 and id_ruolo = $3',
      passage,
    );
  });

  it('queues the mails of the assigned state as assigning does, except to themselves', async () => {
    const { rows } = await run('select id from mail_templates where id_stato = $1 and send_tecnico = 1', [
      ids.AS,
    ]);
    const changed = await shop.admin.put(`/mail-templates/${rows[0]!.id}`, { send_admin: 1 });
    expect(changed.status, changed.description).toBe(200);
    const mailsOf = async (id: unknown): Promise<unknown[]> => {
      await shop.demo.reported();
      const found = await run('select destinatario from posta where id_odl = $1 order by 1', [id]);
      return found.rows.map(({ destinatario }) => destinatario);
    };
    const [assigned, taken] = [await shop.raise(), await shop.raise()];
    await shop.move(assigned.id, 'AS', { id_tecnico: ids[TECHNICIAN] });
    await takeOver(technician, taken.id);
    const all = await mailsOf(assigned.id);
    expect(all).toContain(TECHNICIAN);
    expect(all.length).toBeGreaterThan(1);
    expect(await mailsOf(taken.id)).toEqual(all.filter((address) => address !== TECHNICIAN));
  });
});

it('lists exactly the rows that say that they can be taken over, to technicians alone', async () => {
  await shop.raise();
  const all = (await technician.get('/odl/?pag=-1&mostraChiusi=1')).data as Row[];
  const expected = all.filter(({ prendibile }) => prendibile === 1).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  const listed = (await technician.get('/odl/?prendibili=1&pag=-1&mostraChiusi=1')).data as Row[];
  expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  expect((await shop.admin.get('/odl/?prendibili=1&pag=-1')).data).toEqual([]);
});

describe('a refusal says why and writes nothing', () => {
  async function refused(who: Client, id: unknown, expected: object, body: Row = {}): Promise<void> {
    const before = await stored(id);
    const answer = await takeOver(who, id, body);
    expect(answer, JSON.stringify(answer)).toMatchObject({ result: -1, ...expected });
    expect(await stored(id)).toEqual(before);
  }

  it.each(['SUADMIN', 'SUPER', 'RESP'] as Family[])('to %s, who is no technician', async (family) => {
    const who = await shop.as(family);
    const { id } = await shop.raise({}, who);
    expect((await who.get(`/odl/${id}`)).data.prendibile).toBe(0);
    await refused(who, id, {
      status: 403,
      description: 'Solo un tecnico può prendere in carico un intervento.',
    });
  });

  it('out of the reach of the technician, as if the intervention did not exist', async () => {
    const { id } = await shop.raise();
    await refused(await shop.demo.asUser(FAR_TECHNICIAN), id, { status: 404 });
    expect(await takeOver(technician, 2147483647)).toMatchObject({ status: 404, result: -1 });
  });

  it('of work that another technician has, with the name', async () => {
    const { id } = await shop.raise();
    expect((await takeOver(colleague, id)).status).toBe(200);
    const says = "L'intervento è già assegnato a Matteo Caruso.";
    await refused(technician, id, { status: 409, description: says });
    expect((await technician.get(`/odl/${id}`)).data.prendibile).toBe(0);
  });

  it.each(['CH', 'AN', 'FA'])('of work that is over, in %s', async (state) => {
    const { id } = await shop.raise();
    await shop.put(id, state, { id_tecnico: null });
    expect((await technician.get(`/odl/${id}`)).data.prendibile).toBe(0);
    await refused(technician, id, {
      status: 422,
      description: "L'intervento è concluso: si può prendere in carico solo un intervento aperto.",
    });
  });

  it('where the structure of states does not let the role enter the assigned state', async () => {
    const { id } = await shop.raise();
    await withoutPassages(async () => {
      expect((await technician.get(`/odl/${id}`)).data.prendibile).toBe(0);
      const { data } = await technician.get(`/odl/?id=${id}`);
      expect(data).toMatchObject([{ id, prendibile: 0 }]);
      expect((await technician.get(`/odl/?prendibili=1&pag=-1`)).data).toEqual([]);
      await refused(technician, id, {
        status: 422,
        description: "Il tuo ruolo non può portare l'intervento nello stato Assegnato",
      });
    });
    expect((await technician.get(`/odl/?id=${id}`)).data).toMatchObject([{ id, prendibile: 1 }]);
  });

  it('in a version that a colleague has changed since, with the record as it is now', async () => {
    const { id, versione } = await shop.raise();
    await shop.admin.put(`/odl/${id}`, { note: 'del collega' });
    await refused(technician, id, { status: 409, reason: 'stale' }, { versione });
  });

  it('of a body with unknown or malformed values, with the field', async () => {
    const { id } = await shop.raise();
    await refused(
      technician,
      id,
      { status: 422, errors: { versione: expect.any(String) } },
      { versione: 'x' },
    );
    await refused(
      technician,
      id,
      { status: 422, errors: { id_tecnico: expect.any(String) } },
      { id_tecnico: 1 },
    );
  });
});

it('of two technicians at the same time one gets the work, and the other gets the name of the first', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await shop.raise();
    const answers = await Promise.all([takeOver(technician, id), takeOver(colleague, id)]);
    const [lost, ...more] = answers.filter(({ status }) => status !== 200);
    expect(more).toEqual([]);
    const winner = answers[0] === lost ? 'Matteo Caruso' : 'Luca Ferri';
    expect(lost).toMatchObject({ status: 409, description: `L'intervento è già assegnato a ${winner}.` });
    expect((await stored(id)).id_tecnico).toBe(ids[answers[0] === lost ? OTHER_TECHNICIAN : TECHNICIAN]);
  }
});

it('asks about a busy technician, and continues after a yes [block-bypass]', async () => {
  await shop.set('BlockAssigned', '2');
  const planned = { data_ordine: '2031-05-05T08:00:00Z', ore_previste: null };
  const [first, second] = [await shop.raise(), await shop.raise()];
  await shop.put(first.id, 'AS', { id_tecnico: ids[TECHNICIAN], ...planned });
  await shop.put(second.id, 'AP', { id_tecnico: null, ...planned });
  const response = await takeOver(technician, second.id);
  expect(response).toMatchObject({ status: 200, result: -9 });
  expect((await stored(second.id)).id_tecnico).toBeNull();
  const answer = await takeOver(technician, second.id, {}, '?isBypassBlockAllowed=1');
  expect(answer).toMatchObject({ status: 200, result: 0, data: { id_tecnico: ids[TECHNICIAN] } });
  await shop.set('BlockAssigned', '0');
});
