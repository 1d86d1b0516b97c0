/** Warehouses, locations and lots: rights, search, and refused deletions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import type { Client } from '../plant/plant.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let warehouse: number;
let path: string;
beforeAll(async () => {
  plant = await store();
  warehouse = await plant.warehouse({ codice: 'PIAZZE', descrizione: 'Magazzino delle prove' });
  path = `/magazzino/${warehouse}/ubicazione`;
});
afterAll(() => plant.close());

describe('a location', () => {
  it('is added, read, changed and deleted below its warehouse', async () => {
    const id = await plant.location(warehouse, 'Scaffale 1');
    expect(await plant.admin.get(`${path}/${id}`)).toMatchObject({
      status: 200,
      data: { id, id_magazzino: warehouse, descrizione: 'Scaffale 1' },
    });
    expect(await plant.admin.put(`${path}/${id}`, { descrizione: 'Scaffale uno' })).toMatchObject({
      status: 200,
      data: { descrizione: 'Scaffale uno', versione: 2 },
    });
    expect(await plant.admin.put(`${path}/${id}`, { descrizione: 'Altro', versione: 1 })).toMatchObject({
      status: 409,
      data: { versione: 2 },
    });
    expect((await plant.admin.get(`${path}/`)).data).toMatchObject([{ descrizione: 'Scaffale uno' }]);
    expect(await plant.admin.del(`${path}/${id}`)).toMatchObject({ status: 200, data: null });
    expect((await plant.admin.get(`${path}/${id}`)).status).toBe(404);
    expect((await plant.admin.put(`${path}/${id}`, { descrizione: 'x' })).status).toBe(404);
  });

  it('has a description of at most 200 characters, once in its warehouse [loc-required]', async () => {
    for (const descrizione of [undefined, '', '   '])
      expect(await plant.admin.post(`${path}/`, { descrizione })).toMatchObject({
        status: 422,
        errors: { descrizione: 'Questo campo è obbligatorio' },
      });
    expect((await plant.admin.post(`${path}/`, { descrizione: 'x'.repeat(201) })).errors).toEqual({
      descrizione: 'Valore troppo lungo',
    });
    expect((await plant.admin.post(`${path}/`, { descrizione: 'x'.repeat(200) })).status).toBe(200);
    await plant.location(warehouse, 'Doppia');
    expect((await plant.admin.post(`${path}/`, { descrizione: 'DOPPIA' })).status).toBe(409);
  });

  it('is neither found below another warehouse, nor moved there', async () => {
    const [id, other] = [await plant.location(warehouse, 'Ferma'), await plant.warehouse()];
    expect((await plant.admin.get(`/magazzino/${other}/ubicazione/${id}`)).status).toBe(404);
    expect((await plant.admin.put(`/magazzino/${other}/ubicazione/${id}`, { descrizione: 'x' })).status).toBe(
      404,
    );
    expect((await plant.admin.put(`${path}/${id}`, { id_magazzino: other })).status).toBe(422);
  });

  it('is added by technicians too, and changed by administrators alone [wh-open-actions]', async () => {
    const technician = await plant.demo.as('RIFTEC');
    const added = await technician.post(`${path}/`, { descrizione: 'Del tecnico' });
    expect(added.status).toBe(200);
    expect((await technician.get(`${path}/${added.data.id}`)).status).toBe(200);
    expect((await technician.put(`${path}/${added.data.id}`, { descrizione: 'x' })).status).toBe(403);
    expect((await technician.del(`${path}/${added.data.id}`)).status).toBe(403);
    const reporter = await plant.demo.as('RESP');
    expect((await reporter.post(`${path}/`, { descrizione: 'x' })).status).toBe(403);
    expect((await reporter.get(`${path}/`)).status).toBe(403);
    const administrator = await plant.demo.as('SUPER');
    expect((await administrator.put(`${path}/${added.data.id}`, { descrizione: 'Sua' })).status).toBe(200);
    expect((await administrator.del(`${path}/${added.data.id}`)).status).toBe(200);
  });
});

describe('places with stock', () => {
  let part: number;
  let location: number;
  beforeAll(async () => {
    part = await plant.part({ codice: 'TRATTENUTO' });
    location = await plant.location(warehouse, 'Piena');
    await plant.move(part, warehouse, 2, { id_ubicazione: location });
  });

  it('cannot be deleted, and neither can the part: the reason is returned [wh-admin]', async () => {
    for (const [address, sentence, english] of [
      [
        `${path}/${location}`,
        "Nell'ubicazione c'è ancora giacenza dei ricambi: TRATTENUTO. Scaricarla o trasferirla prima di eliminarla.",
        'The location still holds stock of the spare parts: TRATTENUTO.',
      ],
      [
        `/magazzino/${warehouse}`,
        "Nel magazzino c'è ancora giacenza dei ricambi: TRATTENUTO. Scaricarla o trasferirla prima di eliminarlo.",
        'The warehouse still holds stock of the spare parts: TRATTENUTO.',
      ],
      [
        `/ricambio/${part}`,
        'Il ricambio ha ancora giacenza nei magazzini: PIAZZE. Scaricarla prima di eliminarlo.',
        'The spare part still has stock in the warehouses: PIAZZE.',
      ],
    ] as const) {
      expect(await plant.admin.del(address)).toMatchObject({
        status: 409,
        result: -1,
        description: sentence,
      });
      expect((await plant.admin.del(address, { language: 'en' })).description).toContain(english);
    }
  });

  it('can be deleted when empty, and empty places are no longer listed', async () => {
    await plant.move(part, warehouse, -2, { id_ubicazione: location });
    expect(await plant.stock(part)).toHaveLength(1);
    expect((await plant.admin.del(`${path}/${location}`)).status).toBe(200);
    expect(await plant.stock(part)).toEqual([]);
    expect(await plant.move(part, warehouse, 1, { id_ubicazione: location })).toMatchObject({
      status: 422,
      errors: { id_ubicazione: "L'elemento indicato non esiste" },
    });
    expect((await plant.admin.del(`/ricambio/${part}`)).status).toBe(200);
    expect((await plant.admin.get(`/ricambio/${part}/movimentazioni/`)).status).toBe(404);
    expect((await plant.move(part, warehouse, 1)).status).toBe(404);
  });

  it('names a few of many', async () => {
    const other = await plant.warehouse();
    for (const codice of ['X1', 'X2', 'X3', 'X4']) await plant.move(await plant.part({ codice }), other, 1);
    expect((await plant.admin.del(`/magazzino/${other}`)).description).toContain('X1, X2, X3, …');
  });

  it('a part that open interventions wait for stays', async () => {
    const reserved = await plant.part();
    const odl = await plant.intervention(await plant.asset('ATTESA'), { code: 'ODL-WAITS' });
    await plant.demo.database.query(
      'insert into prenotazione (id_odl, id_ricambio, quantita, quantita_prelevata) values ($1, $2, 1, 0)',
      [odl, reserved],
    );
    expect(await plant.admin.del(`/ricambio/${reserved}`)).toMatchObject({
      status: 409,
      description: expect.stringContaining('ODL-WAITS'),
    });
    await plant.demo.database.query("update odl set id_stato = (select id from stato where codice = 'CH')");
    expect((await plant.admin.del(`/ricambio/${reserved}`)).status).toBe(200);
  });
});

describe('the stock rows of a part', () => {
  let part: number;
  let other: number;
  beforeAll(async () => {
    [part, other] = [await plant.part(), await plant.warehouse()];
    await plant.move(part, warehouse, 5);
    await plant.move(part, warehouse, 2, { descrizione_ubicazione: 'In alto' });
    await plant.move(part, other, 7.5);
  });

  it('are those of a warehouse, and of at least a quantity [giacenza-min]', async () => {
    const quantities = async (query: string) => (await plant.stock(part, query)).map((row) => row.quantita);
    expect(await quantities('')).toEqual(expect.arrayContaining([5, 2, 7.5]));
    expect(await quantities(`?idMagazzino=${warehouse}`)).toEqual([5, 2]);
    expect(await quantities('?idMagazzino=-1&quantitaMin=5')).toEqual(expect.arrayContaining([5, 7.5]));
    expect(await quantities('?quantitaMin=7,5')).toEqual([7.5]);
    expect(await quantities(`?idMagazzino=${warehouse}&quantitaMin=5.01`)).toEqual([]);
  });

  it('have short rows for transfers, and full rows for reading', async () => {
    const [, row] = await plant.stock(part, `?idMagazzino=${warehouse}`);
    expect(row).toMatchObject({
      id_ricambio: part,
      codice_magazzino: 'PIAZZE',
      descrizione_magazzino: 'Magazzino delle prove',
      descrizione_ubicazione: 'In alto',
      id_lotto: null,
      ubicazione_lotto: `${row!.id_ubicazione}-`,
      unita_di_misura: 'pz',
    });
  });

  it.each(['idMagazzino=x', 'quantitaMin=molti', 'quantitaMin=1e999'])('are refused to %s', async (query) => {
    expect((await plant.admin.get(`/ricambio/${part}/giacenza/?${query}`)).status).toBe(400);
  });

  it('of a warehouse are summed by part [wh-stock-link]', async () => {
    const { data } = await plant.admin.get(`/magazzino/${warehouse}/giacenze-totali/`);
    expect(data.find((row: Row) => row.id_ricambio === part)).toMatchObject({
      quantita: 7,
      disponibile: 7,
      classe: 'Prova',
      unita_di_misura: 'pz',
    });
    const page = await plant.admin.get(
      `/magazzino/${warehouse}/giacenze-totali/?pag=1&max_rows=1&orderByCol=quantita&orderByDir=DESC`,
    );
    expect(page).toMatchObject({ tot: data.length, max_rows: 1, data: [{ id_ricambio: part }] });
    const none = await plant.admin.get(`/magazzino/${warehouse}/giacenze-totali/?filtro=nulla-del-genere`);
    expect(none.data).toEqual([]);
    expect((await plant.admin.get('/magazzino/2147483647/giacenze-totali/')).status).toBe(404);
  });
});

describe('warehouses as a lookup [magazzino-light]', () => {
  let part: number;
  let odl: number;
  let held: number;
  let emptied: number;
  let row: Row;
  const found = async (query: string): Promise<number[]> =>
    (await plant.admin.get(`/magazzino/?pag=-1&isLight=1&${query}`)).data.map((one: Row) => one.id);

  beforeAll(async () => {
    [part, held, emptied] = [await plant.part(), await plant.warehouse(), await plant.warehouse()];
    await plant.move(part, held, 1, { descrizione_ubicazione: 'Qui', descrizione_lotto: 'L-Q' });
    await plant.move(part, emptied, 3);
    [row] = (await plant.stock(part, `?idMagazzino=${held}`)) as [Row];
    odl = await plant.intervention(await plant.asset('LOOKUP'));
    await plant.demo.database.transaction(async (transaction) => {
      await transaction.query(
        `insert into movimentazione (id_ricambio, id_magazzino_da, id_odl, quantita) values ($1, $2, $3, 3)`,
        [part, emptied, odl],
      );
      await transaction.query('update giacenza set quantita = 0 where id_magazzino = $1', [emptied]);
    });
  });

  it('are short rows, all of them', async () => {
    const { data } = await plant.admin.get('/magazzino/?pag=-1&isLight=1');
    expect(Object.keys(data[0])).toEqual(['id', 'codice', 'descrizione']);
    expect(data.length).toBe(await plant.demo.count('magazzino where canc = 0'));
    expect(Object.keys((await plant.admin.get('/magazzino/?pag=-1')).data[0])).toContain('id_classe');
  });

  it('have a part, at a location or in a lot', async () => {
    expect(await found(`idRicambio=${part}`)).toEqual([held]);
    expect(await found(`idRicambio=${part}&idUbicazione=${row.id_ubicazione}`)).toEqual([held]);
    expect(await found(`idRicambio=${part}&idLotto=${row.id_lotto}&idUbicazione=-1`)).toEqual([held]);
    expect(await found(`idRicambio=${part}&idLotto=2147483647`)).toEqual([]);
    expect(await found(`idRicambio=${await plant.part()}`)).toEqual([]);
  });

  it('are those an intervention took from, although empty', async () => {
    expect(await found(`idRicambio=${part}&idIntervento=${odl}`)).toEqual([held, emptied]);
    expect(await found(`idIntervento=${odl}`)).toEqual([emptied]);
  });

  it('have a location, or a lot', async () => {
    expect(await found(`idUbicazione=${row.id_ubicazione}`)).toEqual([held]);
    expect(await found(`idLotto=${row.id_lotto}`)).toEqual([held]);
    expect((await plant.admin.get('/magazzino/?pag=-1&isLight=1&idLotto=x')).status).toBe(400);
  });
});

describe('a user of another organisation', () => {
  let outsider: Client;
  let part: number;
  let far: number;
  let near: number;
  let parma: Row;

  beforeAll(async () => {
    const { demo } = plant;
    parma = { id_organizzazione: await demo.idOf('organizzazione', { codice: 'PAR' }) };
    part = await plant.part();
    [far, near] = [await plant.warehouse(parma), await plant.warehouse()];
    await plant.move(part, far, 3, { descrizione_lotto: 'L-PARMA' });
    await plant.move(part, near, 2);
    const technician = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    await demo.database.query('delete from utente_organizzazione where id_utente = $1', [technician]);
    await demo.database.query('delete from utente_reparto where id_utente = $1', [technician]);
    await plant.admin.post(`/utente/${technician}/organizzazione/`, {
      id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
    });
    await plant.admin.post(`/utente/${technician}/reparto/`, { id_reparto: 1 });
    outsider = await demo.as('RIFTEC');
  });

  it('sees neither its warehouses nor their stock', async () => {
    for (const address of ['', '/giacenze-totali/', '/ubicazione/'])
      expect((await outsider.get(`/magazzino/${far}${address}`)).status).toBe(404);
    const rows = (await outsider.get(`/ricambio/${part}/giacenza/`)).data;
    expect(rows).toMatchObject([{ id_magazzino: near, quantita: 2 }]);
    const light = (await outsider.get(`/magazzino/?pag=-1&isLight=1&idRicambio=${part}`)).data;
    expect(light.map((row: Row) => row.id)).toEqual([near]);
    const lots = (await outsider.get('/ricambio/lotto/')).data.map((row: Row) => row.descrizione);
    expect(lots).not.toContain('L-PARMA');
    expect((await plant.admin.get('/ricambio/lotto/')).data.map((row: Row) => row.descrizione)).toContain(
      'L-PARMA',
    );
    expect((await outsider.post(`/magazzino/${far}/ubicazione/`, { descrizione: 'x' })).status).toBe(404);
  });

  it('sees the movements of visible places', async () => {
    const { data } = await outsider.get(`/ricambio/${part}/movimentazioni/`);
    expect(data).toMatchObject([{ id_magazzino_a: near }]);
  });

  it('finds no parts and warehouses by an intervention there', async () => {
    const work = await plant.intervention(await plant.asset('PARMA-WORK', parma));
    const reserved = await plant.part();
    const body = { id_ricambio: part, id_magazzino: near, ubicazione_lotto: '-', quantita: -1 };
    expect((await plant.admin.post(`/odl/${work}/ricambio/`, body)).status).toBe(200);
    const reservation = { id_ricambio: reserved, quantita: 1 };
    expect((await plant.admin.post(`/odl/${work}/prenotazione/`, reservation)).status).toBe(200);
    const found = async (who: Client, path: string): Promise<number[]> =>
      (await who.get(`${path}idIntervento=${work}`)).data
        .map((row: Row) => row.id)
        .sort((one: number, other: number) => one - other);
    for (const [path, expected] of [
      ['/ricambio/?pag=-1&', [part, reserved]],
      ['/magazzino/?pag=-1&', [near]],
      ['/magazzino/?pag=-1&isLight=1&', [near]],
    ] as const) {
      expect(await found(plant.admin, path), path).toEqual(expected);
      expect(await found(outsider, path), path).toEqual([]);
    }
    const ofPart = `/magazzino/?pag=-1&idRicambio=${reserved}&`;
    expect(await found(outsider, ofPart)).toEqual([]);
  });

  it('finds a part of that organisation nowhere', async () => {
    const theirs = await plant.part(parma);
    await plant.move(theirs, far, 1);
    for (const address of ['', '/giacenza/', '/movimentazioni/', '/movimentazioni/csv/'])
      expect((await outsider.get(`/ricambio/${theirs}${address}`)).status).toBe(404);
    // Users also do not see their parts' stock in warehouses they cannot see.
    expect((await outsider.get(`/ricambio/?pag=1&magazzino=${far}`)).data).toEqual([]);
  });
});

describe('lots', () => {
  it('are listed of a warehouse, and of a part', async () => {
    const [part, other] = [await plant.part(), await plant.warehouse()];
    const { data } = await plant.move(part, other, 1, { descrizione_lotto: 'L-UNO' });
    await plant.move(await plant.part(), other, 1, { descrizione_lotto: 'L-DUE' });
    const names = async (query: string) =>
      (await plant.admin.get(`/ricambio/lotto/?${query}`)).data.map((row: Row) => row.descrizione);
    expect(await names(`idMagazzino=${other}`)).toEqual(['L-DUE', 'L-UNO']);
    expect(await names(`idMagazzino=${other}&idRicambio=${part}`)).toEqual(['L-UNO']);
    expect(data.id_lotto).toBeTypeOf('number');
    expect((await (await plant.demo.as('RESP')).get('/ricambio/lotto/')).status).toBe(403);
  });
});
