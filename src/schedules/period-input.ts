/** The period that the user types, its errors and its preview. */

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
 * Proposes a year after the last period, or from today. Intervals count from the start of a period, so the proposal
 * starts on the next date of the current series.
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

const isComplete = ({ start, end }: Period): boolean => isDay(start) && isDay(end);

type Complaints = Period & { message?: string };
const NOTHING: Complaints = { start: undefined, end: undefined };

/** Finds errors before a request, with the server's messages. */
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

/** Returns the server's errors by field. The preview and the generation use different names for the fields. */
function complaintsIn(error: unknown): Complaints {
  if (!error) return NOTHING;
  const { dal, al, data_generazione_start: start = dal, data_generazione_end: end = al } = errorsOf(error);
  return { start, end, message: start || end ? undefined : reasonOf(error) };
}

/** Returns the value after a short pause. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

const REST_MS = 300;

/** Reports missing dates. */
const missing = ({ start, end }: Period, language: Language): Complaints => ({
  ...NOTHING,
  ...refusalTexts(
    Object.entries({ start, end }).flatMap(([field, day]) =>
      isDay(day) ? [] : [{ field, rule: 'required' }],
    ),
    language,
  ),
});

/**
 * Returns the period and its preview. `busy` pauses the preview during a generation. `refused` is the error of a
 * failed generation.
 */
export function usePeriod(
  schedule: RowOf<'manutenzione/schedulazione'>,
  firstDay: string | null,
  { busy, refused }: { busy: boolean; refused: unknown },
) {
  const language = useLanguage();
  const proposal = useProposal(schedule, firstDay);
  const [period, type] = useState(proposal);
  const [tried, setTried] = useState(false);
  const debounced = useDebounced(period);
  const found = complaintsOf(period, schedule, language);
  const complete = isComplete(period);
  const isSound = complete && !found.start && !found.end;
  const { data, error, isFetching } = usePreview(
    schedule,
    debounced,
    isSound && debounced === period && !busy,
  );
  const complaints = tried && !complete ? missing(period, language) : found;
  return {
    period,
    previewed: debounced,
    isSound,
    /** Whether the preview is loading for the first time. */
    waits: isSound && isFetching && !data,
    preview: isSound && !error ? data : undefined,
    complaints: isSound ? complaintsIn(refused ?? error) : complaints,
    type,
    complain: () => setTried(true),
  };
}
