/** Load, unload and transfer: effects, refusals and their messages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { REQUIRED, UNKNOWN } from '../plant/scenario.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let part: number;
let warehouse: number;
let elsewhere: number;
beforeAll(async () => {
  plant = await store();
  [part, warehouse, elsewhere] = [await plant.part(), await plant.warehouse(), await plant.warehouse()];
});
afterAll(() => plant.close());

const ZERO = 'La quantità non può essere 0';
const UNLOAD = 'Non è possibile scaricare una quantità maggiore di quella attuale';
const NEGATIVE = 'Non è possibile prelevare una quantità negativa';
const TOO_MUCH = 'Non è possibile prelevare una quantità maggiore di quella a magazzino';

const movements = () => plant.demo.count('movimentazione');

/** Invalid amounts, sent as JSON text so that each arrives as written. */
const WRONG: [string, string, string][] = [
  ['0', ZERO, 'The quantity cannot be 0'],
  ['-0', ZERO, 'The quantity cannot be 0'],
  ['0.005', 'Sono ammessi al massimo due decimali', 'At most two decimals are allowed'],
  ['1e-320', 'Sono ammessi al massimo due decimali', 'At most two decimals are allowed'],
  ['1e309', 'Serve un numero', 'A number is needed'],
  ['1e12', 'Il valore massimo è 999.999.999', 'The largest value is 999,999,999'],
  ['"1.234,56"', 'Serve un numero', 'A number is needed'],
  ['"5"', 'Serve un numero', 'A number is needed'],
  ['true', 'Serve un numero', 'A number is needed'],
  ['[5]', 'Serve un numero', 'A number is needed'],
  ['null', REQUIRED, 'This field is required'],
  ['""', REQUIRED, 'This field is required'],
];

const sendText = async (method: string, path: string, payload: string, language: 'it' | 'en' = 'it') =>
  plant.admin.send(method, path, { payload, language, headers: { 'content-type': 'application/json' } });

describe('a load', () => {
  it('increases the balance, and an unload reduces it [move-sign]', async () => {
    part = await plant.part();
    expect(await plant.move(part, warehouse, 10.25)).toMatchObject({
      status: 200,
      data: {
        id_ricambio: part,
        id_magazzino: warehouse,
        id_ubicazione: null,
        id_lotto: null,
        quantita: 10.25,
      },
    });
    expect((await plant.move(part, warehouse, 2)).data.quantita).toBe(12.25);
    expect((await plant.move(part, warehouse, -0.25)).data.quantita).toBe(12);
    expect((await plant.move(part, warehouse, -12)).data.quantita).toBe(0);
    expect(await plant.stock(part)).toMatchObject([{ quantita: 0, id_magazzino: warehouse }]);
  });

  it('has one balance for each warehouse, location and lot', async () => {
    part = await plant.part();
    const shelf = await plant.location(warehouse, 'Scaffale K1');
    for (const more of [{}, { id_ubicazione: shelf }, { descrizione_lotto: 'L-7' }, {}])
      expect((await plant.move(part, warehouse, 5, more)).status).toBe(200);
    await plant.move(part, elsewhere, 1);
    const rows = await plant.stock(part);
    expect(
      rows.map((row) => [row.id_magazzino, row.descrizione_ubicazione, row.descrizione_lotto, row.quantita]),
    ).toEqual([
      [warehouse, null, null, 10],
      [warehouse, null, 'L-7', 5],
      [warehouse, 'Scaffale K1', null, 5],
      [elsewhere, null, null, 1],
    ]);
  });

  it('accepts the warehouse from the address too', async () => {
    part = await plant.part();
    const answer = await plant.admin.post(`/ricambio/${part}/giacenza/?idMagazzino=${warehouse}`, {
      quantita: 3,
    });
    expect(answer).toMatchObject({ status: 200, data: { id_magazzino: warehouse, quantita: 3 } });
  });

  it.each(WRONG)('of %s is refused, with the reason at the field [move-quantity]', async (amount, it, en) => {
    const before = await movements();
    for (const [language, sentence] of [
      ['it', it],
      ['en', en],
    ] as const) {
      const body = `{"id_magazzino": ${warehouse}, "quantita": ${amount}}`;
      const answer = await sendText('POST', `/ricambio/${part}/giacenza/`, body, language);
      expect(answer).toMatchObject({
        status: 422,
        result: -1,
        description: sentence,
        errors: { quantita: sentence },
      });
    }
    expect(await movements()).toBe(before);
  });

  it('of NaN is no JSON', async () => {
    const body = `{"id_magazzino": ${warehouse}, "quantita": NaN}`;
    expect((await sendText('POST', `/ricambio/${part}/giacenza/`, body)).status).toBe(400);
  });

  it('without a quantity or a warehouse is reported at both fields [move-quantity]', async () => {
    expect(await plant.admin.post(`/ricambio/${part}/giacenza/`, {})).toMatchObject({
      status: 422,
      errors: { quantita: REQUIRED, id_magazzino: REQUIRED },
    });
  });

  it('is of the part of its address, and of no other [move-part]', async () => {
    const other = await plant.part();
    expect(await plant.move(part, warehouse, 1, { id_ricambio: other })).toMatchObject({
      status: 422,
      errors: { id_ricambio: "Il ricambio non è quello dell'indirizzo" },
    });
    expect((await plant.move(2_147_483_647, warehouse, 1)).status).toBe(404);
    expect((await plant.admin.post('/ricambio/0/giacenza/', { quantita: 1 })).status).toBe(400);
  });

  it('needs existing places, in that warehouse', async () => {
    const other = await plant.location(elsewhere, 'Di un altro magazzino');
    for (const [more, field, sentence] of [
      [{ id_magazzino: 2_147_483_647 }, 'id_magazzino', UNKNOWN],
      [{ id_ubicazione: other }, 'id_ubicazione', UNKNOWN],
      [{ id_lotto: 2_147_483_647 }, 'id_lotto', UNKNOWN],
      [{ id_ubicazione: 'x' }, 'id_ubicazione', 'Serve un numero intero'],
      [{ id_magazzino: -1 }, 'id_magazzino', UNKNOWN],
      [{ id_lotto: 1e300 }, 'id_lotto', UNKNOWN],
    ] as const)
      expect(await plant.move(part, warehouse, 1, more)).toMatchObject({
        status: 422,
        errors: { [field]: sentence },
      });
  });
});

