/** Days as spreadsheets count them: a number of days since the end of 1899, the time of day behind the point. */
const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** The other way to count, of old workbooks of the Macintosh: from the first day of 1904. */
const LATER_EPOCH = Date.UTC(1904, 0, 1);
/** The first spreadsheet took 1900 for a leap year; the days before its false one are off by it. */
const FALSE_DAY = 60;
const LAST_DAY = 2_958_466;

/** '2024-03-15', or '2024-03-15T08:30:00' when there is a time of day; undefined when the number is no day. */
export function dayOfSerial(serial: number, from1904 = false): string | undefined {
  if (!(serial >= 0 && serial < LAST_DAY)) return undefined;
  const early = !from1904 && serial < FALSE_DAY ? DAY_MS : 0;
  const moment = new Date(
    Math.round((serial * DAY_MS) / 1000) * 1000 + (from1904 ? LATER_EPOCH : EPOCH) + early,
  );
  const text = moment.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** Of '2024-03-15' or '2024-03-15T08:30:00', as the clock of the plant shows it. */
export const serialOfDay = (local: string): number =>
  (Date.parse(local.length > 10 ? `${local}Z` : local) - EPOCH) / DAY_MS;
