/** The replies of lists, parameter by parameter, over five costs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { COUNT_CAP } from '../../schemas/paging.ts';
import { readPage } from '../../server/database/list-page.ts';
import { countStatement, listStatement } from '../../server/database/list-query.ts';
import { type Client, type Plant, plant } from './plant/plant.ts';

let demo: Plant;
let admin: Client;

beforeAll(async () => {
  demo = await plant();
  admin = await demo.as('SUADMIN');
  const failure = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
  const costs: Row[] = [
    { codice: 'ZT-A', descrizione: 'Alfa 100% olio', tipo: 1, costo_unitario: 10.5, id_tipo_guasto: failure },
    { codice: 'ZT-B', descrizione: 'Beta_uno', tipo: 2, costo_unitario: 20 },
    { codice: 'ZT-C', descrizione: 'gamma', tipo: 3, costo_unitario: 5.25 },
    { codice: 'ZT-D', descrizione: 'Àncora', tipo: 4, costo_unitario: 1000 },
    { codice: 'ZT-E', descrizione: 'zeta', tipo: 1, costo_unitario: 10.5 },
  ];
  for (const cost of costs) {
    const { status } = await admin.post('/costo/', { ...cost, id_organizzazione: 1, id_reparto: 1 });
    expect(status).toBe(200);
  }
});
afterAll(() => demo.close());

const codes = (rows: Row[]): string => rows.map((row) => String(row.codice).replace('ZT-', '')).join('');
const own = async (query: string, language: 'it' | 'en' = 'it') =>
  admin.get(`/costo/?codice=ZT-&${query}`, { language });

describe('paging', () => {
  it.each([
    ['the first page [api-list-reply]', 'pag=1&max_rows=2', 'AB', 5, 2],
    ['the last page, which is short', 'pag=3&max_rows=2', 'E', 5, 2],
    ['a page after the last', 'pag=99&max_rows=2', '', 5, 2],
    ['all rows with pag=-1', 'pag=-1', 'ABCDE', 5, 5],
    ['all rows and no count without pag', '', 'ABCDE', undefined, undefined],
  ])('answers %s', async (_name, query, expected, tot, max_rows) => {
    const answer = await own(query);
    expect(answer).toMatchObject({ status: 200, result: 0 });
    expect([codes(answer.data), answer.tot, answer.max_rows]).toEqual([expected, tot, max_rows]);
  });

  it.each([
    ['further than the rows', 'tot=6', 5],
    ['exactly as far', 'tot=5', 5],
    ['no further than requested', 'tot=3', 3],
  ])('counts %s', async (_name, query, tot) => {
    const answer = await own(`pag=1&max_rows=2&${query}`);
    expect(answer.tot).toBe(tot);
  });

  it.each(['tot=0', 'tot=-1', 'tot=abc', 'tot=1.5', 'tot=99999999999'])('refuses %s', async (query) => {
    const answer = await own(`pag=1&${query}`, 'en');
    expect(answer).toMatchObject({ status: 400, result: -1 });
    expect(answer.description).toMatch(/tot/);
  });

  it('ends a count of our own lists in a statement that is prepared once', () => {
    const entity = demo.schemas.byResource.get('costo')!;
    const request = { query: {}, language: 'it' as const, scopes: undefined, zone: 'Europe/Rome' };
    const { text, values } = countStatement(entity, demo.schemas, request, COUNT_CAP);
    expect(text).toContain('limit 10001)');
    expect(values).toEqual([]);
  });

  it('is planned once if only the first page is requested', () => {
    const entity = demo.schemas.byResource.get('odl/storico')!;
    const said = (query: Record<string, string>) => {
      const request = { query, language: 'it' as const, scopes: undefined, zone: 'Europe/Rome' };
      return listStatement(entity, demo.schemas, request, readPage(query));
    };
    expect(said({ pag: '1' }).values).toEqual([]);
    expect(said({ pag: '1' }).text).toContain(' limit 30)');
    expect(said({ pag: '2' }).values).toEqual([30, 30]);
    // The planner sees which rows are requested, and how few there are.
    expect(said({ pag: '1', id_stato: '1' }).values).toEqual([1, 30, 0]);
  });

  it('has 30 rows per page by default [list-page-size]', async () => {
    const answer = await admin.get('/checklist/relazione/?pag=1');
    expect(answer.max_rows).toBe(30);
    expect(answer.data).toHaveLength(30);
    expect(answer.tot).toBe(await demo.count('checklist_relazione'));
  });

  it.each(['pag=0', 'pag=-2', 'pag=abc', 'pag=1.5', 'pag=1e3', 'pag=99999999999'])(
    'refuses %s',
    async (query) => {
      const italian = await own(query);
      expect(italian).toMatchObject({ status: 400, result: -1 });
      expect(italian.description).toMatch(/numero di pagina/);
      expect((await own(query, 'en')).description).toMatch(/page number/);
    },
  );

  it.each(['max_rows=0', 'max_rows=-1', 'max_rows=1001', 'max_rows=abc', 'max_rows=2.5'])(
    'refuses %s',
    async (query) => {
      const answer = await own(`pag=1&${query}`);
      expect(answer).toMatchObject({ status: 400, result: -1 });
      expect(answer.description).toMatch(/numero di righe/);
    },
  );
});

describe('sorting', () => {
  it.each([
    ['by a text, letters as people expect', 'orderByCol=descrizione&orderByDir=ASC', 'ADBCE'],
    ['downwards', 'orderByCol=descrizione&orderByDir=DESC', 'ECBDA'],
    ['by a number', 'orderByCol=costo_unitario&orderByDir=DESC', 'DBAEC'],
    ['in the other way of asking', 'sort=costo_unitario,DESC', 'DBAEC'],
    ['upwards when the direction is unknown', 'orderByCol=costo_unitario&orderByDir=sideways', 'CAEBD'],
    ['by the text of a reference', 'orderByCol=tipo_descrizione', 'AEBDC'],
    ['rows without a value last', 'sort=tipo_guasto,ASC', 'ABCDE'],
    ['rows without a value last, downwards too', 'sort=tipo_guasto,DESC', 'ABCDE'],
    ['by nothing: the entity says how', '', 'ABCDE'],
  ])('sorts %s', async (_name, query, expected) => {
    expect(codes((await own(query)).data)).toBe(expected);
  });

  it('sorts the text of a reference in the requested language', async () => {
    expect(codes((await own('orderByCol=tipo_descrizione', 'en')).data)).toBe('DAEBC');
  });

  it.each([
    'orderByCol=id;drop table costo',
    'orderByCol=codice desc, (select 1)',
    'orderByCol=nothing',
    'orderByCol=__proto__',
    'orderByCol=constructor',
    'sort=codice"--,DESC',
    'sort=,',
  ])('ignores %s', async (query) => {
    const answer = await own(encodeURI(query));
    expect(answer.status).toBe(200);
    expect(codes(answer.data)).toBe('ABCDE');
    expect(await demo.count('costo')).toBeGreaterThanOrEqual(5);
  });
});

describe('filters', () => {
  it.each([
    ['a text contained, whatever its case', 'descrizione=GAM', 'C'],
    ['filtro: the search columns', 'filtro=alfa', 'A'],
    ['filtro over the code too', 'filtro=t-e', 'E'],
    ['filtro: words in any order, each in any of the columns', 'filtro=olio%20zt-a%20%20alfa', 'A'],
    ['filtro: words of two letters, in capital or small letters', 'filtro=Zt%20gA', 'C'],
    ['filtro: two letters in the middle of a word', 'filtro=MM', 'C'],
    ['filtro: two characters that patterns know', 'filtro=0%25', 'A'],
    ['filtro: two characters, not any letter between', 'filtro=B_', ''],
    ['filtro: a letter with an accent and another', 'filtro=%C3%80N', 'D'],
    ['two letters of one text', 'descrizione=a_', 'B'],
    ['filtro: no row that has only some of the words', 'filtro=olio%20zt-b', ''],
    ['a blank filtro as none', 'filtro=%20%C2%A0', 'ABCDE'],
    ['% as itself', 'descrizione=%25', 'A'],
    ['_ as itself', 'descrizione=_', 'B'],
    ['a backslash as itself', 'filtro=%5C', ''],
    ["a quote as itself, not SQL's", "descrizione='; drop table costo; --", ''],
    ['a reference by id', 'tipo=1', 'AE'],
    ['any of several ids', 'tipo=1,2', 'ABE'],
    ['the same parameter twice', 'tipo=1&tipo=2', 'ABE'],
    ['-1: nothing is chosen [nothing-selected]', 'tipo=-1', 'ABCDE'],
    ['-1 among others', 'tipo=-1,2', 'B'],
    ['an empty value: no filter', 'tipo=&descrizione=', 'ABCDE'],
    ['an amount', 'costo_unitario=10.5', 'AE'],
    ['an amount with a decimal comma', 'costo_unitario=10,5', 'AE'],
    ['amounts from', 'costo_unitarioDa=20', 'BD'],
    ['amounts up to', 'costo_unitarioA=10,5', 'ACE'],
    ['amounts from and up to', 'costo_unitarioDa=10&costo_unitarioA=20', 'ABE'],
    ['moments from a day', 'data_insDa=2020-01-01', 'ABCDE'],
    ['moments up to a day', 'data_insA=2020-01-01', ''],
    ['the text of a reference', 'tipo_descrizione=manod', 'AE'],
    ['several at once', 'tipo=1&descrizione=zet', 'E'],
    ['a parameter that names no column: ignored', 'nonsense=7', 'ABCDE'],
  ])('accepts %s', async (_name, query, expected) => {
    const answer = await own(`pag=1&${encodeURI(query).replaceAll('%25', '%')}`);
    expect(answer.status, answer.description).toBe(200);
    expect(codes(answer.data)).toBe(expected);
    expect(answer.tot).toBe(expected.length);
  });

  it("applies dates in the plant's time zone, across clock changes too", async () => {
    // Rome: two hours ahead in summer, one in winter; the clocks went back on 25 October 2026 at 01:00 UTC.
    const timestamps = ['2026-10-23T22:00:00Z', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z'];
    const later = ['2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'];
    for (const [index, timestamp] of [...timestamps, ...later].entries())
      await demo.database.query('update costo set data_ins = $1 where codice = $2', [
        timestamp,
        `ZT-${'ABCDE'[index]}`,
      ]);
    const found = async (query: string) => codes((await own(`pag=1&${query}`)).data);
    expect(await found('data_ins=2026-10-24')).toBe('AB');
    expect(await found('data_ins=2026-10-25')).toBe('CD');
    expect(await found('data_insDa=2026-10-25')).toBe('CDE');
    expect(await found('data_insA=2026-10-24')).toBe('AB');
    expect(await found('data_insDa=2026-10-24T22:00:00Z&data_insA=2026-10-24T22:00:00Z')).toBe('C');
    await demo.database.query("update costo set data_ins = now() where codice like 'ZT-%'");
  });

  it('matches the text of a reference in the requested language', async () => {
    expect(codes((await own('tipo_descrizione=labour', 'en')).data)).toBe('AE');
    expect(codes((await own('tipo_descrizione=labour', 'it')).data)).toBe('');
  });

  const every: [string, string, (row: Row) => boolean][] = [
    ['a flag', '/stato/?reminder=0', (row) => row.reminder === 0],
    ['a flag in words', '/stato/?reminder=true', (row) => row.reminder === 1],
    ['a choice', '/stato/?id_tipo_stato_odl=1,4', (row) => [1, 4].includes(row.id_tipo_stato_odl as number)],
    ['a choice of texts', '/checklist/relazione/?obbligatoria=1', (row) => row.obbligatoria === '1'],
    ['a whole number from', '/stato/?ordineDa=40', (row) => (row.ordine as number) >= 40],
    ['a day', '/utente/?registrazione=2024-01-01', (row) => row.registrazione === '2024-01-01'],
    ['days up to', '/utente/?registrazioneA=2024-03-01', (row) => String(row.registrazione) <= '2024-03-01'],
    ['an address', '/utente/?mail=TECNICO@', (row) => row.mail === 'tecnico@officina.example'],
    [
      'a filter under its own name [field-lists]',
      '/oggetto/campo/?nomeCampo=campo_str',
      (row) => String(row.campo_tabella).startsWith('campo_str'),
    ],
    [
      '-1 where it is a choice [field-all-classes, structure-minus-one]',
      '/stato/struttura/?id_stato_padre=-1',
      (row) => row.id_stato_padre === -1 && row.stato_padre === 'Nessuno (nuovo intervento)',
    ],
  ];
  it.each(every)('narrows by %s', async (_name, path, holds) => {
    const all = await admin.get(path.split('?')[0]!);
    const some = await admin.get(path);
    expect(some.status, some.description).toBe(200);
    expect(some.data.length).toBeGreaterThan(0);
    expect(some.data.length).toBeLessThan(all.data.length);
    expect(some.data.every(holds)).toBe(true);
  });

  it('filters users by every filter of their list [user-list-filters]', async () => {
    const { filters } = demo.schemas.byResource.get('utente')!;
    expect(filters).toEqual(
      expect.arrayContaining(['nome', 'cognome', 'mail', 'registrazione', 'attivo', 'sys', 'is_default']),
    );
    const one = await admin.get(
      '/utente/?nome=luca&cognome=ferri&mail=tecnico&registrazione=2024-03-15&attivo=1&sys=0&is_default=0&ruolo=tecn',
    );
    expect(one.data.map((row: Row) => row.mail)).toEqual(['tecnico@officina.example']);
  });

  it.each([
    ['tipo', 'tipo=abc'],
    ['tipo', 'tipo=1.5'],
    ['tipo', 'tipo=99999999999'],
    ['tipo', 'tipo=1;drop table costo'],
    ['costo_unitario', 'costo_unitario=abc'],
    ['costo_unitario', 'costo_unitarioDa=1e999'],
    ['data_ins', 'data_insDa=31/12/2024'],
    ['data_ins', 'data_ins=2024-02-30'],
    ['descrizione', 'descrizione=%00'],
    ['filtro', 'filtro=a%00b'],
  ])('refuses a filter by %s that cannot be: %s', async (name, query) => {
    const italian = await own(query);
    expect(italian).toMatchObject({ status: 400, result: -1 });
    expect(italian.description).toContain(`Il filtro ${name}`);
    expect((await own(query, 'en')).description).toContain(`The filter ${name}`);
  });

  it.each(['%ED%A0%80', '%FF', '%', '%zz'])('survives a filter that is not UTF-8: %s', async (text) => {
    const answer = await own(`descrizione=${text}`);
    expect([200, 400]).toContain(answer.status);
  });
});

describe('rows', () => {
  it('contain the texts of references, in the requested language', async () => {
    const [italian] = (await own('tipo=1')).data;
    expect(italian).toMatchObject({
      tipo_descrizione: 'Manodopera',
      tipo_guasto: 'Guasto',
      organizzazione: 'Tutte le organizzazioni',
      classe_intervento: null,
    });
    const [english] = (await own('tipo=1', 'en')).data;
    expect(english).toMatchObject({ tipo_descrizione: 'Labour', tipo_guasto: 'Failure' });
  });

  it('carry days as days, moments as moments in UTC, amounts as numbers', async () => {
    const [row] = (await own('')).data;
    expect(row.data_ins).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(row.costo_unitario).toBe(10.5);
    const [user] = (await admin.get('/utente/?mail=tecnico')).data;
    expect(user.registrazione).toBe('2024-03-15');
  });

  it('that were deleted are not there', async () => {
    const { data } = await admin.post('/costo/', {
      codice: 'ZT-F',
      descrizione: 'di passaggio',
      tipo: 1,
      costo_unitario: 1,
      id_organizzazione: 1,
      id_reparto: 1,
    });
    expect(codes((await own('pag=1')).data)).toBe('ABCDEF');
    await admin.del(`/costo/${data.id_costo}`);
    const answer = await own('pag=1');
    expect([codes(answer.data), answer.tot]).toEqual(['ABCDE', 5]);
  });
});

it('is the same with and without the last slash', async () => {
  expect((await admin.get('/costo?codice=ZT-')).data).toEqual((await admin.get('/costo/?codice=ZT-')).data);
});
