/** Dates and months of the plant as instants, for conditions that an index can answer. */
import type { SettingOf } from '../../../../schemas/access.ts';
import { addDays } from '../../../../schemas/working-days.ts';
import { instantOf, isOfClocks, todayIn } from '../../../plant/plant-time.ts';

/** Returns a timestamp for PostgreSQL. A date outside the calendar is before or after all timestamps. */
const timestampOf = (day: string, setting: SettingOf): string =>
  isOfClocks(day) ? instantOf(`${day}T00:00:00`, setting) : day < '1000' ? '-infinity' : 'infinity';

export const startOf = timestampOf;
/** Returns the first instant after a date. */
export const endOf = (day: string, setting: SettingOf): string =>
  timestampOf(isOfClocks(day) ? addDays(day, 1) : day, setting);

/** Returns 'YYYY-MM-01' of the month this many months after the date. */
export function monthFrom(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/**
 * The limits of late work: work planned before `before` is late, except at `today`, because midnight means a date
 * without a time.
 */
export interface LateBounds {
  before: string;
  today: string;
}

/** Returns the limits. A date is over at the end of its day, a timestamp when it is in the past. */
export function lateBounds(setting: SettingOf, now = new Date()): LateBounds {
  const today = startOf(todayIn(setting, now), setting);
  return { before: setting('OdlConTimestamp') === '1' ? now.toISOString() : today, today };
}
