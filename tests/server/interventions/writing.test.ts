/** Interventions created, changed and refused: rights, codes, dates, states, reasons. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { nextCodes } from '../../../server/domains/interventions/writing/intervention-code.ts';
import { pdf } from '../../files/sample-files.ts';
import { send } from '../documents/records.ts';
import { inDays, plantYear } from '../plant/days.ts';
import type { Answer } from '../plant/plant.ts';
import { SERVER } from '../plant/templates.ts';
import { FAR_TECHNICIAN, OTHER_TECHNICIAN, TECHNICIAN, workshop } from './workshop.ts';

const shop = await workshop();
afterAll(() => shop.close());
const { ids, admin } = shop;
const technician = await shop.as('RIFTEC');
const reporter = await shop.as('RESP');

const NOT_YOURS = "Non hai l'autorizzazione necessaria per modificare l'intervento corrente.";
const ANOTHERS =
  "Non hai l'autorizzazione necessaria per modificare l'intervento corrente. È assegnato a Matteo Caruso.";
const INVOICED = `${NOT_YOURS} È nello stato Fatturato, in cui nessuno può più modificarlo: per altro lavoro serve un nuovo intervento.`;
const READY = { campo_nota1: 'Cuscinetto usurato', campo_float1: 0 };

describe('a new intervention', () => {
  it('gets the next code of the year, two at once never the same, and is not periodic [I1, odl-type-default]', async () => {
    const year = plantYear() % 100;
    const rows = await Promise.all(Array.from({ length: 8 }, () => shop.raise()));
    const codes = rows.map((row) => String(row.codice));
    expect(new Set(codes).size).toBe(8);
    for (const code of codes) expect(code).toMatch(new RegExp(`^ODL-${year}-\\d{5}$`));
    const { data } = await admin.get(`/odl/${rows[0]!.id}`);
    expect(data).toMatchObject({ codice: codes[0], id_tipo_odl: 1, tipo_odl: 'Non periodico', priorita: 2 });
    expect((await shop.raise({ codice: 'MIO', priorita: undefined })).codice).not.toBe('MIO');
  });

  it('gets a rising code, with or without gaps as the plant says [I1]', async () => {
    const numberOf = (code: unknown) => Number(String(code).slice(-5));
    const today = inDays(0);
    const { database } = shop.demo;
    /** A refusal that comes after the code was counted. */
    const refused = async (gaps: '0' | '1'): Promise<number> => {
      let taken = 0;
      await database
        .transaction(async (transaction) => {
          const setting = (code: string) => (code === 'CodiciSenzaBuchi' ? gaps : undefined);
          taken = numberOf((await nextCodes(transaction, today, 1, setting))[0]);
          throw new Error('refused');
        })
        .catch(() => undefined);
      return taken;
    };
    await shop.raise();
    const first = await refused('0');
    const made = numberOf((await shop.raise()).codice);
    expect(made).toBe(first + 1);
    await shop.set('CodiciSenzaBuchi', '1');
    expect(await refused('1')).toBe(made + 1);
    expect(numberOf((await shop.raise()).codice)).toBe(made + 1);
    await shop.set('CodiciSenzaBuchi', '0');
    // Skips existing numbers from elsewhere.
    await database.query(`update odl set codice = $1 where codice like 'ODL-%-' || lpad($2::text, 5, '0')`, [
      `ODL-${today.slice(2, 4)}-00900`,
      made + 1,
    ]);
    for (const expected of [made + 1, made + 2]) expect(numberOf((await shop.raise()).codice)).toBe(expected);
    await database.query(`select setval('odl_codice_${today.slice(2, 4)}', 899)`);
    expect(numberOf((await shop.raise()).codice)).toBe(901);
  });

  it.runIf(SERVER)(
    'does not wait for another that is being made, unless the plant wants no gaps [I1]',
    async () => {
      const { database } = shop.demo;
      const today = inDays(0);
      const waiting = async (): Promise<unknown> =>
        (
          await database.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%contatore%'`,
          )
        ).rows[0]!.count;
      /** Counts a code in another connection, whose transaction stays open during `then`. */
      const alongside = async (gaps: '0' | '1', then: () => Promise<void>): Promise<void> =>
        database.transaction(async (transaction) => {
          const setting = (code: string) => (code === 'CodiciSenzaBuchi' ? gaps : undefined);
          expect(await nextCodes(transaction, today, 1, setting)).toHaveLength(1);
          await then();
        });
      await alongside('0', async () => {
        expect((await shop.raise()).codice).toMatch(/^ODL-/);
      });
      await shop.set('CodiciSenzaBuchi', '1');
      await shop.raise();
      let made: Promise<Row> | undefined;
      await alongside('1', async () => {
        made = shop.raise();
        await expect.poll(waiting).toBe(1);
      });
      expect((await made!).codice).toMatch(/^ODL-/);
      await shop.set('CodiciSenzaBuchi', '0');
    },
  );

  it('is planned for today by administrators and technicians, and by requesters if they send it [odl-planned-default, I17]', async () => {
    const today = inDays(0);
    const planned = (row: Row) =>
      row.data_ordine &&
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(new Date(String(row.data_ordine)));
    expect(planned(await shop.raise())).toBe(today);
    expect(planned(await shop.raise({}, technician))).toBe(today);
    expect((await shop.raise({}, reporter)).data_ordine).toBeNull();
    const raised = await shop.raise({ data_ordine: '2026-03-29' }, reporter);
    expect(raised.data_ordine).toBe('2026-03-28T23:00:00.000Z');
    expect((await shop.raise({ data_ordine: '2026-03-29T08:00' })).data_ordine).toBe(
      '2026-03-29T06:00:00.000Z',
    );
  });

  it('gets the class of the organisation if the user does not choose one [odl-tech-class]', async () => {
    expect((await shop.raise({}, technician)).id_classe_intervento).toBe(ids['class MEC']);
    const refused = await technician.post('/odl/', { id_classe_intervento: ids['class ELE'] });
    expect(refused.errors?.id_classe_intervento).toBe('Il tuo ruolo non può modificare questo campo');
    await shop.set('VisTecClasseOdl', '1');
    expect(
      (await shop.raise({ id_classe_intervento: ids['class STD'] }, technician)).id_classe_intervento,
    ).toBe(ids['class STD']);
    await shop.set('VisTecClasseOdl', '0');
  });

  it('copied by a user who does not choose the class gets that of the original, with its fields; a change without them keeps them [odl-tech-class]', async () => {
    const measured = { id_classe_intervento: ids['class ELE'], campo_float2: 2.5 };
    const original = await shop.raise({ ...measured, id_tecnico: null });
    const copy = (id: unknown) =>
      technician.post(`/odl/?idCopia=${id}`, {
        ...{ id_oggetto: ids['FOL-L1-CF'], id_stato: ids.AP, id_tipo_guasto: ids.GUA, priorita: 2 },
        ...{ descrizione: 'Copia', campo_float2: 3 },
      });
    const { data } = await copy(original.id);
    expect(data).toMatchObject({ ...measured, campo_float2: 3 });
    expect((await copy(999_999_999)).status).toBe(404);
    expect((await technician.put(`/odl/${original.id}`, { note: 'Provato' })).data).toMatchObject({
      ...measured,
      note: 'Provato',
    });
  });

  it('counts the hours planned to the hundredth [odl-hours-decimals]', async () => {
    expect((await shop.raise({ ore_previste: 1.25 })).ore_previste).toBe(1.25);
    const { id } = await shop.raise();
    const answer = await admin.put(`/odl/${id}`, { ore_previste: 1.255 });
    expect(answer).toMatchObject({
      status: 422,
      errors: { ore_previste: 'Sono ammessi al massimo due decimali' },
    });
  });

  it('may enter only what the state structure allows [odl-transitions-config]', async () => {
    const { id } = await shop.raise();
    const offered = async () =>
      (await admin.get(`/stato/?idOdl=${id}&idTipo=${ids.GUA}`)).data.map((state: Row) => state.codice);
    expect(await offered()).not.toContain('SO');
    expect((await shop.move(id, 'SO')).status).toBe(422);
    const row = { id_stato: ids.SO, id_stato_padre: ids.AP, id_ruolo: -1, id_tipo_intervento: -1 };
    const { data } = await admin.post('/stato/struttura/', row);
    expect(await offered()).toContain('SO');
    expect((await shop.move(id, 'SO')).status).toBe(200);
    expect((await admin.del(`/stato/struttura/${data.id}`)).status).toBe(200);
  });

  it('reports missing values and values that are too long [odl-required, odl-descr-200, odl-note-500]', async () => {
    const answer = await admin.post('/odl/', {
      descrizione: 'x'.repeat(201),
      note: 'x'.repeat(501),
      priorita: null,
    });
    expect(answer).toMatchObject({
      status: 422,
      errors: {
        id_oggetto: 'Questo campo è obbligatorio',
        id_stato: 'Questo campo è obbligatorio',
        id_tipo_guasto: 'Questo campo è obbligatorio',
        priorita: 'Questo campo è obbligatorio',
        descrizione: 'Valore troppo lungo',
        note: 'Valore troppo lungo',
      },
    });
  });

  it.each([
    [
      'cannot begin in another state',
      { id_stato: 'IC' },
      'id_stato',
      'Un nuovo intervento non può iniziare nello stato In corso',
    ],
    ['is of a real type', { id_tipo_guasto: '*' }, 'id_tipo_guasto', 'Il valore non è fra quelli previsti'],
    ['is assigned to somebody', { id_stato: 'AS' }, 'id_tecnico', 'Questo campo è obbligatorio'],
    [
      'is not open and assigned',
      { id_tecnico: TECHNICIAN },
      'id_stato',
      'Impostare lo stato ad Assegnato se si desidera indicare un riferimento tecnico',
    ],
    [
      'is assigned to a technician',
      { id_stato: 'AS', id_tecnico: 'segnalatore@officina.example' },
      'id_tecnico',
      'Il valore non è fra quelli previsti',
    ],
    [
      'is assigned to who sees the asset',
      { id_stato: 'AS', id_tecnico: FAR_TECHNICIAN },
      'id_tecnico',
      "Il tecnico non ha visibilità sull'oggetto dell'intervento",
    ],
  ])(
    '%s [odl-as-technician, odl-ap-no-technician, odl-technician-cleared]',
    async (_, more, field, sentence) => {
      const named = Object.fromEntries(Object.entries(more).map(([name, code]) => [name, ids[code]]));
      const answer = await admin.post('/odl/', {
        id_oggetto: ids['FOL-L1-CF'],
        id_stato: ids.AP,
        id_tipo_guasto: ids.GUA,
        descrizione: 'x',
        ...named,
      });
      expect(answer).toMatchObject({ status: 422, errors: { [field]: sentence } });
    },
  );

  it('needs a user to notify if the plant requires one [odl-as-notify]', async () => {
    await shop.set('UserMailNotif', '2');
    const assigned = {
      id_oggetto: ids['FOL-L1-CF'],
      id_stato: ids.AS,
      id_tipo_guasto: ids.GUA,
      descrizione: 'x',
      id_tecnico: ids[TECHNICIAN],
    };
    expect((await admin.post('/odl/', assigned)).errors).toEqual({
      id_usr_notifica: 'Questo campo è obbligatorio',
    });
    expect((await admin.post('/odl/', { ...assigned, id_usr_notifica: ids[TECHNICIAN] })).status).toBe(200);
    await shop.set('UserMailNotif', '1');
  });

  it('needs one when it is assigned, but not to be rescheduled while assigned [odl-as-notify]', async () => {
    const { id } = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
    await shop.set('UserMailNotif', '2');
    const change = (more: Row) => admin.put(`/odl/${id}`, more);
    const needed = { status: 422, errors: { id_usr_notifica: 'Questo campo è obbligatorio' } };
    expect(await change({ data_ordine: '2033-03-01T08:00:00' })).toMatchObject({ status: 200 });
    expect(await change({ id_tecnico: ids[OTHER_TECHNICIAN] })).toMatchObject(needed);
    const notified = { id_usr_notifica: ids[OTHER_TECHNICIAN] };
    expect((await change({ id_tecnico: ids[OTHER_TECHNICIAN], ...notified })).status).toBe(200);
    expect(await change({ id_usr_notifica: null })).toMatchObject(needed);
    expect((await change({ id_stato: ids.AP, id_tecnico: null, id_usr_notifica: null })).status).toBe(200);
    expect(await change({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] })).toMatchObject(needed);
    const next: Row[] = (await admin.get(`/stato/?idOdl=${id}`)).data;
    expect(next.find(({ codice }) => codice === 'AS')!.motivi).toContain(
      "Serve l'utente da notificare per mail",
    );
    await shop.set('UserMailNotif', '1');
  });

  it('is on an asset that the user sees', async () => {
    const far = { id_oggetto: ids['PAR-L1-CF'], id_stato: ids.AP, id_tipo_guasto: ids.GUA, descrizione: 'x' };
    expect((await reporter.post('/odl/', far)).errors).toEqual({
      id_oggetto: "L'elemento indicato non esiste",
    });
    const { data } = await admin.post('/odl/', far);
    for (const call of [
      reporter.get(`/odl/${data.id}`),
      reporter.put(`/odl/${data.id}`, { note: 'x' }),
      reporter.get(`/odl/storico/${data.id}`),
    ])
      expect((await call).status).toBe(404);
  });
});

