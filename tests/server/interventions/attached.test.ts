/** Rows linked to an intervention: costs, comments, checklist with photos, documents, errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { noteError } from '../../../server/domains/interventions/history/intervention-errors.ts';
import { pdf, png } from '../../files/sample-files.ts';
import { send } from '../documents/records.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let kind: number;
beforeAll(async () => {
  plant = await works();
  kind = await plant.demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
});
afterAll(() => plant.close());

const NOT_YOURS = 403;
const said = (rows: Row[]) => rows.map((row) => row.descrizione);
const line = (descrizione: string, more: Row = {}): Row => ({
  descrizione,
  tipo: kind,
  quantita: 2,
  costo: 10,
  ...more,
});

describe('costs of an intervention', () => {
  it('come to quantity by unit cost, half a cent up [cost-required, cost-steps]', async () => {
    const { admin } = plant;
    const odl = await plant.order();
    const add = async (quantita: number, costo: number) =>
      (await admin.post(`/odl/${odl}/costo/`, line('x', { quantita, costo }))).data;
    expect(await add(1.5, 0.01)).toMatchObject({ totale: 0.02, flag: 2, flag_descr: 'Passiva' });
    expect(await add(1.01, 0.5)).toMatchObject({ totale: 0.51, tipo_descr: 'Manodopera' });
    expect(await add(1.15, 1.1)).toMatchObject({ totale: 1.27, id_odl: odl });
    expect(await add(9_999_999, 9_999_999)).toMatchObject({ totale: 99_999_980_000_001 });
    const first = (await admin.get(`/odl/${odl}/costo/`)).data[0];
    const changed = await admin.put(`/odl/${odl}/costo/${first.id}`, { quantita: 3, totale: 999 });
    expect(changed.data).toMatchObject({ quantita: 3, totale: 0.03 });
    expect((await admin.del(`/odl/${odl}/costo/${first.id}`)).status).toBe(200);
    expect((await admin.get(`/odl/${odl}/costo/`)).data).toHaveLength(3);
  });

  it('report missing and invalid values [cost-required, cost-descr-200, cost-flag]', async () => {
    const path = `/odl/${await plant.order()}/costo/`;
    const none = await plant.admin.post(path, {}, { language: 'it' });
    expect(none).toMatchObject({ status: 422 });
    expect(Object.keys(none.errors!).sort()).toEqual(['costo', 'descrizione', 'quantita', 'tipo']);
    const wrong = line('x'.repeat(201), { flag: 3, quantita: 0, costo: 0.001 });
    const { errors } = await plant.admin.post(path, wrong);
    expect(Object.keys(errors!).sort()).toEqual(['costo', 'descrizione', 'flag', 'quantita']);
  });

  it('are all visible to administrators; other users see income and their own [cost-visibility, cost-admin-all]', async () => {
    const { RIFTEC, SUPER } = plant.people;
    const odl = await plant.order();
    const path = `/odl/${odl}/costo/`;
    const secret = (await SUPER.post(path, line('passive of the office'))).data;
    await SUPER.post(path, line('active', { flag: 1 }));
    await RIFTEC.post(path, line('passive of the technician'));
    expect(said((await SUPER.get(path)).data)).toHaveLength(3);
    expect(said((await RIFTEC.get(path)).data)).toEqual(['active', 'passive of the technician']);
    expect((await RIFTEC.get(`${path}${secret.id}`)).status).toBe(404);
    expect((await RIFTEC.put(`${path}${secret.id}`, { costo: 0 })).status).toBe(404);
    expect((await RIFTEC.del(`${path}${secret.id}`)).status).toBe(404);
    expect((await RIFTEC.get(`/odl/costo/${secret.id}/storico/`)).status).toBe(404);
  });

  it('can be changed by users who may change the intervention, and only below it', async () => {
    const { RIFTEC, RESP } = plant.people;
    const [odl, others] = [await plant.order(), await plant.order({ id_tecnico: plant.ids.SUADMIN })];
    expect((await RIFTEC.post(`/odl/${others}/costo/`, line('x'))).status).toBe(NOT_YOURS);
    expect((await RESP.post(`/odl/${odl}/costo/`, line('mine'))).status).toBe(200);
    const closed = await plant.order({ state: 'CH' });
    expect((await RIFTEC.post(`/odl/${closed}/costo/`, line('x'))).status).toBe(NOT_YOURS);
    const { id } = (await plant.admin.post(`/odl/${odl}/costo/`, line('x'))).data;
    expect((await plant.admin.put(`/odl/${others}/costo/${id}`, { costo: 1 })).status).toBe(404);
    expect((await plant.admin.post('/odl/2147483647/costo/', line('x'))).status).toBe(404);
  });

  it('of the catalogue are offered where they fit', async () => {
    const { RIFTEC } = plant.people;
    const odl = await plant.order();
    const { data } = await RIFTEC.get(`/costo/?idOdl=${odl}`);
    const codes = (data as Row[]).map((row) => row.codice);
    expect(codes).toContain('MO-MEC');
    // Belongs to a class that the intervention does not have.
    expect(codes).not.toContain('MO-ELE');
    expect((await RIFTEC.get('/costo/')).status).toBe(403);
    expect((await RIFTEC.get('/costo/?idOdl=x')).status).toBe(400);
  });

  it('of the catalogue for the type * are offered for every type [type-protected]', async () => {
    const every = await plant.demo.idOf('odl/tipoGuasto', { codice: '*' });
    const cost = { codice: 'OGNI-TIPO', descrizione: 'Ogni tipo', tipo: kind, costo_unitario: 1 };
    const places = { id_organizzazione: 1, id_reparto: 1 };
    const sent = { ...cost, ...places, id_tipo_guasto: every };
    expect((await plant.admin.post('/costo/', sent)).status).toBe(200);
    const { data } = await plant.people.RIFTEC.get(`/costo/?idOdl=${await plant.order()}`);
    expect(data.map((row: Row) => row.codice)).toContain('OGNI-TIPO');
  });
});

describe('comments', () => {
  it('are written, changed and deleted by their author, and by an administrator [comment-required, comment-views]', async () => {
    const { RIFTEC, SUPER, RESP } = plant.people;
    const odl = await plant.order();
    const path = `/commento/intervento/${odl}`;
    const { data: mine } = await RIFTEC.post(path, { id_intervento: odl, testo: 'Manca un pezzo' });
    expect(mine).toMatchObject({ testo: 'Manca un pezzo', id_intervento: odl, modificabile: 1 });
    expect((await RESP.get(path)).data).toMatchObject([{ usr_ins: 'Luca Ferri', modificabile: 0 }]);
    expect((await RESP.put(`/commento/${mine.id}`, { testo: 'x' })).status).toBe(403);
    expect((await RESP.del(`/commento/${mine.id}`)).status).toBe(403);
    const changed = await SUPER.put(`/commento/${mine.id}`, { testo: 'Arriva domani' });
    expect(changed.data).toMatchObject({ testo: 'Arriva domani', usr_ultima_mod: 'Marco Bianchi' });
    expect((await RIFTEC.post(path, { testo: '  ' })).errors).toHaveProperty('testo');
    expect((await RIFTEC.del(`/commento/${mine.id}`)).status).toBe(200);
    expect((await RIFTEC.get(path)).data).toEqual([]);
  });

  it('of a requester belong to their own requests, in any state [R3]', async () => {
    const { RESP, RIFTEC } = plant.people;
    const others = await plant.order({ id_usr_ins: plant.ids.SUADMIN });
    expect((await RESP.post(`/commento/intervento/${others}`, { testo: 'x' })).status).toBe(403);
    const own = await plant.order({ id_usr_ins: plant.ids.RESP, id_tecnico: plant.ids.RIFTEC });
    expect((await RESP.get(`/odl/${own}`)).data).toMatchObject({
      modificabile: 0,
      commentabile: 1,
      documentabile: 1,
    });
    expect((await RESP.put(`/odl/${own}`, { note: 'x' })).status).toBe(403);
    expect((await RESP.post(`/commento/intervento/${own}`, { testo: 'Perde ancora' })).status).toBe(200);
    const closed = await plant.order({ state: 'CH', id_tecnico: plant.ids.SUADMIN });
    expect((await RIFTEC.post(`/commento/intervento/${closed}`, { testo: 'Rifatto' })).status).toBe(200);
  });
});

describe('rows attached to an invisible intervention', () => {
  it('is not there', async () => {
    const { RIFTEC } = plant.people;
    const machine = await plant.asset('OGG-ALTROVE', {
      id_organizzazione: await plant.demo.idOf('organizzazione', { codice: 'PAR' }),
    });
    const odl = await plant.order({ id_oggetto: machine });
    const { id } = (await plant.admin.post(`/commento/intervento/${odl}`, { testo: 'x' })).data;
    const paths = ['costo', 'checklist', 'errore', 'documento', 'prenotazione', 'ricambio'];
    for (const path of [...paths.map((one) => `/odl/${odl}/${one}/`), `/commento/intervento/${odl}`])
      expect((await RIFTEC.get(path)).status, path).toBe(404);
    expect((await RIFTEC.get(`/commento/${id}`)).status).toBe(404);
    expect((await RIFTEC.put(`/commento/${id}`, { testo: 'y' })).status).toBe(404);
    expect((await RIFTEC.get(`/costo/?idOdl=${odl}`)).data).toEqual([]);
  });
});

describe('the checklist of an intervention', () => {
  const voce = async (descrizione: string): Promise<number> =>
    (await plant.admin.post('/checklist/voce/', { descrizione })).data.id;
  const listOf = async (items: [number, '0' | '1'][]): Promise<number> => {
    const { id } = (await plant.admin.post('/checklist/', { descrizione: `Lista ${items.join()}` })).data;
    for (const [index, [id_voce, obbligatoria]] of items.entries()) {
      const link = { id_checklist: id, id_voce, obbligatoria, ordine: index };
      expect((await plant.admin.post('/checklist/relazione/', link)).status).toBe(200);
    }
    return id;
  };
  const choose = async (odl: number, id_checklist: number | null) => {
    const answer = await plant.admin.put(`/odl/${odl}`, { id_checklist });
    expect(answer.status, JSON.stringify(answer)).toBe(200);
  };
  const itemsOf = async (odl: number): Promise<Row[]> =>
    (await plant.admin.get(`/odl/${odl}/checklist/`)).data;

  it('is a copy of the selected one; another one keeps the common items', async () => {
    const [oil, belt, guard] = [await voce('Olio'), await voce('Cinghia'), await voce('Ripari')];
    const [one, other] = [
      await listOf([
        [oil, '1'],
        [belt, '0'],
      ]),
      await listOf([
        [belt, '1'],
        [guard, '0'],
      ]),
    ];
    const odl = await plant.order();
    await choose(odl, one);
    const [first, second] = await itemsOf(odl);
    expect(first).toMatchObject({
      descrizione: 'Olio',
      obbligatoria: 1,
      checked: 0,
      note: null,
      data_mod: null,
    });
    const ticked = await plant.people.RIFTEC.put(`/odl/${odl}/checklist/${second!.id}`, {
      checked: 1,
      note: 'Tesa',
    });
    expect(ticked.data).toMatchObject([
      { checked: 0, usr_mod: null },
      { checked: 1, note: 'Tesa', usr_mod: 'Luca Ferri' },
    ]);
    await choose(odl, other);
    expect(await itemsOf(odl)).toMatchObject([
      { descrizione: 'Cinghia', obbligatoria: 1, checked: 1, note: 'Tesa' },
      { descrizione: 'Ripari', obbligatoria: 0, checked: 0 },
    ]);
    await choose(odl, null);
    expect(await itemsOf(odl)).toEqual([]);
  });

  it('is ticked only below its own intervention, by users who may change it', async () => {
    const list = await listOf([[await voce('Pulizia'), '1']]);
    const [mine, others] = [await plant.order(), await plant.order({ id_tecnico: plant.ids.SUADMIN })];
    for (const odl of [mine, others]) await choose(odl, list);
    const [[here], [there]] = [await itemsOf(mine), await itemsOf(others)];
    const { RIFTEC } = plant.people;
    expect((await RIFTEC.put(`/odl/${mine}/checklist/${there!.id}`, { checked: 1 })).status).toBe(404);
    expect((await RIFTEC.put(`/odl/${others}/checklist/${there!.id}`, { checked: 1 })).status).toBe(
      NOT_YOURS,
    );
    const wrong = await RIFTEC.put(`/odl/${mine}/checklist/${here!.id}`, {
      checked: 2,
      note: 'x'.repeat(501),
    });
    expect(Object.keys(wrong.errors!).sort()).toEqual(['checked', 'note']);
    const stale = { checked: 1, versione: 7 };
    expect((await RIFTEC.put(`/odl/${mine}/checklist/${here!.id}`, stale)).status).toBe(409);
    const tampered = await RIFTEC.put(`/odl/${mine}/checklist/${here!.id}`, {
      descrizione: 'y',
      obbligatoria: 0,
    });
    expect(tampered.data).toMatchObject([{ descrizione: 'Pulizia', obbligatoria: 1 }]);
  });

  it('of closed work stays complete', async () => {
    const [list, other] = [await listOf([[await voce('Serraggio'), '1']]), await listOf([])];
    const odl = await plant.order();
    await choose(odl, list);
    const [item] = await itemsOf(odl);
    const tick = (checked: number) =>
      plant.admin.put(`/odl/${odl}/checklist/${item!.id}`, { checked }, { language: 'it' });
    expect((await tick(1)).status).toBe(200);
    await plant.demo.database.query(
      "update odl set id_stato = (select id from stato where codice = 'CH') where id = $1",
      [odl],
    );
    expect((await tick(0)).description).toMatch(/riaprirlo prima di cambiare la checklist/);
    const changed = await plant.admin.put(`/odl/${odl}`, { id_checklist: other });
    expect(changed.errors).toHaveProperty('id_checklist');
    expect(await itemsOf(odl)).toMatchObject([{ checked: 1 }]);
  });

  it('has photos for each item, uploaded by users who may tick it', async () => {
    const list = await listOf([[await voce('Foto'), '0']]);
    const [mine, others] = [await plant.order(), await plant.order({ id_tecnico: plant.ids.SUADMIN })];
    for (const odl of [mine, others]) await choose(odl, list);
    const [[here], [there]] = [await itemsOf(mine), await itemsOf(others)];
    const { RIFTEC } = plant.people;
    const folder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Foto' });
    const path = (item: unknown) => `/odl/checklist/${item}/documento/?idCartella=${folder}`;
    const put = await send(RIFTEC, path(here!.id), [
      ['a.png', png()],
      ['b.png', png(100)],
    ]);
    expect(put.status, put.description).toBe(200);
    expect((await itemsOf(mine))[0]).toMatchObject({ num_documenti: 2 });
    expect((await send(RIFTEC, path(there!.id), [['a.png', png()]])).status).toBe(NOT_YOURS);
    expect((await RIFTEC.del(`/odl/checklist/${here!.id}/documento/${put.data.id}`)).status).toBe(200);
    await choose(mine, null);
    expect(await plant.demo.count(`odl_checklist_documento where id_voce = ${here!.id}`)).toBe(0);
  });
});

describe('documents of an intervention', () => {
  it('are listed with those of its asset, which stay as they are [odl-doc-own]', async () => {
    const { RIFTEC, SUPER, RESP } = plant.people;
    const odl = await plant.order();
    const folder = async (resource: string, nome: string) => plant.demo.idOf(resource, { nome });
    const own = await folder('odl/documento/cartella', 'Altro');
    const theirs = await folder('oggetto/documento/cartella', 'Manuali');
    const manual = await send(plant.admin, `/oggetto/${plant.machine}/documento/?idCartella=${theirs}`, [
      ['manuale.pdf', pdf()],
    ]);
    const { data } = await send(RIFTEC, `/odl/${odl}/documento/?idCartella=${own}`, [
      ['nota.pdf', pdf('Nota')],
    ]);
    const listed = (await RESP.get(`/odl/${odl}/documento/`)).data;
    expect(listed.documenti).toMatchObject([
      { id: data.id, docType: 'ODL', nome_file_originale: 'nota.pdf' },
      { id: manual.data.id, docType: 'OBJ', nome_file_originale: 'manuale.pdf', id_oggetto: plant.machine },
    ]);
    const borrowed = listed.cartelle.filter((one: Row) => one.docType === 'OBJ');
    expect(borrowed).toMatchObject([{ nome: 'Manuali', files: [{ id: manual.data.id }] }]);
    expect((await RESP.get(`/odl/${odl}/documento/?idCartella=${own}`)).data.documenti).toHaveLength(1);
    expect((await RESP.get(`/oggetto/${plant.machine}/documento/${manual.data.id}`)).status).toBe(200);
    const foreign = manual.data.id === data.id ? 2_147_483_646 : manual.data.id;
    expect((await SUPER.del(`/odl/${odl}/documento/${foreign}`)).status).toBe(404);
    const office = await send(SUPER, `/odl/${odl}/documento/?idCartella=${own}`, [['b.pdf', pdf('B')]]);
    expect((await RIFTEC.del(`/odl/${odl}/documento/${office.data.id}`)).status).toBe(403);
    expect((await RIFTEC.del(`/odl/${odl}/documento/${data.id}`)).status).toBe(200);
  });

  it('are uploaded by users who may change it', async () => {
    const folder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Altro' });
    const others = await plant.order({ id_tecnico: plant.ids.SUADMIN });
    const path = `/odl/${others}/documento/?idCartella=${folder}`;
    expect((await send(plant.people.RIFTEC, path, [['a.pdf', pdf()]])).status).toBe(NOT_YOURS);
    expect((await send(plant.people.SUPER, path, [['a.pdf', pdf()]])).status).toBe(200);
  });

  it('and by its requester until it is over, who changes and deletes their own [R3] [odl-doc-own]', async () => {
    const { RESP, RIFTEC } = plant.people;
    const folder = await plant.demo.idOf('odl/documento/cartella', { nome: 'Altro' });
    const of = async (more: Row) =>
      send(RESP, `/odl/${await plant.order(more)}/documento/?idCartella=${folder}`, [['a.pdf', pdf()]]);
    const own = { id_usr_ins: plant.ids.RESP, id_tecnico: plant.ids.RIFTEC };
    const { data } = await of(own);
    const below = `/odl/${data.id_odl}/documento`;
    expect((await RESP.put(`${below}/${data.id}`, { descrizione: 'Il filtro' })).status).toBe(200);
    expect((await RESP.del(`${below}/${data.id}`)).status).toBe(200);
    const uploaded = await send(RIFTEC, `${below}/?idCartella=${folder}`, [['b.pdf', pdf()]]);
    expect((await RESP.put(`${below}/${uploaded.data.id}`, { descrizione: 'x' })).status).toBe(403);
    expect((await RESP.del(`${below}/${uploaded.data.id}`)).status).toBe(403);
    const beforeClosing = await send(RESP, `${below}/?idCartella=${folder}`, [['c.pdf', pdf()]]);
    const closed = await plant.demo.idOf('stato', { codice: 'CH' });
    await plant.demo.database.query('update odl set id_stato = $2 where id = $1', [data.id_odl, closed]);
    expect((await RESP.put(`${below}/${beforeClosing.data.id}`, { descrizione: 'x' })).status).toBe(
      NOT_YOURS,
    );
    expect((await RESP.del(`${below}/${beforeClosing.data.id}`)).status).toBe(NOT_YOURS);
    expect((await of({ ...own, state: 'CH' })).status).toBe(NOT_YOURS);
    expect((await of({ id_usr_ins: plant.ids.SUADMIN })).status).toBe(NOT_YOURS);
  });
});

describe('the errors', () => {
  it("are in the reader's language, newest first", async () => {
    const odl = await plant.order();
    await noteError(plant.demo.database, odl, 'giacenza', { it: 'Manca il filtro', en: 'No filter' });
    await noteError(plant.demo.database, odl, 'mail', { it: 'Posta non inviata', en: 'Mail not sent' });
    const read = async (language: 'it' | 'en') =>
      (await plant.people.RESP.get(`/odl/${odl}/errore/`, { language })).data.map((row: Row) => row.errore);
    expect(await read('it')).toEqual(['Posta non inviata', 'Manca il filtro']);
    expect(await read('en')).toEqual(['Mail not sent', 'No filter']);
  });
});
