/** Names of dates and periods. Has no side effects. */
import { type Language, LOCALES } from '../../../schemas/entity.ts';
import { spanOf, type View } from './calendar-days.ts';

type Parts = Intl.DateTimeFormatOptions;

const formatted = (day: string, language: Language, parts: Parts): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(LOCALES[language], { ...parts, timeZone: 'UTC' });

const WHOLE: Parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' };

export const dayName = (day: string, language: Language): string => formatted(day, language, WHOLE);
export const shortDay = (day: string, language: Language): string =>
  formatted(day, language, { weekday: 'short', day: 'numeric' });
export const weekdayName = (day: string, language: Language): string =>
  formatted(day, language, { weekday: 'long' });

/** Returns the name of a period: 'novembre 2026', '30 nov – 6 dic 2026', 'lunedì 30 novembre 2026'. */
export function periodName(view: View, day: string, language: Language): string {
  if (view === 'month') return formatted(day, language, { month: 'long', year: 'numeric' });
  if (view === 'day') return dayName(day, language);
  const { from, to } = spanOf(view, day);
  const short: Parts = { day: 'numeric', month: 'short' };
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const begin = formatted(from, language, isOneYear ? short : { ...short, year: 'numeric' });
  return `${begin} – ${formatted(to, language, { ...short, year: 'numeric' })}`;
}
