/** The nine conditions of a control, each on a value as its column has it. Pure. */
import { isDate } from '../../../../schemas/validate.ts';

export interface Control {
  stato: number;
  campo: string;
  label: string;
  condizione: number;
  valore: string | null;
}

/** The day that the plant's clock shows at a moment. */
export type DayOf = (instant: string) => string;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const lower = (value: unknown): string => String(value).trim().toLowerCase();
const numeric = (value: unknown): number => Number(String(value).replace(',', '.'));

const BY_WORDS = new Intl.Collator('it', { sensitivity: 'base' });

/** Below, at or above: -1, 0, 1; by what the column holds. */
function compare(column: string, value: unknown, wanted: string, dayOf: DayOf): number {
  if (/^campo_(int|float|boolean)/.test(column)) return Math.sign(numeric(value) - numeric(wanted));
  if (column.startsWith('campo_date')) return Math.sign(Date.parse(String(value)) - Date.parse(wanted));
  if (!column.startsWith('campo_timestamp')) return Math.sign(BY_WORDS.compare(lower(value), lower(wanted)));
  const moment = isDate(wanted) ? Date.parse(dayOf(String(value))) : Date.parse(String(value));
  return Math.sign(moment - Date.parse(wanted));
}

type Test = (sign: number) => boolean;

const COMPARISONS: Record<number, Test> = {
  3: (sign) => sign === 0,
  5: (sign) => sign > 0,
  6: (sign) => sign >= 0,
  7: (sign) => sign < 0,
  8: (sign) => sign <= 0,
};

/** What is empty is filled, equal, greater, less or contained by nothing; it differs from everything. */
export function meets({ campo, condizione, valore }: Control, value: unknown, dayOf: DayOf): boolean {
  const empty = isEmpty(value);
  const wanted = valore ?? '';
  if (condizione === 1) return !empty;
  if (condizione === 2) return empty;
  if (condizione === 4) return empty || compare(campo, value, wanted, dayOf) !== 0;
  if (condizione === 9) return !empty && lower(value).includes(lower(wanted));
  return !empty && (COMPARISONS[condizione]?.(compare(campo, value, wanted, dayOf)) ?? true);
}
