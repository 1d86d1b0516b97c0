/** The parts that a phone finds without a network, in the rows of its pack. */
import { describe, expect, it } from 'vitest';
import type { Packed } from '../../dataProvider/device.ts';
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import type { Pack } from '../../dataProvider/taken.ts';
import type { Row } from '../../schemas/entity.ts';
import {
  heldParts,
  namesOf,
  type ProposedPart,
  withdrawnIn,
} from '../../src/interventions/parts/held-parts.ts';
import { mergedPacked } from '../../src/interventions/work/take-along.ts';

const ME = 7;
const PACKED: Packed = {
  ...{ user: ME, language: 'it', cursor: 'a', at: 0 },
  rows: {
    ricambio: [
      { id: 1, codice: 'FIL-2', descrizione: 'Filtro olio', unita_di_misura: 'pz', disponibile: 8 },
      { id: 2, codice: 'FIL-1', descrizione: 'Filtro aria', disponibile: 1 },
      { id: 3, codice: 'CIN-1', descrizione: 'Cinghia', disponibile: 0 },
    ],
    magazzino: [
      { id: 10, codice: 'MAG', descrizione: 'Magazzino' },
      { id: 11, codice: 'FURG', descrizione: 'Furgone', id_utente: ME },
    ],
    ubicazione: [{ id: 20, id_magazzino: 10, descrizione: 'Scaffale' }],
    giacenza: [
      { id: 30, id_ricambio: 1, id_magazzino: 10, id_ubicazione: 20, quantita: 5 },
      { id: 31, id_ricambio: 1, id_magazzino: 11, quantita: 3 },
      { id: 32, id_ricambio: 2, id_magazzino: 11, quantita: 4 },
      { id: 33, id_ricambio: 2, id_magazzino: 99, quantita: 9 },
    ],
  },
};
const NOTHING = { proposed: [], withdrawn: [], user: ME };
const act = (body: Row): Waiting => ({
  ...{
    key: 'k',
    user: ME,
    act: 'withdraw',
    on: 'intervention',
    id: '5',
    method: 'POST',
    path: '',
    query: {},
  },
  ...{ doneAt: 0, page: '', body },
});
const withdrawal = (quantita: number, more: Row = {}) =>
  withdrawnIn([act({ id_ricambio: 1, id_magazzino: 11, quantita: -quantita, ...more })]);
const found = (filtro: string, known: Partial<typeof NOTHING> | object = {}) =>
  heldParts(PACKED, { filtro }, { ...NOTHING, ...known });

describe('parts on the device', () => {
  it('are found by their words or by their id, by code, each with its place', () => {
    expect(found('filtro').map(({ codice }) => codice)).toEqual(['FIL-1', 'FIL-2']);
    expect(found('OLIO fil')).toEqual([
      {
        ...{ id_ricambio: 1, codice: 'FIL-2', descrizione: 'Filtro olio', unita_di_misura: 'pz' },
        ...{ motivo: null, id_prenotazione: null, resta: null, proprio: 1, quantita: 3, disponibile: 3 },
        ...{ id_magazzino: 11, codice_magazzino: 'FURG', descrizione_magazzino: 'Furgone' },
        ...{ id_ubicazione: null, descrizione_ubicazione: null, id_lotto: null, descrizione_lotto: null },
      },
    ]);
    const [byId, ...others] = heldParts(PACKED, { idRicambio: 3 }, NOTHING);
    expect(byId).toMatchObject({ codice: 'CIN-1', id_magazzino: null, disponibile: 0 });
    expect(others).toEqual([]);
    expect(found('guarnizione')).toEqual([]);
    expect(namesOf(PACKED)).toHaveLength(3);
    expect(namesOf(undefined)).toEqual([]);
  });

  it('offer at most what no other work has reserved, with a reservation of this work besides', () => {
    expect(found('aria')).toMatchObject([{ quantita: 4, disponibile: 1 }]);
    const reserved = { id_ricambio: 2, motivo: 'prenotato', id_prenotazione: 40, resta: 2 } as ProposedPart;
    const part = { motivo: 'prenotato', id_prenotazione: 40, resta: 2, disponibile: 3 };
    expect(found('aria', { proposed: [reserved] })).toMatchObject([part]);
    expect(found('filtro', { proposed: [{ ...reserved, id_ricambio: 1 }] })[0]).toMatchObject({
      id_ricambio: 1,
    });
  });

  it('are without what was withdrawn on this device, then from the next warehouse', () => {
    const afterTaking = (quantity: number, more: Row = {}) =>
      found('olio', { withdrawn: withdrawal(quantity, more) })[0];
    expect(afterTaking(2)).toMatchObject({ id_magazzino: 11, quantita: 1, disponibile: 1 });
    expect(afterTaking(3)).toMatchObject({
      id_magazzino: 10,
      descrizione_ubicazione: 'Scaffale',
      disponibile: 5,
    });
    expect(afterTaking(4, { id_magazzino: 10, id_ubicazione: 20 })).toMatchObject({
      id_magazzino: 11,
      disponibile: 3,
    });
    expect(afterTaking(2, { id_ricambio: 2 })).toMatchObject({ disponibile: 3 });
    // What was reserved for other work is not free before and after its withdrawal.
    const aria = (more: Row) =>
      found('aria', { withdrawn: withdrawal(1, { id_ricambio: 2, ...more }) })[0]?.disponibile;
    expect([aria({}), aria({ id_prenotazione: 50 })]).toEqual([0, 1]);
  });
});

it('the rows of a pack replace and remove those before, and a whole pack all of them', () => {
  const pack = (changes: Partial<Pack>): Pack => ({
    ...{ cursor: 'b', intero: 0, record: {}, tolti: {}, schemi: { impronta: 's' } },
    ...changes,
  });
  const record = {
    giacenza: [{ id: 31, id_ricambio: 1, id_magazzino: 11, quantita: 1 }],
    commento: [{ id: 1 }],
  };
  const changed = mergedPacked(
    PACKED,
    pack({ record, tolti: { ricambio: [2, 3], giacenza: [32], odl: [1] } }),
  );
  expect(changed.ricambio?.map(({ id }) => id)).toEqual([1]);
  expect(changed.giacenza?.map(({ id, quantita }) => [id, quantita])).toEqual([
    [30, 5],
    [31, 1],
    [33, 9],
  ]);
  expect(changed.magazzino).toEqual(PACKED.rows.magazzino);
  expect(Object.keys(changed)).not.toContain('commento');
  const whole = mergedPacked(PACKED, pack({ intero: 1, record }));
  expect(whole).toEqual({ ricambio: [], giacenza: record.giacenza, magazzino: [], ubicazione: [] });
  expect(mergedPacked(undefined, pack({ intero: 1 })).ricambio).toEqual([]);
});
