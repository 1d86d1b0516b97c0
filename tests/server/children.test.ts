/** Rows below a record: organisations and departments of a user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';
import { runScenarios, UNKNOWN } from './plant/scenario.ts';

let demo: Plant;
let admin: Client;
const ids: Record<string, number> = { huge: 2_147_483_647 };

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  ids.user = await demo.idOf('utente', { mail: 'laura.monti@officina.example' });
  ids.other = await demo.idOf('utente', { mail: 'elena.tosi@officina.example' });
  ids.perugia = await demo.idOf('organizzazione', { codice: 'PER' });
  ids.parma = await demo.idOf('organizzazione', { codice: 'PAR' });
  ids.mill = await demo.idOf('reparto', { codice: 'MUL' });
});
afterAll(() => demo.close());

const codes = async (): Promise<string[]> =>
  (await admin.get(`/utente/${ids.user}/organizzazione/`)).data.map((row: Row) => String(row.codice)).sort();

describe('the organisations of a user', () => {
  it('are listed with their names', async () => {
    const answer = await admin.get(`/utente/${ids.user}/organizzazione/`);
    expect(answer).toMatchObject({
      status: 200,
      data: [
        {
          id_utente: ids.user,
          id_organizzazione: ids.perugia,
          codice: 'PER',
          descrizione: 'Sede di Perugia',
        },
      ],
    });
  });

  it('are added, and removed by the organisation they are', async () => {
    const added = await admin.post(`/utente/${ids.user}/organizzazione/`, { id_organizzazione: ids.parma });
    expect(added).toMatchObject({ status: 200, data: { id_utente: ids.user, id_organizzazione: ids.parma } });
    expect(await codes()).toEqual(['PAR', 'PER']);
    const removed = await admin.del(`/utente/${ids.user}/organizzazione/${ids.parma}`);
    expect(removed).toMatchObject({ status: 200, data: null });
    expect(await codes()).toEqual(['PER']);
  });

  it('belong to the user in the address, whatever the body contains', async () => {
    const answer = await admin.post(`/utente/${ids.user}/reparto/`, {
      id_reparto: ids.mill,
      id_utente: ids.other,
    });
    expect(answer).toMatchObject({ status: 200, data: { id_utente: ids.user, codice: 'MUL' } });
  });

  runScenarios(() => demo, ids, [
    {
      name: 'are not added twice',
      call: 'POST /utente/{user}/organizzazione/',
      body: { id_organizzazione: '{perugia}' },
      status: 409,
      expected: { result: -1, description: 'Esiste già un elemento con questi valori.' },
    },
    {
      name: 'exist',
      call: 'POST /utente/{user}/organizzazione/',
      body: { id_organizzazione: '{huge}' },
      errors: { id_organizzazione: UNKNOWN },
    },
    {
      name: 'of a missing user are not found',
      call: 'GET /utente/{huge}/organizzazione/',
      status: 404,
    },
    {
      name: 'are not added to one either',
      call: 'POST /utente/{huge}/organizzazione/',
      body: { id_organizzazione: '{parma}' },
      status: 404,
    },
    {
      name: 'are not removed when they are not there',
      call: 'DELETE /utente/{user}/organizzazione/{parma}',
      status: 404,
    },
    { name: 'have ids', call: 'DELETE /utente/{user}/organizzazione/x', status: 400 },
    {
      name: 'are visible to users who may see users',
      as: 'RIFTEC',
      call: 'GET /utente/{user}/organizzazione/',
      status: 403,
    },
    {
      name: 'can be changed by users who may change users',
      as: 'RESP',
      call: 'POST /utente/{user}/organizzazione/',
      body: { id_organizzazione: '{parma}' },
      status: 403,
    },
  ]);
});
