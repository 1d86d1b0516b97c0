/** Users can grant only rights they have; only super administrators can grant rights to themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sheet } from '../../files/workbooks.ts';
import { importAll } from '../import/uploads.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { runScenarios } from '../plant/scenario.ts';

let demo: Plant;
let limited: Client;
let superAdmin: Client;
const ids: Record<string, number> = {};
const OWN =
  'Ruolo, stato, organizzazioni e reparti del proprio account li può cambiare solo un super amministratore.';

beforeAll(async () => {
  demo = await plant();
  superAdmin = await demo.as('SUADMIN');
  ids.superAdmin = await demo.idOf('utente', { mail: 'superadmin@officina.example' });
  ids.self = await demo.idOf('utente', { mail: 'admin@officina.example' });
  ids.planner = await demo.idOf('utente', { mail: 'elena.tosi@officina.example' });
  for (const codice of ['TEC', 'PIAN', 'ADMIN']) ids[codice] = await demo.idOf('ruolo', { codice });
  const { rows } = await demo.database.query<{ id: number }>(
    "select id from organizzazione where codice <> '*' and canc = 0 order by id",
  );
  [ids.mine, ids.other] = rows.map(({ id }) => id) as [number, number];
  for (const table of ['utente_organizzazione', 'utente_reparto'])
    await demo.database.query(`delete from ${table} where id_utente = any($1::int[])`, [
      [ids.self, ids.planner],
    ]);
  const links = [
    [ids.self, ids.mine],
    [ids.planner, ids.mine],
    [ids.planner, ids.other],
  ];
  for (const link of links)
    await demo.database.query(
      'insert into utente_organizzazione (id_utente, id_organizzazione) values ($1, $2)',
      link,
    );
  for (const id of [ids.self, ids.planner])
    await demo.database.query('insert into utente_reparto (id_utente, id_reparto) values ($1, 2)', [id]);
  limited = await demo.as('SUPER');
});
afterAll(() => demo.close());

const linksOf = async (id: number): Promise<number[]> =>
  (
    await demo.database.query<{ id: number }>(
      'select id_organizzazione as id from utente_organizzazione where id_utente = $1 order by 1',
      [id],
    )
  ).rows.map((row) => row.id);

describe('an administrator limited to one organisation', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'cannot grant rights to themselves, not even those they have [R2]',
      as: 'SUPER',
      call: 'POST /utente/{self}/organizzazione/',
      body: { id_organizzazione: 1 },
      status: 403,
      expected: { description: OWN },
    },
    {
      name: 'nor a department [R2]',
      as: 'SUPER',
      call: 'POST /utente/{self}/reparto/',
      body: { id_reparto: 1 },
      status: 403,
    },
    {
      name: 'cannot remove their own rights [R2]',
      as: 'SUPER',
      call: 'DELETE /utente/{self}/organizzazione/{mine}',
      status: 403,
    },
    {
      name: 'cannot grant all organisations to anyone [R2]',
      as: 'SUPER',
      call: 'POST /utente/{planner}/organizzazione/',
      body: { id_organizzazione: 1 },
      status: 403,
      expected: {
        description: 'Si può concedere solo ciò che si ha: chi non vede tutto non può concedere tutto.',
      },
    },
    {
      name: 'cannot grant an organisation that they cannot see [R2]',
      as: 'SUPER',
      call: 'POST /utente/{planner}/organizzazione/',
      body: { id_organizzazione: '{other}' },
      status: 422,
    },
    {
      name: 'cannot remove rights of others that they cannot see [R2]',
      as: 'SUPER',
      call: 'DELETE /utente/{planner}/organizzazione/{other}',
      status: 404,
    },
    {
      name: 'cannot change their own role [R2]',
      as: 'SUPER',
      call: 'PUT /utente/{self}',
      body: { id_utente_ruolo: '{PIAN}' },
      errors: { id_utente_ruolo: 'Solo un super amministratore può modificarlo per il tuo account' },
    },
    {
      name: 'cannot deactivate themselves [R2]',
      as: 'SUPER',
      call: 'PUT /utente/{self}',
      body: { attivo: 0 },
      status: 422,
    },
    {
      name: 'cannot delete themselves [R2]',
      as: 'SUPER',
      call: 'DELETE /utente/{self}',
      status: 403,
    },
    {
      name: 'cannot redirect the mails of others, with their links, to another address [R2] [S2]',
      as: 'SUPER',
      call: 'PUT /utente/{planner}',
      body: { is_email_enabled: 0 },
      status: 422,
    },
    {
      name: 'can change their other data',
      as: 'SUPER',
      call: 'PUT /utente/{self}',
      body: { cognome: 'Riva', attivo: 1 },
    },
  ]);

  it('see only the links of others within their scope, and can remove and grant these [R2]', async () => {
    const seen = (await limited.get(`/utente/${ids.planner}/organizzazione/`)).data;
    expect(seen.map((row: { id_organizzazione: number }) => row.id_organizzazione)).toEqual([ids.mine]);
    expect((await limited.del(`/utente/${ids.planner}/organizzazione/${ids.mine}`)).status).toBe(200);
    expect(await linksOf(ids.planner!)).toEqual([ids.other]);
    const again = await limited.post(`/utente/${ids.planner}/organizzazione/`, {
      id_organizzazione: ids.mine,
    });
    expect(again.status).toBe(200);
    expect(await linksOf(ids.planner!)).toEqual([ids.mine, ids.other]);
  });

  it('are offered what they may grant; users who see all are offered all [R2]', async () => {
    const offered = async (who: Client) =>
      (await who.get('/organizzazione/?concedibili=1&pag=1')).data.map((row: { id: number }) => row.id);
    expect(await offered(limited)).toEqual([ids.mine]);
    expect(await offered(superAdmin)).toContain(1);
  });

  it('cannot bypass this by an import, nor remove invisible links [R2]', async () => {
    const { rows } = await demo.database.query<{ id: number; codice: string }>(
      'select id, codice from organizzazione',
    );
    const code = (id: number) => rows.find((row) => row.id === id)!.codice;
    const imported = async (mail: string, codes: string) => {
      const headers = ['NOME', 'COGNOME', 'MAIL', 'RUOLO', 'ORGANIZZAZIONI'];
      const bytes = await sheet([headers, ['Da', 'Foglio', mail, 'TEC', codes]]);
      return importAll(limited, 'utente', bytes, { key: 'MAIL' });
    };
    for (const [mail, codes] of [
      ['admin@officina.example', '*'],
      ['elena.tosi@officina.example', '*'],
      ['nuova@officina.example', code(ids.other!)],
    ] as const)
      expect((await imported(mail, codes)).errors, `${mail} ${codes}`).toBe(1);
    expect(await linksOf(ids.self!)).toEqual([ids.mine]);
    expect(await linksOf(ids.planner!)).toEqual([ids.mine, ids.other]);
    expect(await imported('elena.tosi@officina.example', code(ids.mine!))).toMatchObject({ errors: 0 });
    expect(await linksOf(ids.planner!)).toEqual([ids.mine, ids.other]);
  });

  it('includes connectors: a key gives its user no further rights [R2]', async () => {
    const { id } = (
      await superAdmin.post('/utente/', { nome: 'Ponte', cognome: 'ERP', sys: 1, id_utente_ruolo: ids.ADMIN })
    ).data;
    await superAdmin.post(`/utente/${id}/organizzazione/`, { id_organizzazione: ids.mine });
    const made = await superAdmin.post('/chiave-api/', { id_utente: id, nome: 'Prova' });
    const key = (await superAdmin.post(`/chiave-api/${made.data.id}/genera`)).data.secret;
    const response = await limited.send('POST', `/utente/${id}/organizzazione/`, {
      headers: { authorization: `Bearer ${key}` },
      payload: { id_organizzazione: 1 },
    });
    expect(response).toMatchObject({ status: 403, description: OWN });
  });
});

describe('the last active super administrator', () => {
  it('cannot be deactivated, moved or deleted by anyone [R2]', async () => {
    const self = `/utente/${ids.superAdmin}`;
    const stays = { status: 422, description: expect.stringContaining('ultimo super amministratore') };
    await demo.database.query('update utente set is_default = 0 where id = $1', [ids.superAdmin]);
    expect(await superAdmin.put(self, { attivo: 0 })).toMatchObject(stays);
    expect(await superAdmin.put(self, { id_utente_ruolo: ids.ADMIN })).toMatchObject(stays);
    expect(await superAdmin.put(self, { sys: 1 })).toMatchObject(stays);
    expect(await superAdmin.del(self)).toMatchObject(stays);
    expect(await superAdmin.put(self, { cognome: 'Marchetti' })).toMatchObject({ status: 200 });
    expect(await demo.count(`utente where id = ${ids.superAdmin} and attivo = 1`)).toBe(1);
  });

  it('is one of two who deactivate each other at the same time [R2]', async () => {
    const { data: second } = await superAdmin.post('/utente/', {
      nome: 'Altro',
      cognome: 'Super',
      mail: 'altro.super@officina.example',
      id_utente_ruolo: await demo.idOf('ruolo', { codice: 'SUADMIN' }),
    });
    await superAdmin.put(`/utente/${second.id}`, { attivo: 1 });
    const other = await demo.asUser('altro.super@officina.example');
    const replies = await Promise.all([
      superAdmin.put(`/utente/${second.id}`, { attivo: 0 }),
      other.put(`/utente/${ids.superAdmin}`, { attivo: 0 }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
