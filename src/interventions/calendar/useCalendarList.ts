/** The calendar as a list context, so that list filters work in it and are stored in its address. */
import { type ListControllerResult, useList } from 'react-admin';
import type { Entity } from '../../../schemas/entity.ts';
import type { Place } from './calendar-address.ts';
import type { Job } from './calendar-events.ts';
import type { useJobs } from './usePlannedWork.ts';

const BY_DAY = { field: 'data_ordine', order: 'ASC' } as const;

export function useCalendarList(
  { resource }: Entity,
  { filter, turn }: Place,
  { data, error, isFetching, isPending }: ReturnType<typeof useJobs>,
): ListControllerResult<Job> {
  const list = useList<Job>({ resource, data: data?.jobs, error, isFetching, isPending, sort: BY_DAY });
  // The server filters the rows.
  return { ...list, filterValues: filter, setFilters: (next) => turn({ filter: next }) };
}
