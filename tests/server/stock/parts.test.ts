/** The list of parts: every filter, low stock, and parts used on assets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { amountOf } from '../../../server/domains/stock/kinds.ts';
import { move } from '../../../server/domains/stock/ledger.ts';
import type { Client } from '../plant/plant.ts';
import { type Store, store } from './store.ts';

let plant: Store;
const ids: Record<string, number> = {};
const parts: Record<string, number> = {};

const take = (odl: string, part: string, quantity: number) =>
  plant.demo.database.transaction((transaction) => {
    const place = { id_magazzino: ids.store!, id_ubicazione: null, id_lotto: null };
    return move(transaction, {
      ...amountOf(-quantity),
      part: parts[part]!,
      place,
      intervention: ids[odl]!,
      user: undefined,
    });
  });

/** Bearing, belt, seal and filter; two machines with interventions. */
beforeAll(async () => {
  plant = await store();
  const { admin, demo } = plant;
  ids.store = await plant.warehouse({ codice: 'DEP' });
  ids.annex = await plant.warehouse({ codice: 'ANNESSO' });
  ids.seals = (
    await admin.post('/ricambio/classe/', { codice: 'GUA', descrizione: 'Guarnizioni di prova' })
  ).data.id;
  ids.parma = await demo.idOf('organizzazione', { codice: 'PAR' });
  ids.packing = await demo.idOf('reparto', { codice: 'CON' });
  parts.bearing = await plant.part({
    codice: 'ZZ-BEARING',
    descrizione: 'Cuscinetto di prova',
    scorta_minima: 4,
  });
  parts.belt = await plant.part({
    codice: 'ZZ-BELT',
    descrizione: 'Cinghia',
    unita_di_misura: 'metri',
    division: 'Nord',
  });
  parts.seal = await plant.part({
    codice: 'ZZ-SEAL',
    id_classe: ids.seals,
    mostra_su_oggetto: 0,
    scorta_minima: 1,
  });
  parts.filter = await plant.part({
    codice: 'ZZ-FILTER',
    id_organizzazione: ids.parma,
    id_reparto: ids.packing,
  });
  await plant.move(parts.bearing, ids.store, 10);
  await plant.move(parts.belt, ids.store, 5);
  await plant.move(parts.belt, ids.annex, 1);
  await plant.move(parts.belt, ids.annex, -1);
  ids.press = await plant.asset('ZZ-PRESS', { descrizione: 'Pressa numero uno' });
  ids.oven = await plant.asset('ZZ-OVEN', { descrizione: 'Forno', id_organizzazione: ids.parma });
  ids.first = await plant.intervention(ids.press, { code: 'ZZ-1', when: '2026-03-31T22:30:00Z' });
  ids.second = await plant.intervention(ids.press, { code: 'ZZ-2', when: '2026-05-02T08:00:00Z' });
  ids.third = await plant.intervention(ids.oven, { code: 'ZZ-3', when: '2026-06-02T08:00:00Z' });
  await take('first', 'bearing', -2);
  await take('first', 'belt', -1);
  await take('second', 'bearing', -3);
  await take('second', 'bearing', 1);
  await take('second', 'belt', -2);
  await take('second', 'belt', 2);
  await take('third', 'belt', -1);
  await admin.post(`/oggetto/${ids.press}/ricambi-consigliati/`, { id_ricambio: parts.filter });
  await demo.database.query(
    'insert into prenotazione (id_odl, id_ricambio, quantita, quantita_prelevata) values ($1, $2, 1, 0)',
    [ids.third, parts.seal],
  );
});
afterAll(() => plant.close());

const filled = (query: string): string =>
  query.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? parts[name]));
const codes = async (query: string, client: Client = plant.admin): Promise<string[]> =>
  (await client.get(`/ricambio/?pag=1&max_rows=1000&filtro=ZZ-&${filled(query)}`)).data.map((row: Row) =>
    String(row.codice).slice(3),
  );

