/** Days and months of the plant as moments, for conditions that an index can answer. */
import type { SettingOf } from '../../../../schemas/access.ts';
import { addDays } from '../../../../schemas/working-days.ts';
import { instantOf, isOfClocks, todayIn } from '../../../plant/plant-time.ts';

/** A moment for PostgreSQL; what no clock shows lies before, or after, everything. */
const momentOf = (day: string, setting: SettingOf): string =>
  isOfClocks(day) ? instantOf(`${day}T00:00:00`, setting) : day < '1000' ? '-infinity' : 'infinity';

export const startOf = momentOf;
/** The first moment that is no longer in the day. */
export const endOf = (day: string, setting: SettingOf): string =>
  momentOf(isOfClocks(day) ? addDays(day, 1) : day, setting);

/** 'YYYY-MM-01' of so many months from the one of this day. */
export function monthFrom(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** What was planned before `before` is late, but not what was planned for `today`: midnight is a day, and no hour. */
export interface LateMoments {
  before: string;
  today: string;
}

/** A day is over when it ends, a moment when it is past. */
export function lateMoments(setting: SettingOf, now = new Date()): LateMoments {
  const today = startOf(todayIn(setting, now), setting);
  return { before: setting('OdlConTimestamp') === '1' ? now.toISOString() : today, today };
}