describe('an unload', () => {
  it('of more than the balance is refused, and changes nothing [move-not-negative]', async () => {
    part = await plant.part();
    await plant.move(part, warehouse, 4);
    const before = await movements();
    for (const quantity of [-4.01, -5, -999_999_999])
      expect(await plant.move(part, warehouse, quantity)).toMatchObject({
        status: 422,
        description: UNLOAD,
        errors: { quantita: UNLOAD },
      });
    expect(await plant.move(part, elsewhere, -1)).toMatchObject({ status: 422, description: UNLOAD });
    const shelf = await plant.location(warehouse, 'Vuoto');
    expect((await plant.move(part, warehouse, -1, { id_ubicazione: shelf })).description).toBe(UNLOAD);
    expect(await movements()).toBe(before);
    expect(await plant.stock(part)).toMatchObject([{ quantita: 4 }]);
  });

  it('that is refused creates no typed location', async () => {
    const answer = await plant.move(part, warehouse, -1, { descrizione_ubicazione: 'Mai nata' });
    expect(answer.description).toBe(UNLOAD);
    expect(await plant.demo.count("ubicazione where descrizione = 'Mai nata'")).toBe(0);
  });
});

describe('a location or a lot typed as new', () => {
  it('is made with the movement, with its history [move-new-place]', async () => {
    part = await plant.part();
    const first = await plant.move(part, warehouse, 5, {
      descrizione_ubicazione: ' Scaffale B7 ',
      descrizione_lotto: 'Lotto 2026/4',
    });
    expect(first.status).toBe(200);
    const { data } = await plant.admin.get(`/magazzino/${warehouse}/ubicazione/${first.data.id_ubicazione}`);
    expect(data).toMatchObject({ descrizione: 'Scaffale B7', id_magazzino: warehouse });
    const lots = (await plant.admin.get(`/ricambio/lotto/?idMagazzino=${warehouse}`)).data;
    expect(lots).toContainEqual(
      expect.objectContaining({ id: first.data.id_lotto, descrizione: 'Lotto 2026/4' }),
    );
    const history = `storico_modifiche where risorsa = 'ubicazione' and id_record = ${first.data.id_ubicazione}`;
    expect(await plant.demo.count(`${history} and operazione = 'create'`)).toBe(1);
  });

  it('matches an existing one, whatever its case, but only in that warehouse', async () => {
    const [one, same, other] = [
      await plant.move(part, warehouse, 1, { descrizione_ubicazione: 'Cassetto 3' }),
      await plant.move(part, warehouse, 1, { descrizione_ubicazione: 'CASSETTO 3' }),
      await plant.move(part, elsewhere, 1, { descrizione_ubicazione: 'Cassetto 3' }),
    ];
    expect(same.data).toMatchObject({ id_ubicazione: one.data.id_ubicazione, quantita: 2 });
    expect(other.data.id_ubicazione).not.toBe(one.data.id_ubicazione);
  });

  it('is ignored if one was picked, whose text is sent too', async () => {
    const shelf = await plant.location(warehouse, 'Scelta');
    const answer = await plant.move(part, warehouse, 1, {
      id_ubicazione: shelf,
      descrizione_ubicazione: 'Altra',
    });
    expect(answer.data.id_ubicazione).toBe(shelf);
    expect(await plant.demo.count("ubicazione where descrizione = 'Altra'")).toBe(0);
  });

  it.each([
    ['a text too long', 'x'.repeat(201), 'Valore troppo lungo'],
    ['a number', 7, 'Serve un testo'],
    ['what cannot be stored', 'a\u0000b', 'Il testo contiene caratteri non ammessi'],
  ])('is no %s', async (_name, descrizione_ubicazione, sentence) => {
    expect(await plant.move(part, warehouse, 1, { descrizione_ubicazione })).toMatchObject({
      status: 422,
      errors: { descrizione_ubicazione: sentence },
    });
  });

  it('typed by several at once is made once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => plant.move(part, warehouse, 1, { descrizione_ubicazione: 'Insieme' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await plant.demo.count("ubicazione where descrizione = 'Insieme'")).toBe(1);
    const rows = await plant.stock(part);
    expect(rows.find((row) => row.descrizione_ubicazione === 'Insieme')).toMatchObject({ quantita: 8 });
  });
});