describe('a new intervention in a state that requires a job report [report-11]', () => {
  it('is made where work opens, which reports nothing', async () => {
    const firma = (value: number, code: string) =>
      shop.demo.database.query('update stato set richiedi_firma_rapportino = $1 where codice = $2', [
        value,
        code,
      ]);
    await firma(1, 'AP');
    const offered = (await admin.get(`/stato/?idTipoGuasto=${ids.GUA}&idOdl=`)).data as Row[];
    expect(offered.find(({ codice }) => codice === 'AP')?.motivi ?? []).toEqual([]);
    const made = await shop.raise();
    expect(made).toMatchObject({ cod_stato: 'AP' });
    await firma(0, 'AP');
  });
});

describe('the rights [R3, R4]', () => {
  it('of an administrator: all except invoiced ones', async () => {
    const row = await shop.raise();
    await shop.put(row.id, 'FA');
    expect((await admin.get(`/odl/${row.id}`)).data).toMatchObject({ modificabile: 0, copiabile: 1 });
    expect(await admin.put(`/odl/${row.id}`, { note: 'x' })).toMatchObject({
      status: 403,
      description: INVOICED,
    });
  });

  it('of a technician: their own and unassigned ones, until they are over', async () => {
    const row = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[OTHER_TECHNICIAN] });
    expect(await technician.put(`/odl/${row.id}`, { note: 'x' })).toMatchObject({
      status: 403,
      description: ANOTHERS,
    });
    await shop.put(row.id, 'AS', { id_tecnico: ids[TECHNICIAN] });
    expect((await technician.get(`/odl/${row.id}`)).data).toMatchObject({
      modificabile: 1,
      dataInizioModificabile: 1,
    });
    expect((await technician.put(`/odl/${row.id}`, { note: 'x' })).status).toBe(200);
    await shop.put(row.id, 'CH');
    expect((await technician.get(`/odl/${row.id}`)).data).toMatchObject({
      modificabile: 0,
      copiabile: 1,
      dataInizioModificabile: 0,
    });
    expect((await technician.put(`/odl/${row.id}`, { note: 'y' })).status).toBe(403);
  });

  it('end with the state, which the refusal names with what can be done, at every door', async () => {
    const row = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
    await shop.put(row.id, 'CH');
    const closed = 'È concluso (stato: Chiuso): può modificarlo o riaprirlo solo un amministratore.';
    const line = { descrizione: 'Trasferta', quantita: 1, costo: 10, tipo: 1 };
    const doors: Record<string, () => Promise<Answer>> = {
      form: () => technician.put(`/odl/${row.id}`, { note: 'y' }),
      state: () => technician.put(`/odl/${row.id}`, { id_stato: ids.IC }),
      cost: () => technician.post(`/odl/${row.id}/costo/`, line),
      part: () => technician.post(`/odl/${row.id}/prenotazione/`, { id_ricambio: 1, quantita: 1 }),
      report: () => technician.post(`/rapportini/odl/${row.id}/stato/${ids.CH}`, {}),
      signature: () => technician.del(`/rapportini/firme/tecnico/odl/${row.id}`),
    };
    for (const [door, call] of Object.entries(doors))
      expect(await call(), door).toMatchObject({ status: 403, description: `${NOT_YOURS} ${closed}` });
    const several = await technician.put(`/odl/${row.id},${(await shop.raise()).id}`, { note: 'y' });
    expect(several.data[0]).toMatchObject({ result: -1, description: `${NOT_YOURS} ${closed}` });
    const next: Row[] = (await technician.get(`/stato/?idOdl=${row.id}&mostraNegati=1`)).data;
    expect(next.find(({ codice }) => codice === 'IC')!.motivi).toEqual([`${NOT_YOURS} ${closed}`]);
    // Nothing leads out of a cancelled state.
    await shop.put(row.id, 'AN');
    expect((await technician.put(`/odl/${row.id}`, { note: 'y' })).description).toBe(
      `${NOT_YOURS} È concluso (stato: Annullato): può modificarlo solo un amministratore.`,
    );
    // The state does not forbid a follow-up: here it is the colleague.
    await shop.put(row.id, 'CH', { id_tecnico: ids[OTHER_TECHNICIAN] });
    expect(
      (await technician.post(`/odl/${row.id}/followup/`, { descrizione: 'F', id_stato: ids.AP })).description,
    ).toBe(ANOTHERS);
    await shop.put(row.id, 'CH', { id_tecnico: ids[TECHNICIAN] });
    const english = await technician.put(`/odl/${row.id}`, { note: 'y' }, { language: 'en' });
    expect(english.description).toBe(
      'You do not have permission to change this intervention. It is over (state: Closed): only an administrator may change or reopen it.',
    );
  });

  it('of a requester: their own requests, while they are open', async () => {
    const foreign = await shop.raise();
    expect((await reporter.put(`/odl/${foreign.id}`, { note: 'x' })).status).toBe(403);
    const own = await shop.raise({}, reporter);
    expect((await reporter.put(`/odl/${own.id}`, { note: 'x' })).data.note).toBe('x');
    await shop.put(own.id, 'IC');
    expect(await reporter.put(`/odl/${own.id}`, { note: 'y' })).toMatchObject({
      status: 403,
      description: `${NOT_YOURS} È nello stato In corso: chi l'ha segnalato può modificarlo solo finché è in uno stato di apertura.`,
    });
  });

  it('changed fields without permission are refused, and unchanged ones accepted', async () => {
    const row = await shop.raise({
      id_stato: ids.AS,
      id_tecnico: ids[TECHNICIAN],
      data_inizio: '2026-03-01T08:00:00Z',
    });
    const whole = (await technician.get(`/odl/${row.id}`)).data;
    expect((await technician.put(`/odl/${row.id}`, { ...whole, note: 'letto' })).status).toBe(200);
    const answer = await technician.put(`/odl/${row.id}`, {
      data_inizio: '2026-03-02T08:00:00Z',
      id_checklist: 1,
      id_usr_notifica: ids[TECHNICIAN],
      id_tecnico: ids[OTHER_TECHNICIAN],
    });
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual([
      'data_inizio',
      'id_checklist',
      'id_tecnico',
      'id_usr_notifica',
    ]);
    await shop.set('VisTecDataInizioOdl', '1');
    expect((await technician.put(`/odl/${row.id}`, { data_inizio: '2026-03-02T08:00:00Z' })).status).toBe(
      200,
    );
    await shop.set('VisTecDataInizioOdl', '0');
  });

  it('nor can the file of such a field', async () => {
    const row = await shop.raise({ id_classe_intervento: ids['class SIC'], campo_str2: 'INAIL' });
    const answer = await reporter.del(`/odl/${row.id}/campo-file/campo_file1`);
    expect(answer).toMatchObject({ status: 403, description: NOT_YOURS });
  });

  it('the asset only if the plant allows it [odl-asset-locked]', async () => {
    const row = await shop.raise();
    const moved = { id_oggetto: ids['FOL-L1-PR'] };
    expect((await admin.put(`/odl/${row.id}`, moved)).errors).toEqual({
      id_oggetto: 'Questo campo non si può più modificare',
    });
    await shop.set('ModObjSuIntervento', '1');
    expect((await admin.put(`/odl/${row.id}`, moved)).data).toMatchObject({
      ...moved,
      id_organizzazione: expect.any(Number),
    });
    await shop.set('ModObjSuIntervento', '0');
  });

  it('nobody a colleague’s version unseen [I21]', async () => {
    const row = await shop.raise();
    expect((await admin.put(`/odl/${row.id}`, { note: 'primo', versione: row.versione })).status).toBe(200);
    expect(await admin.put(`/odl/${row.id}`, { note: 'secondo', versione: row.versione })).toMatchObject({
      status: 409,
      data: { record: { note: 'primo' } },
    });
  });

  it('several return no technicians who do not see the assets of all', async () => {
    const near = await shop.raise();
    const far = await shop.raise({ id_oggetto: ids['PAR-L1-CF'] });
    const offered = async (works: string) =>
      (await admin.get(`/odl/tecnico/?idOdl=${works}`)).data.utenti.map(({ id }: Row) => id);
    expect(await offered(`${near.id}`)).toContain(ids[TECHNICIAN]);
    expect(await offered(`${far.id}`)).toContain(ids[FAR_TECHNICIAN]);
    expect(await offered(`${near.id},${far.id}`)).not.toContain(ids[FAR_TECHNICIAN]);
    expect((await admin.get('/odl/tecnico/?idOdl=uno')).status).toBe(400);
  });

  it('and nobody deletes one [I19]', async () => {
    const row = await shop.raise();
    expect((await admin.del(`/odl/${row.id}`)).status).toBe(405);
  });
});

