/** Users and roles: who may change whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDays } from '../plant/days.ts';
import { type Plant, plant } from '../plant/plant.ts';
import { everyField, LOCKED, runScenarios } from '../plant/scenario.ts';

let demo: Plant;
const ids: Record<string, number> = {};

beforeAll(async () => {
  demo = await plant();
  ids.superAdmin = await demo.idOf('utente', { mail: 'superadmin@officina.example' });
  ids.planner = await demo.idOf('utente', { mail: 'elena.tosi@officina.example' });
  ids.connector = await demo.idOf('utente', { sys: 1 });
  for (const codice of ['SUADMIN', 'ADMIN', 'TEC', 'PIAN'])
    ids[codice] = await demo.idOf('ruolo', { codice });
  for (const codice of ['SUADMIN', 'RIFTEC'])
    ids[`family${codice}`] = await demo.idOf('ruolo/famiglia', { codice });
});
afterAll(() => demo.close());

const person = { nome: 'Ugo', cognome: 'Neri', mail: 'ugo.neri@officina.example', id_utente_ruolo: '{TEC}' };

describe('users', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'a new user is inactive, and neither a system user nor a default one',
      as: 'SUPER',
      call: 'POST /utente/',
      body: person,
      expected: {
        data: {
          attivo: 0,
          sys: 0,
          is_default: 0,
          is_email_enabled: 1,
          ruolo: 'Tecnico',
          codice_famiglia_ruolo: 'RIFTEC',
        },
      },
    },
    {
      name: 'refuses the same address in other letters [user-mail]',
      call: 'POST /utente/',
      body: { ...person, mail: 'UGO.NERI@officina.example' },
      errors: { mail: 'Esiste già un elemento con questo valore' },
    },
    {
      name: 'refuses an address that is none [user-mail]',
      call: 'POST /utente/',
      body: { ...person, mail: 'ugo' },
      errors: { mail: 'Indirizzo E-mail non valido' },
    },
    {
      name: 'a system user has a dash for a mail and is not active [user-system]',
      call: 'POST /utente/',
      body: { ...person, mail: 'sistema@officina.example', sys: 1, attivo: 1 },
      expected: { data: { mail: '-', attivo: 0, sys: 1 } },
    },
    {
      name: 'does not delete a default user [user-not-deletable]',
      call: 'DELETE /utente/{superAdmin}',
      status: 403,
    },
    {
      name: 'does not delete a system user [user-not-deletable]',
      call: 'DELETE /utente/{connector}',
      status: 403,
    },
    {
      name: 'an administrator does not change a super administrator [user-suadmin-edit]',
      as: 'SUPER',
      call: 'PUT /utente/{superAdmin}',
      body: { nome: 'Altra' },
      status: 403,
    },
    {
      name: 'an administrator does not delete a super administrator [user-suadmin-readonly]',
      as: 'SUPER',
      call: 'DELETE /utente/{superAdmin}',
      status: 403,
    },
    {
      name: 'an administrator cannot create a super administrator [user-suadmin-edit]',
      as: 'SUPER',
      call: 'PUT /utente/{planner}',
      body: { id_utente_ruolo: '{SUADMIN}' },
      status: 403,
    },
    {
      name: 'an administrator does not create a super administrator [user-suadmin-edit]',
      as: 'SUPER',
      call: 'POST /utente/',
      body: { ...person, mail: 'altro@officina.example', id_utente_ruolo: '{SUADMIN}' },
      status: 403,
    },
    {
      name: 'an administrator does not link organisations to a super administrator [user-suadmin-edit]',
      as: 'SUPER',
      call: 'POST /utente/{superAdmin}/organizzazione/',
      body: { id_organizzazione: 2 },
      status: 403,
    },
    {
      name: 'nor turn a person into a system user, to change their mail and identity [user-mail-edit]',
      as: 'SUPER',
      call: 'PUT /utente/{planner}',
      body: { sys: 1 },
      errors: { sys: 'Il tuo ruolo non può modificare questo campo' },
    },
    {
      name: 'an administrator does not change the mail of a user [user-mail-edit]',
      as: 'SUPER',
      call: 'PUT /utente/{planner}',
      body: { mail: 'altra@officina.example' },
      errors: { mail: 'Il tuo ruolo non può modificare questo campo' },
    },
    {
      name: 'a super administrator does [user-mail-edit]',
      call: 'PUT /utente/{planner}',
      body: { mail: 'e.tosi@officina.example' },
    },
    {
      name: 'filters by name and role [user-list-filters]',
      call: 'GET /utente/?pag=1&cognome=tosi&id_utente_ruolo={PIAN}',
      expected: { tot: 1 },
    },
    {
      name: 'adds a department and removes it',
      call: 'POST /utente/{planner}/reparto/',
      body: { id_reparto: 2 },
    },
    {
      name: 'removes the department by its own id',
      call: 'DELETE /utente/{planner}/reparto/2',
    },
  ]);

  it("gives a new user a colour and today's date", async () => {
    const admin = await demo.as('SUPER');
    const body = { ...person, mail: 'colore@officina.example', id_utente_ruolo: ids.TEC };
    const { data } = await admin.post('/utente/', body);
    expect(data.colore).toMatch(/^\{"r":\d+,"g":\d+,"b":\d+,"a":1\}$/);
    expect(data.registrazione).toBe(inDays(0));
  });

  it('shows names without addresses to users who only choose people', async () => {
    const { data } = await (await demo.as('RIFTEC')).get('/utente/');
    expect(data.length).toBeGreaterThan(20);
    expect(Object.keys(data[0])).not.toContain('mail');
    expect(data[0]).toMatchObject({ nome: expect.any(String), ruolo: expect.any(String) });
    expect((await (await demo.as('RIFTEC')).get('/utente/csv/')).status).toBe(403);
  });

  it('deletes a user with their links', async () => {
    const admin = await demo.as('SUADMIN');
    const { data } = await admin.post('/utente/', {
      ...person,
      mail: 'via@officina.example',
      id_utente_ruolo: ids.TEC,
    });
    await admin.post(`/utente/${data.id}/organizzazione/`, { id_organizzazione: 2 });
    expect((await admin.del(`/utente/${data.id}`)).status).toBe(200);
    expect(await demo.count(`utente_organizzazione where id_utente = ${data.id}`)).toBe(0);
  });

  it('respects the seats of the licence, also if a user changes family', async () => {
    const admin = await demo.as('SUADMIN');
    const { data } = await admin.post('/utente/', {
      ...person,
      mail: 'posto@officina.example',
      id_utente_ruolo: ids.TEC,
    });
    await demo.database.query('update licenza set num_tecnici = 1');
    const refused = await admin.put(`/utente/${data.id}`, { attivo: 1 });
    expect(refused).toMatchObject({ status: 422, result: -1 });
    expect(refused.description).toMatch(/posti/);
    await admin.put(`/utente/${data.id}`, { id_utente_ruolo: ids.PIAN, attivo: 1 });
    expect((await admin.put(`/utente/${data.id}`, { id_utente_ruolo: ids.TEC })).status).toBe(422);
    await demo.database.query('update licenza set num_tecnici = null');
    expect((await admin.put(`/utente/${data.id}`, { id_utente_ruolo: ids.TEC })).status).toBe(200);
  });
});

describe('roles', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'refuses a name of 51 characters [role-required]',
      call: 'POST /ruolo/',
      body: { codice: 'LUNGO', nome: 'x'.repeat(51), id_famiglia_ruolo: '{familyRIFTEC}' },
      status: 422,
    },
    {
      name: 'cannot change family and code [role-locked]',
      call: 'PUT /ruolo/{TEC}',
      body: { codice: 'ALTRO', id_famiglia_ruolo: '{familySUADMIN}' },
      errors: everyField(LOCKED, 'codice', 'id_famiglia_ruolo'),
    },
    { name: 'cannot delete a role that users have', call: 'DELETE /ruolo/{TEC}', status: 409 },
  ]);

  it('does not offer the super administrators to an administrator [user-suadmin-edit]', async () => {
    const [families, roles] = await Promise.all(
      ['/ruolo/famiglia/', '/ruolo/'].map(async (path) => (await demo.as('SUPER')).get(path)),
    );
    expect(families!.data.map((row: { codice: string }) => row.codice).sort()).toEqual([
      'RESP',
      'RIFTEC',
      'SUPER',
    ]);
    expect(roles!.data.map((row: { codice: string }) => row.codice)).not.toContain('SUADMIN');
    expect((await (await demo.as('SUADMIN')).get('/ruolo/famiglia/')).data).toHaveLength(4);
  });
});
