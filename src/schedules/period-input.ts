/** The period that is typed: what is wrong with it, and what it would bring. */

import { useEffect, useState } from 'react';
import { errorsOf } from '../../dataProvider/http.ts';
import { useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { reasonOf } from '../../resources/feedback/toasts.ts';
import { formatDate } from '../../resources/format/format.ts';
import { todayIn } from '../../resources/format/plant-time.ts';
import type { Language } from '../../schemas/entity.ts';
import { dayBeyond } from '../../schemas/recurring-days.ts';
import type { RowOf } from '../../schemas/types.ts';
import { type Refusal, refusalTexts } from '../../schemas/validate.ts';
import { addDays } from '../../schemas/working-days.ts';
import { isDay, yearFrom } from './calendar/planned-days.ts';
import { type Period, usePreview } from './schedule-calls.ts';

/**
 * After the last period, or from today: a year. A period is dated from its start, so it keeps the rhythm when it begins
 * where the last row goes on.
 */
function useProposal(schedule: RowOf<'manutenzione/schedulazione'>, firstDay: string | null): Period {
  const today = todayIn(usePlantZone());
  const start = afterLast(schedule, firstDay) ?? today;
  return { start, end: yearFrom(start) };
}

function afterLast(
  schedule: RowOf<'manutenzione/schedulazione'>,
  firstDay: string | null,
): string | undefined {
  const { data_generazione_start: from, data_generazione_end: last } = schedule;
  if (!last) return undefined;
  const first = firstDay && from && firstDay > from ? firstDay : from;
  const next = firstDay && first ? dayBeyond(first, schedule, last) : undefined;
  return next ?? addDays(last, 1);
}

const isWhole = ({ start, end }: Period): boolean => isDay(start) && isDay(end);

type Complaints = Period & { message?: string };
const NOTHING: Complaints = { start: undefined, end: undefined };

/** What can be told before the server is asked, in its words. */
function complaintsOf(
  { start, end }: Period,
  schedule: RowOf<'manutenzione/schedulazione'>,
  language: Language,
): Complaints {
  if (!isDay(start) || !isDay(end)) return NOTHING;
  const last = schedule.data_generazione_end;
  const refusals: Refusal[] = [];
  if (last && start <= last) {
    const params = { end: formatDate(last) };
    refusals.push({ field: 'start', rule: 'period-after-last', params });
  }
  if (end < start) refusals.push({ field: 'end', rule: 'end-before-start' });
  return { ...NOTHING, ...refusalTexts(refusals, language) };
}

/** What the server says of the fields, by the names they have in the preview or in the call that generates. */
function complaintsIn(error: unknown): Complaints {
  if (!error) return NOTHING;
  const { dal, al, data_generazione_start: start = dal, data_generazione_end: end = al } = errorsOf(error);
  return { start, end, message: start || end ? undefined : reasonOf(error) };
}

/** What is typed, once it has rested for a moment. */
function useRested<T>(value: T): T {
  const [rested, rest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => rest(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

const REST_MS = 300;

/** Days that are not there. */
const missing = ({ start, end }: Period, language: Language): Complaints => ({
  ...NOTHING,
  ...refusalTexts(
    Object.entries({ start, end }).flatMap(([field, day]) =>
      isDay(day) ? [] : [{ field, rule: 'required' }],
    ),
    language,
  ),
});

/** While it is being made nothing is asked of it; `refused` is why it was not. */
export function usePeriod(
  schedule: RowOf<'manutenzione/schedulazione'>,
  firstDay: string | null,
  { busy, refused }: { busy: boolean; refused: unknown },
) {
  const language = useLanguage();
  const proposal = useProposal(schedule, firstDay);
  const [period, type] = useState(proposal);
  const [tried, setTried] = useState(false);
  const asked = useRested(period);
  const found = complaintsOf(period, schedule, language);
  const whole = isWhole(period);
  const isSound = whole && !found.start && !found.end;
  const { data, error, isFetching } = usePreview(schedule, asked, isSound && asked === period && !busy);
  const told = tried && !whole ? missing(period, language) : found;
  return {
    period,
    asked,
    isSound,
    /** Read, and nothing of it yet. */
    waits: isSound && isFetching && !data,
    preview: isSound && !error ? data : undefined,
    complaints: isSound ? complaintsIn(refused ?? error) : told,
    type,
    complain: () => setTried(true),
  };
}