describe('the list of parts', () => {
  it.each([
    ['', ['BEARING', 'BELT', 'FILTER', 'SEAL']],
    ['filtro=cuscinetto%20di%20prova', ['BEARING']],
    ['magazzino={store}', ['BEARING', 'BELT']],
    ['magazzino={annex}', ['BELT']],
    ['magazzino={annex},{store}', ['BEARING', 'BELT']],
    ['magazzino={annex},{store}&showOnlyPositiveQuantity=1', ['BEARING', 'BELT']],
    ['magazzino={annex}&showOnlyPositiveQuantity=1', []],
    ['magazzino=-1', ['BEARING', 'BELT', 'FILTER', 'SEAL']],
    ['idClasse={seals}&isClasseRicambio=1', ['SEAL']],
    ['idClasseRicambio={seals}', ['SEAL']],
    ['idClasse={seals},2147483647&isClasseRicambio=1', ['SEAL']],
    ['organizzazione={parma}', ['FILTER']],
    ['reparto={packing}', ['FILTER']],
    ['unita_di_misura=metri', ['BELT']],
    ['divisione=nord', ['BELT']],
    ['mostra_su_oggetto=0', ['SEAL']],
    ['mostra_su_odl=1', ['BEARING', 'BELT', 'FILTER', 'SEAL']],
    ['showOnlyPositiveQuantity=1', ['BEARING', 'BELT']],
    ['showOnlyPositiveQuantity=true', ['BEARING', 'BELT']],
    ['hideUnavailable=1', ['BEARING', 'BELT']],
    ['showOnlyPositiveQuantity=0&hideUnavailable=0', ['BEARING', 'BELT', 'FILTER', 'SEAL']],
    ['idOggetto={press}', ['BEARING', 'BELT']],
    ['idOggetto={oven}', ['BELT']],
    ['idOggetto={oven},{press}', ['BEARING', 'BELT']],
    ['idOggetto={oven},{press}&aggiungiFigli=1', ['BEARING', 'BELT']],
    ['idOggettoForConsigliati={press}', ['FILTER']],
    ['idOggettoForConsigliati={oven},{press}', ['FILTER']],
    ['idOggettoForConsigliati={press}&hideUnavailable=1', []],
    ['idIntervento={third}', ['BELT', 'SEAL']],
    ['idIntervento={second},{third}', ['BEARING', 'BELT', 'SEAL']],
    ['sottoScorta=1', ['SEAL']],
    ['sottoScorta=0', ['BEARING', 'BELT', 'FILTER']],
    ['giacenzaDa=2&giacenzaA=5', ['BELT']],
    ['disponibileA=-1', ['SEAL']],
    ['giacenza=6', ['BEARING']],
  ])('is filtered by %s [part-filters] [part-switches] [W8]', async (query, expected) => {
    const search = query.startsWith('filtro') ? query : `filtro=ZZ-&${query}`;
    const answer = await plant.admin.get(`/ricambio/?pag=1&max_rows=1000&${filled(search)}`);
    expect(answer.data.map((row: Row) => String(row.codice).slice(3))).toEqual(expected);
    expect(answer.tot).toBe(expected.length);
  });

  it('by the class of the assets that they were moved on, or are recommended for', async () => {
    const { id_classe } = (await plant.admin.get(`/oggetto/${ids.press}`)).data;
    expect(await codes(`idClasse=${id_classe}`)).toEqual(['BEARING', 'BELT', 'FILTER']);
    expect(await codes('idClasse=2147483647')).toEqual([]);
  });

  it.each([
    'magazzino=x',
    'idOggetto=0',
    'magazzino={store},x',
    'idOggettoForConsigliati=tutti',
    'idClasse=1.5',
    'idIntervento=99999999999',
    'giacenzaDa=molta',
    'idOggetto={press}&groupByPart=1&dataIntervento=ieri',
    'idOggetto={press}&oggetto=%00',
  ])('is not filtered by %s', async (query) => {
    expect((await plant.admin.get(`/ricambio/?pag=1&${filled(query)}`)).status).toBe(400);
  });

  it('is filtered by its class in the documented way and in ours', async () => {
    const [{ id_classe: idClass }] = (await plant.admin.get('/ricambio/?pag=1')).data;
    const ours = await plant.admin.get(`/ricambio/?pag=1&idClasseRicambio=${idClass}`);
    const documented = await plant.admin.get(`/ricambio/?pag=1&idClasse=${idClass}&isClasseRicambio=1`);
    expect(ours.tot).toBeGreaterThan(0);
    expect([documented.tot, documented.data]).toEqual([ours.tot, ours.data]);
    const sheets = ['idClasseRicambio=', 'isClasseRicambio=true&idClasse='].map((query) =>
      plant.admin.get(`/ricambio/csv/?${query}${idClass}`),
    );
    const [one, other] = await Promise.all(sheets);
    expect(one!.data).toEqual(other!.data);
  });

  it('is sorted by stock and by available quantity', async () => {
    expect((await codes('orderByCol=giacenza&orderByDir=DESC')).slice(0, 2)).toEqual(['BEARING', 'BELT']);
    expect(await codes('orderByCol=disponibile&orderByDir=ASC')).toEqual([
      'SEAL',
      'FILTER',
      'BELT',
      'BEARING',
    ]);
    expect((await codes('orderByCol=num_interventi&orderByDir=DESC')).slice(0, 2)).toEqual([
      'BELT',
      'BEARING',
    ]);
  });

  it('shows the stock of each, in one page as in all', async () => {
    for (const page of ['pag=1', 'pag=-1']) {
      const { data } = await plant.admin.get(`/ricambio/?${page}&filtro=ZZ-`);
      expect(data).toMatchObject([
        {
          codice: 'ZZ-BEARING',
          giacenza: 6,
          disponibile: 6,
          sotto_scorta: 0,
          movimentazioni: 4,
          num_interventi: 2,
        },
        { codice: 'ZZ-BELT', giacenza: 3, disponibile: 3, movimentazioni: 7, num_interventi: 3 },
        { codice: 'ZZ-FILTER', giacenza: 0, sotto_scorta: 0 },
        { codice: 'ZZ-SEAL', giacenza: 0, disponibile: -1, sotto_scorta: 1, num_interventi: 0 },
      ]);
    }
  });

  it('is a sheet with the same filters', async () => {
    const { data } = await plant.admin.get(filled('/ricambio/csv/?filtro=ZZ-&idOggetto={press}'));
    const lines = Buffer.from(data, 'base64').toString('utf8').split('\r\n');
    expect(lines).toHaveLength(4);
    const stock = lines[0]!.split(';').indexOf('Giacenza');
    expect(lines[1]!.split(';')[stock]).toBe('6');
  });

  it('excludes deleted parts', async () => {
    const deleted = await plant.part({ codice: 'ZZ-GONE' });
    await plant.admin.del(`/ricambio/${deleted}`);
    expect(await codes('')).not.toContain('GONE');
  });
});

