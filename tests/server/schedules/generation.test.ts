/** Generation of schedules: one after the other, or a full period; each date once, whatever the caller does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { noteError } from '../../../server/domains/interventions/history/intervention-errors.ts';
import { OTHER_TECHNICIAN, TECHNICIAN } from '../interventions/workshop.ts';
import { inDays } from '../plant/days.ts';
import { settled } from '../plant/jobs.ts';
import { type Planner, planner } from './planner.ts';

let plant: Planner;
beforeAll(async () => {
  plant = await planner();
});
afterAll(() => plant.close());

const days = async (maintenance: Row): Promise<string[]> =>
  (await plant.made(maintenance)).map(({ ori }) => ori);
const timesOf = async (maintenance: Row): Promise<string[]> => {
  const { rows } = await plant.demo.database.query<{ data_ordine: string }>(
    'select data_ordine from odl where id_manutenzione = $1 order by id',
    [maintenance.id],
  );
  return rows.map((row) => row.data_ordine);
};
const close = (id: number, more: Row = {}) => plant.move(id, 'CH', more);
const asOf = (local: string): string => `${local}T10:00:00`;

/** Allows a direct transition to closed, which the demo plant does not. */
beforeAll(async () => {
  await plant.demo.database.query(
    `insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento)
     select a.id, b.id, -1, -1 from stato a, stato b
     where a.codice in ('AP', 'AS', 'CH', 'AN') and b.codice in ('CH', 'AN', 'AP') and a.id <> b.id on conflict do nothing`,
  );
  await plant.demo.database.query('update controllo set canc = 1');
  await plant.demo.database.query('update stato set richiedi_firma_rapportino = 0');
});

