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

describe('a link to a record of another organisation', () => {
  const made: Record<'centre' | 'asset' | 'part' | 'far', number> = { centre: 0, asset: 0, part: 0, far: 0 };
  let planner: Client;

  beforeAll(async () => {
    const id = await demo.idOf('utente', { mail: 'admin@officina.example' });
    for (const dimension of ['organizzazione', 'reparto'])
      await demo.database.query(`delete from utente_${dimension} where id_utente = $1`, [id]);
    await admin.post(`/utente/${id}/organizzazione/`, { id_organizzazione: ids.parma });
    await admin.post(`/utente/${id}/reparto/`, { id_reparto: 1 });
    const setting = await demo.idOf('parametro', { codice: 'VisCostCentersSup' });
    await admin.put(`/parametro/${setting}`, { valore: '1' });
    planner = await demo.as('SUPER');
    const foligno = {
      id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
      id_reparto: 1,
    };
    const there = { id_organizzazione: ids.parma, id_reparto: 1 };
    const add = async (path: string, body: Row): Promise<number> => {
      const answer = await admin.post(path, { descrizione: 'Di prova', ...body });
      expect(answer.status, answer.description).toBe(200);
      return answer.data.id;
    };
    const assetClass = { id_classe: await add('/classe/', { codice: 'LINKS' }), campo_str1: 'M-1' };
    const partClass = { id_classe: await demo.idOf('ricambio/classe', { codice: 'CUSC' }) };
    made.centre = await add('/cdc/', { codice: 'LINKS' });
    made.asset = await add('/oggetto/', { codice: 'NEAR', ...there, ...assetClass });
    made.far = await add('/oggetto/', { codice: 'FAR', ...foligno, ...assetClass });
    made.part = await add('/ricambio/', { codice: 'FAR', ...foligno, ...partClass });
    for (const id_oggetto of [made.asset, made.far])
      await admin.post(`/cdc/${made.centre}/oggetti/`, { id_oggetto });
    await admin.post(`/oggetto/${made.asset}/ricambi-consigliati/`, { id_ricambio: made.part });
  });

  it('is not removed by a user who cannot see that record', async () => {
    for (const address of [
      `/cdc/${made.centre}/oggetti/${made.far}`,
      `/oggetto/${made.asset}/ricambi-consigliati/${made.part}`,
    ])
      expect((await planner.del(address)).status, address).toBe(404);
    expect((await planner.del(`/cdc/${made.centre}/oggetti/${made.asset}`)).status).toBe(200);
    expect((await admin.get(`/cdc/${made.centre}/oggetti/`)).data).toMatchObject([{ id_oggetto: made.far }]);
    const parts = (await admin.get(`/oggetto/${made.asset}/ricambi-consigliati/`)).data;
    expect(parts).toMatchObject([{ id_ricambio: made.part }]);
  });
});
