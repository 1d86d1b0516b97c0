/** Follow-ups: conditions, copied rows, and parts without stock. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let open: number;
let part: number;
let scarce: number;
let warehouse: number;
let original: number;

const set = async (codice: string, valore: string) => {
  const id = await plant.demo.idOf('parametro', { codice });
  expect((await plant.admin.put(`/parametro/${id}`, { valore })).status).toBe(200);
};
const put = (path: string, body: Row) => plant.admin.post(`/odl/${original}${path}`, body);

beforeAll(async () => {
  plant = await works();
  open = await plant.demo.idOf('stato', { codice: 'AP' });
  [part, scarce, warehouse] = [await plant.part(), await plant.part(), await plant.warehouse()];
  await plant.move(part, warehouse, 100);
});
afterAll(() => plant.close());

const bring = (id: number, state: string) =>
  plant.one('update odl set id_stato = (select id from stato where codice = $2) where id = $1 returning id', [
    id,
    state,
  ]);
const close = (id: number) => bring(id, 'CH');

/** Creates a closed intervention with two parts, one out of stock, a reservation, costs and a checklist. */
beforeEach(async () => {
  original = await plant.order({ state: 'IC', id_tecnico: plant.ids.RIFTEC });
  await plant.move(scarce, warehouse, 2);
  for (const [id_ricambio, quantita] of [
    [part, -3],
    [scarce, -2],
  ])
    expect(
      (await put('/ricambio/', { id_ricambio, quantita, id_magazzino: warehouse, ubicazione_lotto: '-' }))
        .status,
    ).toBe(200);
  expect((await put('/prenotazione/', { id_ricambio: part, quantita: 5 })).status).toBe(200);
  const tipo = (await plant.admin.get('/costo/tipo-costo/')).data[0];
  for (const flag of [1, 2])
    expect(
      (
        await put('/costo/', {
          quantita: 2,
          costo: 10.5,
          tipo: tipo.id_tipo_costo ?? tipo.id,
          descrizione: `Voce ${flag}`,
          flag,
        })
      ).status,
    ).toBe(200);
  await close(original);
});

const ask = (more: Row = {}, who = plant.admin, id = original) =>
  who.post(`/odl/${id}/followup/`, { descrizione: 'FOLLOW-UP - Lavoro', id_stato: open, ...more });

