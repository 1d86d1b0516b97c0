/** The list of interventions with its filters, and related calls: columns, sheet, figures, people. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { hoursByDay } from '../../../schemas/working-days.ts';
import { inDays, plantYear } from '../plant/days.ts';
import { FAR_TECHNICIAN, OTHER_TECHNICIAN, TECHNICIAN, workshop } from './workshop.ts';

const shop = await workshop();
afterAll(() => shop.close());
const { ids, admin } = shop;
const technician = await shop.as('RIFTEC');
const reporter = await shop.as('RESP');

const list = async (query: string, who = admin): Promise<Row[]> => {
  const answer = await who.get(`/odl/?pag=-1&${query}`);
  expect(answer.status, answer.description).toBe(200);
  return answer.data;
};
const count = (where: string) =>
  shop.demo.count(
    `odl o join stato s on s.id = o.id_stato join oggetto a on a.id = o.id_oggetto where ${where}`,
  );

describe('the list', () => {
  it('excludes finished work unless it is requested or named [list-switches]', async () => {
    expect(await list('')).toHaveLength(await count('s.id_tipo_stato_odl not in (2, 4)'));
    expect(await list('mostraChiusi=1')).toHaveLength(await count('true'));
    expect(await list(`idStato=${ids.CH}`)).toHaveLength(await count("s.codice = 'CH'"));
    const [closed] = await list(`idStato=${ids.CH}`);
    expect(await list(`id=${closed!.id}`)).toHaveLength(1);
  });

  it('contains the displayed values, and page figures [list-columns, list-page-size]', async () => {
    const answer = await admin.get('/odl/?pag=1&max_rows=2&orderByCol=data_ordine&orderByDir=ASC');
    expect(answer).toMatchObject({ tot: await count('s.id_tipo_stato_odl not in (2, 4)'), max_rows: 2 });
    expect(answer.data).toHaveLength(2);
    expect(answer.data[0]).toMatchObject({
      codice: expect.stringMatching(/^ODL-/),
      oggetto: expect.stringContaining(' - '),
      oggetto_padre: expect.anything(),
      stato: expect.any(String),
      stato_colore: expect.stringContaining('"r"'),
      cod_stato: expect.any(String),
      data_ultima_mod_view: expect.any(String),
      tipo_guasto: expect.any(String),
      tipo_odl: 'Non periodico',
      modificabile: 1,
      dataInizioModificabile: 1,
    });
    expect(answer.data[0]).not.toHaveProperty('num_followup');
  });

  it.each([
    ['states', () => `idStato=${ids.AP},${ids.AS}`, "s.codice in ('AP', 'AS')"],
    [
      'a type',
      () => `tipoGuasto=${ids.PRE}&mostraChiusi=1`,
      "o.id_tipo_guasto = (select id from odl_tipoguasto where codice = 'PRE')",
    ],
    [
      'a class',
      () => `idClasse=${ids['class ELE']}&mostraChiusi=1`,
      "o.id_classe_intervento = (select id from odl_classe where codice = 'ELE')",
    ],
    ['no class', () => 'idClasse=-1&mostraChiusi=1', 'true'],
    [
      'a technician',
      () => `tecnico=${ids[OTHER_TECHNICIAN]}&mostraChiusi=1`,
      `o.id_tecnico = (select id from utente where mail = '${OTHER_TECHNICIAN}')`,
    ],
    ['a priority', () => 'priorita=3&mostraChiusi=1', 'o.priorita = 3'],
    ['a frequency', () => 'tipoFrequenza=2&mostraChiusi=1', 'o.id_tipo_odl = 2'],
    [
      'an organisation',
      () => `organizzazione=${ids.PAR}&mostraChiusi=1`,
      "a.id_organizzazione = (select id from organizzazione where codice = 'PAR')",
    ],
    ['an asset', () => `idOggetto=${ids['FOL-L1-CF']}&mostraChiusi=1`, "a.codice = 'FOL-L1-CF'"],
    [
      'several assets',
      () => `idOggetto=${ids['FOL-L1-CF']},${ids['FOL-L1']}&mostraChiusi=1`,
      "a.codice in ('FOL-L1-CF', 'FOL-L1')",
    ],
    ['no asset', () => 'idOggetto=0&mostraChiusi=1', 'true'],
    [
      'an asset and all below it',
      () => `idOggetto=${ids['FOL-L1']}&aggiungiFigli=1&mostraChiusi=1`,
      "a.codice like 'FOL-L1%'",
    ],
    [
      'several assets and all below them',
      () => `idOggetto=${ids['FOL-L1']},${ids['PAR-L1-CF']}&aggiungiFigli=1&mostraChiusi=1`,
      "a.codice like 'FOL-L1%' or a.codice like 'PAR-L1-CF%'",
    ],
    [
      'words of the asset',
      () => 'filtroOggetto=par-l1&mostraChiusi=1',
      "a.codice ilike '%par-l1%' or a.descrizione ilike '%par-l1%'",
    ],
    ['words', () => 'filtro=pompa&mostraChiusi=1', "o.descrizione ilike '%pompa%'"],
    [
      'what is late',
      () => 'scaduti=1',
      "s.id_tipo_stato_odl not in (2, 4) and o.data_ordine < (now() at time zone 'Europe/Rome')::date::timestamp at time zone 'Europe/Rome'",
    ],
    [
      'a part that was used',
      () => 'idRicambio=1',
      'o.id in (select id_odl from movimentazione where id_ricambio = 1)',
    ],
    [
      'one of several parts that was used',
      () => 'idRicambio=1,2',
      'o.id in (select id_odl from movimentazione where id_ricambio in (1, 2))',
    ],
  ])('is filtered by %s [list-filters, list-states-multiple, list-tree, W8]', async (_, query, where) => {
    ids.PAR = await shop.demo.idOf('organizzazione', { codice: 'PAR' });
    expect(await list(query())).toHaveLength(await count(where));
  });

  it('is filtered by days of the plant, both ends included', async () => {
    const planned = (data_ordine: string) => shop.raise({ data_ordine, descrizione: 'Giorni' });
    for (const timestamp of [
      '2031-03-29T22:59:59Z',
      '2031-03-29T23:00:00Z',
      '2031-03-30T21:59:59Z',
      '2031-03-30T22:00:00Z',
    ])
      await planned(timestamp);
    // The clocks change on the 30th: the date begins at 23:00 and ends at 22:00 of the next.
    expect(await list('data=2031-03-30')).toHaveLength(2);
    expect(await list('dataDa=2031-03-30&filtro=Giorni')).toHaveLength(3);
    expect(await list('dataDa=2031-03-29&dataA=2031-03-30&filtro=Giorni')).toHaveLength(3);
    expect(await list('dataA=2031-03-29T23:00:00Z&filtro=Giorni')).toHaveLength(2);
    expect((await admin.get('/odl/?dataDa=ieri')).status).toBe(400);
    const today = inDays(0);
    expect((await list(`dataUltimaModView=${today}&filtro=Giorni`)).length).toBe(4);
    expect(await list('dataFine=2019-01-01&mostraChiusi=1')).toHaveLength(0);
  });

  it('returns only calendar fields to a calendar, unpaged, with work that continues into the period [cal-no-paging]', async () => {
    const span = 'isCalendario=1&dataDa=2032-03-29&dataA=2032-04-04&filtro=Calendario';
    const raise = (data_ordine: string, ore_previste?: number) =>
      shop.raise({ data_ordine, ore_previste, descrizione: 'Calendario', campo_str1: 'ZK-78' });
    // The Friday before, for a week; the same for an hour; on the date of the clock change, and after the period.
    const long = await raise('2032-03-26T08:00:00', 20);
    await raise('2032-03-26T08:00:00', 1);
    await raise('2032-02-20T08:00:00', 400);
    const first = await raise('2032-03-29T00:00:00');
    await raise('2032-04-05T00:00:00');
    const answer = await admin.get(`/odl/?pag=-1&orderByCol=data_ordine&orderByDir=ASC&tipoColore=2&${span}`);
    expect(answer.data.map(({ id }: Row) => id)).toEqual([long.id, first.id]);
    expect(answer).toMatchObject({ tot: 2, max_rows: 2 });
    const [row] = answer.data as [Row];
    expect(row).toMatchObject({
      codice: long.codice,
      descrizione: 'Calendario',
      oggetto: expect.stringContaining('FOL-L1-CF'),
      data_ordine: '2032-03-26T07:00:00.000Z',
      ore_previste: 20,
      cod_stato: 'AP',
      dataInizioModificabile: 1,
      modificabile: 1,
      colore: row.stato_colore,
    });
    for (const name of ['campi', 'campo_str1', 'note', 'tipo_guasto_colore', 'tipo_odl', 'num_documenti'])
      expect(row).not.toHaveProperty(name);
    // Users see the same rows as in the list, and other lists are unaffected.
    const far = await (await shop.demo.asUser(FAR_TECHNICIAN)).get(`/odl/?pag=-1&${span}`);
    expect(far.data).toEqual([]);
    const [plain] = await list('dataDa=2032-03-29&dataA=2032-04-04&filtro=Calendario');
    expect(plain).toMatchObject({ id: first.id, campi: expect.any(Array) });
    for (const [hours, many] of [
      ['24', 1],
      ['19.5', 2],
      ['8', 2],
    ] as const) {
      await shop.set('OreLavoroGiorno', hours);
      expect(await list(span)).toHaveLength(many);
    }
  });

  it('returns numbers per day to our calendar where there are more interventions than it draws', async () => {
    const [from, to] = ['2033-03-21', '2033-04-03'];
    const span = `isCalendario=1&mostraChiusi=1&dataDa=${from}&dataA=${to}&filtro=Affollato`;
    // Minutes after midnight in summer time, long work from before the period, over a weekend, and beyond its end.
    for (const [data_ordine, ore_previste] of [
      ['2033-03-28T00:10:00', 1],
      ['2033-03-28T23:50:00', undefined],
      ['2033-03-18T08:00:00', 20],
      ['2033-03-25T08:00:00', 24],
      ['2033-04-01T08:00:00', 40.5],
      ['2033-04-04T00:00:00', 2],
    ] as const)
      await shop.raise({ data_ordine, ore_previste, descrizione: 'Affollato' });
    const rows = await list(`${span}&giorniOltre=5`);
    expect(rows).toHaveLength(5);
    const counts: Record<string, number> = {};
    for (const { data_ordine, ore_previste } of rows) {
      const day = new Date(data_ordine as string).toLocaleDateString('sv', { timeZone: 'Europe/Rome' });
      for (const one of hoursByDay(day, (ore_previste as number | null) ?? 0, 8).keys())
        if (one >= from && one <= to) counts[one] = (counts[one] ?? 0) + 1;
    }
    const days = (path: string, who = admin) => who.get(`/odl/?pag=-1&${path}`);
    const crowded = await days(`${span}&giorniOltre=4`);
    expect(crowded.data).toEqual([]);
    expect(Object.fromEntries(crowded.giorni!.map(({ giorno, totale }) => [giorno, totale]))).toEqual(counts);
    expect(Object.keys(counts)).toContain('2033-03-21');
    // The rows contain what the calendar displays; rows of the documented call contain more.
    expect(Object.keys(rows[0]!)).not.toContain('id_usr_ins');
    expect(Object.keys((await list(span))[0]!)).toContain('id_usr_ins');
    const far = await days(`${span}&giorniOltre=1`, await shop.demo.asUser(FAR_TECHNICIAN));
    expect([far.data, far.giorni]).toEqual([[], undefined]);
    // Only the calendar may send the number, and it must be a single number.
    expect(await list('giorniOltre=1&filtro=Affollato')).toHaveLength(6);
    expect((await days(`${span}&giorniOltre=many`)).status).toBe(400);
  });

  it("is moved by its planned date only, in the plant's time zone, by users who may [cal-drag-call]", async () => {
    const one = await shop.raise({ data_ordine: '2031-03-29T02:30:00', ore_previste: 40 });
    const moved = async (data_ordine: string): Promise<unknown> =>
      (await admin.put(`/odl/${one.id}`, { data_ordine })).data.data_ordine;
    // Across the clock change and across months, the local time stays; 02:30 does not exist on the 30th.
    expect(await moved('2031-03-31T02:30:00')).toBe('2031-03-31T00:30:00.000Z');
    expect(await moved('2031-03-30T02:30:00')).toBe('2031-03-30T01:30:00.000Z');
    expect(await moved('2031-02-28T02:30:00')).toBe('2031-02-28T01:30:00.000Z');
    await shop.put(one.id, 'CH');
    const far = await (await shop.demo.asUser(FAR_TECHNICIAN)).put(`/odl/${one.id}`, {
      data_ordine: '2031-03-01T00:00:00',
    });
    expect(far.status).toBe(404);
    expect((await reporter.put(`/odl/${one.id}`, { data_ordine: '2031-03-01T00:00:00' })).status).toBe(403);
  });

  it('is filtered by requester, and by the fields of a class', async () => {
    const raised = await shop.raise({}, reporter);
    await shop.put(raised.id, 'AP', { campo_str1: 'QK-77' });
    const reporterId = ids['segnalatore@officina.example'];
    const rows = await list(`richiedente=${reporterId}&mostraChiusi=1`);
    expect(rows.map(({ id }) => id)).toContain(raised.id);
    for (const { id_usr_ins } of rows) expect(id_usr_ins).toBe(reporterId);
    expect((await list('campo_str1=qk-7')).map(({ id }) => id)).toEqual([raised.id]);
  });

  it('is coloured by type, state, technician or frequency [list-colour-choice, I20]', async () => {
    const { id } = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN], descrizione: 'Colore' });
    const colour = async (choice: string) =>
      (await list(`filtro=Colore${choice}`)).find((row) => row.id === id)!.colore;
    const stored = async (from: string, key: unknown) =>
      (await shop.demo.database.query<Row>(`select colore from ${from} where id = $1`, [key])).rows[0]!
        .colore;
    expect(await colour('')).toBe(await stored('odl_tipoguasto', ids.GUA));
    expect(await colour('&tipoColore=2')).toBe(await stored('stato', ids.AS));
    expect(await colour('&tipoColore=3')).toBe(await stored('utente', ids[TECHNICIAN]));
    expect(JSON.parse(String(await colour('&tipoColore=4')))).toMatchObject({ a: 1 });
  });

  it('returns the visible rows to each user, and their own on the dashboard [B2, B4]', async () => {
    const sites = (await list('mostraChiusi=1', technician)).map(({ oggetto }) =>
      String(oggetto).slice(0, 3),
    );
    expect(new Set(sites)).toEqual(new Set(['FOL']));
    for (const { id_tecnico, id_tipo_stato_odl } of await list('assegnati=1', technician)) {
      expect(id_tecnico).toBe(ids[TECHNICIAN]);
      expect([1, 3, 5]).toContain(id_tipo_stato_odl);
    }
    for (const { id_usr_ins } of await list('assegnati=1', reporter))
      expect(id_usr_ins).toBe(ids['segnalatore@officina.example']);
    expect((await list('assegnati=1', reporter)).length).toBeGreaterThan(0);
    const far = await shop.raise({ data_ordine: '2033-01-01', descrizione: 'Lontano' });
    expect((await list('assegnati=1&filtro=Lontano')).length).toBe(0);
    const closed = await shop.raise({ descrizione: 'Chiuso del mese' });
    await shop.put(closed.id, 'CH');
    expect((await list('assegnatiChiusi=1&mostraChiusi=1&filtro=mese')).map(({ id }) => id)).toEqual([
      closed.id,
    ]);
    expect(far.id).toBeGreaterThan(0);
  });

  it.each([
    'idOggetto=abc',
    'idRicambio=-5',
    'idOggetto=1,abc',
    'dataFine=2026-02-30',
    'filtroOggetto=%00',
    'idStato=x',
    'max_rows=0',
  ])('refuses %s', async (query) => {
    expect((await admin.get(`/odl/?${query}`)).status).toBe(400);
  });

  it('contains counts, and the custom fields of the asset [odl-counters, O17]', async () => {
    const { id } = await shop.raise({}, reporter);
    const seen = (await reporter.get(`/odl/${id}`)).data;
    expect(seen).toMatchObject({
      num_documenti: 0,
      numero_prenotazioni_ricambi: 0,
      numero_ricambi: 0,
      num_commenti: 0,
      num_followup: 0,
      totale_attivo: 0,
      usr_ins: 'Anna Conti',
      campi_oggetto: expect.any(Array),
    });
    expect(seen).not.toHaveProperty('totale');
    expect((await admin.get(`/odl/${id}`)).data).toMatchObject({
      totale: 0,
      totale_passivo: 0,
      is_firmato_tecnico: 0,
      is_firmato_segnalatore: 0,
      stato_followup: 0,
    });
  });
});

describe('other calls', () => {
  it('are its columns, as the server has them [list-gridconfig]', async () => {
    const { data } = await reporter.get('/odl/gridconfig/');
    const named = (hidden: number) =>
      data.filter((one: Row) => one.column_hidden === hidden).map(({ column_name }: Row) => column_name);
    expect(named(0)).toEqual([
      'data_ultima_mod_view',
      'codice',
      'descrizione',
      'oggetto',
      'oggetto_padre',
      'stato',
      'data_ordine',
      'tecnico',
      'data_fine',
      'priorita',
      'tipo_guasto',
      'tipo_odl',
    ]);
    expect(named(1)).toEqual(expect.arrayContaining(['note', 'ore_previste']));
    expect(data[0]).toEqual({ column_name: 'data_ultima_mod_view', column_order: 1, column_hidden: 0 });
  });

  it('is the sheet of the same rows [list-download]', async () => {
    const { data } = await technician.get('/odl/download/?filtro=pompa&mostraChiusi=1');
    expect(data.filename).toMatch(/^interventi-.*\.xlsx$/);
    expect(Buffer.from(data.data, 'base64').subarray(0, 2).toString()).toBe('PK');
  });

  it('are the frequencies [I18]', async () => {
    expect((await reporter.get('/odl/tipo/', { language: 'en' })).data).toEqual([
      { id: 1, descrizione: 'Not periodic' },
      { id: 2, descrizione: 'Periodic' },
      { id: 3, descrizione: 'Duplicated' },
    ]);
  });

  it('are figures by state, of late work, by month [B1, dash-delay, dash-yearly]', async () => {
    const states = (await admin.get('/odl/statistica/?tipo=1')).data;
    expect(states).toHaveLength(9);
    for (const { codice, totale } of states)
      expect(totale, codice).toBe(await count(`s.codice = '${codice}'`));
    const { data: late } = await admin.get('/odl/statistica/?tipo=2');
    expect(late).toEqual({ totale: (await list('')).length, in_ritardo: (await list('scaduti=1')).length });
    const mine = (await reporter.get('/odl/statistica/?tipo=2')).data;
    expect(mine).toEqual({
      totale: (await list('', reporter)).length,
      in_ritardo: (await list('scaduti=1', reporter)).length,
    });
    const { data: months } = await admin.get('/odl/statistica/?tipo=3');
    expect(months).toHaveLength(12);
    const year = plantYear();
    // Each month equals its list, for users who see all and users who see a part.
    const ofClosing = states
      .filter((state: Row) => state.id_tipo_stato_odl === 4)
      .map((state: Row) => state.id_stato);
    for (const who of [admin, reporter]) {
      const figures = (await who.get('/odl/statistica/?tipo=3')).data;
      expect(figures.map(({ mese }: Row) => mese)).toEqual(
        Array.from({ length: 12 }, (_, index) => index + 1),
      );
      for (const { mese, aperti, chiusi } of figures) {
        const last = new Date(Date.UTC(year, mese, 0)).getUTCDate();
        const [from, to] = [1, last].map(
          (day) => `${year}-${String(mese).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
        );
        const opened = await list(`mostraChiusi=1&data_insDa=${from}&data_insA=${to}`, who);
        const ended = await list(`idStato=${ofClosing}&dataFineDa=${from}&dataFineA=${to}`, who);
        expect({ mese, aperti, chiusi }).toEqual({ mese, aperti: opened.length, chiusi: ended.length });
      }
    }
    const sum = (name: string) =>
      months.reduce((total: number, month: Row) => total + Number(month[name]), 0);
    expect(sum('chiusi')).toBe(
      await count(
        `s.id_tipo_stato_odl = 4 and extract(year from o.data_fine at time zone 'Europe/Rome') = ${year}`,
      ),
    );
    expect(sum('aperti')).toBe(
      await count(`extract(year from o.data_ins at time zone 'Europe/Rome') = ${year}`),
    );
    expect((await admin.get('/odl/statistica/?tipo=4')).status).toBe(400);
  });

  it('treat midnight as a date without time: late at the end of the day [B1, dash-delay]', async () => {
    const today = inDays(0);
    const text = 'Mezzanotte';
    const { id } = await shop.raise({ data_ordine: `${today}T00:00:00`, descrizione: text });
    const past = await shop.raise({
      data_ordine: new Date(Date.now() - 1000).toISOString(),
      descrizione: text,
    });
    await shop.set('OdlConTimestamp', '1');
    const among = async (query: string) =>
      (await list(`filtro=${text}&${query}`)).map((row: Row) => row.id).sort();
    expect(await among('scaduti=1')).toEqual([past.id]);
    expect(await among('nonScaduti=1')).toEqual([id]);
    const { data } = await admin.get('/odl/statistica/?tipo=2');
    expect(data.in_ritardo).toBe((await list('scaduti=1')).length);
    await shop.set('OdlConTimestamp', '0');
    expect(await among('scaduti=1')).toEqual([]);
    expect(await among('nonScaduti=1')).toEqual([id, past.id].sort());
  });

  it('are the oldest first as the whole list has them, page by page [dash-open-call]', async () => {
    const query = 'assegnati=0&orderByCol=data_ordine&orderByDir=ASC';
    for (const who of [admin, reporter]) {
      const whole = (await who.get(`/odl/?pag=-1&${query}`)).data.map(({ id }: Row) => id);
      const pages: number[] = [];
      for (let pag = 1; pages.length < whole.length; pag++) {
        const { data, tot } = await who.get(`/odl/?pag=${pag}&max_rows=3&${query}`);
        expect(tot).toBe(whole.length);
        expect(data.length).toBeGreaterThan(0);
        pages.push(...data.map(({ id }: Row) => id));
      }
      expect(pages).toEqual(whole);
    }
  });

  it('are technicians who see an asset, the last one on it first [odl-technicians-asset]', async () => {
    const named = async (query: string, who = admin) => (await who.get(`/odl/tecnico/?${query}`)).data;
    const all = (await named('')).utenti.map(({ id }: Row) => id);
    expect(all).toContain(ids[FAR_TECHNICIAN]);
    expect(all).not.toContain(await shop.demo.idOf('utente', { mail: 'ilaria.ruggeri@officina.example' }));
    await shop.raise({ id_stato: ids.AS, id_tecnico: ids[OTHER_TECHNICIAN], data_ordine: '2034-01-01' });
    const of = await named(`idOggetto=${ids['FOL-L1-CF']}`, reporter);
    const some = of.utenti.map(({ id }: Row) => id);
    expect(some).toEqual(expect.arrayContaining([ids[TECHNICIAN], ids[OTHER_TECHNICIAN]]));
    expect(some).not.toContain(ids[FAR_TECHNICIAN]);
    expect(of.utenteConsigliato).toMatchObject({ id: ids[OTHER_TECHNICIAN] });
    expect(await named(`idOggetto=${ids['PAR-L1-CF']}`, reporter)).toEqual({
      utenti: [],
      utenteConsigliato: null,
    });
    const org = await shop.demo.idOf('organizzazione', { codice: 'PAR' });
    const rep = await shop.demo.idOf('reparto', { codice: 'CON' });
    const there = (await named(`idOrganizzazione=${org}&idReparto=${rep}`)).utenti.map(({ id }: Row) => id);
    expect(there).toContain(ids[FAR_TECHNICIAN]);
    expect(there).not.toContain(ids[TECHNICIAN]);
  });

  it('are users who see an asset, to be notified', async () => {
    await shop.raise({ id_usr_notifica: ids['admin@officina.example'], data_ordine: '2035-01-01' });
    const answer = (await reporter.get(`/utente/?idOggetto=${ids['FOL-L1-CF']}`)) as unknown as Row & {
      data: Row[];
    };
    const some = answer.data.map(({ id }) => id);
    expect(some).toEqual(
      expect.arrayContaining([
        ids[TECHNICIAN],
        ids['admin@officina.example'],
        ids['segnalatore@officina.example'],
      ]),
    );
    expect(some).not.toContain(ids[FAR_TECHNICIAN]);
    expect(answer.utenteConsigliato).toMatchObject({ id: ids['admin@officina.example'] });
    expect((await reporter.get('/utente/')) as unknown as Row).not.toHaveProperty('utenteConsigliato');
    expect((await reporter.get('/cdc/?id_oggetto=-1')).data.length).toBeGreaterThan(0);
  });
});

describe('several at once', () => {
  it('each have their own result, and their own transaction', async () => {
    const rows = [await shop.raise(), await shop.raise(), await shop.raise()];
    await shop.put(rows[1]!.id, 'FA');
    const numbers = rows.map(({ id }) => id);
    const answer = await admin.put(`/odl/${numbers.join(',')},2147483647`, {
      id_stato: ids.AS,
      id_tecnico: ids[TECHNICIAN],
      data_ordine: '2032-02-02',
    });
    expect(answer).toMatchObject({ status: 200, result: 0 });
    expect(answer.data).toEqual([
      { id: numbers[0], result: 0, description: 'Operazione eseguita' },
      {
        id: numbers[1],
        result: -1,
        description:
          "Non hai l'autorizzazione necessaria per modificare l'intervento corrente. È nello stato Fatturato, in cui nessuno può più modificarlo: per altro lavoro serve un nuovo intervento.",
      },
      { id: numbers[2], result: 0, description: 'Operazione eseguita' },
      { id: 2147483647, result: -1, description: "L'elemento richiesto non esiste o non è visibile." },
    ]);
    expect((await admin.get(`/odl/${numbers[2]}`)).data).toMatchObject({
      cod_stato: 'AS',
      data_ordine: '2032-02-01T23:00:00.000Z',
    });
    const refused = (await admin.put(`/odl/${numbers[0]},${numbers[2]}`, { id_stato: ids.CH })).data;
    expect(refused[0]).toMatchObject({
      result: -1,
      description: 'Dallo stato Assegnato non si può passare allo stato Chiuso',
    });
  });

  it('are not too many', async () => {
    const many = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    expect(await admin.put(`/odl/${many}`, { note: 'x' })).toMatchObject({
      status: 400,
      description: 'Si possono modificare al massimo 100 elementi insieme.',
    });
    expect((await admin.put('/odl/1,abc', { note: 'x' })).status).toBe(400);
  });
});

it('accepts dates at the ends of the calendar', async () => {
  for (const data_ordine of [
    '0001-01-01',
    '0001-01-01T00:00',
    '9999-12-31',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-12:00',
  ]) {
    const answer = await admin.post('/odl/', {
      id_oggetto: ids['FOL-L1-CF'],
      id_stato: ids.AS,
      id_tecnico: ids[TECHNICIAN],
      id_tipo_guasto: ids.GUA,
      descrizione: 'Confini',
      data_ordine,
    });
    expect(answer.status, `${data_ordine}: ${answer.description}`).toBeLessThan(500);
  }
  expect((await admin.get('/odl/?data=9999-12-31')).status).toBe(200);
  const planned = await count('s.id_tipo_stato_odl not in (2, 4) and o.data_ordine is not null');
  expect(await list('dataDa=0001-01-01&dataA=9999-12-31')).toHaveLength(planned);
  await shop.demo.database.query(
    "delete from odl_storico where id_odl in (select id from odl where descrizione = 'Confini')",
  );
});

it('reads lists, one row and its next states in few statements, whatever the number of rows', async () => {
  const { id } = await shop.raise();
  const said = async (path: string) => (await shop.statements(() => admin.get(path))).texts.length;
  expect(await said('/odl/?pag=1&mostraChiusi=1')).toBeLessThanOrEqual(3);
  expect(await said('/odl/?pag=1&max_rows=1')).toBe(await said('/odl/?pag=1&max_rows=30'));
  expect(await said(`/odl/${id}`)).toBeLessThanOrEqual(3);
  expect(await said(`/stato/?idOdl=${id}`)).toBeLessThanOrEqual(4);
});

it('changes a state with all its checks and news in at most thirteen statements', async () => {
  const row = await shop.raise({ id_stato: ids.AS, id_tecnico: ids[TECHNICIAN] });
  await shop.put(row.id, 'IC');
  const whole = (await admin.get(`/odl/${row.id}`)).data;
  const said = await shop.statements(() =>
    shop.move(row.id, 'CH', { ...whole, campo_nota1: 'x', campo_float1: 1, id_stato: ids.CH }),
  );
  expect(said.answer.result).toBe(0);
  expect(said.texts.length, said.texts.map((text) => text.slice(0, 60)).join('\n')).toBeLessThanOrEqual(13);
});
