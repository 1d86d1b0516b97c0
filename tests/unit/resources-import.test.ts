import { describe, expect, it } from 'vitest';
import type { FileColumn, ImportFile } from '../../dataProvider/imports.ts';
import {
  choose,
  chosenIn,
  isPlain,
  letterOf,
  mappingOf,
  missing,
  offered,
  unused,
} from '../../resources/import/mapping.ts';

const columns = (...headers: [string, string | null][]): FileColumn[] =>
  headers.map(([intestazione, campo], indice) => ({ indice, intestazione, esempi: ['x'], campo }));

const file = (colonne: FileColumn[], mancanti: string[] = []): ImportFile =>
  ({ colonne, mancanti }) as unknown as ImportFile;

describe('the columns of a file to import', () => {
  it('need no question if all headers are recognised and nothing is missing', () => {
    const readBefore = columns(['CODICE', 'CODICE'], ['NOTE', 'NOTE']);
    expect(isPlain(file(readBefore))).toBe(true);
    expect(isPlain(file(readBefore, ['CLASSE']))).toBe(false);
    expect(isPlain(file(columns(['CODICE', 'CODICE'], ['Sigla', null])))).toBe(false);
  });

  it('need none for the result of an earlier import, nor for an empty column', () => {
    const bare = { indice: 2, intestazione: '', esempi: [], campo: null };
    const all = [...columns(['CODICE', 'CODICE'], [' Esito', null]), bare];
    expect(isPlain(file(all))).toBe(true);
    expect(offered(all).map(({ indice }) => indice)).toEqual([0]);
    expect(isPlain(file([...all, { ...bare, indice: 3, esempi: ['P-101'] }]))).toBe(false);
  });

  it('fill one field each: a new assignment removes the old one', () => {
    const all = columns(['Sigla', 'CODICE'], ['Nome', 'DESCRIZIONE'], ['Extra', null]);
    const moved = choose(chosenIn(all), 'CODICE', 1);
    expect(mappingOf(moved)).toEqual({ 1: 'CODICE' });
    expect(unused(all, moved).map(({ intestazione }) => intestazione)).toEqual(['Sigla', 'Extra']);
    expect(mappingOf(choose(moved, 'CODICE', undefined))).toEqual({});
  });

  it('list the missing columns for new records', () => {
    const targets = [
      { campo: 'CODICE', etichetta: 'Codice', obbligatorio: 1 },
      { campo: 'NOTE', etichetta: 'Note', obbligatorio: 0 },
    ];
    expect(missing(targets, {}).map(({ campo }) => campo)).toEqual(['CODICE']);
    expect(missing(targets, { CODICE: 0 })).toEqual([]);
  });

  it('are called as a spreadsheet calls them', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});
