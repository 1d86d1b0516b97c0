import { useEffect } from 'react';
import { useStoreContext } from 'react-admin';
import { useHouse } from '../../resources/context/application.tsx';
import { tabsOf } from '../../resources/context/routes.ts';
import type { Room } from './screens.ts';

/** A list's filters last while the person moves among the screens of its area, tabs included, and end outside it. */
export function useAreaFilters(room: Room | undefined): void {
  const { removeItem } = useStoreContext();
  const { entities } = useHouse();
  const entity = room?.entity;
  useEffect(() => {
    const area = entity ? [entity, ...tabsOf(entity, entities)] : [];
    for (const other of entities) if (!area.includes(other)) removeItem(`${other.resource}.listParams`);
  }, [entity, entities, removeItem]);
}
