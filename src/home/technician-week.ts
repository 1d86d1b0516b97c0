/** The days of a technician's week, and the part of it to which work belongs. Has no side effects. */
import { DAY_LENGTH } from '../../schemas/timestamps.ts';
import { addDays, weekdayOf } from '../../schemas/working-days.ts';

/** Returns the remaining days of the week after a date; undefined on a Sunday. */
export function restOfWeek(day: string): [string, string] | undefined {
  const left = 6 - weekdayOf(day);
  return left === 0 ? undefined : [addDays(day, 1), addDays(day, left)];
}

export type DayPart = 'late_work' | 'today' | 'week';

/**
 * Returns the part to which work planned at this local time belongs, as lateBounds of the server tells it: midnight
 * means a date without a time, and without `withTime` only dates count.
 */
export function partOf(planned: string, now: string, withTime: boolean): DayPart | undefined {
  const [day, today] = [planned.slice(0, DAY_LENGTH), now.slice(0, DAY_LENGTH)];
  const isOver = withTime && planned < now && !planned.slice(DAY_LENGTH).startsWith('T00:00');
  if (day < today || (day === today && isOver)) return 'late_work';
  if (day === today) return 'today';
  const week = restOfWeek(today);
  return week && day <= week[1] ? 'week' : undefined;
}
