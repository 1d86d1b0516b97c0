/** Dates as spreadsheets count them: days since the end of 1899, with the time of day as a fraction. */
import { DAY_MS } from '../../schemas/durations.ts';

const EPOCH = Date.UTC(1899, 11, 30);
/** The epoch of old Macintosh workbooks: the first day of 1904. */
const LATER_EPOCH = Date.UTC(1904, 0, 1);
/** The first spreadsheet treated 1900 as a leap year, so dates before its 29 February differ by one day. */
const FALSE_DAY = 60;
const LAST_DAY = 2_958_466;

/** Returns '2024-03-15', or '2024-03-15T08:30:00' with a time of day, or undefined if the number is not a date. */
export function dateOfSerial(serial: number, from1904 = false): string | undefined {
  if (!(serial >= 0 && serial < LAST_DAY)) return undefined;
  const early = !from1904 && serial < FALSE_DAY ? DAY_MS : 0;
  const instant = new Date(
    Math.round((serial * DAY_MS) / 1000) * 1000 + (from1904 ? LATER_EPOCH : EPOCH) + early,
  );
  const text = instant.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** Converts '2024-03-15' or '2024-03-15T08:30:00', in the plant's local time. */
export const serialOfDate = (local: string): number =>
  (Date.parse(local.length > 10 ? `${local}Z` : local) - EPOCH) / DAY_MS;
