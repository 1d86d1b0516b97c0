/** The interventions of an asset that its first screen shows, and the next dates of its maintenance plan. */
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { ask } from '../../dataProvider/cached-reads.ts';
import { isOver } from '../../schemas/interventions.ts';

const ALL_STATES = { pagination: { page: 1, perPage: 1000 }, filter: { all: 1 } };
const OPEN_MAX = 10;
const LAST_MAX = 5;
const DUE_MAX = 5;

/** Returns the interventions in open states, or in those of ended work. */
function useWorks(asset: number, over: boolean) {
  const states = useGetList('stato', ALL_STATES);
  const among = states.data?.filter((state) => isOver(state.id_tipo_stato_odl) === over).map(({ id }) => id);
  const [field, order] = over ? (['data_fine', 'DESC'] as const) : (['data_ordine', 'ASC'] as const);
  const works = useGetList(
    'odl',
    {
      pagination: { page: 1, perPage: over ? LAST_MAX : OPEN_MAX },
      sort: { field, order },
      filter: { idOggetto: asset, idStato: among?.join(','), ...(over && { mostraChiusi: 1 }) },
    },
    { enabled: among !== undefined },
  );
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

/** Returns the next date of each maintenance of the asset, at most the five earliest. */
export const useDueDates = (asset: number) =>
  useQuery({
    queryKey: ['manutenzione', 'due', asset],
    queryFn: async () =>
      (await ask<DueDate[]>('/manutenzione/scadenze/', { query: { idOggetto: asset } })).data.slice(
        0,
        DUE_MAX,
      ),
  });