describe('parts on assets', () => {
  const rows = async (query: string, client: Client = plant.admin): Promise<Row[]> =>
    (await client.get(`/ricambio/?${filled(query)}`)).data;

  it('are one row per movement, returns below zero [part-on-object]', async () => {
    const { data, tot, max_rows } = await plant.admin.get(
      filled('/ricambio/?pag=1&groupByPart=0&idOggetto={press}'),
    );
    expect([tot, max_rows]).toEqual([6, 30]);
    expect(data.map((row: Row) => [row.codice_odl, row.codice, row.quantita_intervento])).toEqual([
      ['ZZ-2', 'ZZ-BELT', -2],
      ['ZZ-2', 'ZZ-BELT', 2],
      ['ZZ-2', 'ZZ-BEARING', -1],
      ['ZZ-2', 'ZZ-BEARING', 3],
      ['ZZ-1', 'ZZ-BELT', 1],
      ['ZZ-1', 'ZZ-BEARING', 2],
    ]);
    expect(data[2]).toMatchObject({
      id: parts.bearing,
      descrizione: 'Cuscinetto di prova',
      unita_di_misura: 'pz',
      giacenza: 6,
      descrizione_odl: 'Lavoro ZZ-2',
      data_intervento: '2026-05-02T08:00:00.000Z',
      id_oggetto: ids.press,
      codice_oggetto: 'ZZ-PRESS',
      descrizione_oggetto: 'Pressa numero uno',
      id_odl: ids.second,
    });
  });

  it('are grouped by asset and part, with the last intervention of each [part-on-object]', async () => {
    const grouped = await rows('groupByPart=1&oggetto=ZZ-');
    expect(
      grouped.map((row) => [row.codice_oggetto, row.codice, row.quantita_intervento, row.codice_odl]),
    ).toEqual([
      ['ZZ-OVEN', 'ZZ-BELT', 1, 'ZZ-3'],
      ['ZZ-PRESS', 'ZZ-BEARING', 4, 'ZZ-2'],
      ['ZZ-PRESS', 'ZZ-BELT', 1, 'ZZ-2'],
    ]);
    expect(await plant.admin.get('/ricambio/?pag=2&max_rows=2&groupByPart=1&oggetto=ZZ-')).toMatchObject({
      tot: 3,
      data: [{ codice: 'ZZ-BELT', codice_oggetto: 'ZZ-PRESS' }],
    });
  });

  it.each([
    ['oggetto=numero%20uno', 3 + 3],
    ['intervento=ZZ-1', 2],
    ['intervento=lavoro%20zz-', 7],
    ['oggetto=numero%20uno&dataIntervento=2026-04-01', 2],
    ['oggetto=numero%20uno&dataIntervento=2026-03-31', 0],
    ['groupByPart=0&idOggetto={press}&intervento=ZZ-3', 0],
    ['groupByPart=0&idOggetto={press},{oven}&intervento=ZZ-3', 1],
    ['groupByPart=0&idIntervento={first},{third}', 3],
    ['groupByPart=0&idIntervento={second}', 4],
    ['groupByPart=0&idOggetto={press}&showOnlyPositiveQuantity=1', 4],
    ['groupByPart=0&idOggetto={press}&filtro=BEARING', 3],
    ['groupByPart=0&idOggetto={press}&divisione=nord', 3],
    ['groupByPart=0&idOggetto={press}&isClasseRicambio=1&idClasse={seals}', 0],
    ['groupByPart=0&idOggetto={press}&magazzino={annex}', 3],
  ])('are narrowed by %s', async (query, count) => {
    expect(await rows(query)).toHaveLength(count);
  });

  it('exclude fully returned parts if only positive quantities are requested', async () => {
    await take('second', 'belt', 1);
    const grouped = await rows('groupByPart=1&idOggetto={press}&showOnlyPositiveQuantity=1');
    expect(grouped.map((row) => row.codice)).toEqual(['ZZ-BEARING']);
    await take('second', 'belt', -1);
  });

  it('are sorted as requested', async () => {
    const by = async (sort: string) =>
      (await rows(`groupByPart=1&oggetto=ZZ-&${sort}`)).map((row) => row.quantita_intervento);
    expect(await by('orderByCol=quantita_intervento&orderByDir=DESC')).toEqual([4, 1, 1]);
    expect((await rows('oggetto=ZZ-&sort=data_intervento,ASC'))[0]).toMatchObject({ codice_odl: 'ZZ-1' });
    expect((await rows('oggetto=ZZ-&sort=v.id;drop,ASC')).length).toBeGreaterThan(0);
  });

  it('are available as a sheet', async () => {
    const { data } = await plant.admin.get(filled('/ricambio/csv/?groupByPart=1&idOggetto={press}'), {
      language: 'en',
    });
    expect(Buffer.from(data, 'base64').toString('utf8')).toBe(
      '\uFEFFCode;Description;Quantity;Unit;Asset code;Asset;Intervention code;Intervention;Intervention date\r\n' +
        'ZZ-BEARING;Cuscinetto di prova;4;pz;ZZ-PRESS;Pressa numero uno;ZZ-2;Lavoro ZZ-2;02/05/2026 10:00\r\n' +
        'ZZ-BELT;Cinghia;1;metri;ZZ-PRESS;Pressa numero uno;ZZ-2;Lavoro ZZ-2;02/05/2026 10:00\r\n',
    );
  });
});

