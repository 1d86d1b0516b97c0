/** Lines of CSV, in the format that spreadsheets of the language expect. */
import type { Language } from '../../schemas/entity.ts';
import type { Value } from './workbook-writer.ts';

/** A byte order mark, which says that the text is UTF-8. */
export const CSV_START = '\uFEFF';
export const CSV_TYPE = 'text/csv; charset=utf-8';

function written(value: Value, language: Language): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return language === 'it' ? String(value).replace('.', ',') : String(value);
  if (typeof value === 'object') {
    const [year, month, day] = value.day.slice(0, 10).split('-');
    return `${day}/${month}/${year}${value.day.length > 10 ? ` ${value.day.slice(11, 16)}` : ''}`;
  }
  // A quote in front stops spreadsheets from running the text as a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: Value[], language: Language): string =>
  `${cells.map((cell) => written(cell, language)).join(';')}\r\n`;