describe('a change of state', () => {
  const assigned = (more: Row = {}) =>
    shop.raise({
      id_stato: ids.AS,
      id_tecnico: ids[TECHNICIAN],
      data_ordine: '2026-03-10T08:00:00Z',
      ...more,
    });

  it('follows the structure, by role and type [odl-transitions-config, I2, I3]', async () => {
    const row = await assigned();
    expect(await shop.move(row.id, 'CH')).toMatchObject({
      status: 422,
      description: 'Dallo stato Assegnato non si può passare allo stato Chiuso',
      errors: { id_stato: 'Dallo stato Assegnato non si può passare allo stato Chiuso' },
    });
    expect((await shop.move(row.id, 'AN', {}, technician)).description).toBe(
      "Il tuo ruolo non può portare l'intervento nello stato Annullato",
    );
    await shop.put(row.id, 'IC');
    expect((await shop.move(row.id, 'CO')).description).toBe(
      'Un intervento di questo tipo non può passare allo stato Da collaudare',
    );
    expect((await shop.move(row.id, 'CO', { id_tipo_guasto: ids.FERMO })).status).toBe(200);
  });

  it('sets the dates of beginning and end [I10]', async () => {
    const row = await assigned();
    const begun = (await shop.move(row.id, 'IC', {}, technician)).data;
    expect(Date.now() - Date.parse(begun.data_inizio)).toBeLessThan(60_000);
    const done = (await shop.move(row.id, 'CH', READY)).data;
    expect(done.data_inizio).toBe(begun.data_inizio);
    expect(Date.now() - Date.parse(done.data_fine)).toBeLessThan(60_000);
    const reopened = (await shop.move(row.id, 'IC')).data;
    expect(reopened).toMatchObject({ data_inizio: begun.data_inizio, data_fine: done.data_fine });
    const again = (await shop.move(row.id, 'CH')).data;
    expect(Date.parse(again.data_fine)).toBeGreaterThan(Date.parse(done.data_fine));
  });

  it('to an end sets no missing start, and never an end before the start [I10, M1]', async () => {
    const row = await assigned();
    await shop.put(row.id, 'IC');
    const early = { data_inizio: '2026-03-10T08:00:00Z', data_fine: '2026-03-10T07:00:00Z' };
    expect((await shop.move(row.id, 'CH', { ...READY, ...early })).errors).toEqual({
      data_fine: 'La data di fine non può precedere la data di inizio',
    });
    const { data } = await shop.move(row.id, 'CH', { ...READY, data_fine: '2026-03-10T09:00:00Z' });
    expect(data).toMatchObject({ data_inizio: null, data_fine: '2026-03-10T09:00:00.000Z' });
    // Reopened, it is not refused because of its old end date.
    expect((await shop.move(row.id, 'IC')).data).toMatchObject({
      data_inizio: '2026-03-10T09:00:00.000Z',
      data_fine: '2026-03-10T09:00:00.000Z',
    });
  });

  it('across a clock change keeps its instants', async () => {
    const row = await shop.raise({ data_ordine: '2026-03-29T01:59', data_inizio: '2026-03-29T03:01' });
    expect(row).toMatchObject({
      data_ordine: '2026-03-29T00:59:00.000Z',
      data_inizio: '2026-03-29T01:01:00.000Z',
    });
  });

  it('applies the controls of the state and class [I12]', async () => {
    const row = await assigned();
    await shop.put(row.id, 'IC');
    expect(await shop.move(row.id, 'CH')).toMatchObject({
      status: 422,
      errors: {
        campo_nota1: 'Per lo stato Chiuso il campo Causa del guasto deve essere valorizzato',
        campo_float1: 'Per lo stato Chiuso il campo Ore di fermo deve essere maggiore o uguale a 0',
      },
    });
    expect((await shop.move(row.id, 'CH', READY)).status).toBe(200);
  });

  it('requires the fields of the class, even if only the state is sent, from any page [custom-required]', async () => {
    const safety = { id_classe_intervento: ids['class SIC'] };
    const missing = 'Il campo Ente verificatore è obbligatorio';
    const bare = async (state: string) => {
      const { id } = await assigned({ ...safety, campo_str2: 'INAIL' });
      await shop.put(id, state, { campo_str2: null });
      return id;
    };
    const row = await bare('AS');
    const refused = { status: 422, description: missing, errors: { campo_str2: missing } };
    expect(await shop.move(row, 'SO')).toMatchObject(refused);
    expect(await shop.move(row, 'SO', {}, technician)).toMatchObject(refused);
    expect(await shop.move(row, 'SO', { data_ordine: '2026-03-11T08:00:00Z' })).toMatchObject(refused);
    expect(await shop.move(row, 'SO', { campo_str2: ' ' })).toMatchObject({ status: 422 });
    const offered = (await technician.get(`/stato/?idOdl=${row}`)).data;
    expect(offered.find(({ codice }: Row) => codice === 'SO').motivi).toEqual([missing]);
    const closed = await bare('CH');
    expect(await shop.move(closed, 'FA')).toMatchObject(refused);
    const fine = (await assigned()).id;
    const { data } = await shop.move(`${row},${fine}`, 'SO');
    expect(data).toMatchObject([
      { id: row, result: -1, description: missing },
      { id: fine, result: 0 },
    ]);
    // Other changes are possible in the same state, and values sent with the change of state count.
    expect((await admin.put(`/odl/${row}`, { note: 'Visto' })).status).toBe(200);
    expect((await shop.move(row, 'AN', {}, technician)).description).not.toBe(missing);
    expect((await shop.move(row, 'SO', { campo_str2: 'ASL' })).status).toBe(200);
  });

  it('requires the file of the class, even if only the state is sent; an earlier file counts [custom-required, custom-file-required]', async () => {
    const made = await admin.post('/odl/classe/', { codice: 'FILE', descrizione: 'Con verbale' });
    const folder = await shop.demo.idOf('odl/documento/cartella', { nome: 'Certificati' });
    const field = {
      id_classe: made.data.id,
      campo_tabella: 'campo_file4',
      label: 'Verbale',
      obbligatorio: 1,
    };
    expect((await admin.post('/odl/campo/', { ...field, id_cartella: folder })).status).toBe(200);
    const missing = 'Il campo Verbale è obbligatorio';
    const refused = { status: 422, description: missing, errors: { campo_file4: missing } };
    const { id } = await assigned({ id_classe_intervento: made.data.id });
    expect(await shop.move(id, 'SO')).toMatchObject(refused);
    expect(await shop.move(id, 'SO', {}, technician)).toMatchObject(refused);
    expect(await shop.move(id, 'SO', { data_ordine: '2026-03-11T08:00:00Z' })).toMatchObject(refused);
    const fine = (await assigned()).id;
    expect((await shop.move(`${id},${fine}`, 'SO')).data).toMatchObject([
      { id, result: -1, description: missing },
      { id: fine, result: 0 },
    ]);
    const offered = (await technician.get(`/stato/?idOdl=${id}`)).data;
    expect(offered.find(({ codice }: Row) => codice === 'SO').motivi).toEqual([missing]);
    // A number is not a file.
    expect((await shop.move(id, 'SO', { campo_file4: 1 })).status).toBe(422);
    expect((await admin.put(`/odl/${id}`, { note: 'Visto' })).status).toBe(200);
    await shop.put(id, 'CH');
    expect(await shop.move(id, 'FA')).toMatchObject(refused);
    await shop.put(id, 'AS');
    // An intervention that changes its class in the same request cannot have the file yet.
    const entering = (await assigned()).id;
    expect((await shop.move(entering, 'SO', { id_classe_intervento: made.data.id })).status).toBe(200);
    await shop.put(entering, 'AS');
    expect(await shop.move(entering, 'SO')).toMatchObject(refused);
    const filled = await send(
      technician,
      `/odl/${id}/campo-file/campo_file4/`,
      [['v.pdf', pdf('v')]],
      'files',
    );
    expect(filled.status, filled.description).toBe(200);
    expect((await shop.move(id, 'SO', {}, technician)).status).toBe(200);
  });

  it('waits for the mandatory items of the checklist, and names them [I11]', async () => {
    const checklist = (await admin.post('/checklist/', { descrizione: 'Prova' })).data.id;
    for (const [descrizione, obbligatoria] of [
      ['Serrare i bulloni', '1'],
      ['Pulire', '0'],
    ]) {
      const { data } = await admin.post('/checklist/voce/', { descrizione });
      await admin.post('/checklist/relazione/', { id_checklist: checklist, id_voce: data.id, obbligatoria });
    }
    const row = await assigned({ id_checklist: checklist });
    await shop.put(row.id, 'IC');
    const missing = 'Mancano le voci obbligatorie della checklist: Serrare i bulloni';
    expect(await shop.move(row.id, 'CH', READY)).toMatchObject({
      status: 422,
      description: missing,
      errors: { id_checklist: missing },
    });
    await shop.demo.database.query(
      'update odl_checklist set checked = 1 where id_odl = $1 and obbligatoria = 1',
      [row.id],
    );
    expect((await shop.move(row.id, 'CH', READY)).status).toBe(200);
    const other = await assigned();
    await shop.put(other.id, 'IC');
    expect((await shop.move(other.id, 'CH', { ...READY, id_checklist: checklist })).description).toBe(
      missing,
    );
  });

  it('to invoiced is an administrator’s, from closed [I22]', async () => {
    const row = await assigned();
    await shop.put(row.id, 'CH', { id_tecnico: null });
    expect((await shop.move(row.id, 'FA')).data.cod_stato).toBe('FA');
    await shop.demo.database.query(
      'insert into stato_struttura (id_stato_padre, id_stato, id_ruolo, id_tipo_intervento) values ($1, $2, -1, -1)',
      [ids.IC, ids.FA],
    );
    const begun = await assigned();
    await shop.put(begun.id, 'IC');
    expect((await shop.move(begun.id, 'FA')).description).toBe(
      'Lo stato Fatturato è ammesso solo per un intervento chiuso',
    );
    expect((await shop.move(begun.id, 'FA', {}, technician)).description).toBe(
      "Il tuo ruolo non può portare l'intervento nello stato Fatturato",
    );
    await shop.demo.database.query(
      'delete from stato_struttura where id_stato_padre = $1 and id_stato = $2',
      [ids.IC, ids.FA],
    );
  });

  it('returns -11 without the job report if the state requires one [report-11, report-state-flag, I6]', async () => {
    await admin.put(`/stato/${ids.SO}`, { richiedi_firma_rapportino: 1 });
    const row = await assigned();
    expect(await shop.move(row.id, 'SO')).toMatchObject({
      status: 200,
      result: -11,
      description: 'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?',
    });
    expect((await admin.get(`/odl/${row.id}`)).data.cod_stato).toBe('AS');
    await shop.set('RappValidCambioStat', '0');
    expect((await shop.move(row.id, 'SO')).result).toBe(0);
    await shop.set('RappValidCambioStat', '1');
    await admin.put(`/stato/${ids.SO}`, { richiedi_firma_rapportino: 0 });
  });

  it('is possible as long as the state is there: one in use is not deleted', async () => {
    const row = await assigned();
    expect((await shop.move(row.id, 'SO')).status).toBe(200);
    expect((await admin.del(`/stato/${ids.SO}`)).status).toBe(409);
  });

  it('of one intervention by sixteen users at once succeeds once', async () => {
    const row = await assigned();
    const moves = Array.from({ length: 16 }, (_, index) =>
      shop.move(row.id, index % 2 ? 'SO' : 'IC', { versione: row.versione }),
    );
    const answers = await Promise.all(moves);
    expect(answers.filter(({ result }) => result === 0)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const steps = (await admin.get(`/odl/storico/${row.id}`)).data;
    expect(steps).toHaveLength(2);
  });

  it('leaves a step in the history, as do dates, technician and notes [I14]', async () => {
    const row = await assigned({ note: 'uno' });
    await admin.put(`/odl/${row.id}`, { note: 'due' });
    await admin.put(`/odl/${row.id}`, { descrizione: 'altra' });
    await shop.move(row.id, 'IC');
    const { data } = await admin.get(`/odl/storico/${row.id}`, { language: 'en' });
    expect(data.map(({ stato, note, tecnico, usr_ins }: Row) => [stato, note, tecnico, usr_ins])).toEqual([
      ['In progress', 'due', 'Luca Ferri', 'Giulia Marchetti'],
      ['Assigned', 'due', 'Luca Ferri', 'Giulia Marchetti'],
      ['Assigned', 'uno', 'Luca Ferri', 'Giulia Marchetti'],
    ]);
  });
});

describe('one technician, one job at a time [I5]', () => {
  const DAY = '2027-05-10';
  const job = (time: string, hours?: number) => ({
    id_oggetto: ids['FOL-L1-CF'],
    id_stato: ids.AS,
    id_tipo_guasto: ids.GUA,
    descrizione: 'x',
    id_tecnico: ids[OTHER_TECHNICIAN],
    data_ordine: `${DAY}T${time}`,
    ore_previste: hours,
  });
  afterAll(() => shop.set('BlockAssigned', '0'));

  it('is not required if the plant does not', async () => {
    expect((await admin.post('/odl/', job('08:00', 2))).result).toBe(0);
    expect((await admin.post('/odl/', job('09:00', 2))).result).toBe(0);
  });

  it('is refused, whatever is confirmed [block-other]', async () => {
    await shop.set('BlockAssigned', '1');
    const first = (await admin.get(`/odl/?tecnico=${ids[OTHER_TECHNICIAN]}&data=${DAY}&sort=data_ordine,ASC`))
      .data[0];
    expect(await admin.post('/odl/?isBypassBlockAllowed=1', job('08:30', 1))).toMatchObject({
      status: 200,
      result: -9,
      description: `Il tecnico è già assegnato all'intervento ${first.codice} nello stesso periodo.`,
    });
    expect((await admin.post('/odl/', job('18:00', 1))).result).toBe(0);
    expect((await admin.post('/odl/', job('20:00'))).result).toBe(-9);
  });

  it('causes a question, and is accepted after a confirmation [block-bypass]', async () => {
    await shop.set('BlockAssigned', '2');
    const before = await shop.demo.count('odl');
    expect((await admin.post('/odl/', job('08:30', 1))).result).toBe(-9);
    expect(await shop.demo.count('odl')).toBe(before);
    const made = await admin.post('/odl/?isBypassBlockAllowed=1', job('08:30', 1));
    expect(made.result).toBe(0);
    expect((await admin.put(`/odl/${made.data.id}`, { note: 'altro' })).result).toBe(0);
    expect((await admin.put(`/odl/${made.data.id}`, { data_ordine: `${DAY}T09:00` })).result).toBe(-9);
  });
});

describe('next states: GET /stato/ [I2, odl-states-source, odl-state-buttons]', () => {
  const next = async (query: string, who = admin): Promise<[string, string[]][]> =>
    (await who.get(`/stato/?${query}`)).data.map(({ codice, motivi }: Row) => [codice, motivi as string[]]);

  it('of a new one are the opening states of the role [odl-single-state]', async () => {
    expect(await next(`idTipo=${ids.GUA}`)).toEqual([
      ['AP', []],
      ['AS', []],
    ]);
    expect(await next(`idOdl=-1&idTipo=${ids.GUA}`, reporter)).toEqual([['AP', []]]);
  });

  it('of an existing one are in order, with the obstacles', async () => {
    const row = await shop.raise();
    expect(await next(`idOdl=${row.id}`)).toEqual([
      ['AP', []],
      ['AS', ['Serve il riferimento tecnico']],
      ['AN', []],
    ]);
    await shop.put(row.id, 'IC', { id_tecnico: ids[OTHER_TECHNICIAN] });
    const closing = [
      'Per lo stato Chiuso il campo Causa del guasto deve essere valorizzato',
      'Per lo stato Chiuso il campo Ore di fermo deve essere maggiore o uguale a 0',
    ];
    expect(await next(`idOdl=${row.id}&idTipo=${ids.GUA}`)).toEqual([
      ['IC', []],
      ['SO', []],
      ['AR', []],
      ['CH', closing],
      ['AN', []],
    ]);
    expect((await next(`idOdl=${row.id}&idTipo=${ids.FERMO}`)).map(([code]) => code)).toContain('CO');
    expect((await next(`idOdl=${row.id}`, technician))[1]).toEqual(['SO', [ANOTHERS]]);
  });

  it('mark each reason with its rule, so that a screen knows which it can resolve', async () => {
    const rules = async (query: string, who = admin) =>
      Object.fromEntries(
        (await who.get(`/stato/?${query}`)).data.map(({ codice, regole }: Row) => [codice, regole]),
      );
    const row = await shop.raise();
    expect(await rules(`idOdl=${row.id}`)).toMatchObject({ AP: [], AS: ['technician-needed'], AN: [] });
    await shop.put(row.id, 'IC', { id_tecnico: ids[TECHNICIAN] });
    expect(await rules(`idOdl=${row.id}`)).toMatchObject({ CH: ['control-1', 'control-6'] });
    expect(await rules(`idOdl=${row.id}&mostraNegati=1`, technician)).toMatchObject({
      AN: ['state-other-role'],
    });
  });

  it('report an end before the start, as the change itself does', async () => {
    const row = await shop.raise();
    await shop.put(row.id, 'IC', { id_tecnico: ids[TECHNICIAN], data_inizio: '2099-01-01', ...READY });
    const sentence = 'La data di fine non può precedere la data di inizio';
    expect(Object.fromEntries(await next(`idOdl=${row.id}`))).toMatchObject({ CH: [sentence], SO: [] });
    expect((await shop.move(row.id, 'CH')).errors).toEqual({ data_fine: sentence });
  });

  it('names the fields that became required since, for a change sends them all [odl-status-whole]', async () => {
    const row = await shop.raise();
    const field = await admin.post('/odl/campo/', {
      id_classe: -1,
      campo_tabella: 'campo_str6',
      label: 'Numero ordine',
      visibile: 1,
      editabile: 1,
      obbligatorio: 1,
    });
    expect(field.status, JSON.stringify(field.errors)).toBe(200);
    const sentence = 'Il campo Numero ordine è obbligatorio';
    expect(await next(`idOdl=${row.id}`)).toEqual([
      ['AP', []],
      ['AS', ['Serve il riferimento tecnico', sentence]],
      ['AN', [sentence]],
    ]);
    expect((await shop.move(row.id, 'AN', { campo_str6: null })).errors).toEqual({ campo_str6: sentence });
    expect((await shop.move(row.id, 'AN')).description).toBe(sentence);
    await shop.put(row.id, 'AP', { campo_str6: 'A-12' });
    expect((await next(`idOdl=${row.id}`)).at(-1)).toEqual(['AN', []]);
    expect((await admin.del(`/odl/campo/${field.data.id}`)).status).toBe(200);
  });

  it('include those of other roles on request, with the reason', async () => {
    const row = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
    const codes = (await next(`idOdl=${row.id}`, technician)).map(([code]) => code);
    expect(codes).toEqual(['AS', 'IC', 'SO']);
    const all = await next(`idOdl=${row.id}&mostraNegati=1`, technician);
    expect(all.map(([code]) => code)).toEqual(['AP', 'AS', 'IC', 'SO', 'AN']);
    expect(all.at(-1)![1]).toEqual(["Il tuo ruolo non può portare l'intervento nello stato Annullato"]);
  });

  it('report that a job report is needed, and include all states on request', async () => {
    await admin.put(`/stato/${ids.SO}`, { richiedi_firma_rapportino: 1 });
    const row = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
    const [, reasons] = (await next(`idOdl=${row.id}`)).find(([code]) => code === 'SO')!;
    expect(reasons).toEqual([
      'Serve il rapportino: va firmato e generato prima di passare allo stato Sospeso',
    ]);
    await admin.put(`/stato/${ids.SO}`, { richiedi_firma_rapportino: 0 });
    expect((await admin.get('/stato/?all=1')).data).toHaveLength(9);
    expect((await reporter.get('/stato/?idOdl=2147483647')).status).toBe(404);
  });
});
