/**
 * Days that come again, counted from the first one: no step adds to the clipping of the one before, so that the 31st
 * comes back after February. Days are 'YYYY-MM-DD' and know no clock, so no change of the clocks moves them. Pure.
 */

export const DAYS = 1;
export const WEEKS = 2;
export const MONTHS = 3;
export const YEARS = 4;

export interface Frequency {
  /** How many units. */
  frequenza: number;
  unita_misura: number;
}

export const FIRST_DAY = '1900-01-01';
/** The last year is left to those who count on from it. */
export const LAST_DAY = '9998-12-31';

const DAY_MS = 86_400_000;
const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

const numbers = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

const written = (milliseconds: number): string | undefined => {
  if (!Number.isFinite(milliseconds)) return undefined;
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = date.toISOString().slice(0, 10);
  return /^\d{4}-/.test(day) && day <= LAST_DAY ? day : undefined;
};

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

function monthsAfter(first: string, months: number): string | undefined {
  const [year, month, day] = numbers(first);
  const counted = year * MONTHS_A_YEAR + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(counted / MONTHS_A_YEAR), counted % MONTHS_A_YEAR];
  return written(Date.UTC(inYear, inMonth, Math.min(day, daysIn(inYear, inMonth))));
}

/** The day after so many steps; undefined beyond the end of the calendar. */
export function dayAfter(
  first: string,
  { frequenza, unita_misura }: Frequency,
  steps: number,
): string | undefined {
  const units = frequenza * steps;
  if (unita_misura === MONTHS) return monthsAfter(first, units);
  if (unita_misura === YEARS) return monthsAfter(first, units * MONTHS_A_YEAR);
  const days = unita_misura === WEEKS ? units * DAYS_A_WEEK : units;
  return written(Date.parse(`${first}T00:00:00Z`) + days * DAY_MS);
}

const SHORTEST: Record<number, number> = { [DAYS]: 1, [WEEKS]: DAYS_A_WEEK, [MONTHS]: 28, [YEARS]: 365 };
const LONGEST: Record<number, number> = { [DAYS]: 1, [WEEKS]: DAYS_A_WEEK, [MONTHS]: 31, [YEARS]: 366 };

/** The fewest steps that reach this day or go beyond it. */
function stepsTo(first: string, frequency: Frequency, day: string): number {
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
  if (days <= 0) return 0;
  const longest = frequency.frequenza * LONGEST[frequency.unita_misura]!;
  let steps = Math.floor(days / longest);
  for (let at = dayAfter(first, frequency, steps); at !== undefined && at < day; ) {
    steps += 1;
    at = dayAfter(first, frequency, steps);
  }
  return steps;
}

/** From the first day on, those that are not after `to` and not before `from`, at most so many. */
export function daysBetween(
  first: string,
  frequency: Frequency,
  { from = first, to, most }: { from?: string; to: string; most: number },
): string[] {
  const days: string[] = [];
  for (let steps = stepsTo(first, frequency, from); days.length < most; steps += 1) {
    const day = dayAfter(first, frequency, steps);
    if (day === undefined || day > to) break;
    days.push(day);
  }
  return days;
}

/** How many that could be at most, without counting them one by one. */
export function roughly(first: string, { frequenza, unita_misura }: Frequency, to: string): number {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
  return days < 0 ? 0 : Math.floor(days / (frequenza * SHORTEST[unita_misura]!)) + 1;
}

/**
 * The day that follows this one. Where it is a day of the row that began with `first`, the row goes on, and the 31st
 * comes back; otherwise, as after a closing or a change of plan, it is counted from this day.
 */
export function nextDay(first: string, frequency: Frequency, day: string): string | undefined {
  const steps = stepsTo(first, frequency, day);
  const isOfTheRow = day >= first && dayAfter(first, frequency, steps) === day;
  return isOfTheRow ? dayAfter(first, frequency, steps + 1) : dayAfter(day, frequency, 1);
}

/** Where a row that begins with `first` goes on after this day, which need not be one of its own. */
export function dayBeyond(first: string, frequency: Frequency, day: string): string | undefined {
  const morrow = dayAfter(day, { frequenza: 1, unita_misura: DAYS }, 1);
  return morrow && dayAfter(first, frequency, stepsTo(first, frequency, morrow));
}
