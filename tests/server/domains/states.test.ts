/** States, allowed sequences, and intervention types. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../plant/plant.ts';
import { LOCKED, REQUIRED, runScenarios } from '../plant/scenario.ts';

let demo: Plant;
const ids: Record<string, number> = {};

beforeAll(async () => {
  demo = await plant();
  for (const codice of ['AP', 'AS', 'IC', 'CH']) ids[codice] = await demo.idOf('stato', { codice });
  ids.all = await demo.idOf('odl/tipoGuasto', { codice: '*' });
  ids.failure = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
});
afterAll(() => demo.close());

const state = { codice: 'NEW', descrizione: 'Nuovo', id_tipo_stato_odl: 3 };
const row = { id_stato_padre: '{IC}', id_stato: '{AP}', id_ruolo: -1, id_tipo_intervento: -1 };

describe('states', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'a new state is white and recalled [state-defaults]',
      call: 'POST /stato/',
      body: state,
      expected: {
        data: {
          colore: '{"r":255,"g":255,"b":255,"a":1}',
          reminder: 1,
          permetti_followup: 0,
          eliminabile: 1,
          codice_tipo_stato_odl: 'LA',
        },
      },
    },
    {
      name: 'refuses a code of 21 characters [state-code-20]',
      call: 'POST /stato/',
      body: { ...state, codice: 'X'.repeat(21) },
      errors: { codice: 'Valore troppo lungo' },
    },
    {
      name: 'refuses a sixth state type [state-types]',
      call: 'POST /stato/',
      body: { ...state, codice: 'SIX', id_tipo_stato_odl: 6 },
      status: 422,
    },
    {
      name: 'keeps the code AS',
      call: 'PUT /stato/{AS}',
      body: { codice: 'ASS' },
      errors: { codice: LOCKED },
    },
    { name: 'does not delete CH', call: 'DELETE /stato/{CH}', status: 403 },
    {
      name: 'refuses to delete AP',
      call: 'GET /stato/{AP}',
      expected: { data: { eliminabile: 0, codice_tipo_stato_odl: 'AP' } },
    },
    {
      name: 'keeps the type of CH: its interventions would be open again',
      call: 'PUT /stato/{CH}',
      body: { id_tipo_stato_odl: 3 },
      errors: { id_tipo_stato_odl: LOCKED },
    },
    {
      name: 'carries the names by language [type-translations]',
      call: 'PUT /stato/{IC}',
      body: { traduzioni: { en: 'Under way' } },
      expected: { data: { traduzioni: { en: 'Under way' } } },
    },
  ]);
});

describe('the list of states', () => {
  it('is sorted by order, rows without one last [state-order-missing]', async () => {
    const admin = await demo.as('SUADMIN');
    await admin.post('/stato/', { ...state, codice: 'AAA', descrizione: 'Senza ordine', ordine: 9998 });
    const { data } = await admin.get('/stato/?all=1');
    expect(data[0]).toMatchObject({ codice: 'AP' });
    // The state NEW of the tests above has no order.
    expect(data.slice(-2).map((row: { codice: string }) => row.codice)).toEqual(['AAA', 'NEW']);
  });
});

it('a state keeps the type opening while interventions start there', async () => {
  const admin = await demo.as('SUADMIN');
  const { data: opening } = await admin.post('/stato/', { ...state, codice: 'APX', id_tipo_stato_odl: 1 });
  const { data: start } = await admin.post('/stato/struttura/', {
    id_stato_padre: -1,
    id_stato: opening.id,
    id_ruolo: -1,
    id_tipo_intervento: -1,
  });
  const processing = { id_tipo_stato_odl: 3 };
  expect((await admin.put(`/stato/${opening.id}`, processing)).status).toBe(422);
  await admin.del(`/stato/struttura/${start.id}`);
  expect((await admin.put(`/stato/${opening.id}`, processing)).status).toBe(200);
});

describe('state structure', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'refuses a start in a state that is not opening [structure-none-opening]',
      call: 'POST /stato/struttura/',
      body: { ...row, id_stato_padre: -1, id_stato: '{IC}' },
      errors: { id_stato: 'Senza stato padre lo stato figlio deve essere di tipo apertura' },
    },
    {
      name: 'refuses a state that follows itself [structure-not-self]',
      call: 'POST /stato/struttura/',
      body: { ...row, id_stato: '{IC}' },
      status: 422,
    },
    {
      name: 'refuses a row without child [structure-required]',
      call: 'POST /stato/struttura/',
      body: { id_stato_padre: '{IC}' },
      errors: { id_stato: REQUIRED },
    },
    {
      name: 'accepts -1 for all roles and all types [structure-minus-one]',
      call: 'POST /stato/struttura/',
      body: row,
      expected: {
        data: {
          stato_padre: 'In corso',
          stato: 'Aperto',
          ruolo: 'Tutti i ruoli',
          tipo_intervento: 'Tutti i tipi',
        },
      },
    },
    { name: 'refuses the same row twice', call: 'POST /stato/struttura/', body: row, status: 409 },
  ]);

  it('answers rows, with parent, child, role and type [structure-columns]', async () => {
    const { data } = await (await demo.as('SUADMIN')).get('/stato/struttura/');
    expect(data).toHaveLength(await demo.count('stato_struttura'));
    expect(data[0]).toMatchObject({ stato_padre: expect.any(String), stato: expect.any(String) });
  });
});

describe('intervention types', () => {
  runScenarios(() => demo, ids, [
    {
      name: 'protects * from change [type-protected]',
      call: 'PUT /odl/tipoGuasto/{all}',
      body: { descrizione: 'Altro' },
      status: 403,
    },
    {
      name: 'protects * from deletion [type-protected]',
      call: 'DELETE /odl/tipoGuasto/{all}',
      status: 403,
    },
    {
      name: 'refuses a type without description [type-required]',
      call: 'POST /odl/tipoGuasto/',
      body: { codice: 'X' },
      errors: { descrizione: REQUIRED },
    },
  ]);

  it('has at most one default, with a line in the history', async () => {
    const admin = await demo.as('SUADMIN');
    await admin.post('/odl/tipoGuasto/', { codice: 'DEF', descrizione: 'Predefinito', is_default: 1 });
    expect(await demo.count('odl_tipoguasto where is_default = 1')).toBe(1);
    const { data } = await admin.get(`/odl/tipoGuasto/${ids.failure}/storico/`);
    expect(data[0].modifiche).toEqual([{ campo: 'is_default', da: 1, a: 0 }]);
  });
});
