/** The path from the root of a tree to a row. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import { deviceFirst } from '../context/device-first.ts';
import { treeKey } from './useLevels.ts';

/**
 * Returns the path, with the row itself at the end. Returns undefined until it is read, or if the user may not read
 * it.
 */
export function useWay(entity: Entity, id: number | undefined) {
  const provider = useDataProvider<OfficinaProvider>();
  const { data } = useQuery({
    queryKey: [...treeKey(entity), 'way', id],
    queryFn:
      id === undefined ? skipToken : deviceFirst((signal) => provider.way(entity.resource, id, signal)),
    retry: false,
  });
  return data;
}
