/** The visible columns of a list and their order, stored per user. Users can move, hide and arrange them. */
import { useEffect, useMemo } from 'react';
import { useStore, useStoreContext } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import {
  type Arrangement,
  AS_IN_FILE,
  arrangedAs,
  fromEarlierVersion,
  isArranged,
  moved,
  ordered,
  placeOf,
  switched,
  visibleOf,
} from './arrangement.ts';
import { useEntity, useRights } from './ListData.ts';
import { type Column, namingColumn } from './list-columns.ts';

/** Returns the places in which earlier versions stored the columns. */
const placesBefore = ({ resource }: Entity) => ({
  hidden: `${resource}.datatable`,
  ranks: `${resource}.datatable_columnRanks`,
  offered: `${resource}.datatable_offered`,
});

/** Returns the user's arrangement. One of an earlier version is converted once. */
function useArrangement(entity: Entity) {
  const store = useStoreContext();
  const place = placeOf(entity);
  const [stored, setStored] = useStore<Arrangement | undefined>(place);
  const first = useRights().canDelete ? 1 : 0;
  const arrangement = useMemo(() => {
    if (stored) return stored;
    const places = placesBefore(entity);
    const before = {
      hidden: store.getItem<string[]>(places.hidden),
      ranks: store.getItem<number[]>(places.ranks),
      offered: store.getItem<string[]>(places.offered),
    };
    return before.hidden || before.ranks ? fromEarlierVersion(entity, before, first) : AS_IN_FILE;
  }, [stored, store, entity, first]);
  useEffect(() => {
    if (!stored && isArranged(arrangement)) setStored(arrangement);
    for (const old of Object.values(placesBefore(entity)))
      if (stored && store.getItem(old)) store.removeItem(old);
  }, [stored, arrangement, setStored, store, entity]);
  return { arrangement, setArrangement: setStored };
}

export function useColumns() {
  const entity = useEntity();
  const { arrangement, setArrangement } = useArrangement(entity);
  const columns = useMemo(() => ordered(entity, arrangement), [entity, arrangement]);
  const visible = useMemo(() => visibleOf(entity, arrangement), [entity, arrangement]);
  return {
    columns,
    visible,
    /** The visible sources, if the user has arranged them; otherwise undefined. */
    arranged: isArranged(arrangement) ? visible.map(({ source }) => source) : undefined,
    /** The visible column that links to the rows. */
    naming: namingColumn(entity, visible),
    isVisible: ({ source }: Column) => visible.some((column) => column.source === source),
    show: ({ source }: Column, isOn: boolean) => setArrangement(switched(arrangement, source, isOn)),
    move: (from: number, to: number) => setArrangement(moved(entity, arrangement, from, to)),
    /** Arranges exactly these columns in this order, if they exist. */
    arrange: (sources: string[]) => setArrangement(arrangedAs(entity, sources)),
    reset: () => setArrangement(AS_IN_FILE),
  };
}