describe('access', () => {
  it('reports sees the parts of an asset, and not the list of all', async () => {
    const reporter = await plant.demo.as('RESP');
    for (const path of [
      '/ricambio/',
      '/ricambio/?pag=1',
      '/ricambio/?groupByPart=1',
      `/ricambio/${parts.belt}`,
      '/ricambio/csv/',
    ])
      expect((await reporter.get(path)).status, path).toBe(403);
    for (const query of [
      'idOggetto={press}',
      'idOggettoForConsigliati={press}',
      'groupByPart=1&idOggetto={press}',
    ])
      expect((await reporter.get(`/ricambio/?${filled(query)}`)).status, query).toBe(200);
    for (const nothing of ['-1', ',', '-1,', '%20'])
      expect((await reporter.get(`/ricambio/?idOggetto=${nothing}`)).status, nothing).toBe(403);
  });

  it('is of one organisation sees the parts of its assets alone', async () => {
    const { demo, admin } = plant;
    const technician = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
    await demo.database.query('delete from utente_organizzazione where id_utente = $1', [technician]);
    await demo.database.query('delete from utente_reparto where id_utente = $1', [technician]);
    await admin.post(`/utente/${technician}/organizzazione/`, {
      id_organizzazione: await demo.idOf('organizzazione', { codice: 'FOL' }),
    });
    await admin.post(`/utente/${technician}/reparto/`, { id_reparto: 1 });
    const client = await demo.as('RIFTEC');
    expect(await codes('', client)).toEqual(['BEARING', 'BELT', 'SEAL']);
    expect(await codes('idOggetto={press}', client)).toEqual(['BEARING', 'BELT']);
    expect(await codes('idOggetto={oven}', client)).toEqual([]);
    expect(await codes('groupByPart=0&idOggetto={oven}', client)).toEqual([]);
    const seen = (await client.get('/ricambio/?groupByPart=1&oggetto=ZZ-')).data;
    expect(seen.map((row: Row) => row.codice_oggetto)).toEqual(['ZZ-PRESS', 'ZZ-PRESS']);
  });
});

