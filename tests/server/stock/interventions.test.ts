/** Stock of interventions: withdrawals, returns, reservations, availability. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { mergeRules } from '../../../server/capabilities/merge-rules.ts';
import { stockRules } from '../../../server/domains/stock/index.ts';
import { interventionMoves } from '../../../server/domains/stock/intervention-movements.ts';
import { amountOf } from '../../../server/domains/stock/kinds.ts';
import { placesOf } from '../../../server/domains/stock/places.ts';
import type { Context } from '../../../server/http/call.ts';
import { Problem } from '../../../server/http/problem.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let asset: number;
let warehouse: number;
let take: (odl: number, part: number, quantity: number) => Promise<string>;

beforeAll(async () => {
  plant = await store();
  asset = await plant.asset('ODL-ASSET');
  warehouse = await plant.warehouse();
  const { demo } = plant;
  const moveForIntervention = interventionMoves(placesOf(demo.schemas, mergeRules(stockRules(demo.schemas))));
  const context = {
    user: { id: 1, name: 'Prova', scopes: { organizzazione: 'all', reparto: 'all' } },
    language: 'it',
  } as unknown as Context;
  /** The message of a refusal, or 'moved'. */
  take = async (intervention, part, quantity) => {
    const place = { end: '' as const, warehouse, location: {}, lot: {} };
    try {
      await demo.database.transaction((transaction) =>
        moveForIntervention(transaction, { ...amountOf(-quantity), intervention, part, place }, context),
      );
      return 'moved';
    } catch (error) {
      return error instanceof Problem ? (error.refusals[0]?.rule ?? error.key) : String(error);
    }
  };
});
afterAll(() => plant.close());

const reserve = async (odl: number, part: number, quantity: number, taken: number | null = 0) =>
  plant.demo.database.query(
    'insert into prenotazione (id_odl, id_ricambio, quantita, quantita_prelevata) values ($1, $2, $3, $4)',
    [odl, part, quantity, taken],
  );
const figures = async (part: number): Promise<Row> => {
  const { giacenza, disponibile, sotto_scorta, movimentazioni, num_interventi } = (
    await plant.admin.get(`/ricambio/${part}`)
  ).data;
  return { giacenza, disponibile, sotto_scorta, movimentazioni, num_interventi };
};

describe('a withdrawal', () => {
  it('reduces the stock, and is a movement to the intervention [move-entities]', async () => {
    const [part, odl] = [await plant.part(), await plant.intervention(asset, { code: 'ODL-TAKE' })];
    await plant.move(part, warehouse, 10);
    expect(await take(odl, part, -3)).toBe('moved');
    expect(await plant.stock(part)).toMatchObject([{ quantita: 7 }]);
    const { data } = await plant.admin.get(`/ricambio/${part}/movimentazioni/`);
    expect(data).toMatchObject([
      {
        entita_da: 'MAGZ',
        entita_a: 'INTV',
        codice_a: 'ODL-TAKE',
        quantita: 3,
        id_odl: odl,
        usr_ins: 'Prova',
      },
      { entita_da: null, entita_a: 'MAGZ', quantita: 10, id_odl: null },
    ]);
  });

  it('of more than the stock is refused', async () => {
    const [part, odl] = [await plant.part(), await plant.intervention(asset)];
    await plant.move(part, warehouse, 2);
    expect(await take(odl, part, -2.01)).toBe('withdraw-too-much');
    expect(await plant.stock(part)).toMatchObject([{ quantita: 2 }]);
  });

  it('returns at most the withdrawn quantity', async () => {
    const [part, odl] = [await plant.part(), await plant.intervention(asset)];
    await plant.move(part, warehouse, 5);
    await take(odl, part, -4);
    expect(await take(odl, part, 4.5)).toBe('unload-too-much');
    expect(await take(odl, part, 1.5)).toBe('moved');
    expect(await take(odl, part, 3)).toBe('unload-too-much');
    expect(await take(odl, part, 2.5)).toBe('moved');
    expect(await plant.stock(part)).toMatchObject([{ quantita: 5 }]);
  });

  it('fulfils the reservation, and reopens it after a return', async () => {
    const [part, odl] = [await plant.part(), await plant.intervention(asset)];
    await plant.move(part, warehouse, 10);
    await reserve(odl, part, 4, null);
    const taken = async () =>
      (
        await plant.demo.database.query<Row>(
          'select quantita_prelevata, versione from prenotazione where id_odl = $1',
          [odl],
        )
      ).rows[0];
    await take(odl, part, -3);
    expect(await taken()).toEqual({ quantita_prelevata: 3, versione: 2 });
    expect(await figures(part)).toMatchObject({ giacenza: 7, disponibile: 6 });
    await take(odl, part, 2);
    expect(await taken()).toMatchObject({ quantita_prelevata: 1 });
    expect(await figures(part)).toMatchObject({ giacenza: 9, disponibile: 6 });
  });

  it('is of a part and an intervention that are there', async () => {
    const part = await plant.part();
    expect(await take(2_147_483_647, part, -1)).toBe('not-found');
    expect(await take(await plant.intervention(asset), 2_147_483_647, -1)).toBe('not-found');
  });
});

