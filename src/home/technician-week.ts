/** The days of a technician's week. Has no side effects. */
import { addDays, weekdayOf } from '../../schemas/working-days.ts';

/** Returns the remaining days of the week after a date; undefined on a Sunday. */
export function restOfWeek(day: string): [string, string] | undefined {
  const left = 6 - weekdayOf(day);
  return left === 0 ? undefined : [addDays(day, 1), addDays(day, left)];
}