describe('a part', () => {
  it('requires class, organisation, department, code and description [part-required]', async () => {
    expect(Object.keys((await plant.admin.post('/ricambio/', {})).errors!).sort()).toEqual([
      'codice',
      'descrizione',
      'id_classe',
      'id_organizzazione',
      'id_reparto',
    ]);
    const { id_classe } = (await plant.admin.get(`/ricambio/${parts.belt}`)).data;
    const long = await plant.admin.post('/ricambio/', {
      codice: 'x'.repeat(21),
      descrizione: 'x'.repeat(201),
      note: 'x'.repeat(501),
      scorta_minima: -1,
      id_classe,
      id_organizzazione: 1,
      id_reparto: 1,
    });
    expect(Object.keys(long.errors!).sort()).toEqual(['codice', 'descrizione', 'note', 'scorta_minima']);
  });

  it('cannot change its code, and accepts PATCH and PUT [part-code-locked] [part-patch]', async () => {
    const path = `/ricambio/${parts.belt}`;
    expect((await plant.admin.patch(path, { codice: 'ALTRO' })).errors).toHaveProperty('codice');
    expect((await plant.admin.patch(path, { note: 'con PATCH' })).data).toMatchObject({
      note: 'con PATCH',
      giacenza: 3,
    });
    expect((await plant.admin.put(path, { note: 'con PUT' })).data).toMatchObject({ note: 'con PUT' });
  });

  it('is written by administrators alone [part-admin]', async () => {
    for (const [family, status] of [
      ['SUPER', 200],
      ['RIFTEC', 403],
      ['RESP', 403],
    ] as const)
      expect(
        (await (await plant.demo.as(family)).patch(`/ricambio/${parts.bearing}`, { note: family })).status,
      ).toBe(status);
  });
});
