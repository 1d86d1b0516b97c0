/**
 * Recurring dates, each counted from the first date, so that the 31st returns after February. Dates are
 * 'YYYY-MM-DD' without a time, so changes of the clocks do not affect them. Has no side effects.
 */
import { DAY_MS } from './durations.ts';

export const DAYS = 1;
export const WEEKS = 2;
export const MONTHS = 3;
export const YEARS = 4;

export interface Frequency {
  /** The number of units. */
  frequenza: number;
  unita_misura: number;
}

export const FIRST_DAY = '1900-01-01';
/** The last date, one year before the limit of the calendar, for functions that count further. */
export const LAST_DAY = '9998-12-31';

const MONTHS_A_YEAR = 12;
const DAYS_A_WEEK = 7;

const numbers = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];

const dateText = (milliseconds: number): string | undefined => {
  if (!Number.isFinite(milliseconds)) return undefined;
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = date.toISOString().slice(0, 10);
  return /^\d{4}-/.test(day) && day <= LAST_DAY ? day : undefined;
};

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

function monthsAfter(first: string, months: number): string | undefined {
  const [year, month, day] = numbers(first);
  const totalMonths = year * MONTHS_A_YEAR + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(totalMonths / MONTHS_A_YEAR), totalMonths % MONTHS_A_YEAR];
  return dateText(Date.UTC(inYear, inMonth, Math.min(day, daysIn(inYear, inMonth))));
}

/** Returns the date after a number of steps, or undefined after the end of the calendar. */
export function dayAfter(
  first: string,
  { frequenza, unita_misura }: Frequency,
  steps: number,
): string | undefined {
  const units = frequenza * steps;
  if (unita_misura === MONTHS) return monthsAfter(first, units);
  if (unita_misura === YEARS) return monthsAfter(first, units * MONTHS_A_YEAR);
  const days = unita_misura === WEEKS ? units * DAYS_A_WEEK : units;
  return dateText(Date.parse(`${first}T00:00:00Z`) + days * DAY_MS);
}

const SHORTEST: Record<number, number> = { [DAYS]: 1, [WEEKS]: DAYS_A_WEEK, [MONTHS]: 28, [YEARS]: 365 };
const LONGEST: Record<number, number> = { [DAYS]: 1, [WEEKS]: DAYS_A_WEEK, [MONTHS]: 31, [YEARS]: 366 };

/** Returns the smallest number of steps that reaches a date or passes it. */
function stepsTo(first: string, frequency: Frequency, day: string): number {
  const days = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
  if (days <= 0) return 0;
  const longest = frequency.frequenza * LONGEST[frequency.unita_misura]!;
  let steps = Math.floor(days / longest);
  for (let date = dayAfter(first, frequency, steps); date !== undefined && date < day; ) {
    steps += 1;
    date = dayAfter(first, frequency, steps);
  }
  return steps;
}

/** Returns at most `most` dates of the series from `from` to `to`, including both. */
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

/** Estimates an upper limit of that number without counting. */
export function roughly(first: string, { frequenza, unita_misura }: Frequency, to: string): number {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
  return days < 0 ? 0 : Math.floor(days / (frequenza * SHORTEST[unita_misura]!)) + 1;
}

/**
 * Returns the date after this one. A date of the series that starts at `first` continues the series, so that the
 * 31st returns. Any other date, after a late closing or a new plan, starts a series of its own.
 */
export function nextDay(first: string, frequency: Frequency, day: string): string | undefined {
  const steps = stepsTo(first, frequency, day);
  const isInSeries = day >= first && dayAfter(first, frequency, steps) === day;
  return isInSeries ? dayAfter(first, frequency, steps + 1) : dayAfter(day, frequency, 1);
}

/** Returns the next date of the series after any date. */
export function dayBeyond(first: string, frequency: Frequency, day: string): string | undefined {
  const nextDate = dayAfter(day, { frequenza: 1, unita_misura: DAYS }, 1);
  return nextDate && dayAfter(first, frequency, stepsTo(first, frequency, nextDate));
}
