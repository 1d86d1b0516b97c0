/** Groups planned interventions by day, month and week for calendars. Has no side effects. */
import { twoDigits } from '../../../schemas/timestamps.ts';
import { addDays } from '../../../schemas/working-days.ts';

export interface Planned {
  day: string;
  /** The asset to maintain on that day. */
  asset: string;
  maintenance: number;
  /** Whether the intervention exists already. */
  exists: boolean;
  intervention?: number;
}

export interface Day {
  day: string;
  planned: Planned[];
}

export interface Month {
  month: string;
  days: Day[];
}

const MONTHS_A_YEAR = 12;

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === MONTHS_A_YEAR ? `${year + 1}-01` : `${year}-${twoDigits(number + 1)}`;
};

const byDay = (planned: Planned[]): Day[] => {
  const days = new Map<string, Planned[]>();
  for (const one of planned) days.set(one.day, [...(days.get(one.day) ?? []), one]);
  return [...days]
    .map(([day, all]) => ({ day, planned: all }))
    .toSorted((one, other) => one.day.localeCompare(other.day));
};

/** Returns every month of the period. If it is longer than a year, only months with planned interventions. */
export function monthsOf(planned: Planned[], from: string, to: string): Month[] {
  const days = byDay(planned);
  const months = new Map<string, Day[]>();
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)];
  let month = first;
  for (let count = 0; count < MONTHS_A_YEAR + 1 && month <= last; count += 1) {
    months.set(month, []);
    month = monthAfter(month);
  }
  if (month <= last) months.clear();
  for (const one of days) {
    const its = one.day.slice(0, 7);
    months.set(its, [...(months.get(its) ?? []), one]);
  }
  return [...months]
    .map(([name, its]) => ({ month: name, days: its }))
    .toSorted((one, other) => one.month.localeCompare(other.month));
}

const DAYS_A_WEEK = 7;

/** Returns the weeks of a month with seven days each. Days of other months are undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (first + DAYS_A_WEEK - 1) % DAYS_A_WEEK;
  const cells: (string | undefined)[] = Array.from({ length: before });
  for (let day = 1; day <= count; day += 1) cells.push(`${month}-${twoDigits(day)}`);
  while (cells.length % DAYS_A_WEEK !== 0) cells.push(undefined);
  return Array.from({ length: cells.length / DAYS_A_WEEK }, (_, week) =>
    cells.slice(week * DAYS_A_WEEK, (week + 1) * DAYS_A_WEEK),
  );
}

export const countNew = (planned: Planned[]): number => planned.filter(({ exists }) => !exists).length;

const WHOLE_DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Returns whether the text is a complete date. While a user types, the year starts with zeros. */
export const isDay = (text: string | undefined): text is string => text !== undefined && WHOLE_DAY.test(text);

/** Returns the last day of the year that starts on a day. */
export function yearFrom(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)];
  return addDays(`${year + 1}${rest === '-02-29' ? '-03-01' : rest}`, -1);
}
