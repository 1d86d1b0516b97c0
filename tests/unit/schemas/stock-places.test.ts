/** Which place a part is proposed from, and which parts a search finds, on the server and on a device alike. */
import { describe, expect, it } from 'vitest';
import { hasWords } from '../../../schemas/search-words.ts';
import { firstPlace, proposedPlace } from '../../../schemas/stock-places.ts';

const ME = 7;
const SHELF = {
  ...{ id_magazzino: 1, codice_magazzino: 'M', descrizione_magazzino: 'Magazzino', id_ubicazione: 2 },
  ...{ descrizione_ubicazione: 'Scaffale', id_lotto: null, descrizione_lotto: null },
};
const place = (id: number, id_utente: number | null, quantita: number) => ({
  ...{ id, id_utente, quantita },
  ...SHELF,
});

describe('the place of a part', () => {
  it('is the own warehouse, then one of nobody, then one of another, with the largest stock', () => {
    const [own, small, large, others] = [
      place(4, ME, 1),
      place(3, null, 2),
      place(2, null, 5),
      place(1, 8, 50),
    ];
    expect(firstPlace([others, large, small, own], ME)).toBe(own);
    expect(firstPlace([others, small, large], ME)).toBe(large);
    expect(firstPlace([others], ME)).toBe(others);
    expect(firstPlace([place(6, null, 5), large], ME)).toBe(large);
    expect(firstPlace([place(4, ME, 0), others], ME)).toBe(others);
    expect(firstPlace([place(4, ME, 0)], ME)).toBeUndefined();
    expect(firstPlace([own, small], undefined)).toBe(small);
  });

  it('offers what is there, and at most what nobody else needs', () => {
    const offered = (quantity: number, free: number) =>
      proposedPlace([place(1, ME, quantity)], free, ME).disponibile;
    expect([offered(5, 3), offered(2, 3), offered(5, -1)]).toEqual([3, 2, 0]);
    expect(offered(0.3, 0.1 + 0.2)).toBe(0.3);
    expect(proposedPlace([place(1, ME, 5)], 3, ME)).toEqual({
      ...SHELF,
      proprio: 1,
      quantita: 5,
      disponibile: 3,
    });
    expect(proposedPlace([], 0, ME)).toMatchObject({ id_magazzino: null, proprio: 0, quantita: 0 });
  });
});

it('a search finds texts with each of its words, in any order and case', () => {
  const texts = ['FIL-AR-20', 'Filtro aria G4'];
  for (const search of ['filtro', 'ARIA filtro', 'fil-ar g4', ' ', ''])
    expect(hasWords(texts, search), search).toBe(true);
  for (const search of ['olio', 'filtro olio', 'fil_ar', '%'])
    expect(hasWords(texts, search), search).toBe(false);
  expect(hasWords([null, 'Àncora'], 'àncora')).toBe(true);
});
