/** The interventions of an asset that its first screen shows, and the next dates of its maintenance plan. */
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { ask } from '../../dataProvider/cached-reads.ts';
import type { Row } from '../../schemas/entity.ts';
import { isOver } from '../../schemas/interventions.ts';

export const ALL_STATES = {
  pagination: { page: 1, perPage: 1000 },
  sort: { field: 'id', order: 'ASC' },
  filter: { all: 1 },
} as const;
const OPEN_MAX = 10;
const LAST_MAX = 5;
const DUE_MAX = 5;

/** Returns the open states, or those of ended work. */
export const statesAmong = (states: Row[] | undefined, over: boolean): unknown[] | undefined =>
  states?.filter((state) => isOver(Number(state.id_tipo_stato_odl)) === over).map(({ id }) => id);

/** Returns what to request: the interventions of an asset in these states. */
export function worksOf(asset: number, over: boolean, among: unknown[] | undefined) {
  const [field, order] = over ? (['data_fine', 'DESC'] as const) : (['data_ordine', 'ASC'] as const);
  return {
    pagination: { page: 1, perPage: over ? LAST_MAX : OPEN_MAX },
    sort: { field, order },
    filter: { idOggetto: asset, idStato: among?.join(','), ...(over && { mostraChiusi: 1 }) },
  };
}

function useWorks(asset: number, over: boolean) {
  const states = useGetList('stato', ALL_STATES);
  const among = statesAmong(states.data, over);
  const works = useGetList('odl', worksOf(asset, over, among), { enabled: among !== undefined });
  return states.error && !states.data ? { ...states, data: undefined, total: undefined } : works;
}

/** Sorts by planned date, oldest first. */
export const useOpenWork = (asset: number) => useWorks(asset, false);

/** The five latest interventions, newest first. */
export const useLastWorks = (asset: number) => useWorks(asset, true);

export interface DueDate {
  id_manutenzione: number;
  schedulazione: string;
  data: string;
}

/** Reads the next date of each maintenance of the asset, at most the five earliest. */
export const dueDatesOf = async (asset: number): Promise<DueDate[]> =>
  (await ask<DueDate[]>('/manutenzione/scadenze/', { query: { idOggetto: asset } })).data.slice(0, DUE_MAX);

export const useDueDates = (asset: number) =>
  useQuery({ queryKey: ['manutenzione', 'due', asset], queryFn: () => dueDatesOf(asset) });
