/**
 * Dates as 'YYYY-MM-DD' and local times of the plant as 'YYYY-MM-DDTHH:mm:ss', without a zone. Has no side effects.
 */
import { looksLikeDay } from '../../../schemas/timestamps.ts';
import { addDays, weekdayOf } from '../../../schemas/working-days.ts';

export const VIEWS = ['month', 'week', 'day', 'technicians'] as const;
export type View = (typeof VIEWS)[number];

export interface Span {
  from: string;
  /** The last date, included. */
  to: string;
}

const DAYS_A_WEEK = 7;
export const MIDNIGHT = '00:00:00';

/** The range of the calendar, because other periods follow other calendar rules. */
const [FIRST, LAST] = ['1900-01-01', '2999-12-31'];

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function isDay(text: string | null | undefined): text is string {
  if (!text || !looksLikeDay(text)) return false;
  const ms = msOf(text);
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

const within = (day: string): string => (day < FIRST ? FIRST : day > LAST ? LAST : day);

/** Returns whether the text is a date within the calendar's range. */
export const isInRange = (text: string | null | undefined): text is string =>
  isDay(text) && within(text) === text;

/** Returns consecutive dates, starting with this one. */
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index));

const mondayOf = (day: string): string => addDays(day, -weekdayOf(day));
const sundayOf = (day: string): string => addDays(mondayOf(day), DAYS_A_WEEK - 1);

export const weekOf = (day: string): string[] => daysFrom(mondayOf(day), DAYS_A_WEEK);

/** Returns the same day in another month, or its last day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Returns the dates of a view: full weeks from Monday, or one day. */
export function spanOf(view: View, day: string): Span {
  if (view === 'day') return { from: day, to: day };
  if (view !== 'month') return { from: mondayOf(day), to: sundayOf(day) };
  const first = `${day.slice(0, 7)}-01`;
  return { from: mondayOf(first), to: sundayOf(addDays(addMonths(first, 1), -1)) };
}

/** Moves one month, week or day forward or back. */
export function step(view: View, day: string, by: 1 | -1): string {
  if (view === 'month') return within(addMonths(day, by));
  return within(addDays(day, by * (view === 'day' ? 1 : DAYS_A_WEEK)));
}

/** Returns another date at the same local time. */
export const movedTo = (day: string, wall: string): string => `${day}T${wall.slice(11)}`;