describe('a transfer', () => {
  let body: Row;
  const transfer = (more: Row = {}) =>
    plant.admin.put(`/ricambio/${part}/trasferimento/`, { ...body, ...more });
  const quantities = async () =>
    Object.fromEntries(
      (await plant.stock(part)).map((row) => [row.descrizione_ubicazione ?? row.id_magazzino, row.quantita]),
    );

  beforeAll(async () => {
    part = await plant.part();
    const { data } = await plant.move(part, warehouse, 10, { descrizione_ubicazione: 'Partenza' });
    body = {
      id_ricambio: part,
      id_magazzino_da: warehouse,
      ubicazione_lotto_da: `${data.id_ubicazione}-`,
      id_magazzino_a: elsewhere,
      quantita: 4,
    };
  });

  it('moves an amount from a place to another, in one movement', async () => {
    const before = await movements();
    expect(await transfer()).toMatchObject({ status: 200, data: { id_magazzino: elsewhere, quantita: 4 } });
    expect(await quantities()).toEqual({ Partenza: 6, [elsewhere]: 4 });
    expect(await movements()).toBe(before + 1);
  });

  it('can go to another location of the warehouse, created if it is new', async () => {
    const answer = await transfer({
      id_magazzino_a: warehouse,
      descrizione_ubicazione_a: 'Arrivo',
      quantita: 1.5,
    });
    expect(answer.status).toBe(200);
    expect(await quantities()).toEqual({ Partenza: 4.5, Arrivo: 1.5, [elsewhere]: 4 });
  });

  it('accepts the origin as the pair of the row, with or without the warehouse, or as ids', async () => {
    const [row] = (await plant.stock(part)).filter((one) => one.descrizione_ubicazione === 'Partenza');
    for (const from of [
      { ubicazione_lotto_da: row!.ubicazione_lotto },
      { ubicazione_lotto_da: `${warehouse}-${row!.id_ubicazione}-` },
      { ubicazione_lotto_da: 'Partenza', id_ubicazione_da: row!.id_ubicazione, id_lotto_da: null },
    ])
      expect(await transfer({ ...from, quantita: 0.5 })).toMatchObject({ status: 200 });
    expect(await quantities()).toMatchObject({ Partenza: 3, [elsewhere]: 5.5 });
  });

  it('requires origin, target and quantity [transfer-required]', async () => {
    const names = ['id_magazzino_da', 'ubicazione_lotto_da', 'id_magazzino_a', 'quantita'];
    for (const name of names)
      expect(await transfer({ [name]: null })).toMatchObject({ status: 422, errors: { [name]: REQUIRED } });
    const empty = await plant.admin.put(`/ricambio/${part}/trasferimento/`, {});
    expect(Object.keys(empty.errors!).sort()).toEqual([...names].sort());
    const other = await plant.part();
    expect((await transfer({ id_ricambio: other })).errors).toHaveProperty('id_ricambio');
    expect(await transfer({ ubicazione_lotto_da: 'boh' })).toMatchObject({
      status: 422,
      errors: { ubicazione_lotto_da: "Scegliere l'ubicazione e il lotto di origine" },
    });
  });

  it('is of more than 0 and at most the stock at the origin [transfer-quantity]', async () => {
    const before = await quantities();
    for (const [quantita, sentence] of [
      [0, ZERO],
      [-1, NEGATIVE],
      [3.01, TOO_MUCH],
      [999_999_999, TOO_MUCH],
    ] as const)
      expect(await transfer({ quantita })).toMatchObject({
        status: 422,
        description: sentence,
        errors: { quantita: sentence },
      });
    expect(await quantities()).toEqual(before);
  });

  it.each(WRONG)('of %s is refused [transfer-quantity]', async (amount, sentence) => {
    const text = JSON.stringify(body).replace(/"quantita":[^,}]+/, `"quantita":${amount}`);
    const answer = await sendText('PUT', `/ricambio/${part}/trasferimento/`, text);
    expect(answer).toMatchObject({ status: 422, errors: { quantita: sentence } });
  });

  it('does not end where it began', async () => {
    const [row] = (await plant.stock(part)).filter((one) => one.descrizione_ubicazione === 'Partenza');
    const answer = await transfer({ id_magazzino_a: warehouse, id_ubicazione_a: row!.id_ubicazione });
    expect(answer).toMatchObject({
      status: 422,
      errors: { id_magazzino_a: "La destinazione deve essere diversa dall'origine" },
    });
  });
});

