/** The way from the top of a tree down to a row. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import { treeKey } from './useLevels.ts';

/** The row itself is the last. Nothing while it is not known, or out of reach. */
export function useWay(entity: Entity, id: number | undefined) {
  const provider = useDataProvider<OfficinaProvider>();
  const { data } = useQuery({
    queryKey: [...treeKey(entity), 'way', id],
    queryFn: id === undefined ? skipToken : () => provider.way(entity.resource, id),
    retry: false,
  });
  return data;
}
