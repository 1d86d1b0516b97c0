import { useEffect } from 'react';
import { useStoreContext } from 'react-admin';
import { useApplication } from '../../resources/context/application.tsx';
import { tabsOf } from '../../resources/context/routes.ts';
import type { PageRoute } from './screens.ts';

/**
 * Keeps a list's filters while the user stays in its area, including its tabs. Clears the filters when the user
 * leaves the area.
 */
export function useAreaFilters(route: PageRoute | undefined): void {
  const { removeItem } = useStoreContext();
  const { entities } = useApplication();
  const entity = route?.entity;
  useEffect(() => {
    const area = entity ? [entity, ...tabsOf(entity, entities)] : [];
    for (const other of entities) if (!area.includes(other)) removeItem(`${other.resource}.listParams`);
  }, [entity, entities, removeItem]);
}
