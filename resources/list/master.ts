/** The master list next to a list (x-master): its rows, the selected one, and the user's other filters. */

import { useGetList, useGetMany, useListContext, useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { referenceOf } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useEntity } from './ListData.ts';

export interface Master {
  field: Field;
  /** The entity that the reference points to. */
  target: Entity;
}

/**
 * Returns the master list. Returns undefined if the user may not read the master entity. The list then has all
 * rows.
 */
export function useMaster(): Master | undefined {
  const entity = useEntity();
  const { byResource } = useApplication();
  const field = entity.master === undefined ? undefined : entity.field(entity.master);
  const target = field && byResource.get(referenceOf(field).resource);
  return target && { field, target };
}

/** The number of rows that are read at a time. */
export const MASTERS = 50;

export const useMasters = ({ target }: Master, typed = '', count = MASTERS) =>
  useGetList(
    target.resource,
    {
      pagination: { page: 1, perPage: count },
      sort: { field: target.sort[0], order: target.sort[1] },
      filter: { filtro: typed || undefined },
    },
    { placeholderData: (previous) => previous },
  );

function idIn({ field }: Master, filter: unknown): number | undefined {
  const id = Number(isRow(filter) ? filter[field.query] : undefined);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

function filterIn(search: string): Row | undefined {
  try {
    const filter: unknown = JSON.parse(new URLSearchParams(search).get('filter') ?? '');
    return isRow(filter) ? filter : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id in the address, or the last one used if the address has no parameters. */
export function useRequestedId(master: Master): number | undefined {
  const { resource } = useEntity();
  const { search } = useLocation();
  const [stored] = useStore<{ filter?: unknown } | undefined>(`${resource}.listParams`);
  return idIn(master, search === '' ? stored?.filter : filterIn(search));
}

/** Returns the address's search with this row selected and the rest unchanged. */
export function searchWith({ field }: Master, search: string, id: number): string {
  const params = new URLSearchParams(search);
  params.set('filter', JSON.stringify({ ...filterIn(search), [field.query]: id }));
  return `?${params}`;
}

/** Returns the row of an id. `gone` is true if it does not exist. */
export function useMasterRow(resource: string | undefined, id: number | undefined) {
  const enabled = resource !== undefined && id !== undefined;
  const { data } = useGetMany(resource ?? '', { ids: enabled ? [id] : [] }, { enabled });
  const row: Row | undefined = data?.find((found) => found?.id === id);
  return { row, gone: enabled && data !== undefined && row === undefined };
}

export interface ChosenMaster extends Master {
  id: number;
  /** The name of the row; empty until the row is read. */
  name: string;
}

/** Returns the selected master row, inside the list. */
export function useChosenMaster(): ChosenMaster | undefined {
  const language = useLanguage();
  const master = useMaster();
  const { filterValues } = useListContext();
  const id = master && idIn(master, filterValues);
  const { row } = useMasterRow(master?.target.resource, id);
  if (!master || id === undefined) return undefined;
  return { ...master, id, name: row ? displayOf(master.target, row, language) : '' };
}

/** Returns the filters that the user sees and can remove, without the filter of the master list. */
export function useOwnFilters() {
  const master = useMaster();
  const { filterValues, setFilters }: { filterValues: Row; setFilters(next: Row): void } = useListContext();
  if (!master) return { own: filterValues, setOwn: (next: Row) => setFilters(next) };
  const { [master.field.query]: chosen, ...own } = filterValues;
  return { own, setOwn: (next: Row) => setFilters({ ...next, [master.field.query]: chosen }) };
}
