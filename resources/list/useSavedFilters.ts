/** Filters, order and columns of a list, stored on the server under names. */

import { useDataProvider, useGetList, useListContext } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { SAVED_FILTERS } from '../../schemas/saved-filters.ts';
import { textOf } from '../../schemas/values.ts';
import { useApplication } from '../context/application.tsx';
import { useEntity } from './ListData.ts';
import { useOwnFilters } from './master.ts';
import { useColumns } from './useColumns.ts';

export interface SavedFilter {
  id: number;
  name: string;
  own: boolean;
  removable: boolean;
  shared: boolean;
  /** The name of the user who saved the filter. */
  by?: string;
  row: Row;
}

interface Saved {
  filter: Row;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  columns?: string[];
}

/** Returns the entity that stores filters of lists. */
export const useFilterEntity = (): Entity | undefined => useApplication().byResource.get(SAVED_FILTERS);

/** Returns the values that would be saved now, and a function that applies saved values. */
function useArrangement() {
  const { sort, setSort } = useListContext();
  const { own, setOwn } = useOwnFilters();
  const { arranged, arrange } = useColumns();
  return {
    isFiltered: Object.keys(own).length > 0,
    now: (): Saved => ({ filter: own, sort, ...(arranged && { columns: arranged }) }),
    apply({ filter, sort: savedSort, columns }: Saved) {
      setOwn(filter);
      if (savedSort) setSort(savedSort);
      if (columns) arrange(columns);
    },
  };
}

/** Returns whether two names are the same, whatever their case. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const read = (text: unknown): Saved => JSON.parse(String(text));

export function useSavedFilters(entity: Entity) {
  const { resource } = useEntity();
  const { may } = useApplication();
  const provider = useDataProvider();
  const arrangement = useArrangement();
  const { data, isPending, refetch } = useGetList<Row & { id: number }>(entity.resource, {
    filter: { risorsa: resource },
    sort: { field: 'nome', order: 'ASC' },
    pagination: { page: 1, perPage: PAGE_SIZE_MAX },
  });
  const all = (data ?? []).map(
    (row): SavedFilter => ({
      id: row.id,
      name: String(row.nome),
      own: row.modificabile === 1,
      removable: row.eliminabile === 1,
      shared: row.condiviso === 1,
      by: textOf(row.usr_ins),
      row,
    }),
  );
  const change = async ({ id, row }: SavedFilter, changes: Row) => {
    await provider.update(entity.resource, {
      id,
      data: { ...changes, versione: row.versione },
      previousData: { ...row, id },
    });
    await refetch();
  };
  return {
    isPending,
    isFiltered: arrangement.isFiltered,
    own: all.filter((saved) => saved.own),
    others: all.filter((saved) => !saved.own),
    mayShare: may(entity.field('condiviso')?.write ?? 'session'),
    use: ({ row }: SavedFilter) => arrangement.apply(read(row.valori)),
    /** Saves under a name. Replaces the user's filter of the same name. */
    async save(name: string, forAll: boolean) {
      const changes = { valori: JSON.stringify(arrangement.now()), ...(forAll && { condiviso: 1 }) };
      const before = all.find((saved) => saved.own && isSameName(saved.name, name));
      if (before) return change(before, changes);
      await provider.create(entity.resource, { data: { ...changes, nome: name, risorsa: resource } });
      await refetch();
    },
    rename: (saved: SavedFilter, name: string) => change(saved, { nome: name }),
    share: (saved: SavedFilter, forAll: boolean) => change(saved, { condiviso: forAll ? 1 : 0 }),
    reload: () => void refetch(),
  };
}

export type SavedFiltersOf = ReturnType<typeof useSavedFilters>;
