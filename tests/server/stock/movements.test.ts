/** The movements of a part: both sides, filters, pages, CSV. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { move } from '../../../server/domains/stock/ledger.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let part: number;
let path: string;
const ids: Record<string, number> = {};

/** In order of time; the list has the last first. */
beforeAll(async () => {
  plant = await store();
  part = await plant.part({ codice: 'MOVED' });
  ids.north = await plant.warehouse({ codice: 'NORD', descrizione: 'Magazzino a nord' });
  ids.south = await plant.warehouse({ codice: 'SUD', descrizione: 'Magazzino a sud' });
  ids.odl = await plant.intervention(await plant.asset('PRESSA'), { code: 'ODL-MOV' });
  await plant.move(part, ids.north, 10, {
    descrizione_ubicazione: 'Scaffale Alfa',
    descrizione_lotto: 'L-1',
  });
  const [row] = await plant.stock(part);
  const from = { ubicazione_lotto_da: row!.ubicazione_lotto, id_magazzino_da: ids.north };
  await plant.admin.put(`/ricambio/${part}/trasferimento/`, {
    ...from,
    id_magazzino_a: ids.south,
    descrizione_ubicazione_a: 'Scaffale Beta',
    descrizione_lotto_a: 'L-2',
    quantita: 4,
  });
  const place = { id_magazzino: ids.north, id_ubicazione: row!.id_ubicazione, id_lotto: row!.id_lotto };
  // Half an hour after midnight on 2 June in Rome, still the 1st in UTC.
  await plant.demo.database.transaction((transaction) =>
    move(transaction, {
      kind: 'withdrawal',
      part,
      quantity: 1.5,
      place: place as never,
      intervention: ids.odl,
      user: undefined,
      at: new Date('2026-06-01T22:30:00Z'),
    }),
  );
  await plant.move(part, ids.north, -1, place);
  path = `/ricambio/${part}/movimentazioni`;
});
afterAll(() => plant.close());

const kinds = async (query: string): Promise<string[]> =>
  (await plant.admin.get(`${path}/?${query}`)).data.map(
    (row: Row) => `${row.entita_da ?? '-'}>${row.entita_a ?? '-'}`,
  );
const ALL = ['MAGZ>-', 'MAGZ>INTV', 'MAGZ>MAGZ', '->MAGZ'];

