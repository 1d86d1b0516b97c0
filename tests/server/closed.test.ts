/** Closed addresses, and requests that must not cause a 500. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;
let reporter: Client;
beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  reporter = await demo.as('RESP');
});
afterAll(() => demo.close());

describe('columns with limited access', () => {
  it('are neither returned, nor usable in filters, search or sorting', async () => {
    const all = (await reporter.get('/utente/?pag=1&max_rows=1000')).tot;
    for (const query of ['mail=superadmin@', 'mail=zzz', 'external_id=x', 'filtro=superadmin@']) {
      const { tot, data } = await reporter.get(`/utente/?pag=1&max_rows=1000&${query}`);
      expect(tot, query).toBe(query.startsWith('filtro') ? 0 : all);
      for (const row of data) expect(Object.keys(row)).not.toContain('mail');
    }
    const byName = await reporter.get('/utente/?pag=1&orderByCol=cognome');
    const byMail = await reporter.get('/utente/?pag=1&orderByCol=mail');
    expect(byMail.data.map((row: { id: number }) => row.id)).toEqual(
      byName.data.map((row: { id: number }) => row.id),
    );
  });

  it('are visible to users who may read the record', async () => {
    const { tot } = await admin.get('/utente/?pag=1&mail=superadmin@');
    expect(tot).toBe(1);
  });
});

describe('conditions of a schema', () => {
  it('apply to the record as it is after a partial update [user-mail]', async () => {
    const connector = await demo.idOf('utente', { cognome: 'Gestionale' });
    const reply = await admin.put(`/utente/${connector}`, { sys: 0, attivo: 1 });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors!)).toContain('mail');
  });
});

describe('deleted rows', () => {
  it('can no longer be chosen, and their history shows who deleted them', async () => {
    const made = (await admin.post('/organizzazione/', { codice: 'CHIUSA', descrizione: 'Sede chiusa' }))
      .data;
    expect((await admin.del(`/organizzazione/${made.id}`)).status).toBe(200);
    const user = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    const linked = await admin.post(`/utente/${user}/organizzazione/`, { id_organizzazione: made.id });
    expect(linked.status).toBe(422);
    expect(linked.errors).toEqual({ id_organizzazione: "L'elemento indicato non esiste" });
    const { rows } = await demo.database.query<{ id_usr_ultima_mod: number }>(
      'select id_usr_ultima_mod from organizzazione where id = $1',
      [made.id],
    );
    expect(rows[0]!.id_usr_ultima_mod).toBe(
      await demo.idOf('utente', { mail: 'superadmin@officina.example' }),
    );
  });
});

describe('amounts', () => {
  it('of millions keep their two places; one above the limit of earlier versions stays until it is changed [cost-def-unit]', async () => {
    const [organizzazione, reparto] = [1, 1];
    const sent = {
      codice: 'GRANDE',
      descrizione: 'Impianto',
      id_organizzazione: organizzazione,
      id_reparto: reparto,
      tipo: 1,
    };
    const made = await admin.post('/costo/', { ...sent, costo_unitario: 8_161_009.42 });
    expect(made.status).toBe(200);
    expect(made.data.costo_unitario).toBe(8_161_009.42);
    expect((await admin.post('/costo/', { ...sent, codice: 'TRE', costo_unitario: 1.234 })).status).toBe(422);
    const one = `/costo/${made.data.id_costo}`;
    await demo.database.query('update costo set costo_unitario = 161009819.42 where id_costo = $1', [
      made.data.id_costo,
    ]);
    const renamed = await admin.put(one, { descrizione: 'Impianto di ieri' });
    expect(renamed.data).toMatchObject({ descrizione: 'Impianto di ieri', costo_unitario: 161009819.42 });
    expect((await admin.put(one, { costo_unitario: 161009819.43 })).status).toBe(422);
    // A form sends every value.
    const form = { ...sent, descrizione: 'Dal modulo', costo_unitario: 161009819.42 };
    expect((await admin.put(one, form)).data).toMatchObject(form);
    const other = await admin.post('/costo/', { ...form, codice: 'ALTRO' });
    expect(other.errors).toEqual({ costo_unitario: 'Il valore massimo è 9.999.999' });
    expect((await admin.put(one, { costo_unitario: 9_999_999 })).data.costo_unitario).toBe(9_999_999);
  });

  it('of costs of an intervention stay too, when another field is changed', async () => {
    const open = (await admin.get('/odl/?pag=1')).data.find((row: Row) => row.modificabile === 1);
    const costs = `/odl/${open.id}/costo/`;
    const line = { descrizione: 'Noleggio', tipo: 1, flag: 2, quantita: 2, costo: 5 };
    const { id } = (await admin.post(costs, line)).data;
    await demo.database.query('update odl_costo set costo = 12500000 where id = $1', [id]);
    const changed = { ...line, descrizione: 'Noleggio gru', costo: 12_500_000 };
    expect((await admin.put(`${costs}${id}`, changed)).data).toMatchObject(changed);
    const higher = await admin.put(`${costs}${id}`, { ...changed, costo: 12_500_001 });
    expect(higher.errors).toEqual({ costo: 'Il valore massimo è 9.999.999' });
  });
});

describe('requests that once caused a 500', () => {
  const state = () => demo.idOf('stato', { codice: 'AP' });
  const cases: [string, () => Promise<{ status: number }>, number][] = [
    ['a range that is no whole number', () => admin.get('/costo/?pag=1&id_costoDa=1.5'), 400],
    ['a range beyond all numbers', () => admin.get('/costo/?pag=1&versioneDa=99999999999'), 400],
    ['a moment with 99 seconds', () => admin.get('/costo/?pag=1&data_insDa=2026-01-01T10:10:99Z'), 400],
    [
      'a moment with an offset of 99 hours',
      () => admin.get('/costo/?pag=1&data_insDa=2026-01-01T10:10:00%2B99:99'),
      400,
    ],
    ['a sort by a computed column', () => admin.get('/stato/?pag=1&orderByCol=codice_tipo_stato_odl'), 200],
    [
      '0x00 in a language',
      async () => admin.put(`/stato/${await state()}`, { traduzioni: { 'a\u0000b': 'x' } }),
      422,
    ],
    ['a name of blanks', () => admin.post('/reparto/', { codice: '   ', descrizione: 'x' }), 422],
    ['a version that is a text', async () => admin.put(`/stato/${await state()}`, { versione: '3' }), 422],
  ];
  for (const [name, ask, status] of cases)
    it(`${name} is answered with ${status}`, async () => {
      expect((await ask()).status).toBe(status);
    });

  it('a DELETE that names a content type and sends nothing deletes', async () => {
    const made = (await admin.post('/reparto/', { codice: 'VUOTO', descrizione: 'Reparto vuoto' })).data;
    const reply = await admin.send('DELETE', `/reparto/${made.id}`, {
      headers: { 'content-type': 'application/json' },
      payload: '',
    });
    expect(reply.status).toBe(200);
  });

  it.each([
    ['GET', '/classe/', 200],
    ['POST', '/utente/filtri/nothing/', 404],
    ['POST', '/odl/', 422],
    ['PUT', '/parametro/', 405],
  ])('%s %s that names a content type and sends nothing has no body', async (method, path, status) => {
    const reply = await admin.send(method, path, {
      headers: { 'content-type': 'application/json' },
      payload: '',
    });
    expect(reply.status, reply.description).toBe(status);
  });
});
