/** Periods as text, and whether two periods are comparable. Has no side effects. */
import { formatDate } from '../../resources/format/format.ts';
import { DAY_MS } from '../../schemas/durations.ts';
import type { ReportParameters } from './reliability-calls.ts';
import { rangeOf } from './reliability-query.ts';

/** Returns the period as text. It is a dash for an asset that is newer than the period. */
export const spanText = (start: string | null, end: string | null): string =>
  start === null || end === null ? '–' : `${formatDate(start)} – ${formatDate(end)}`;

/** Returns the last day of the requested period if it is still to come. Figures end today. */
export function endAhead(parameters: ReportParameters, today: string): string | undefined {
  const end = parameters.periodo ? rangeOf(parameters)[1] : `${parameters.anno ?? today.slice(0, 4)}-12-31`;
  return end > today ? end : undefined;
}

const lengthOf = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / DAY_MS;

/** A leap year has one day more than others. */
const TOLERANCE_DAYS = 1;

export interface ComparedDays {
  start_date: string | null;
  end_date: string | null;
  start_date_prec: string | null;
  end_date_prec: string | null;
}

/** Returns whether both periods have the same length, so that their numbers of failures can be compared. */
export const areEquallyLong = (row: ComparedDays): boolean =>
  row.start_date !== null &&
  row.end_date !== null &&
  row.start_date_prec !== null &&
  row.end_date_prec !== null &&
  Math.abs(lengthOf(row.start_date, row.end_date) - lengthOf(row.start_date_prec, row.end_date_prec)) <=
    TOLERANCE_DAYS;