describe('a periodic schedule', () => {
  it('makes the first when its maintenance is saved, the next when that one is closed [sched-generate, P1, P7]', async () => {
    const schedule = await plant.schedule({
      ore_previste: 2.5,
      persone_previste: 2,
      descrizione: 'Ingrassaggio',
    });
    const maintenance = await plant.maintain(schedule, { note: 'Con grasso al litio' });
    const [first] = await plant.made(maintenance);
    expect(first).toMatchObject({ ori: '2026-01-31', day: '2026-01-31', state: 'AP' });
    const { data } = await plant.admin.get(`/odl/${first!.id}`, { language: 'it' });
    expect(data).toMatchObject({
      descrizione: 'Ingrassaggio',
      note: 'Con grasso al litio',
      id_tipo_odl: 2,
      tipo_odl: 'Periodico',
      priorita: 2,
      ore_previste: 2.5,
      persone_previste: 2,
      id_schedulazione: schedule.id,
      schedulazione: `${schedule.codice} - Ingrassaggio`,
      frequenza_sched: 1,
      unita_misura_sched: 3,
      data_ori_manutenzione: '2026-01-31',
      id_usr_ins: null,
    });
    expect(data.codice).toMatch(/^ODL-\d{2}-\d{5}$/);
    const { data: history } = await plant.admin.get(`/odl/storico/${first!.id}`);
    expect(history).toHaveLength(1);

    expect((await close(first!.id)).status).toBe(200);
    const [, second] = await plant.made(maintenance);
    expect(second).toMatchObject({ ori: '2026-02-28', state: 'AP' });
    await close(second!.id);
    // Counted from the first date, so that the 31st returns.
    expect(await days(maintenance)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  it('counts from the planned day, or from the day of the closing, as it is renewed [P2]', async () => {
    const fromPlan = await plant.maintain(await plant.schedule(), { data_inizio: '2026-03-10' });
    const fromEnd = await plant.maintain(await plant.schedule({ tipo_rinnovo: 2 }), {
      data_inizio: '2026-03-10',
    });
    for (const one of [fromPlan, fromEnd]) {
      const [open] = await plant.made(one);
      await close(open!.id, { data_inizio: asOf('2026-03-16'), data_fine: asOf('2026-03-17') });
    }
    expect(await days(fromPlan)).toEqual(['2026-03-10', '2026-04-10']);
    expect(await days(fromEnd)).toEqual(['2026-03-10', '2026-04-17']);
  });

  it('counts from a changed planned date, and continues after a cancellation', async () => {
    const moved = await plant.maintain(await plant.schedule({ frequenza: 2, unita_misura: 2 }), {
      data_inizio: '2026-03-02',
    });
    const [open] = await plant.made(moved);
    await plant.admin.put(`/odl/${open!.id}`, { data_ordine: '2026-03-05T14:30:00' });
    expect((await plant.move(open!.id, 'AN')).status).toBe(200);
    const [, next] = await plant.made(moved);
    expect(next).toMatchObject({ ori: '2026-03-19', day: '2026-03-19' });
    const { data } = await plant.admin.get(`/odl/${next!.id}`);
    // The planned time stays, local to the plant.
    expect(data.data_ordine).toBe('2026-03-19T13:30:00.000Z');
  });

  it('moves no day where the clocks change', async () => {
    const one = await plant.maintain(await plant.schedule({ unita_misura: 1 }), {
      data_inizio: '2026-03-28',
    });
    for (const day of ['2026-03-28', '2026-03-29', '2026-03-30']) {
      const open = (await plant.made(one)).at(-1)!;
      expect(open).toMatchObject({ ori: day, day });
      await close(open.id);
    }
    expect(await timesOf(one)).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
  });

  it('returns to its hour after a date on which the clock change skipped it', async () => {
    const one = await plant.maintain(await plant.schedule({ unita_misura: 1 }), {
      data_inizio: '2026-03-28',
    });
    const [first] = await plant.made(one);
    await plant.admin.put(`/odl/${first!.id}`, { data_ordine: '2026-03-28T02:30:00' });
    for (let round = 0; round < 3; round++) await close((await plant.made(one)).at(-1)!.id);
    expect(await timesOf(one)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
  });

  it('has one open at a time: reopened and closed again makes no second one', async () => {
    const one = await plant.maintain(await plant.schedule());
    const [first] = await plant.made(one);
    await close(first!.id);
    expect((await plant.move(first!.id, 'AP', { id_tecnico: null })).status).toBe(200);
    await close(first!.id);
    expect(await days(one)).toEqual(['2026-01-31', '2026-02-28']);
    await Promise.all([plant.admin.get('/manutenzione/'), plant.quiet()]);
    expect(await days(one)).toHaveLength(2);
  });

  it('never makes two for one day, also where the day before it was done early', async () => {
    const one = await plant.maintain(await plant.schedule({ tipo_rinnovo: 2 }), {
      data_inizio: '2026-05-10',
    });
    const [open] = await plant.made(one);
    await close(open!.id, { data_inizio: asOf('2026-04-10'), data_fine: asOf('2026-04-10') });
    expect(await days(one)).toEqual(['2026-05-10', '2026-06-10']);
  });

  it('closed by two users at once continues once', async () => {
    const one = await plant.maintain(await plant.schedule());
    const [open] = await plant.made(one);
    const answers = await Promise.all([1, 2, 3].map(() => close(open!.id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await days(one)).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('is assigned if the schedule names a technician, and starts with the first state of the structure [P5]', async () => {
    const named = await plant.maintain(await plant.schedule({ id_tecnico: plant.ids[TECHNICIAN] }));
    const [open] = await plant.made(named);
    expect(open!.state).toBe('AS');
    const { data } = await plant.admin.get(`/odl/${open!.id}`);
    expect(data.id_tecnico).toBe(plant.ids[TECHNICIAN]);
  });

  it('continues for a technician who closes it, regardless of their rights', async () => {
    const schedule = await plant.schedule({ id_tecnico: plant.ids[OTHER_TECHNICIAN], unita_misura: 1 });
    const one = await plant.maintain(schedule, { data_inizio: '2026-06-01' });
    const [open] = await plant.made(one);
    await plant.admin.put(`/odl/${open!.id}`, { id_tecnico: plant.ids[TECHNICIAN] });
    const technician = await plant.as('RIFTEC');
    const answer = await technician.put(`/odl/${open!.id}`, { id_stato: plant.ids.CH });
    expect(answer, answer.description).toMatchObject({ status: 200 });
    const [, next] = await plant.made(one);
    const { data } = await plant.admin.get(`/odl/${next!.id}`);
    expect(data).toMatchObject({ id_tecnico: plant.ids[OTHER_TECHNICIAN], cod_stato: 'AS' });
  });

  it('copies the checklist of its maintenance', async () => {
    const { admin } = plant;
    const { id } = (await admin.post('/checklist/', { descrizione: 'Giro' })).data;
    const item = (await admin.post('/checklist/voce/', { descrizione: 'Olio' })).data.id;
    await admin.post('/checklist/relazione/', {
      id_checklist: id,
      id_voce: item,
      obbligatoria: '1',
      ordine: 1,
    });
    const one = await plant.maintain(await plant.schedule(), { id_checklist: id });
    const [open] = await plant.made(one);
    const { data } = await admin.get(`/odl/${open!.id}/checklist/`);
    expect(data).toMatchObject([{ descrizione: 'Olio', obbligatoria: 1, checked: 0 }]);
  });

  it('moves the first one with its start as long as nobody has touched it, and no other', async () => {
    const one = await plant.maintain(await plant.schedule(), { data_inizio: '2062-01-10' });
    expect((await plant.admin.put(`/manutenzione/${one.id}`, { data_inizio: '2026-01-10' })).status).toBe(
      200,
    );
    expect(await plant.made(one)).toMatchObject([{ ori: '2026-01-10', day: '2026-01-10' }]);
    const [open] = await plant.made(one);
    await close(open!.id);
    expect((await plant.admin.put(`/manutenzione/${one.id}`, { data_inizio: '2026-08-15' })).status).toBe(
      200,
    );
    const [, second] = await plant.made(one);
    expect(second).toMatchObject({ ori: '2026-02-10', day: '2026-02-10' });
    // The next date after the open one is not before the new start.
    await close(second!.id);
    expect(await days(one)).toEqual(['2026-01-10', '2026-02-10', '2026-08-15']);
  });
});

describe('a schedule broken by bad data', () => {
  const faultOf = async (one: Row) =>
    (await plant.admin.get(`/manutenzione/${one.id}`, { language: 'it' })).data.errore;

  it('does not prevent the closing, shows the reason on the intervention, the maintenance and the schedule, and recovers automatically', async () => {
    const { admin, demo, ids } = plant;
    const schedule = await plant.schedule();
    const [one, other] = [
      await plant.maintain(schedule, { id_oggetto: ids['FOL-L1-PR'] }),
      await plant.maintain(schedule, { id_oggetto: ids['FOL-L1'] }),
    ];
    const [open] = await plant.made(one);
    await demo.database.query('update oggetto set dismesso = 1 where id = $1', [ids['FOL-L1-PR']]);
    expect((await close(open!.id)).status).toBe(200);
    expect(await days(one)).toHaveLength(1);
    const said = "L'oggetto FOL-L1-PR è dismesso: nessun intervento viene più generato.";
    expect(await faultOf(one)).toBe(said);
    expect(
      (await admin.get(`/manutenzione/schedulazione/${schedule.id}`, { language: 'it' })).data.errore,
    ).toBe(said);
    expect(
      (await admin.get(`/manutenzione/schedulazione/?filtro=${schedule.codice}`, { language: 'en' })).data,
    ).toMatchObject([
      {
        errore: 'The asset FOL-L1-PR is decommissioned: no more interventions are generated.',
        num_manutenzioni: 2,
      },
    ]);
    const { data: errors } = await admin.get(`/odl/${open!.id}/errore/`, { language: 'it' });
    expect(errors).toMatchObject([{ tipo: 'altro', errore: expect.stringContaining(said) }]);
    // Other maintenances continue.
    const [theirs] = await plant.made(other);
    await close(theirs!.id);
    expect(await days(other)).toHaveLength(2);

    await demo.database.query('update oggetto set dismesso = 0 where id = $1', [ids['FOL-L1-PR']]);
    await admin.put(`/manutenzione/schedulazione/${schedule.id}`, { note: undefined, ore_previste: 3 });
    await expect.poll(() => days(one)).toEqual(['2026-01-31', '2026-02-28']);
    await expect.poll(() => faultOf(one)).toBeNull();
  });

  it('truncates the reason, and never within a character', async () => {
    const [open] = await plant.made(await plant.maintain(await plant.schedule()));
    const it = `${'x'.repeat(199)}😀`;
    await noteError(plant.demo.database, open!.id, 'altro', { it, en: it });
    const { data } = await plant.admin.get(`/odl/${open!.id}/errore/`, { language: 'en' });
    expect(data[0].errore).toBe('x'.repeat(199));
  });

  it('without an opening state is saved, reports it, and begins when there is one', async () => {
    const { demo, ids } = plant;
    const { rows } = await demo.database.query<Row>(
      'select * from stato_struttura where id_stato_padre = -1',
    );
    await demo.database.query('delete from stato_struttura where id_stato_padre = -1');
    const one = await plant.maintain(await plant.schedule({ frequenza: 7 }), { id_oggetto: ids['FOL-L1'] });
    expect(one.errore).toMatch(/opening state|stato di apertura/);
    expect(await days(one)).toEqual([]);
    for (const { id_stato, id_ruolo, id_tipo_intervento } of rows)
      await demo.database.query(
        'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values (-1, $1, $2, $3)',
        [id_stato, id_ruolo, id_tipo_intervento],
      );
    await plant.admin.put(`/manutenzione/${one.id}`, { note: 'riprova' });
    await expect.poll(() => days(one)).toEqual(['2026-01-31']);
  });

  it('generates missing interventions, once, even if requested twice', async () => {
    const { demo, ids } = plant;
    const schedule = await plant.schedule();
    // In the state of a migrated plant: rows not saved here.
    const { rows } = await demo.database.query<Row>(
      `insert into manutenzione (id_schedulazione, id_oggetto, data_inizio)
       select $1::int, $2::int, date '2026-09-01' + n from generate_series(1, 120) n returning id`,
      [schedule.id, ids['FOL-L1-CF']],
    );
    await plant.quiet();
    const { id } = (await demo.database.query<Row>("select id from attivita where nome = 'generazione'"))
      .rows[0]!;
    await Promise.all([
      plant.admin.post(`/attivita/${id}/esegui`),
      plant.admin.post(`/attivita/${id}/esegui`),
    ]);
    const made = () => demo.count(`odl where id_schedulazione = ${schedule.id}`);
    await expect.poll(made).toBe(rows.length);
    await plant.quiet();
    expect(await made()).toBe(rows.length);
    expect(
      await demo.count(`(select distinct codice from odl where id_schedulazione = ${schedule.id}) c`),
    ).toBe(rows.length);
    expect(
      await demo.count(
        `odl_storico h join odl o on o.id = h.id_odl where o.id_schedulazione = ${schedule.id}`,
      ),
    ).toBe(rows.length);
    expect(
      await demo.count(
        `storico_modifiche h join odl o on o.id = h.id_record and h.risorsa = 'odl' where o.id_schedulazione = ${schedule.id}`,
      ),
    ).toBe(rows.length);
  });
});

describe('a duplicated schedule', () => {
  const duplicated = (more: Row = {}) => plant.schedule({ id_tipo_odl: 3, unita_misura: 2, ...more });

  it('makes a whole period, the first day at its start [sched-generate-period, sched-generated-count, P3]', async () => {
    const schedule = await duplicated();
    const [early, late] = [
      await plant.maintain(schedule, { data_inizio: '2026-01-01' }),
      await plant.maintain(schedule, { data_inizio: '2026-02-17', id_oggetto: plant.ids['FOL-L1-PR'] }),
    ];
    expect(await days(early)).toEqual([]);
    const answer = await plant.generate(schedule, '2026-02-02', '2026-02-28');
    expect(answer).toMatchObject({
      status: 200,
      result: 0,
      data: { numero_interventi_generati: 6, id_lavoro: null },
    });
    expect(await days(early)).toEqual(['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']);
    expect(await days(late)).toEqual(['2026-02-17', '2026-02-24']);
    const { data } = await plant.admin.get(`/manutenzione/schedulazione/${schedule.id}`);
    expect(data).toMatchObject({ data_generazione_start: '2026-02-02', data_generazione_end: '2026-02-28' });
    // Its interventions are periodic by date: closing one creates no other.
    const [open] = await plant.made(early);
    await close(open!.id);
    expect(await days(early)).toHaveLength(4);
  });

  it('requires a period after the last one, and names the wrong field [sched-new-period, sched-period-required, P4]', async () => {
    const schedule = await duplicated();
    await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    expect((await plant.generate(schedule, '2026-03-01', '2026-03-31')).status).toBe(200);
    const overlapping = await plant.generate(schedule, '2026-03-31', '2026-04-30');
    expect(overlapping).toMatchObject({
      status: 422,
      errors: { data_generazione_start: expect.stringContaining('31/03/2026') },
    });
    expect(await plant.generate(schedule, '2026-05-02', '2026-05-01')).toMatchObject({
      status: 422,
      errors: { data_generazione_end: expect.any(String) },
    });
    const path = `/manutenzione/schedulazione/${schedule.id}/periodo/`;
    expect(await plant.admin.post(path, {}, { language: 'it' })).toMatchObject({
      status: 422,
      errors: {
        data_generazione_start: 'Questo campo è obbligatorio',
        data_generazione_end: 'Questo campo è obbligatorio',
      },
    });
    for (const day of ['2026-02-30', '31/01/2026', 7, '9999-01-01', '1066-10-14'])
      expect(
        await plant.admin.post(path, { data_generazione_start: day, data_generazione_end: '2026-12-31' }),
      ).toMatchObject({ status: 422, errors: { data_generazione_start: expect.any(String) } });
    expect(await plant.generate({ ...schedule, id: 999_999 }, '2026-05-02', '2026-06-01')).toMatchObject({
      status: 404,
    });
    expect(await plant.generate(await plant.schedule(), '2026-05-02', '2026-06-01')).toMatchObject({
      status: 422,
    });
    expect((await plant.generate(schedule, '2026-04-01', '2026-04-30')).data.numero_interventi_generati).toBe(
      5,
    );
  });

  const tellings = async (schedule: Row): Promise<Row[]> =>
    (
      await plant.demo.database.query<{ dati: string }>(
        "select dati from webhook_consegna where evento = 'schedule.generated' order by id",
      )
    ).rows
      .map(({ dati }) => JSON.parse(dati))
      .filter(({ id }) => id === schedule.id);

  it('generates interventions missing in any period when a fault is corrected [P3, P4]', async () => {
    const { admin, demo, ids } = plant;
    const schedule = await duplicated();
    const [sound, broken] = [
      await plant.maintain(schedule, { data_inizio: '2026-01-01' }),
      await plant.maintain(schedule, { data_inizio: '2026-01-01', id_oggetto: ids['FOL-L1-PR'] }),
    ];
    await plant.quiet();
    const decommission = (dismesso: number) =>
      demo.database.query('update oggetto set dismesso = $2 where id = $1', [ids['FOL-L1-PR'], dismesso]);
    await decommission(1);
    expect((await plant.generate(schedule, '2026-02-02', '2026-02-15')).data.anomalie).toBe(1);
    expect((await plant.generate(schedule, '2026-02-18', '2026-02-28')).status).toBe(200);
    await decommission(0);
    const { data } = await admin.get(
      `/manutenzione/schedulazione/${schedule.id}/anteprima?dal=2026-03-03&al=2026-03-05`,
    );
    const all = ['2026-02-02', '2026-02-09', '2026-02-18', '2026-02-25', '2026-03-03'];
    expect(data.numero).toBe(6);
    expect(data.manutenzioni[1].date.map((day: Row) => day.data)).toEqual(all);
    await admin.put(`/manutenzione/schedulazione/${schedule.id}`, { ore_previste: 2 });
    await expect.poll(() => days(broken)).toEqual(all.slice(0, 4));
    expect((await plant.generate(schedule, '2026-03-03', '2026-03-05')).status).toBe(200);
    expect([await days(broken), await days(sound)]).toEqual([all, all]);
    expect(await demo.count(`generazione_arretrata where id_manutenzione = ${broken.id}`)).toBe(0);
  });

  it('opens no period while the one before is being made [P4]', async () => {
    const schedule = await duplicated();
    const one = await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    await plant.generate(schedule, '2026-02-02', '2026-02-15');
    await plant.quiet();
    await plant.demo.database.query('update manutenzione set data_generata = null where id = $1', [one.id]);
    expect(
      await plant.admin.post(
        `/manutenzione/schedulazione/${schedule.id}/periodo/`,
        { data_generazione_start: '2026-02-16', data_generazione_end: '2026-02-28' },
        { language: 'it' },
      ),
    ).toMatchObject({
      status: 422,
      description: 'Il periodo precedente è ancora in corso di generazione: attendere che finisca.',
    });
    // After the running generation, the next one is possible.
    await expect
      .poll(async () => (await plant.generate(schedule, '2026-02-16', '2026-02-28')).status, {
        timeout: 30_000,
      })
      .toBe(200);
    expect(await days(one)).toHaveLength(4);
  });

  it('stops on request, waiting or running, and can be generated again', async () => {
    const { admin, demo, ids } = plant;
    const [busy, waiting] = [await duplicated({ unita_misura: 1 }), await duplicated({ unita_misura: 1 })];
    for (const asset of ['FOL-L1-CF', 'FOL-L1-PR'])
      await plant.maintain(busy, { id_oggetto: ids[asset], data_inizio: '2026-01-01' });
    await plant.maintain(waiting, { data_inizio: '2026-01-01' });
    await plant.generate(waiting, '2025-01-01', '2025-01-31');
    await plant.quiet();
    const jobs: number[] = [];
    for (const one of [busy, waiting])
      jobs.push((await plant.generate(one, '2026-01-01', '2026-12-31')).data.id_lavoro);
    const stopped = [];
    for (const job of jobs.toReversed()) {
      expect((await admin.post(`/lavoro/${job}/annulla`, {})).status).toBe(200);
      stopped.push(await settled(admin, job));
    }
    await admin.put(`/manutenzione/schedulazione/${busy.id}`, { ore_previste: 1 });
    await plant.quiet();
    for (const [index, one] of [waiting, busy].entries()) {
      const there = await demo.count(`odl where id_schedulazione = ${one.id}`);
      expect(there).toBeLessThan([1, 365 * 2][index]!);
      expect(stopped[index]).toMatchObject({
        stato: 'annullato',
        messaggio: `Generazione interrotta: interventi già generati, che restano: ${there}. Il periodo si può generare di nuovo, e si aggiungono solo quelli mancanti.`,
        esito: { numero_interventi_generati: there },
      });
      expect((await admin.get(`/manutenzione/schedulazione/${one.id}`)).data.data_generazione_end).toBe(
        index === 0 ? '2025-01-31' : null,
      );
    }
    const { data } = await plant.generate(busy, '2026-01-01', '2026-12-31');
    if (data.id_lavoro) await settled(admin, data.id_lavoro);
    expect(await demo.count(`odl where id_schedulazione = ${busy.id}`)).toBe(365 * 2);
  }, 240_000);

  it('notifies webhooks when it is complete, with the count, once', async () => {
    const { data: hook } = await plant.admin.post('/webhook/', {
      descrizione: 'Gestionale',
      url: 'https://gestionale.invalid/',
      su_generazione: 1,
    });
    try {
      const schedule = await duplicated({ unita_misura: 1 });
      await plant.maintain(schedule, { data_inizio: '2026-01-01' });
      await plant.generate(schedule, '2026-01-01', '2026-01-10');
      const named = { id: schedule.id, codice: schedule.codice, anomalie: 0 };
      const first = { ...named, data_generazione_end: '2026-01-10', numero_interventi_generati: 10 };
      expect(await tellings(schedule)).toMatchObject([first]);
      // A job, which may have made some before the reply. A notice of its start would be a third one.
      const { data } = await plant.generate(schedule, '2026-02-01', '2027-01-31');
      await settled(plant.admin, data.id_lavoro);
      expect(await tellings(schedule)).toMatchObject([first, { ...named, numero_interventi_generati: 365 }]);
    } finally {
      await plant.admin.del(`/webhook/${hook.id}`);
    }
  });

  it('refuses an excessive number, and writes nothing', async () => {
    const schedule = await duplicated({ unita_misura: 1 });
    await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    expect(await plant.generate(schedule, '2026-01-01', '9998-12-31')).toMatchObject({
      status: 422,
      errors: { data_generazione_end: expect.stringContaining('100.000') },
    });
    expect(
      (await plant.admin.get(`/manutenzione/schedulazione/${schedule.id}`)).data.data_generazione_end,
    ).toBeNull();
  });

  it('generates once even if requested twice at the same moment', async () => {
    const schedule = await duplicated();
    const one = await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => plant.generate(schedule, '2026-02-02', '2026-02-28')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await days(one)).toHaveLength(4);
  });

  it('generates what a later maintenance lacks within the last period [sched-late-maintenance]', async () => {
    const schedule = await duplicated();
    await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    await plant.generate(schedule, '2026-02-02', '2026-02-28');
    const late = await plant.maintain(schedule, {
      data_inizio: '2026-02-10',
      id_oggetto: plant.ids['FOL-L1'],
    });
    const before = await plant.maintain(schedule, {
      data_inizio: '2025-06-01',
      id_oggetto: plant.ids['FOL-L1-PR'],
    });
    expect(await days(late)).toEqual(['2026-02-10', '2026-02-17', '2026-02-24']);
    expect(await days(before)).toEqual(['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']);
    // A new start applies to the next period, and does not duplicate dates of this one.
    await plant.admin.put(`/manutenzione/${late.id}`, { data_inizio: '2026-02-12' });
    await plant.quiet();
    expect(await days(late)).toHaveLength(3);
  });

  it('continues in the background if there are many, on whichever server takes it over', async () => {
    const schedule = await duplicated({ unita_misura: 1 });
    const one = await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    const answer = await plant.generate(schedule, '2026-01-01', '2026-12-31');
    expect(answer.data.id_lavoro).toEqual(expect.any(Number));
    // The routine runs in parallel, like that of another server.
    await plant.admin.put(`/manutenzione/schedulazione/${schedule.id}`, { ore_previste: 1 });
    const job = await settled(plant.admin, answer.data.id_lavoro);
    expect(job).toMatchObject({
      stato: 'fatto',
      messaggio: 'Sono stati generati 365 interventi.',
      esito: { numero_interventi_generati: 365, anomalie: 0 },
    });
    const found = await days(one);
    expect(found).toHaveLength(365);
    expect(new Set(found).size).toBe(365);
  });

  it('is continued after a server has stopped', async () => {
    const schedule = await duplicated();
    const one = await plant.maintain(schedule, { data_inizio: '2026-01-01' });
    await plant.quiet();
    // The period was started and two interventions created, and then the server was gone.
    await plant.generate(schedule, '2026-02-02', '2026-02-09');
    await plant.demo.database.query(
      "update manutenzione_schedulazione set data_generazione_end = '2026-02-28' where id = $1",
      [schedule.id],
    );
    await plant.admin.put(`/manutenzione/schedulazione/${schedule.id}`, { ore_previste: 4 });
    await expect.poll(() => days(one)).toEqual(['2026-02-02', '2026-02-09', '2026-02-16', '2026-02-23']);
  });

  it('returns what would be generated, and generates nothing', async () => {
    const schedule = await duplicated();
    const one = await plant.maintain(schedule, { data_inizio: '2026-02-10' });
    const path = `/manutenzione/schedulazione/${schedule.id}/anteprima`;
    const { data } = await plant.admin.get(`${path}?dal=2026-02-01&al=2026-02-28`);
    expect(data).toMatchObject({
      numero: 3,
      giorni: [
        { data: '2026-02-10', numero: 1, esistenti: 0 },
        { data: '2026-02-17' },
        { data: '2026-02-24' },
      ],
      manutenzioni: [{ id: one.id, codice_oggetto: 'FOL-L1-CF', errore: null }],
    });
    expect(await days(one)).toEqual([]);
    await plant.generate(schedule, '2026-02-01', '2026-02-28');
    expect(await plant.admin.get(`${path}?dal=2026-02-20&al=2026-03-20`)).toMatchObject({
      status: 422,
      errors: { dal: expect.any(String) },
    });
    expect(await plant.admin.get(`${path}?dal=2026-02-20`)).toMatchObject({
      status: 422,
      errors: { al: expect.any(String) },
    });
  });
});

describe('the next twelve months', () => {
  /** Returns the last date of a month, so many months from now. */
  const monthEnd = (months: number): string => {
    const [year = 0, month = 1] = inDays(0).split('-').map(Number);
    return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
  };
  /** The months until one of 31 days before a shorter one. */
  const longMonth = [1, 2, 3, 4].find(
    (months) => monthEnd(months).endsWith('31') && !monthEnd(months + 1).endsWith('31'),
  )!;

  it('are returned for a schedule and for an asset, open and expected', async () => {
    const asset = plant.ids['PAR-L1-CF'];
    const schedule = await plant.schedule({ frequenza: 2 });
    const start = monthEnd(longMonth);
    const one = await plant.maintain(schedule, { id_oggetto: asset, data_inizio: start });
    const [open] = await plant.made(one);
    const ofSchedule = await plant.admin.get(`/manutenzione/previsione?idSchedulazione=${schedule.id}`);
    expect(ofSchedule.data[0]).toMatchObject({ data: start, stato: 'aperto', id_odl: open!.id });
    expect(ofSchedule.data.slice(1).map((row: Row) => row.stato)).not.toContain('aperto');
    expect(ofSchedule.data[1]).toMatchObject({ data: monthEnd(longMonth + 2), stato: 'previsto' });
    const ofAsset = await plant.admin.get(`/manutenzione/previsione?idOggetto=${asset}`);
    expect(ofAsset.data).toContainEqual(expect.objectContaining({ id_odl: open!.id }));
    expect((await plant.admin.get('/manutenzione/previsione')).status).toBe(400);
  });

  it('have one next date per maintenance for users who see the asset, without its interventions', async () => {
    const asset = plant.ids['FOL-L1-PR'];
    const schedule = await plant.schedule({ frequenza: 1 });
    const start = inDays(3);
    const one = await plant.maintain(schedule, { id_oggetto: asset, data_inizio: start });
    const technician = await plant.demo.as('RIFTEC');
    const { data } = await technician.get(`/manutenzione/scadenze?idOggetto=${asset}`);
    expect(data.filter((row: Row) => row.id_manutenzione === one.id)).toEqual([
      { id_manutenzione: one.id, schedulazione: expect.stringContaining(' - '), data: start },
    ]);
    const days = data.map((row: Row) => row.data);
    expect(days).toEqual([...days].sort());
    expect((await technician.get('/manutenzione/scadenze?idOggetto=2147483647')).status).toBe(404);
    expect((await technician.get('/manutenzione/scadenze')).status).toBe(400);
  });

  it('of a duplicated schedule go on in the rhythm of the last period', async () => {
    const schedule = await plant.schedule({ id_tipo_odl: 3 });
    const start = monthEnd(longMonth);
    await plant.maintain(schedule, { data_inizio: start });
    await plant.generate(schedule, start, monthEnd(longMonth + 1));
    const { data } = await plant.admin.get(`/manutenzione/previsione?idSchedulazione=${schedule.id}`);
    const toMake = data.filter(({ stato }: Row) => stato === 'da_generare');
    expect(toMake[0]).toMatchObject({ data: monthEnd(longMonth + 2) });
  });
});
