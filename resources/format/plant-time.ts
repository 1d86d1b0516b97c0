/** Timestamps in the plant's time zone, wherever the user is. Has no side effects. */
import { DAY_MS } from '../../schemas/durations.ts';
import { DAY_LENGTH, hasOffset, twoDigits } from '../../schemas/timestamps.ts';
import { instantIn, localTimeIn } from '../../schemas/zone-clock.ts';

/** Returns the local time in a zone. A timestamp without an offset is already local. */
export const wallOf = (instant: string, zone: string): string =>
  hasOffset(instant) ? localTimeIn(zone, instant) : instant.replace(' ', 'T');

export const instantOf = (wall: string, zone: string): string => instantIn(zone, wall);

export const nowIn = (zone: string, now = new Date()): string => localTimeIn(zone, now.toISOString());

/** Returns the current date at the plant. */
export const todayIn = (zone: string, now = new Date()): string => nowIn(zone, now).slice(0, DAY_LENGTH);

/** Returns a browser date that displays the same local time. */
export function dateOf(wall: string): Date {
  const [day = '', time = '00:00:00'] = wall.split('T');
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return new Date(year, month - 1, date, hours, minutes, seconds);
}

export const isoDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

export const isoWallTime = (date: Date): string =>
  `${isoDay(date)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;

const HALF_A_YEAR_MS = 183 * DAY_MS;

/** Returns whether the browser's clock agrees with the plant's, in summer and in winter. */
export function isHere(zone: string, now = Date.now()): boolean {
  return [now, now + HALF_A_YEAR_MS].every((instant) => {
    const date = new Date(instant);
    return isoWallTime(date) === nowIn(zone, date);
  });
}
