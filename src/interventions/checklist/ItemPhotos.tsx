/** Photos of a checklist item, taken with the phone's camera. */
import { useQuery } from '@tanstack/react-query';
import { documentsOf, type Owner } from '../../../dataProvider/documents.ts';
import { Photos } from '../photos/Photos.tsx';
import { useWaitingFiles } from '../photos/useWaitingFiles.ts';
import type { Item } from './checklist-item.ts';

export const ownerOf = (item: Item): Owner => ({ resource: 'odl/checklist', id: item.id });

export function ItemPhotos({ item, changes }: { item: Item; changes: boolean }) {
  const owner = ownerOf(item);
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['documents', owner.resource, item.id, item.num_documenti],
    queryFn: () => documentsOf(owner),
    enabled: item.num_documenti > 0,
  });
  const waiting = useWaitingFiles(owner, dataUpdatedAt);
  if (item.num_documenti === 0 && waiting.length === 0) return null;
  return <Photos owner={owner} photos={data?.documenti ?? []} waiting={waiting} changes={changes} />;
}
