/** By how many days something is late in the plant's time zone. Has no side effects. */
import { DAY_MS } from '../../schemas/durations.ts';
import { DAY_LENGTH } from '../../schemas/timestamps.ts';
import { nowIn, todayIn, wallOf } from './plant-time.ts';

const MIDNIGHT = '00:00:00';

interface Clock {
  zone: string;
  /** Whether the time counts. If not, a date is late when the day is over. */
  withTime: boolean;
  now?: Date;
}

/** Returns the number of days. 0 means late by hours, undefined means not late. */
export function daysLate(value: string, { zone, withTime, now = new Date() }: Clock): number | undefined {
  const due = value.length > DAY_LENGTH ? wallOf(value, zone) : value;
  const [day, time = MIDNIGHT] = [due.slice(0, DAY_LENGTH), due.slice(DAY_LENGTH + 1) || undefined];
  const today = todayIn(zone, now);
  const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  if (days > 0) return days;
  // A time of midnight means a date without a time.
  const isPast = withTime && days === 0 && time !== MIDNIGHT && due < nowIn(zone, now);
  return isPast ? 0 : undefined;
}
