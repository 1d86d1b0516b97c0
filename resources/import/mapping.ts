/** The assignment of a file's columns to fields. Has no side effects. */
import type { FileColumn, ImportFile, Mapping, Target } from '../../dataProvider/imports.ts';

/** The column with the results of an earlier import is ignored when the file is sent again. */
const OUTCOME_HEADER = 'ESITO';

const isBare = ({ intestazione, esempi }: FileColumn): boolean => intestazione === '' && esempi.length === 0;
const isOutcome = ({ intestazione }: FileColumn): boolean =>
  intestazione.trim().toUpperCase() === OUTCOME_HEADER;

/** Returns the columns that the user may assign. */
export const offered = (columns: FileColumn[]): FileColumn[] =>
  columns.filter((column) => !isBare(column) && !isOutcome(column));

/**
 * Returns whether all headers are recognised and no required field is missing, so that no question is left.
 */
export const isPlain = ({ colonne, mancanti }: ImportFile): boolean =>
  mancanti.length === 0 && offered(colonne).every(({ campo }) => campo !== null);

/** The column number, by field. */
export type Chosen = Record<string, number | undefined>;

export const chosenIn = (columns: FileColumn[]): Chosen =>
  Object.fromEntries(columns.flatMap(({ indice, campo }) => (campo === null ? [] : [[campo, indice]])));

/** Assigns a column to a field, and removes it from any other field. */
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

/** Returns the column letter as in a spreadsheet: A, B, ... AA. */
export function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}
