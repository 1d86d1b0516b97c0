/** Reads a cell as the value of a field, in the number and date formats of the language. Has no side effects. */
import type { SettingOf } from '../../../schemas/access.ts';
import { DAY_MS } from '../../../schemas/durations.ts';
import { type Field, type Kind, LANGUAGES, type Language } from '../../../schemas/entity.ts';
import { hasCents } from '../../../schemas/kinds.ts';
import { YES_NO } from '../../../schemas/language.ts';
import { trimmed } from '../../../schemas/meaning.ts';
import { DAY_LENGTH, twoDigits } from '../../../schemas/timestamps.ts';
import { isDate, isInstant, type Rule } from '../../../schemas/validate.ts';
import { inUtc } from '../../plant/plant-time.ts';
import type { SheetCell } from '../../sheets/sheet-cell.ts';
import { normalised } from './sheet-columns.ts';

export interface Reader {
  language: Language;
  setting: SettingOf;
}

export type Reading = { value: string | number | null } | { rule: Rule; params?: Record<string, string> };

/** Any cell except empty ones, errors and formulas. */
type Filled = string | number | boolean | { d: string };
type Read = (cell: Filled, field: Field, reader: Reader) => Reading;

const isDateCell = (cell: SheetCell): cell is { d: string } =>
  typeof cell === 'object' && cell !== null && 'd' in cell;

/** Larger numbers lose digits in a sheet. */
const DIGITS_MAX = 1e15;

const formatDate = (day: string): string => {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}/${month}/${year}${day.length > 10 ? ` ${day.slice(11, 16)}` : ''}`;
};

/** Returns the text that a user sees in the cell. */
export function textOf(cell: SheetCell, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return trimmed(cell.replaceAll('\r\n', '\n'));
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return YES_NO[language][cell ? 1 : 0];
  return isDateCell(cell) ? formatDate(cell.d) : 'e' in cell ? cell.e : '';
}

const text: Read = (cell, _field, { language }) =>
  typeof cell === 'number' && Math.abs(cell) >= DIGITS_MAX
    ? { rule: 'sheet-digits' }
    : { value: textOf(cell, language) };

const GROUPS: Record<Language, { group: RegExp; sign: string }> = {
  it: { group: /^[-+]?\d{1,3}(\.\d{3})+(,\d+)?$/, sign: '.' },
  en: { group: /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/, sign: ',' },
};

/**
 * Parses '1.234,56' and '1234.56' in Italian, '1,234.56' and '1234,56' in English. Spaces and apostrophes are
 * ignored.
 */
export function numberOf(written: string, language: Language): number {
  const compact = written.replaceAll(/[\s'\u2019]/g, '').replace('\u2212', '-');
  const { group, sign } = GROUPS[language];
  const ungrouped = group.test(compact) ? compact.replaceAll(sign, '') : compact;
  const number = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d{1,3})?$/i.test(ungrouped)
    ? Number(ungrouped.replace(',', '.'))
    : Number.NaN;
  // Turns -0 into 0.
  return number === 0 ? 0 : number;
}

const number: Read = (cell, field, { language }) => {
  const value =
    typeof cell === 'number' ? cell : typeof cell === 'string' ? numberOf(cell, language) : Number.NaN;
  if (!Number.isFinite(value)) return { rule: hasCents(field.kind) ? 'type-number' : 'type-integer' };
  return { value: value === 0 ? 0 : value };
};

/** The serial numbers that are read as dates, from 1927 to 2119: too large for years, and unlikely for amounts. */
const DAY_NUMBERS = [10_000, 80_000] as const;
const EPOCH = Date.UTC(1899, 11, 30);

const fullYear = (year: string): string =>
  year.length === 4 ? year : Number(year) < 70 ? `20${year}` : `19${year}`;

/** Converts '29/3/2026', '29-03-26' or '29.3.2026 8:30' to '2026-03-29' or '2026-03-29T08:30:00'. */
function parseDate(written: string): string | undefined {
  const match =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?)?$/.exec(
      written,
    );
  if (!match) return undefined;
  const [, day = '', month = '', year = '', hours, minutes, seconds = '00'] = match;
  const date = `${fullYear(year)}-${twoDigits(month)}-${twoDigits(day)}`;
  return hours === undefined ? date : `${date}T${twoDigits(hours)}:${minutes}:${seconds}`;
}

function localTimestamp(cell: Filled): string | undefined {
  if (isDateCell(cell)) return cell.d;
  if (typeof cell === 'number' && cell >= DAY_NUMBERS[0] && cell < DAY_NUMBERS[1])
    return new Date(Math.round((cell * DAY_MS) / 1000) * 1000 + EPOCH).toISOString().slice(0, 19);
  if (typeof cell !== 'string') return undefined;
  const written = trimmed(cell);
  return parseDate(written) ?? (isDate(written) || isInstant(written) ? written : undefined);
}

const date: Read = (cell) => {
  const day = localTimestamp(cell)?.slice(0, 10);
  return day && isDate(day) ? { value: day } : { rule: 'sheet-date' };
};

const instant: Read = (cell, _field, { setting }) => {
  const timestamp = localTimestamp(cell)?.replace(' ', 'T');
  const full = timestamp?.length === DAY_LENGTH ? `${timestamp}T00:00:00` : timestamp;
  if (!full || !isInstant(full)) return { rule: 'sheet-instant' };
  return { value: inUtc(full, setting) };
};

const YES = new Set(['1', 'si', 's', 'yes', 'y', 'vero', 'true', 'x']);
const NO = new Set(['0', 'no', 'n', 'falso', 'false']);

const flag: Read = (cell, _field, { language }) => {
  const word = typeof cell === 'boolean' ? String(cell) : normalised(textOf(cell, language));
  return YES.has(word) ? { value: 1 } : NO.has(word) ? { value: 0 } : { rule: 'sheet-flag' };
};

const choice: Read = (cell, field, { language }) => {
  const word = normalised(textOf(cell, language));
  const found = field.choices?.find(({ value, title }) =>
    [String(value), ...LANGUAGES.map((one) => title[one])].some((name) => normalised(name) === word),
  );
  return found ? { value: found.value } : { rule: 'choice' };
};

const READ: Record<Kind, Read> = {
  text,
  note: text,
  email: text,
  uri: text,
  phone: text,
  icon: text,
  colour: text,
  column: text,
  integer: number,
  decimal: number,
  money: number,
  quantity: number,
  flag,
  choice,
  date,
  instant,
  // The text is a code, which is looked up later for many rows together.
  reference: text,
  translations: () => ({ rule: 'type-text' }),
  options: () => ({ rule: 'type-list' }),
  file: () => ({ rule: 'type-text' }),
};

/** Reads a cell. An empty cell is null and changes nothing. */
export function readCell(cell: SheetCell, field: Field, reader: Reader): Reading {
  if (cell === null || (typeof cell === 'string' && trimmed(cell) === '')) return { value: null };
  if (typeof cell === 'object' && 'e' in cell) return { rule: 'sheet-error', params: { error: cell.e } };
  if (typeof cell === 'object' && 'f' in cell) return { rule: 'sheet-formula' };
  return READ[field.kind](cell, field, reader);
}
