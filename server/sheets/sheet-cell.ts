/** The content of a sheet after reading. */
import type { NumberFormat } from './number-formats.ts';

/**
 * `{d}` is a date, '2024-03-15' or '2024-03-15T08:30:00'; `{e}` an error of the sheet; `{f}` a formula without a value.
 */
export type SheetCell = string | number | boolean | null | { d: string } | { e: string } | { f: 1 };

export interface SheetRow {
  /** The row number of the spreadsheet. */
  number: number;
  cells: SheetCell[];
}

/** The first and last row and column of merged cells; columns from 0. */
export interface Merge {
  rows: [number, number];
  columns: [number, number];
}

/** The tables that cells refer to. */
export interface Lookups {
  texts: string[];
  formats: NumberFormat[];
  from1904: boolean;
}
