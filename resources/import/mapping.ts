/** Which column of a file fills what. Pure. */
import type { FileColumn, ImportFile, Mapping, Target } from '../../dataProvider/imports.ts';

/** The column that brings back what became of a row fills nothing when the file is sent again. */
const OUTCOME_HEAD = 'ESITO';

const isBare = ({ intestazione, esempi }: FileColumn): boolean => intestazione === '' && esempi.length === 0;
const isOutcome = ({ intestazione }: FileColumn): boolean =>
  intestazione.trim().toUpperCase() === OUTCOME_HEAD;

/** Columns that a person may choose from. */
export const offered = (columns: FileColumn[]): FileColumn[] =>
  columns.filter((column) => !isBare(column) && !isOutcome(column));

/** Every head is known, and nothing is missing: there is nothing to ask. */
export const isPlain = ({ colonne, mancanti }: ImportFile): boolean =>
  mancanti.length === 0 && offered(colonne).every(({ campo }) => campo !== null);

/** By what is filled, the number of the column. */
export type Chosen = Record<string, number | undefined>;

export const chosenIn = (columns: FileColumn[]): Chosen =>
  Object.fromEntries(columns.flatMap(({ indice, campo }) => (campo === null ? [] : [[campo, indice]])));

/** A column fills one thing: chosen for another, it leaves the first. */
export function choose(chosen: Chosen, target: string, column: number | undefined): Chosen {
  const others = Object.entries(chosen).filter(([name, index]) => name !== target && index !== column);
  return { ...Object.fromEntries(others), [target]: column };
}

export const mappingOf = (chosen: Chosen): Mapping =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([target, index]) => (index === undefined ? [] : [[index, target]])),
  );

export const unused = (columns: FileColumn[], chosen: Chosen): FileColumn[] =>
  offered(columns).filter(({ indice }) => !Object.values(chosen).includes(indice));

export const missing = (targets: Target[], chosen: Chosen): Target[] =>
  targets.filter(({ campo, obbligatorio }) => obbligatorio === 1 && chosen[campo] === undefined);

/** As a spreadsheet calls it: A, B, … AA. */
export function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}
