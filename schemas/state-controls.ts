/**
 * The checks of a state: nine conditions, each on a value of its column's type. Server and device use them. Has no side
 * effects.
 */
import { freeKindOf } from './custom-fields.ts';
import { dateText, timestampText } from './date-texts.ts';
import type { Row } from './entity.ts';
import { isCalendar, isCounted, isTimestamp, KINDS } from './kinds.ts';
import { inEach, type Text, yesNo } from './language.ts';
import { DAY_LENGTH, hasOffset } from './timestamps.ts';
import { isDate, type Refusal, type Rule } from './validate.ts';
import { instantIn, localTimeIn } from './zone-clock.ts';

export interface Control {
  campo: string;
  label: string;
  condizione: number;
  valore: string | null;
}

/** The plant's time zone. */
export interface PlantClock {
  /** Returns the date of an instant. */
  dayOf(instant: string): string;
  /** Returns the instant of a timestamp. Without an offset it is local to the plant. */
  inUtc(timestamp: string): string;
  /** Formats an instant for people. */
  textOf(instant: string): string;
}

export const plantClock = (zone: string): PlantClock => ({
  dayOf: (instant) => localTimeIn(zone, instant).slice(0, DAY_LENGTH),
  inUtc: (timestamp) =>
    hasOffset(timestamp) ? new Date(timestamp).toISOString() : instantIn(zone, timestamp),
  textOf: (instant) => timestampText(instant, zone),
});

const CONTAINS = 9;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const lower = (value: unknown): string => String(value).trim().toLowerCase();
const numeric = (value: unknown): number => Number(String(value).replace(',', '.'));

const COLLATOR = new Intl.Collator('it', { sensitivity: 'base' });

/** Compares by the column's type. Returns -1, 0 or 1. */
function compare(column: string, value: unknown, target: string, clock: PlantClock): number {
  const kind = freeKindOf(column);
  if (kind && (isCounted(kind) || KINDS[kind].yesNo)) return Math.sign(numeric(value) - numeric(target));
  if (!kind || !isCalendar(kind)) return Math.sign(COLLATOR.compare(lower(value), lower(target)));
  if (!isTimestamp(kind) || isDate(target)) {
    const day = isTimestamp(kind) ? clock.dayOf(String(value)) : String(value);
    return Math.sign(Date.parse(day) - Date.parse(target));
  }
  return Math.sign(Date.parse(String(value)) - Date.parse(clock.inUtc(target)));
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
export function meets({ campo, condizione, valore }: Control, value: unknown, clock: PlantClock): boolean {
  const empty = isEmpty(value);
  const target = valore ?? '';
  if (condizione === 1) return !empty;
  if (condizione === 2) return empty;
  if (condizione === 4) return empty || compare(campo, value, target, clock) !== 0;
  if (condizione === CONTAINS) return !empty && lower(value).includes(lower(target));
  return !empty && (COMPARISONS[condizione]?.(compare(campo, value, target, clock)) ?? true);
}

/** Returns the value of a check as people read it. A part of a text is left as it is. */
function shownValue({ campo, condizione, valore }: Control, clock: PlantClock): string | number | Text {
  const kind = freeKindOf(campo);
  if (!kind || !valore || condizione === CONTAINS) return valore ?? '';
  if (isCounted(kind)) return numeric(valore);
  if (KINDS[kind].yesNo) return inEach((language) => yesNo(numeric(valore), language));
  if (!isCalendar(kind)) return valore;
  return isDate(valore) ? dateText(valore) : clock.textOf(clock.inUtc(valore));
}

/** Returns the checks that the row does not meet, with their messages. `to` is the name of the state. */
export const controlRefusals = (controls: Control[], row: Row, to: string, clock: PlantClock): Refusal[] =>
  controls
    .filter((control) => !meets(control, row[control.campo], clock))
    .map((control) => ({
      field: control.campo,
      rule: `control-${control.condizione}` as Rule,
      params: { label: control.label, value: shownValue(control, clock), to },
    }));
