/** Days as 'YYYY-MM-DD', and how the hours of a piece of work fall on them; for server and screens alike. Pure. */
import type { SettingOf } from './access.ts';

const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekdayOf = (day: string): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_A_WEEK;

export const isWeekend = (day: string): boolean => weekdayOf(day) >= 5;

const USUAL_HOURS = 8;

/** How long a person works in a day. */
export function hoursOfDay(setting: SettingOf): number {
  const told = Number(setting('OreLavoroGiorno')?.replace(',', '.'));
  return told > 0 ? told : USUAL_HOURS;
}

/** No work is laid on more days, one after the other. */
export const LONGEST_DAYS = 31;

/** As many hours a day as there are, from the planned one on; weekends are passed over, unless it begins on one. */
export function hoursByDay(day: string, hours: number, hoursADay: number): Map<string, number> {
  const all = new Map<string, number>();
  let [rest, current] = [Math.max(hours, 0), day];
  for (let count = 0; count < LONGEST_DAYS; count += 1, current = addDays(current, 1)) {
    if (current !== day && isWeekend(current)) continue;
    const part = Math.min(rest, hoursADay);
    all.set(current, part);
    rest -= part;
    if (rest <= 0) break;
  }
  return all;
}
