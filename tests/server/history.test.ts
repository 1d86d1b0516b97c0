/** The history of records: author, time, old and new values. */
import { describe, expect, it } from 'vitest';
import { ownPlant } from './plant/plant.ts';

const { demo, admin } = await ownPlant();

describe('the history of a record', () => {
  it('contains creation, changes and deletion, newest first', async () => {
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

  it('names the user who made the change', async () => {
    const { data } = await admin.post('/checklist/voce/', { descrizione: 'Di due persone' });
    const planner = await demo.as('SUPER');
    await planner.put(`/checklist/voce/${data.id}`, { descrizione: 'Cambiata da Marco' });
    const [last] = (await admin.get(`/checklist/voce/${data.id}/storico/`)).data;
    expect(last).toMatchObject({ operazione: 'update', utente: 'Marco Bianchi' });
    const { data: user } = await admin.get(`/utente/${last.id_utente}`);
    expect(user.mail).toBe('admin@officina.example');
  });

  it("describes a change with the sentences of the acts over the call, in the reader's language", async () => {
    const states = (await admin.get('/stato/?all=1&pag=-1', { language: 'it' })).data;
    const technician = await demo.as('RIFTEC');
    const { data: asset } = await technician.get('/oggetto/?pag=1&max_rows=1');
    const { data: types } = await admin.get('/odl/tipoGuasto/?pag=-1');
    const { data: made } = await admin.post('/odl/', {
      descrizione: 'Raccontato',
      id_oggetto: asset[0].id,
      id_tipo_guasto: types.find(({ codice }: { codice: string }) => codice !== '*').id,
      id_stato: states.find(({ codice }: { codice: string }) => codice === 'AP').id,
      data_ordine: '2031-05-06T07:00:00.000Z',
    });
    const assigned = states.find(({ codice }: { codice: string }) => codice === 'AS');
    const people = (await admin.get(`/odl/tecnico/?idOggetto=${asset[0].id}`)).data.utenti;
    const { id, nome, cognome } = people[0];
    const changed = await admin.put(`/odl/${made.id}?isBypassBlockAllowed=1`, {
      id_stato: assigned.id,
      id_tecnico: id,
    });
    expect(changed.status).toBe(200);
    const read = async (language: 'it' | 'en') =>
      (await admin.get(`/odl/${made.id}/storico/`, { language })).data[0];
    expect(await read('it')).toMatchObject({
      operazione: 'update',
      detto: `Assegnato a ${nome} ${cognome}; Passato nello stato ${assigned.descrizione}`,
    });
    expect((await read('en')).detto).toMatch(/^Assigned to .*; Entered the state Assigned$/);
    await admin.put(`/odl/${made.id}`, { note: 'Solo una nota' });
    expect(await read('it')).not.toHaveProperty('detto');
    await admin.put(`/odl/${made.id}?isBypassBlockAllowed=1`, { data_ordine: '2031-05-07T07:30:00.000Z' });
    expect(await read('it')).toMatchObject({ detto: 'Pianificato per il 07/05/2031' });
    const { data: parts } = await admin.get('/ricambio/?pag=1&max_rows=1');
    const { id: id_ricambio, codice } = parts[0];
    const reserved = await admin.post(`/odl/${made.id}/prenotazione/`, { id_ricambio, quantita: 1.5 });
    expect(await read('it')).toMatchObject({
      operazione: 'act',
      atto: 'reserve',
      detto: `Prenotazione: 1,5 x ${codice}`,
    });
    await admin.put(`/odl/${made.id}/prenotazione/${reserved.data.id}`, { quantita: 2 });
    expect(await read('en')).toMatchObject({ detto: `Changed the reservation of ${codice} to 2` });
    await admin.put(`/odl/${made.id}/prenotazione/${reserved.data.id}`, { quantita: 2 });
    const lines = (await admin.get(`/odl/${made.id}/storico/`, { language: 'en' })).data;
    expect(lines.filter(({ atto }: { atto: string }) => atto === 'change-reservation')).toHaveLength(1);
    const reporter = await (await demo.as('RESP')).get(`/odl/${made.id}/storico/`);
    expect(JSON.stringify(reporter.data)).not.toContain('reserve');
  });

  it('contains neither saves without changes nor refused ones', async () => {
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

  it('is written for every entity that users can change', () => {
    const without = demo.schemas.entities.filter(
      ({ calls, traits }) =>
        calls.some((call) => call !== 'list' && call !== 'read') && !traits.includes('history'),
    );
    expect(without.map((entity) => entity.name)).toEqual([]);
  });
});
