/** Load, unload and transfer as acts: all faults at once, their description, and the part's history by role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { REQUIRED, UNKNOWN } from '../plant/scenario.ts';
import { type Store, store } from './store.ts';

let plant: Store;
let part: number;
let codes: string[];
let warehouses: number[];
beforeAll(async () => {
  plant = await store();
  part = await plant.part();
  codes = ['ATTI-A', 'ATTI-B'];
  warehouses = [await plant.warehouse({ codice: codes[0] }), await plant.warehouse({ codice: codes[1] })];
});
afterAll(() => plant.close());

describe('faults of a movement', () => {
  it('by hand are reported at every field at once', async () => {
    const other = await plant.part();
    const wrong = { id_ricambio: other, id_ubicazione: 'x', id_lotto: -1, quantita: -0.001 };
    expect(await plant.admin.post(`/ricambio/${part}/giacenza/`, wrong)).toMatchObject({
      status: 422,
      result: -1,
      errors: {
        id_ricambio: "Il ricambio non è quello dell'indirizzo",
        id_magazzino: REQUIRED,
        id_ubicazione: 'Serve un numero intero',
        id_lotto: UNKNOWN,
        quantita: 'Sono ammessi al massimo due decimali',
      },
    });
  });

  it('to another place too', async () => {
    const wrong = {
      id_magazzino_da: 'x',
      ubicazione_lotto_da: '1-2-3-4',
      id_magazzino_a: 2_147_483_648,
      descrizione_lotto_a: 'x'.repeat(201),
      quantita: -3,
    };
    const answer = await plant.admin.put(`/ricambio/${part}/trasferimento/`, wrong, { language: 'en' });
    expect(answer).toMatchObject({ status: 422, result: -1 });
    expect(answer.errors).toEqual({
      id_magazzino_da: 'A whole number is needed',
      ubicazione_lotto_da: 'Choose the location and lot of origin',
      id_magazzino_a: 'The given record does not exist',
      descrizione_lotto_a: 'Value too long',
      quantita: 'A negative quantity cannot be withdrawn',
    });
  });

  it('are reported before any lookup, so that nobody learns which parts exist', async () => {
    const answer = await plant.admin.post('/ricambio/2147483647/giacenza/', { quantita: 0 });
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual(['id_magazzino', 'quantita']);
  });
});

describe('the body', () => {
  it('outweighs the warehouse of the address', async () => {
    const [one, other] = warehouses;
    const path = `/ricambio/${await plant.part()}/giacenza/?idMagazzino=${one}`;
    const answer = await plant.admin.post(path, { id_magazzino: other, quantita: 1 });
    expect(answer.data).toMatchObject({ id_magazzino: other });
    expect((await plant.admin.post(path, { id_magazzino: null, quantita: 1 })).data).toMatchObject({
      id_magazzino: one,
    });
  });
});

describe('the description', () => {
  it('contains the three bodies and their replies', async () => {
    const { data } = await plant.admin.get('/info/openapi-specification/');
    const { schemas } = data.components;
    const path = '/api/cmms/ricambio/{id}';
    const [load, transfer] = [data.paths[`${path}/giacenza/`].post, data.paths[`${path}/trasferimento/`].put];
    const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const bodyOf = (call: Row & { requestBody: Row & { content: Record<string, { schema: Row }> } }) =>
      call.requestBody.content['application/json']?.schema;
    expect(bodyOf(load)).toEqual({ anyOf: [named('Load'), named('Unload')] });
    expect(bodyOf(transfer)).toEqual(named('Transfer'));
    expect(schemas.Load.required).toEqual(['quantita']);
    expect(schemas.Load.properties.quantita).toMatchObject({ minimum: 0.01, maximum: 999_999_999 });
    expect(schemas.Unload.properties.quantita).toMatchObject({ minimum: -999_999_999, maximum: -0.01 });
    expect([...schemas.Transfer.required].sort()).toEqual(
      ['id_magazzino_a', 'id_magazzino_da', 'quantita', 'ubicazione_lotto_da'].sort(),
    );
    expect(Object.keys(schemas.LoadResult.properties)).toEqual([
      'id_movimentazione',
      'id_ricambio',
      'id_magazzino',
      'id_ubicazione',
      'id_lotto',
      'quantita',
    ]);
    const parameter = load.parameters.find((one: Row) => one.name === 'idMagazzino');
    expect(parameter).toMatchObject({ in: 'query', schema: { type: 'integer' } });
  });
});

describe('the history of the part', () => {
  const linesOf = async (who: Store['admin'], of: number, language: 'it' | 'en' = 'it'): Promise<string[]> =>
    (await who.get(`/ricambio/${of}/storico/`, { language })).data.flatMap(({ detto }: Row) => detto ?? []);

  it('records loads, unloads and transfers, in both languages, and no refusals', async () => {
    const [one, other] = warehouses as [number, number];
    part = await plant.part();
    await plant.move(part, one, 2.5);
    await plant.move(part, one, 1, { descrizione_ubicazione: 'Ripiano nuovo' });
    await plant.move(part, one, -0.5);
    expect((await plant.move(part, one, -99)).status).toBe(422);
    expect((await plant.move(part, one, -99, { descrizione_lotto: 'Mai' })).status).toBe(422);
    const body = { id_magazzino_da: one, ubicazione_lotto_da: '-', id_magazzino_a: other };
    const path = `/ricambio/${part}/trasferimento/`;
    expect((await plant.admin.put(path, { ...body, quantita: 1 })).status).toBe(200);
    expect((await plant.admin.put(path, { ...body, quantita: 99 })).status).toBe(422);
    expect(await linesOf(plant.admin, part)).toEqual([
      'Trasferimento di 1 da ATTI-A a ATTI-B',
      'Scarico di 0,5 da ATTI-A',
      'Carico di 1 in ATTI-A',
      'Carico di 2,5 in ATTI-A',
    ]);
    expect(await linesOf(plant.admin, part, 'en')).toEqual([
      'Transferred 1 from ATTI-A to ATTI-B',
      'Unloaded 0.5 from ATTI-A',
      'Loaded 1 into ATTI-A',
      'Loaded 2.5 into ATTI-A',
    ]);
    // Technicians see the part, but not its movements.
    expect(await linesOf(await plant.demo.as('RIFTEC'), part)).toEqual([]);
  });

  it('hides warehouses out of scope', async () => {
    const parma = await plant.demo.idOf('organizzazione', { codice: 'PAR' });
    const far = await plant.warehouse({ codice: 'ATTI-LONTANO', id_organizzazione: parma });
    const shared = await plant.part();
    await plant.move(shared, warehouses[0] ?? 0, 5);
    const body = {
      id_magazzino_da: warehouses[0],
      ubicazione_lotto_da: '-',
      id_magazzino_a: far,
      quantita: 2,
    };
    expect((await plant.admin.put(`/ricambio/${shared}/trasferimento/`, body)).status).toBe(200);
    const planner = await plant.demo.asUser('elena.tosi@officina.example');
    expect(await linesOf(planner, shared)).toEqual([
      'Trasferimento di 2 da ATTI-A a …',
      'Carico di 5 in ATTI-A',
    ]);
    expect((await linesOf(plant.admin, shared))[0]).toBe('Trasferimento di 2 da ATTI-A a ATTI-LONTANO');
  });
});
