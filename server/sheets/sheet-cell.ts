/** What a sheet is made of, once it is read. */
import type { NumberFormat } from './number-formats.ts';

/** A day is `{d}`, '2024-03-15' or '2024-03-15T08:30:00'; `{e}` an error of the sheet; `{f}` a formula never computed. */
export type SheetCell = string | number | boolean | null | { d: string } | { e: string } | { f: 1 };

export interface SheetRow {
  /** As the spreadsheet numbers it. */
  number: number;
  cells: SheetCell[];
}

/** First and last row and column of cells that are one; columns from 0. */
export interface Merge {
  rows: [number, number];
  columns: [number, number];
}

/** What cells refer to. */
export interface Ground {
  texts: string[];
  formats: NumberFormat[];
  from1904: boolean;
}
