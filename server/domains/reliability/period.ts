/** The days that are looked at, and the days before that they are held against. */
import type { SettingOf } from '../../../schemas/access.ts';
import { isDate } from '../../../schemas/validate.ts';
import { addDays } from '../../../schemas/working-days.ts';
import type { Query } from '../../http/asked.ts';
import { instantOf, todayIn } from '../../http/plant-time.ts';
import { refusedField } from '../../http/problem.ts';

/** First and last day. */
export interface Days {
  start: string;
  end: string;
}

export interface Period {
  current: Days;
  previous: Days;
}

/** The years that a range may touch. */
const YEARS = { min: 1900, max: 2100 };
const DAY_MS = 86_400_000;

const millisecondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** How many, both ends counted; none when the end comes first. */
export const daysIn = ({ start, end }: Days): number =>
  Math.max(Math.round((millisecondsOf(end) - millisecondsOf(start)) / DAY_MS) + 1, 0);

/** As they are told: none where the asset came after the last of them. */
export const toldOf = ({ start, end }: Days): { start: string | null; end: string | null } =>
  start > end ? { start: null, end: null } : { start, end };

/** The days as moments of the plant's clock, the end being the first that is no longer in them. */
export const momentsOf = ({ start, end }: Days, setting: SettingOf): { from: string; to: string } => ({
  from: instantOf(`${start}T00:00:00`, setting),
  to: instantOf(`${addDays(end, 1)}T00:00:00`, setting),
});

const yearOf = (year: number): Days => ({ start: `${year}-01-01`, end: `${year}-12-31` });

function yearAsked(given: string, today: string): Period {
  const [year, max] = [/^\d{4}$/.test(given) ? Number(given) : Number.NaN, Number(today.slice(0, 4))];
  if (!(year >= YEARS.min && year <= max))
    throw refusedField({ field: 'anno', rule: 'reliability-year', params: { min: YEARS.min, max } });
  return { current: yearOf(year), previous: yearOf(year - 1) };
}

function rangeAsked(given: string, today: string): Period {
  const [start = '', end = '', ...more] = given.split(',').map((day) => day.trim());
  const wrong = (rule: 'reliability-range' | 'reliability-order' | 'reliability-future') =>
    refusedField({ field: 'periodo', rule, params: YEARS });
  const isKnown = (day: string): boolean =>
    isDate(day) && Number(day.slice(0, 4)) >= YEARS.min && Number(day.slice(0, 4)) <= YEARS.max;
  if (more.length > 0 || !isKnown(start) || !isKnown(end)) throw wrong('reliability-range');
  if (end < start) throw wrong('reliability-order');
  if (start > today) throw wrong('reliability-future');
  const before = { start: addDays(start, -daysIn({ start, end })), end: addDays(start, -1) };
  return { current: { start, end }, previous: before };
}

/** A year or a range, never both; the year in course when neither is said. What has not come yet is not looked at. */
export function periodAsked(
  { tipoPeriodo = '', anno = '', periodo = '' }: Query,
  setting: SettingOf,
): Period {
  if (!['', 'Y', 'P'].includes(tipoPeriodo)) throw refusedField({ field: 'tipoPeriodo', rule: 'choice' });
  if (anno && periodo) throw refusedField({ field: 'periodo', rule: 'reliability-both' });
  if (tipoPeriodo === 'Y' && periodo) throw refusedField({ field: 'periodo', rule: 'reliability-both' });
  if (tipoPeriodo === 'P' && anno) throw refusedField({ field: 'anno', rule: 'reliability-both' });
  const today = todayIn(setting);
  const isRange = tipoPeriodo === 'P' || periodo !== '';
  const { current, previous } = isRange
    ? rangeAsked(periodo, today)
    : yearAsked(anno || today.slice(0, 4), today);
  return { current: { ...current, end: current.end < today ? current.end : today }, previous };
}
