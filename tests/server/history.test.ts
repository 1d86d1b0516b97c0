/** The history of records: author, time, old and new values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Plant, plant } from './plant.ts';

let demo: Plant;
let admin: Client;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
});
afterAll(() => demo.close());

describe('the history of a record', () => {
  it('tells creation, changes and deletion, the newest first', async () => {
    const { data } = await admin.post('/cdc/', { codice: 'STO', descrizione: 'Prima' });
    const path = `/cdc/${data.id}`;
    await admin.put(path, { descrizione: 'Seconda' });
    await admin.del(path);
    const answer = await admin.get(`${path}/storico/`);
    expect(answer).toMatchObject({ status: 200, result: 0 });
    expect(answer.data).toMatchObject([
      {
        operazione: 'delete',
        utente: 'Giulia Marchetti',
        modifiche: expect.arrayContaining([{ campo: 'descrizione', da: 'Seconda', a: null }]),
      },
      {
        operazione: 'update',
        utente: 'Giulia Marchetti',
        modifiche: [{ campo: 'descrizione', da: 'Prima', a: 'Seconda' }],
      },
      {
        operazione: 'create',
        modifiche: [
          { campo: 'codice', da: null, a: 'STO' },
          { campo: 'descrizione', da: null, a: 'Prima' },
        ],
      },
    ]);
    for (const change of answer.data) expect(change.data).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('names whoever made the change', async () => {
    const { data } = await admin.post('/checklist/voce/', { descrizione: 'Di due persone' });
    const planner = await demo.as('SUPER');
    await planner.put(`/checklist/voce/${data.id}`, { descrizione: 'Cambiata da Marco' });
    const [last] = (await admin.get(`/checklist/voce/${data.id}/storico/`)).data;
    expect(last).toMatchObject({ operazione: 'update', utente: 'Marco Bianchi' });
    const { data: user } = await admin.get(`/utente/${last.id_utente}`);
    expect(user.mail).toBe('admin@officina.example');
  });

  it('has nothing of a save that changed nothing, nor of one that was refused', async () => {
    const { data } = await admin.post('/cdc/', { codice: 'STO2', descrizione: 'Ferma' });
    await admin.put(`/cdc/${data.id}`, { descrizione: 'Ferma' });
    await admin.put(`/cdc/${data.id}`, { descrizione: '' });
    expect((await admin.get(`/cdc/${data.id}/storico/`)).data).toHaveLength(1);
  });

  it('is that of one record of one entity', async () => {
    const { data } = await admin.post('/odl/tipoGuasto/', { codice: 'STO', descrizione: 'Altra' });
    const { data: changes } = await admin.get(`/odl/tipoGuasto/${data.id}/storico/`);
    expect(changes).toHaveLength(1);
    expect(changes[0].modifiche).toContainEqual({ campo: 'codice', da: null, a: 'STO' });
  });

  it('is kept for every entity that a person can change', () => {
    const without = demo.schemas.entities.filter(
      ({ calls, traits }) =>
        calls.some((call) => call !== 'list' && call !== 'read') && !traits.includes('history'),
    );
    expect(without.map((entity) => entity.name)).toEqual([]);
  });
});