describe('a movement', () => {
  it('contains both ends, by code, description, location and lot [move-entities]', async () => {
    const { data } = await plant.admin.get(`${path}/`);
    expect(data).toMatchObject([
      {
        entita_da: 'MAGZ',
        codice_da: 'NORD',
        ubicazione_da: 'Scaffale Alfa',
        entita_a: null,
        codice_a: null,
      },
      {
        entita_da: 'MAGZ',
        entita_a: 'INTV',
        codice_a: 'ODL-MOV',
        descrizione_a: 'Lavoro ODL-MOV',
        quantita: 1.5,
      },
      {
        codice_da: 'NORD',
        descrizione_da: 'Magazzino a nord',
        lotto_da: 'L-1',
        codice_a: 'SUD',
        descrizione_a: 'Magazzino a sud',
        ubicazione_a: 'Scaffale Beta',
        lotto_a: 'L-2',
        quantita: 4,
      },
      {
        entita_da: null,
        codice_da: null,
        entita_a: 'MAGZ',
        quantita: 10,
        usr_ins: expect.stringMatching(/\w/),
      },
    ]);
    for (const row of data) expect(row.data_ins).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('hides names out of scope', async () => {
    const part = await plant.part({ codice: 'FAR' });
    const parma = await plant.demo.idOf('organizzazione', { codice: 'PAR' });
    const far = await plant.warehouse({ codice: 'LONTANO', id_organizzazione: parma });
    await plant.move(part, ids.north!, 5);
    const [row] = await plant.stock(part);
    await plant.admin.put(`/ricambio/${part}/trasferimento/`, {
      ubicazione_lotto_da: row!.ubicazione_lotto,
      id_magazzino_da: ids.north,
      id_magazzino_a: far,
      descrizione_ubicazione_a: 'Scaffale Lontano',
      quantita: 2,
    });
    const planner = await plant.demo.asUser('elena.tosi@officina.example');
    const of = async (query = '') => (await planner.get(`/ricambio/${part}/movimentazioni/?${query}`)).data;
    expect((await of())[0]).toMatchObject({
      entita_a: 'MAGZ',
      codice_da: 'NORD',
      codice_a: null,
      descrizione_a: null,
      ubicazione_a: null,
    });
    expect(await of('entitaA=lontano')).toEqual([]);
    expect(await of('ubicazioneA=lontano')).toEqual([]);
  });

  it.each([
    ['entitaDa=MAGZ', ['MAGZ>-', 'MAGZ>INTV', 'MAGZ>MAGZ']],
    ['entitaA=intv', ['MAGZ>INTV']],
    ['entitaA=MAGZ', ['MAGZ>MAGZ', '->MAGZ']],
    ['entitaA=ODL-MOV', ['MAGZ>INTV']],
    ['entitaDa=a%20nord', ['MAGZ>-', 'MAGZ>INTV', 'MAGZ>MAGZ']],
    ['entitaA=sud', ['MAGZ>MAGZ']],
    ['ubicazioneDa=alfa', ['MAGZ>-', 'MAGZ>INTV', 'MAGZ>MAGZ']],
    ['ubicazioneA=beta', ['MAGZ>MAGZ']],
    ['ubicazioneA=%25', []],
    ['lottoDa=L-1&lottoA=l-2', ['MAGZ>MAGZ']],
    ['lottoA=L-1', ['->MAGZ']],
    ['dataDa=2026-06-02&dataA=2026-06-02', ['MAGZ>INTV']],
    ['dataDa=2026-06-01&dataA=2026-06-01', []],
    ['dataA=2026-06-01T22:30:00Z', ['MAGZ>INTV']],
    ['dataDa=2026-06-01T22:30:01Z', ['MAGZ>-', 'MAGZ>MAGZ', '->MAGZ']],
    ['', ALL],
  ])('is found by %s [part-movement-filters]', async (query, expected) => {
    expect(await kinds(query)).toEqual(expected);
  });

  it.each(['dataDa=ieri', 'dataA=2026-02-30', 'entitaDa=%00', 'pag=0'])(
    'is not looked for by %s',
    async (query) => {
      const answer = await plant.admin.get(`${path}/?${query}`);
      expect(answer).toMatchObject({ status: 400, result: -1 });
    },
  );

  it('are on the page of the part', async () => {
    const answer = await plant.admin.get(`${path}/?pag=2&max_rows=3`);
    expect(answer).toMatchObject({ tot: 4, max_rows: 3, data: [{ entita_da: null }] });
    const filtered = await plant.admin.get(`${path}/?pag=1&max_rows=2&entitaDa=MAGZ`);
    expect(filtered).toMatchObject({ tot: 3, data: [{ entita_a: null }, { entita_a: 'INTV' }] });
  });
});

describe('as CSV', () => {
  const csv = async (query: string, language: 'it' | 'en' = 'it') => {
    const { data } = await plant.admin.get(`${path}/csv/?${query}`, { language });
    return Buffer.from(data, 'base64').toString('utf8').split('\r\n');
  };

  it("the filtered movements, in the reader's language [part-movement-filters]", async () => {
    const lines = await csv('entitaA=INTV');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFData;Da;Codice da;.*;Quantità;Utente$/);
    expect(lines[1]).toMatch(
      /^02\/06\/2026 00:30;MAGZ;NORD;Magazzino a nord;Scaffale Alfa;L-1;INTV;ODL-MOV;Lavoro ODL-MOV;;;1,5;$/,
    );
    expect((await csv('entitaA=INTV', 'en'))[0]).toContain('Quantity');
    expect(await csv('')).toHaveLength(ALL.length + 2);
  });
});

describe('access', () => {
  it.each([
    ['SUPER', 200],
    ['RIFTEC', 200],
    ['RESP', 403],
  ] as const)('is %s is answered %s', async (family, status) => {
    const client = await plant.demo.as(family);
    for (const one of [`${path}/`, `${path}/csv/`]) expect((await client.get(one)).status).toBe(status);
  });
});
