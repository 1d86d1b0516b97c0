/** Loads the interventions of a period, refreshed like the list. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type Query } from '../../../dataProvider/http.ts';
import { useLanguage } from '../../../resources/context/application.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { Span } from './calendar-days.ts';
import type { Job } from './calendar-events.ts';

interface JobsQuery {
  span: Span;
  filter: Row;
  colour: string;
  every: number | undefined;
  /** Pauses the refresh while the user drags or edits. */
  held: boolean;
}

export const JOBS = ['odl', 'calendar'];

export function useJobs({ span, filter, colour, every, held }: JobsQuery) {
  const language = useLanguage();
  const query = {
    ...filter,
    pag: -1,
    isCalendario: 1,
    tipoColore: colour,
    dataDa: span.from,
    dataA: span.to,
    orderByCol: 'data_ordine',
    orderByDir: 'ASC',
  } as Query;
  return useQuery({
    queryKey: [...JOBS, query, language],
    queryFn: async ({ signal }) => (await call<Job[]>('/odl/', { query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: held ? false : every,
  });
}
