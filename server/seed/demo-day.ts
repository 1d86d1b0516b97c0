/**
 * Dates of the demo plant, in days from its own today: at half past eleven UTC, it is already the next day in Rome.
 */

import { todayIn } from '../plant/plant-time.ts';

/** The demo plant has the initial time zone. */
const noSetting = (): undefined => undefined;

/** Returns the demo plant's date at a timestamp: 'YYYY-MM-DD'. */
export const dayOf = (instant: Date): string => todayIn(noSetting, instant);

function at(now: Date, days: number, hours = 12, minutes = 0): Date {
  const [year = 0, month = 1, day = 1] = dayOf(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days, hours, minutes));
}

export const dayFrom = (now: Date, days: number): string => at(now, days).toISOString().slice(0, 10);

/** Returns the timestamp at a time of day (UTC), so many days from today. */
export function moment(now: Date, days: number, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number);
  return at(now, days, hours, minutes);
}
