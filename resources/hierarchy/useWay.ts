/** The path from the root of a tree to a row. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import { treeKey } from './useLevels.ts';

/** Returns the path, the row itself last; undefined until it is read, or without the right to read it. */
export function useWay(entity: Entity, id: number | undefined) {
  const provider = useDataProvider<OfficinaProvider>();
  const { data } = useQuery({
    queryKey: [...treeKey(entity), 'way', id],
    queryFn: id === undefined ? skipToken : () => provider.way(entity.resource, id),
    retry: false,
  });
  return data;
}
