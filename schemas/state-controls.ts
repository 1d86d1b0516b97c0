/**
 * The checks of a state: nine conditions, each on a value of its column's type. Server and device use them. Has no side
 * effects.
 */
import { freeKindOf } from './custom-fields.ts';
import type { Row } from './entity.ts';
import { isCalendar, isCounted, isTimestamp, KINDS } from './kinds.ts';
import { isDate, type Refusal, type Rule } from './validate.ts';

export interface Control {
  campo: string;
  label: string;
  condizione: number;
  valore: string | null;
}

/** Returns the date of an instant in the plant's time zone. */
export type DayOf = (instant: string) => string;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const lower = (value: unknown): string => String(value).trim().toLowerCase();
const numeric = (value: unknown): number => Number(String(value).replace(',', '.'));

const COLLATOR = new Intl.Collator('it', { sensitivity: 'base' });

/** Compares by the column's type. Returns -1, 0 or 1. */
function compare(column: string, value: unknown, target: string, dayOf: DayOf): number {
  const kind = freeKindOf(column);
  if (kind && (isCounted(kind) || KINDS[kind].yesNo)) return Math.sign(numeric(value) - numeric(target));
  if (!kind || !isCalendar(kind)) return Math.sign(COLLATOR.compare(lower(value), lower(target)));
  const isWholeDate = isTimestamp(kind) && isDate(target);
  const moment = isWholeDate ? Date.parse(dayOf(String(value))) : Date.parse(String(value));
  return Math.sign(moment - Date.parse(target));
}

type Test = (sign: number) => boolean;

const COMPARISONS: Record<number, Test> = {
  3: (sign) => sign === 0,
  5: (sign) => sign > 0,
  6: (sign) => sign >= 0,
  7: (sign) => sign < 0,
  8: (sign) => sign <= 0,
};

/** Checks a condition. An empty value meets only "empty" and "differs". */
export function meets({ campo, condizione, valore }: Control, value: unknown, dayOf: DayOf): boolean {
  const empty = isEmpty(value);
  const target = valore ?? '';
  if (condizione === 1) return !empty;
  if (condizione === 2) return empty;
  if (condizione === 4) return empty || compare(campo, value, target, dayOf) !== 0;
  if (condizione === 9) return !empty && lower(value).includes(lower(target));
  return !empty && (COMPARISONS[condizione]?.(compare(campo, value, target, dayOf)) ?? true);
}

/** Returns the checks that the row does not meet, with their messages. `to` is the name of the state. */
export const controlRefusals = (controls: Control[], row: Row, to: string, dayOf: DayOf): Refusal[] =>
  controls
    .filter((control) => !meets(control, row[control.campo], dayOf))
    .map(({ campo, label, condizione, valore }) => ({
      field: campo,
      rule: `control-${condizione}` as Rule,
      params: { label, value: valore ?? '', to },
    }));