describe('a follow-up', () => {
  it('is a new intervention that refers to the original, with nothing else unless requested [followup-body, followup-required]', async () => {
    const { status, data } = await ask();
    expect(status).toBe(200);
    expect(data.giacenzaErrors).toEqual([]);
    expect(data.intervento).toMatchObject({
      descrizione: 'FOLLOW-UP - Lavoro',
      cod_stato: 'AP',
      id_intervento_originale: original,
      id_oggetto: plant.machine,
      numero_ricambi: 0,
      numero_prenotazioni_ricambi: 0,
      totale: 0,
      id_checklist: null,
    });
    expect(data.intervento.intervento_originale).toContain('Lavoro');
    expect((await plant.admin.get(`/odl/${original}`)).data).toMatchObject({
      num_followup: 1,
      stato_followup: 1,
    });
    expect(
      (await plant.admin.get(`/odl/?idInterventoOriginale=${original}`)).data.map(({ id }: Row) => id),
    ).toEqual([data.intervento.id]);
    expect((await plant.admin.get(`/odl/storico/${data.intervento.id}`)).data).toHaveLength(1);
    const [latest] = (await plant.admin.get(`/odl/${original}/storico/`, { language: 'it' })).data;
    expect(latest.detto).toBe(`Creato il follow-up ${data.intervento.codice}`);
  });

  it('copies what is requested; missing stock is reported and recorded [followup-stock-warning, I13]', async () => {
    const before = await plant.stock(part);
    const { data } = await ask({
      copy_ricambi: 1,
      copy_prenotazioni: '1',
      copy_costi: true,
      copy_checklist: 1,
    });
    expect(data.giacenzaErrors).toEqual([
      expect.objectContaining({
        id_ricambio: scarce,
        quantita: 2,
        disponibile: 0,
        codice_ricambio: expect.any(String),
      }),
    ]);
    expect(data.intervento).toMatchObject({
      numero_ricambi: 0,
      numero_prenotazioni_ricambi: 2,
      totale: 42,
      totale_attivo: 21,
      totale_passivo: 21,
    });
    const { id } = data.intervento;
    expect((await plant.admin.get(`/odl/${id}/prenotazione/`)).data).toMatchObject([
      { id_ricambio: part, quantita: 5, quantita_prelevata: 0 },
      { id_ricambio: scarce, quantita: 2, quantita_prelevata: 0 },
    ]);
    expect((await plant.admin.get(`/odl/${id}/ricambio/`)).data).toEqual([]);
    expect((await plant.admin.get(`/odl/${id}/errore/`)).data).toMatchObject([
      { tipo: 'giacenza', errore: expect.stringContaining('La quantità a magazzino non è sufficiente') },
    ]);
    const total = (rows: Row[]) => rows.reduce((sum, row) => sum + Number(row.quantita), 0);
    expect(total(before)).toBe(total(await plant.stock(part)));
  });

  it('reserves the withdrawn quantity; nothing leaves the stock before the work begins [I13]', async () => {
    const shelf = async () => (await plant.stock(part)).map(({ quantita }: Row) => quantita);
    const before = await shelf();
    const { data } = await ask({ copy_ricambi: 1 });
    expect(data.intervento).toMatchObject({ numero_ricambi: 0, numero_prenotazioni_ricambi: 2 });
    expect((await plant.admin.get(`/odl/${data.intervento.id}/prenotazione/`)).data).toMatchObject([
      { id_ricambio: part, quantita: 3 },
      { id_ricambio: scarce, quantita: 2 },
    ]);
    expect(data.giacenzaErrors.map(({ id_ricambio }: Row) => id_ricambio)).toEqual([scarce]);
    expect(await shelf()).toEqual(before);
    await bring(data.intervento.id, 'AN');
    // Parts reserved by others are not available either.
    const other = await plant.order({ state: 'AP' });
    const free = Number((await plant.stock(part))[0]!.disponibile);
    const all = { id_ricambio: part, quantita: free - 2 };
    expect((await plant.admin.post(`/odl/${other}/prenotazione/`, all)).status).toBe(200);
    await set('FollowupAllowMulti', '1');
    const again = (await ask({ copy_prenotazioni: 1 })).data;
    expect(again.giacenzaErrors).toMatchObject([{ id_ricambio: part, quantita: 5, disponibile: 2 }]);
    await set('FollowupAllowMulti', '0');
    await bring(other, 'AN');
  });

  it('copies the checklist unticked', async () => {
    const checklist = (await plant.admin.post('/checklist/', { descrizione: 'Prova' })).data.id;
    const voce = (await plant.admin.post('/checklist/voce/', { descrizione: 'Pulire' })).data.id;
    await plant.admin.post('/checklist/relazione/', { id_checklist: checklist, id_voce: voce });
    await bring(original, 'IC');
    expect((await plant.admin.put(`/odl/${original}`, { id_checklist: checklist })).status).toBe(200);
    await close(original);
    await plant.one('update odl_checklist set checked = 1 where id_odl = $1 returning id', [original]);
    const { data } = await ask({ copy_checklist: 1 });
    expect((await plant.admin.get(`/odl/${data.intervento.id}/checklist/`)).data).toMatchObject([
      { descrizione: 'Pulire', checked: 0 },
    ]);
  });

  it('leaves out a checklist that was deleted since', async () => {
    const checklist = (await plant.admin.post('/checklist/', { descrizione: 'Superata' })).data.id;
    await bring(original, 'IC');
    expect((await plant.admin.put(`/odl/${original}`, { id_checklist: checklist })).status).toBe(200);
    await close(original);
    expect((await plant.admin.del(`/checklist/${checklist}`)).status).toBe(200);
    const { status, data, errors } = await ask({ copy_checklist: 1 });
    expect(status, JSON.stringify(errors)).toBe(200);
    expect((await plant.admin.get(`/odl/${data.intervento.id}`)).data.id_checklist).toBeNull();
  });

  it('is one, unless the plant allows several; at once too [followup-allowed]', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await ask()).description).toContain('FollowupAllowMulti');
    await set('FollowupAllowMulti', '1');
    expect((await ask()).status).toBe(200);
    await set('FollowupAllowMulti', '0');
  });

  it('may follow a follow-up, when its state allows it, and never itself', async () => {
    const first = (await ask()).data.intervento.id;
    expect(await ask({}, plant.admin, first)).toMatchObject({
      status: 422,
      description: "Lo stato dell'intervento non permette un follow-up.",
    });
    await close(first);
    expect((await ask({ id_intervento_originale: first }, plant.admin, first)).errors).toEqual({
      id_intervento_originale: 'Campo sconosciuto',
    });
    expect((await ask({}, plant.admin, first)).data.intervento.id_intervento_originale).toBe(first);
  });

  it('follows the rules of a new intervention [followup-required]', async () => {
    const assigned = await plant.demo.idOf('stato', { codice: 'AS' });
    expect((await ask({ descrizione: '', id_stato: null })).errors).toMatchObject({
      descrizione: 'Questo campo è obbligatorio',
      id_stato: 'Questo campo è obbligatorio',
    });
    expect((await ask({ id_stato: assigned })).errors).toEqual({ id_tecnico: 'Questo campo è obbligatorio' });
    expect((await ask({ id_tecnico: plant.ids.RIFTEC })).description).toBe(
      'Impostare lo stato ad Assegnato se si desidera indicare un riferimento tecnico',
    );
    expect((await ask({ copy_costi: 'forse' })).errors).toEqual({ copy_costi: 'Serve 0 oppure 1' });
    expect(await plant.demo.count(`odl where id_intervento_originale = ${original}`)).toBe(0);
    expect((await ask({ id_stato: assigned, id_tecnico: plant.ids.RIFTEC })).status).toBe(200);
  });

  it('is on the same asset, unless the plant allows another', async () => {
    const other = await plant.asset(`ALTRO-${original}`);
    expect((await ask({ id_oggetto: other })).errors).toEqual({
      id_oggetto: 'Questo campo non si può più modificare',
    });
    await set('SelObjSuFollowUp', '1');
    expect((await ask({ id_oggetto: other })).data.intervento.id_oggetto).toBe(other);
    await set('SelObjSuFollowUp', '0');
  });

  it('is created by technicians without choosing a technician, with the costs that they see [followup-technician]', async () => {
    expect((await ask({ copy_ricambi: 1 }, plant.people.RESP)).errors).toEqual({
      copy_ricambi: 'Il tuo ruolo non può modificare questo campo',
    });
    const assigned = { id_tecnico: plant.ids.RIFTEC };
    expect((await ask(assigned, plant.people.RIFTEC)).errors).toEqual({
      id_tecnico: 'Il tuo ruolo non può modificare questo campo',
    });
    const { data, status } = await ask({ copy_costi: 1 }, plant.people.RIFTEC);
    expect(status).toBe(200);
    expect(
      await plant.one('select count(*)::int as n from odl_costo where id_odl = $1', [data.intervento.id]),
    ).toEqual({ n: 1 });
    const foreign = await plant.order({ state: 'CH', id_usr_ins: plant.ids.SUADMIN });
    expect((await ask({}, plant.people.RESP, foreign)).status).toBe(403);
  });
});