describe('the available quantity', () => {
  it('is stock less open reservations, of interventions that are neither closed nor cancelled', async () => {
    const part = await plant.part();
    await plant.move(part, warehouse, 10);
    for (const [state, quantity, taken] of [
      ['AP', 2, 0],
      ['SO', 3, 1],
      ['CH', 5, 0],
      ['FA', 5, 0],
      ['AN', 5, 0],
      ['AS', 1, 4],
    ] as const)
      await reserve(await plant.intervention(asset, { state }), part, quantity, taken);
    expect(await figures(part)).toMatchObject({ giacenza: 10, disponibile: 6 });
  });

  it('is next to every balance, and at most the free stock of the part', async () => {
    const [part, elsewhere] = [await plant.part(), await plant.warehouse()];
    await plant.move(part, warehouse, 10);
    await plant.move(part, elsewhere, 3);
    await reserve(await plant.intervention(asset), part, 8);
    const rows = await plant.stock(part);
    expect(rows.map((row) => [row.quantita, row.disponibile])).toEqual([
      [10, 5],
      [3, 3],
    ]);
    const { data } = await plant.admin.get(`/magazzino/${elsewhere}/giacenze-totali/`);
    expect(data).toMatchObject([{ id_ricambio: part, quantita: 3, disponibile: 3 }]);
  });

  it('is below zero if more is reserved than in stock', async () => {
    const part = await plant.part();
    await plant.move(part, warehouse, 1);
    await reserve(await plant.intervention(asset), part, 4);
    expect(await figures(part)).toMatchObject({ giacenza: 1, disponibile: -3 });
  });

  it('below the minimum marks the part', async () => {
    const part = await plant.part({ scorta_minima: 5 });
    expect(await figures(part)).toMatchObject({ giacenza: 0, disponibile: 0, sotto_scorta: 1 });
    await plant.move(part, warehouse, 5);
    expect(await figures(part)).toMatchObject({ sotto_scorta: 0 });
    await reserve(await plant.intervention(asset), part, 0.5);
    expect(await figures(part)).toMatchObject({ giacenza: 5, disponibile: 4.5, sotto_scorta: 1 });
    expect(await figures(await plant.part())).toMatchObject({ sotto_scorta: 0 });
  });

  it('and the counters are there as soon as the part is', async () => {
    const { id_classe } = (await plant.admin.get(`/ricambio/${await plant.part()}`)).data;
    const { data } = await plant.admin.post('/ricambio/', {
      codice: 'NUOVO',
      descrizione: 'Nuovo',
      id_classe,
      id_organizzazione: 1,
      id_reparto: 1,
      scorta_minima: 1,
    });
    expect(data).toMatchObject({
      giacenza: 0,
      disponibile: 0,
      sotto_scorta: 1,
      movimentazioni: 0,
      num_interventi: 0,
    });
  });

  it('counts movements and the interventions they were for', async () => {
    const [part, one, other] = [
      await plant.part(),
      await plant.intervention(asset),
      await plant.intervention(asset),
    ];
    await plant.move(part, warehouse, 9);
    for (const [odl, quantity] of [
      [one, -1],
      [one, -1],
      [one, 1],
      [other, -1],
    ] as const)
      await take(odl, part, quantity);
    expect(await figures(part)).toMatchObject({ movimentazioni: 5, num_interventi: 2 });
  });
});
