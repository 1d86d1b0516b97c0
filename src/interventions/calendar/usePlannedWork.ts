/**
 * Loads the interventions of a period, and refreshes them like the list. If there are too many, loads only their
 * number per day.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Envelope, type Query } from '../../../dataProvider/http.ts';
import { useLanguage } from '../../../resources/context/application.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { Span } from './calendar-days.ts';
import type { Job } from './calendar-events.ts';

/**
 * The maximum number of interventions that the calendar draws. If there are more, the server returns their number
 * per day.
 */
const MOST = 2000;

export interface PlannedWork {
  jobs: Job[];
  /** The number of interventions per day, if there are too many to draw. */
  counts?: Map<string, number>;
}

interface DayCount {
  giorno: string;
  totale: number;
}

export interface JobsQuery {
  /** The period; undefined to load nothing. */
  span: Span | undefined;
  filter: Row;
  colour: string;
  every: number | undefined;
  /** Whether the refresh pauses, because the user drags or edits. */
  held: boolean;
}

export const JOBS = ['odl', 'calendar'];

const countsIn = (days: DayCount[]): Map<string, number> =>
  new Map(days.map(({ giorno, totale }) => [giorno, totale]));

export function useJobs({ span, filter, colour, every, held }: JobsQuery) {
  const language = useLanguage();
  const query = {
    ...filter,
    pag: -1,
    isCalendario: 1,
    tipoColore: colour,
    giorniOltre: MOST,
    dataDa: span?.from,
    dataA: span?.to,
    orderByCol: 'data_ordine',
    orderByDir: 'ASC',
  } as Query;
  return useQuery({
    queryKey: [...JOBS, query, language],
    queryFn: async ({ signal }): Promise<PlannedWork> => {
      const reply: Envelope<Job[]> & { giorni?: DayCount[] } = await call('/odl/', { query, signal });
      const { data, giorni } = reply;
      return { jobs: data, ...(giorni && { counts: countsIn(giorni) }) };
    },
    enabled: span !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: held ? false : every,
  });
}