describe('access', () => {
  it.each(['RIFTEC', 'RESP'] as const)(
    'as %s allows neither loads nor transfers [part-admin]',
    async (family) => {
      const client = await plant.demo.as(family);
      const loaded = await client.post(`/ricambio/${part}/giacenza/`, {
        id_magazzino: warehouse,
        quantita: 1,
      });
      expect(loaded.status).toBe(403);
      expect((await client.put(`/ricambio/${part}/trasferimento/`, {})).status).toBe(403);
    },
  );

  it('as an administrator allows loads, which record the user', async () => {
    const client = await plant.demo.as('SUPER');
    expect(
      (await client.post(`/ricambio/${part}/giacenza/`, { id_magazzino: warehouse, quantita: 1 })).status,
    ).toBe(200);
    const [last] = (await plant.admin.get(`/ricambio/${part}/movimentazioni/`)).data;
    const { rows } = await plant.demo.database.query<{ nome: string }>(
      "select nome || ' ' || cognome as nome from utente where mail = 'admin@officina.example'",
    );
    expect(last.usr_ins).toBe(rows[0]!.nome);
  });
});

describe('the ledger', () => {
  it.each([
    'update movimentazione set quantita = 1',
    'delete from movimentazione',
    'truncate movimentazione',
  ])('refuses to be changed: %s', async (statement) => {
    const before = await movements();
    await expect(plant.demo.database.query(statement)).rejects.toThrow(/only ever added/);
    expect(await movements()).toBe(before);
  });

  it('prevents balances below zero in every write', async () => {
    await expect(plant.demo.database.query('update giacenza set quantita = -1')).rejects.toMatchObject({
      code: '23514',
    });
  });
});
