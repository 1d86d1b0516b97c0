/** Reads the period of a request and the previous period it is compared with. */
import type { SettingOf } from '../../../schemas/access.ts';
import { DAY_MS } from '../../../schemas/durations.ts';
import { isDate } from '../../../schemas/validate.ts';
import { addDays } from '../../../schemas/working-days.ts';
import { refusedField } from '../../http/problem.ts';
import { instantOf, todayIn } from '../../plant/plant-time.ts';
import type { Query } from '../../requests/list-parameters.ts';

/** The first and the last date. */
export interface Days {
  start: string;
  end: string;
}

export interface Period {
  current: Days;
  previous: Days;
}

/** The years allowed in a range. */
const YEARS = { min: 1900, max: 2100 };

const millisecondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Counts the days, both ends included. The result is zero if the end comes first. */
export const daysIn = ({ start, end }: Days): number =>
  Math.max(Math.round((millisecondsOf(end) - millisecondsOf(start)) / DAY_MS) + 1, 0);

/** Returns the dates for the reply: null if the asset came after the last date. */
export const replyDates = ({ start, end }: Days): { start: string | null; end: string | null } =>
  start > end ? { start: null, end: null } : { start, end };

/** Returns the timestamps of a period in the plant's time zone. `to` is exclusive. */
export const timestampsOf = ({ start, end }: Days, setting: SettingOf): { from: string; to: string } => ({
  from: instantOf(`${start}T00:00:00`, setting),
  to: instantOf(`${addDays(end, 1)}T00:00:00`, setting),
});

const yearOf = (year: number): Days => ({ start: `${year}-01-01`, end: `${year}-12-31` });

function yearPeriod(text: string, today: string): Period {
  const [year, max] = [/^\d{4}$/.test(text) ? Number(text) : Number.NaN, Number(today.slice(0, 4))];
  if (!(year >= YEARS.min && year <= max))
    throw refusedField({ field: 'anno', rule: 'reliability-year', params: { min: YEARS.min, max } });
  return { current: yearOf(year), previous: yearOf(year - 1) };
}

function rangePeriod(text: string, today: string): Period {
  const [start = '', end = '', ...more] = text.split(',').map((day) => day.trim());
  const refusal = (rule: 'reliability-range' | 'reliability-order' | 'reliability-future') =>
    refusedField({ field: 'periodo', rule, params: YEARS });
  const isInRange = (day: string): boolean =>
    isDate(day) && Number(day.slice(0, 4)) >= YEARS.min && Number(day.slice(0, 4)) <= YEARS.max;
  if (more.length > 0 || !isInRange(start) || !isInRange(end)) throw refusal('reliability-range');
  if (end < start) throw refusal('reliability-order');
  if (start > today) throw refusal('reliability-future');
  const before = { start: addDays(start, -daysIn({ start, end })), end: addDays(start, -1) };
  return { current: { start, end }, previous: before };
}

/**
 * Reads a year or a range, never both. Without either, returns the current year. The period ends today at the
 * latest.
 */
export function periodOf({ tipoPeriodo = '', anno = '', periodo = '' }: Query, setting: SettingOf): Period {
  if (!['', 'Y', 'P'].includes(tipoPeriodo)) throw refusedField({ field: 'tipoPeriodo', rule: 'choice' });
  if (anno && periodo) throw refusedField({ field: 'periodo', rule: 'reliability-both' });
  if (tipoPeriodo === 'Y' && periodo) throw refusedField({ field: 'periodo', rule: 'reliability-both' });
  if (tipoPeriodo === 'P' && anno) throw refusedField({ field: 'anno', rule: 'reliability-both' });
  const today = todayIn(setting);
  const isRange = tipoPeriodo === 'P' || periodo !== '';
  const { current, previous } = isRange
    ? rangePeriod(periodo, today)
    : yearPeriod(anno || today.slice(0, 4), today);
  return { current: { ...current, end: current.end < today ? current.end : today }, previous };
}
