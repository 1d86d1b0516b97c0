/** Schedules and maintenances: required values, search, rights, end. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { formOf, pdf } from '../../files/sample-files.ts';
import { sheet } from '../../files/workbooks.ts';
import { importAll } from '../import/uploads.ts';
import { TECHNICIAN } from '../interventions/workshop.ts';
import { inDays } from '../plant/days.ts';
import { REQUIRED } from '../plant/scenario.ts';
import { type Planner, planner } from './planner.ts';

let plant: Planner;
beforeAll(async () => {
  plant = await planner();
});
afterAll(() => plant.close());

const COLLECTION = '/manutenzione/schedulazione/';

describe('a schedule', () => {
  it("reports missing values, in the user's language [sched-required, sched-code-20, sched-descr-200, frequency-units, sched-types]", async () => {
    const { admin, ids } = plant;
    const empty = await admin.post(
      COLLECTION,
      { priorita: null, interno: null, unita_misura: null },
      { language: 'it' },
    );
    expect(empty.status).toBe(422);
    for (const field of [
      'codice',
      'descrizione',
      'id_organizzazione',
      'id_reparto',
      'frequenza',
      'id_tipo_guasto',
      'unita_misura',
      'interno',
      'priorita',
    ])
      expect(empty.errors, field).toHaveProperty(field, REQUIRED);
    const wrong = {
      codice: 'x'.repeat(21),
      descrizione: 'x'.repeat(201),
      frequenza: 0,
      unita_misura: 5,
      id_tipo_odl: 1,
      interno: 2,
      priorita: 4,
      tipo_rinnovo: 3,
      ore_previste: 1.234,
      id_tipo_guasto: ids['*'],
      id_tecnico: ids['segnalatore@officina.example'],
    };
    const refused = await admin.post(
      COLLECTION,
      { ...wrong, id_organizzazione: 1, id_reparto: 1 },
      { language: 'it' },
    );
    expect(refused.status).toBe(422);
    for (const field of Object.keys(wrong)) expect(refused.errors, field).toHaveProperty(field);
    expect(refused.errors).toMatchObject({
      codice: 'Valore troppo lungo',
      descrizione: 'Valore troppo lungo',
    });
    for (const frequenza of [-1, 1.5, 1e9, '3'])
      expect(await admin.post(COLLECTION, { frequenza }), String(frequenza)).toMatchObject({
        status: 422,
        errors: { frequenza: expect.any(String) },
      });
  });

  it("has the plant's renewal by default [sched-required]", async () => {
    expect((await plant.schedule({ tipo_rinnovo: undefined })).tipo_rinnovo).toBe(1);
    await plant.set('TipoRinnovoOdlSched', '2');
    expect((await plant.schedule({ tipo_rinnovo: undefined })).tipo_rinnovo).toBe(2);
    await plant.set('TipoRinnovoOdlSched', '1');
  });

  it('names the user to notify, if the plant requires one for assignments', async () => {
    const id_tecnico = plant.ids[TECHNICIAN];
    await plant.set('UserMailNotif', '2');
    const schedule = await plant.schedule();
    const path = `${COLLECTION}${schedule.id}`;
    expect(await plant.admin.put(path, { id_tecnico })).toMatchObject({
      status: 422,
      errors: { id_usr_notifica: expect.any(String) },
    });
    expect((await plant.admin.put(path, { id_tecnico, id_usr_notifica: id_tecnico })).status).toBe(200);
    await plant.set('UserMailNotif', '1');
  });

  it('is found by every filter, sorted and paged by the server [sched-filters, sched-paging]', async () => {
    const { admin, ids } = plant;
    const folpo = await plant.demo.idOf('organizzazione', { codice: 'FOL' });
    const one = await plant.schedule({
      codice: 'TROVAMI',
      descrizione: 'Taratura bilance',
      frequenza: 17,
      unita_misura: 1,
      id_tipo_odl: 3,
      id_tipo_guasto: ids.GUA,
      id_organizzazione: folpo,
    });
    const found = async (query: string): Promise<Row[]> => {
      const answer = await admin.get(`${COLLECTION}?pag=1&${query}`);
      expect(answer, query).toMatchObject({ status: 200, max_rows: 30 });
      expect(answer.tot, query).toBe(answer.data.length);
      return answer.data;
    };
    const filters = [
      'filtro=trovami',
      'codice=TROVAMI',
      'descrizione=bilance',
      'codiceDescrizione=ovam',
      'codiceDescrizione=BILAN',
      `id_organizzazione=${folpo}&frequenza=17`,
      'id_reparto=1&frequenza=17',
      `tipoGuasto=${ids.GUA}&unitaMisura=1&tipoFrequenza=3`,
    ];
    for (const query of filters)
      expect(
        (await found(query)).map(({ id }) => id),
        query,
      ).toContain(one.id);
    for (const query of ['codiceDescrizione=nessuno', 'frequenza=17&tipoFrequenza=2', 'filtro=%25'])
      expect(
        (await found(query)).map(({ id }) => id),
        query,
      ).not.toContain(one.id);
    const [row] = await found('filtro=trovami');
    expect(row).toMatchObject({
      desc_organizzazione: expect.any(String),
      desc_reparto: expect.any(String),
      tipo_guasto: expect.any(String),
      colore: expect.any(String),
      num_manutenzioni: 0,
      errore: null,
    });
    for (const column of [
      'codice',
      'descrizione',
      'id_organizzazione',
      'id_tipo_guasto',
      'frequenza',
      'num_manutenzioni',
      'errore',
    ]) {
      const ids = async (dir: string) =>
        (await admin.get(`${COLLECTION}?pag=-1&orderByCol=${column}&orderByDir=${dir}`)).data.map(
          (row: Row) => row.id,
        );
      expect([...(await ids('ASC'))].sort(), column).toEqual([...(await ids('DESC'))].sort());
    }
  });

  it('is seen by the administrators of its organisation and department', async () => {
    const far = await plant.demo.idOf('organizzazione', { codice: 'PAR' }).catch(() => undefined);
    const supervisor = await plant.as('SUPER');
    const { rows } = await plant.demo.database.query<Row>(
      `select o.id from organizzazione o where o.id <> 1 and o.canc = 0 and not exists (
         select 1 from utente_organizzazione l join utente u on u.id = l.id_utente
         where u.mail = 'admin@officina.example' and l.id_organizzazione in (1, o.id)) limit 1`,
    );
    const place = rows[0]?.id ?? far;
    expect(place).toBeDefined();
    const one = await plant.schedule({ id_organizzazione: place });
    if (rows[0]) {
      expect((await supervisor.get(`${COLLECTION}${one.id}`)).status).toBe(404);
      expect((await plant.generate(one, '2026-01-01', '2026-02-01', supervisor)).status).toBe(404);
    }
    const everybodys = await plant.schedule();
    expect((await supervisor.get(`${COLLECTION}${everybodys.id}`)).status).toBe(200);
    for (const family of ['RESP', 'RIFTEC'] as const) {
      const person = await plant.as(family);
      expect((await person.get(COLLECTION)).status).toBe(403);
      expect((await person.get('/manutenzione/')).status).toBe(403);
      expect((await plant.generate(everybodys, '2026-01-01', '2026-02-01', person)).status).toBe(403);
    }
  });

  it('is deleted if no intervention is open; finished ones keep their texts [P6]', async () => {
    const { admin } = plant;
    // Of a periodic one the routine might make the next intervention at any moment after the first is closed.
    const schedule = await plant.schedule({ id_tipo_odl: 3 });
    const one = await plant.maintain(schedule);
    await plant.generate(schedule, '2026-01-31', '2026-02-10');
    const [open] = await plant.made(one);
    const path = `${COLLECTION}${schedule.id}`;
    expect(await admin.del(path, { language: 'it' })).toMatchObject({
      status: 409,
      result: -1,
      description: 'Esistono interventi aperti: chiuderli o annullarli prima di eliminare.',
    });
    expect((await admin.del(`/manutenzione/${one.id}`)).status).toBe(409);
    await plant.put(open!.id, 'CH');
    expect((await admin.del(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.get(`/manutenzione/${one.id}`)).status).toBe(404);
    expect((await admin.get(`/odl/${open!.id}`)).data).toMatchObject({
      schedulazione: `${schedule.codice} - Lubrificazione`,
      data_ori_manutenzione: '2026-01-31',
    });
    // Its code is available again, and the intervention's documents are readable.
    expect((await admin.get(`/odl/${open!.id}/documento/`)).status).toBe(200);
    await plant.schedule({ codice: schedule.codice });
  });

  it('is imported from a sheet, by super admins only [sched-import-super, P8]', async () => {
    const supervisor = await plant.as('SUPER');
    expect((await supervisor.get('/manutenzione/templatexls/')).status).toBe(403);
    const template = await plant.admin.get('/manutenzione/templatexls/');
    expect(template.status).toBe(200);
    const headers =
      'CODICE DESCRIZIONE ORGANIZZAZIONE REPARTO TIPO TIPO_INTERVENTO FREQUENZA UNITA INTERNO PRIORITA';
    const bytes = await sheet([
      headers.split(' '),
      ['IMP-1', 'Controllo estintori', '*', '*', 'Periodico', 'PRE', 6, 'mesi', 'Interno', 'Media'],
      ['IMP-2', 'Verifica di legge', '*', '*', 'Duplicato', 'PRE', 1, 'anni', 'Esterno', 'Alta'],
      ['IMP-3', 'Senza frequenza', '*', '*', 'Duplicato', 'PRE', 0, 'anni', 'Esterno', 'Alta'],
    ]);
    const { errors, outcome } = await importAll(plant.admin, 'manutenzione', bytes);
    expect([errors, outcome]).toEqual([1, expect.objectContaining({ 'IMP-1': expect.any(String) })]);
    const { data } = await plant.admin.get(`${COLLECTION}?filtro=IMP-&pag=1`);
    expect(data).toMatchObject([
      {
        codice: 'IMP-1',
        frequenza: 6,
        unita_misura: 3,
        interno: 1,
        priorita: 2,
        id_tipo_odl: 2,
        tipo_rinnovo: 1,
      },
      {
        codice: 'IMP-2',
        frequenza: 1,
        unita_misura: 4,
        interno: 0,
        priorita: 3,
        id_tipo_odl: 3,
        tipo_rinnovo: 1,
      },
    ]);
  });

  it('has documents, which its interventions show read-only [odl-doc-schedule]', async () => {
    const schedule = await plant.schedule();
    const one = await plant.maintain(schedule, { id_oggetto: plant.ids['FOL-L1'] });
    const [open] = await plant.made(one);
    const folder = (await plant.admin.get('/manutenzione/schedulazione/documento/cartella')).data[0].id;
    const path = `${COLLECTION}${schedule.id}/documento/`;
    const form = await formOf([['procedura.pdf', pdf()]]);
    const sent = await plant.admin.send('POST', `${path}?idCartella=${folder}&descrizione=Procedura`, form);
    expect(sent, sent.description).toMatchObject({ status: 200 });
    const technician = await plant.as('RIFTEC');
    const { data } = await technician.get(`/odl/${open!.id}/documento/`);
    const attached = data.documenti.find((row: Row) => row.docType === 'SCHED');
    expect(attached).toMatchObject({ nome_file_originale: 'procedura.pdf', descrizione: 'Procedura' });
    expect((await technician.get(`${path}${attached.id}`)).data.contenuto).toEqual(expect.any(String));
    expect((await technician.get(attached.url)).status).toBe(200);
    // It belongs to the schedule: the intervention can neither change nor delete it.
    expect((await technician.del(`/odl/${open!.id}/documento/${attached.id}`)).status).toBe(404);
    expect((await technician.del(`${path}${attached.id}`)).status).toBe(403);
    expect((await plant.admin.del(`${path}${attached.id}`)).status).toBe(200);
  });
});

describe('the next day of a schedule', () => {
  const dueOf = async ({ id, codice }: Row): Promise<unknown> => {
    const { data } = await plant.admin.get(`${COLLECTION}?pag=1&codice=${codice}`);
    const listed = data.find((row: Row) => row.id === id).prossima_scadenza;
    expect((await plant.admin.get(`${COLLECTION}${id}`)).data.prossima_scadenza).toBe(listed);
    return listed;
  };

  it('is the first planned date still to do, late or not; then the next one', async () => {
    const schedule = await plant.schedule({ frequenza: 12 });
    expect(await dueOf(schedule)).toBeNull();
    const late = await plant.maintain(schedule, { data_inizio: inDays(-40) });
    await plant.maintain(schedule, { id_oggetto: plant.ids['PAR-L1-CF'], data_inizio: inDays(20) });
    expect(await dueOf(schedule)).toBe(inDays(-40));
    const [open] = await plant.made(late);
    await plant.put(open!.id, 'CH');
    expect(await dueOf(schedule)).toBe(inDays(20));
  });

  it('of a duplicated schedule is the first open one, then the start of the next period', async () => {
    const schedule = await plant.schedule({ id_tipo_odl: 3, unita_misura: 1, frequenza: 10 });
    const one = await plant.maintain(schedule, { data_inizio: inDays(3) });
    expect(await dueOf(schedule)).toBe(inDays(3));
    await plant.generate(schedule, inDays(3), inDays(14));
    for (const [index, made] of (await plant.made(one)).entries()) {
      expect(await dueOf(schedule)).toBe(inDays(3 + 10 * index));
      await plant.put(made.id, 'CH');
    }
    expect(await dueOf(schedule)).toBe(inDays(23));
  });

  it('of an ungenerated schedule is in the future, however long ago it began', async () => {
    const schedule = await plant.schedule({ id_tipo_odl: 3, unita_misura: 1, frequenza: 10 });
    await plant.maintain(schedule, { data_inizio: inDays(-1004) });
    expect(await dueOf(schedule)).toBe(inDays(6));
  });

  it('is empty if nothing will be generated: without maintenances, or for a deleted asset', async () => {
    const { admin } = plant;
    const schedule = await plant.schedule({ id_tipo_odl: 3 });
    const id_oggetto = plant.ids['PAR-L1-CF'];
    const decommissioned = (flag: number) =>
      plant.demo.database.query('update oggetto set dismesso = $2 where id = $1', [id_oggetto, flag]);
    const one = await plant.maintain(schedule, { id_oggetto, data_inizio: inDays(5) });
    expect(await dueOf(schedule)).toBe(inDays(5));
    await decommissioned(1);
    expect(await dueOf(schedule)).toBeNull();
    await decommissioned(0);
    expect(await dueOf(schedule)).toBe(inDays(5));
    await admin.del(`/manutenzione/${one.id}`);
    expect(await dueOf(schedule)).toBeNull();
  });

  it("is the day of the plant's clock, on this side of midnight and on the other", async () => {
    const schedule = await plant.schedule();
    const [open] = await plant.made(await plant.maintain(schedule));
    const planned = (timestamp: string) =>
      plant.demo.database.query('update odl set data_ordine = $2 where id = $1', [open!.id, timestamp]);
    await planned('2026-03-10T22:59:59Z');
    expect(await dueOf(schedule)).toBe('2026-03-10');
    await planned('2026-03-10T23:00:00Z');
    expect(await dueOf(schedule)).toBe('2026-03-11');
    await plant.set('FusoOrario', 'America/New_York');
    expect(await dueOf(schedule)).toBe('2026-03-10');
    await plant.set('FusoOrario', 'Europe/Rome');
  });

  it('is read of all the rows of a page by one statement', async () => {
    const { database } = plant.demo;
    const statements: string[] = [];
    const query = database.query.bind(database);
    const seen = vi.spyOn(database, 'query').mockImplementation((sql, values) => {
      if (sql.includes('as inizi')) statements.push(sql);
      return query(sql, values);
    });
    const { data } = await plant.admin.get(`${COLLECTION}?pag=-1`);
    seen.mockRestore();
    expect(data.length).toBeGreaterThan(5);
    expect(statements).toHaveLength(1);
  });
});

describe('a maintenance', () => {
  it('reports missing values [man-required]', async () => {
    const empty = await plant.admin.post('/manutenzione/', {}, { language: 'it' });
    expect(empty).toMatchObject({
      status: 422,
      errors: { id_schedulazione: REQUIRED, id_oggetto: REQUIRED, data_inizio: REQUIRED },
    });
    const schedule = await plant.schedule();
    const body = { id_schedulazione: schedule.id, id_oggetto: plant.ids['FOL-L1'] };
    for (const data_inizio of ['2026-02-30', '31/01/2026', '9999-01-01', '0001-01-01'])
      expect(await plant.admin.post('/manutenzione/', { ...body, data_inizio }), data_inizio).toMatchObject({
        status: 422,
        errors: { data_inizio: expect.any(String) },
      });
    expect(
      await plant.admin.post('/manutenzione/', {
        ...body,
        data_inizio: '2026-01-01',
        note: 'x'.repeat(501),
      }),
    ).toMatchObject({ status: 422, errors: { note: expect.any(String) } });
  });

  it('is of an asset of the schedule’s organisation and department, which is in service [man-asset-pick]', async () => {
    const { rows } = await plant.demo.database.query<Row>(
      'select id, id_organizzazione from oggetto where id_organizzazione <> 1 and canc = 0 and dismesso = 0 order by id',
    );
    const [here] = rows;
    const elsewhere = rows.find((row) => row.id_organizzazione !== here!.id_organizzazione);
    const schedule = await plant.schedule({ id_organizzazione: here!.id_organizzazione });
    const body = { id_schedulazione: schedule.id, data_inizio: '2026-01-01' };
    expect(await plant.admin.post('/manutenzione/', { ...body, id_oggetto: elsewhere!.id })).toMatchObject({
      status: 422,
      errors: { id_oggetto: expect.any(String) },
    });
    expect((await plant.admin.post('/manutenzione/', { ...body, id_oggetto: here!.id })).status).toBe(200);
    await plant.demo.database.query('update oggetto set dismesso = 1 where id = $1', [here!.id]);
    expect(
      await plant.admin.post('/manutenzione/', { ...body, data_inizio: '2026-01-02', id_oggetto: here!.id }),
    ).toMatchObject({ status: 422, errors: { id_oggetto: expect.any(String) } });
    await plant.demo.database.query('update oggetto set dismesso = 0 where id = $1', [here!.id]);
  });

  it('keeps its schedule in the organisation and department of its asset [man-asset-pick]', async () => {
    const { rows } = await plant.demo.database.query<Row>(
      'select id, codice, id_organizzazione, id_reparto from oggetto where id_organizzazione <> 1 and id_reparto <> 1 and canc = 0 and dismesso = 0 order by id',
    );
    const [asset] = rows;
    const away = (field: string) => rows.find((row) => row[field] !== asset![field])![field];
    const schedule = await plant.schedule();
    const path = `${COLLECTION}${schedule.id}`;
    const maintenance = await plant.maintain(schedule, { id_oggetto: asset!.id });
    for (const field of ['id_organizzazione', 'id_reparto'])
      expect(await plant.admin.put(path, { [field]: away(field) }), field).toMatchObject({
        status: 422,
        errors: { [field]: expect.stringContaining(String(asset!.codice)) },
      });
    const here = { id_organizzazione: asset!.id_organizzazione, id_reparto: asset!.id_reparto };
    expect((await plant.admin.put(path, here)).status).toBe(200);
    // A deleted maintenance prevents nothing.
    for (const { id } of await plant.made(maintenance))
      await plant.demo.database.query(
        "update odl set id_stato = (select id from stato where codice = 'AN') where id = $1",
        [id],
      );
    expect((await plant.admin.del(`/manutenzione/${maintenance.id}`)).status).toBe(200);
    expect((await plant.admin.put(path, { id_reparto: away('id_reparto') })).status).toBe(200);
  });

  it('stays under its schedule, and is listed with it and with its asset [man-schedule-readonly]', async () => {
    const { admin, ids } = plant;
    const [schedule, other] = [await plant.schedule(), await plant.schedule()];
    const one = await plant.maintain(schedule, { id_oggetto: ids['FOL-L1-PR'] });
    const answer = await admin.put(`/manutenzione/${one.id}`, { id_schedulazione: other.id });
    expect(answer).toMatchObject({ status: 422, errors: { id_schedulazione: expect.any(String) } });
    const { data } = await admin.get(`/manutenzione/?idSchedulazione=${schedule.id}`);
    expect(data).toMatchObject([
      {
        id: one.id,
        codice_oggetto: 'FOL-L1-PR',
        oggetto: expect.any(String),
        schedulazione: expect.stringContaining(schedule.codice as string),
        prossima_data: '2026-01-31',
      },
    ]);
    const ofAsset: Row[] = (await admin.get(`/manutenzione/?idOggetto=${ids['FOL-L1-PR']}`)).data;
    expect(ofAsset.map(({ id }) => id)).toContain(one.id);
    expect((await admin.get('/manutenzione/?idSchedulazione=x')).status).toBe(400);
  });

  it('saved twice by a double click is one', async () => {
    const schedule = await plant.schedule();
    const sent = {
      id_schedulazione: schedule.id,
      id_oggetto: plant.ids['FOL-L1'],
      data_inizio: '2026-04-01',
    };
    const answers = await Promise.all([1, 2].map(() => plant.admin.post('/manutenzione/', sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await plant.demo.count(`odl where id_schedulazione = ${schedule.id}`)).toBe(1);
  });
});
