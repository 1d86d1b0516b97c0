/** Distributes the hours of a job over dates ('YYYY-MM-DD'), for the server and the screens. Has no side effects. */
import type { SettingOf } from './access.ts';
import { DAY_MS } from './durations.ts';

const DAYS_A_WEEK = 7;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the day of the week; 0 is Monday. */
export const weekdayOf = (day: string): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_A_WEEK;

export const isWeekend = (day: string): boolean => weekdayOf(day) >= 5;

const USUAL_HOURS = 8;

/** Returns the working hours of a day. */
export function hoursOfDay(setting: SettingOf): number {
  const configured = Number(setting('OreLavoroGiorno')?.replace(',', '.'));
  return configured > 0 ? configured : USUAL_HOURS;
}

/** The maximum number of days for one job. */
export const LONGEST_DAYS = 31;

/** Fills each day from the planned date with its hours. Skips weekends, unless the job starts on one. */
export function hoursByDay(day: string, hours: number, hoursADay: number): Map<string, number> {
  const byDay = new Map<string, number>();
  let [rest, current] = [Math.max(hours, 0), day];
  for (let count = 0; count < LONGEST_DAYS; count += 1, current = addDays(current, 1)) {
    if (current !== day && isWeekend(current)) continue;
    const part = Math.min(rest, hoursADay);
    byDay.set(current, part);
    rest -= part;
    if (rest <= 0) break;
  }
  return byDay;
}
