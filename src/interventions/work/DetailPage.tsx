/** The page of an intervention: the work card for users who do the work, or the full page. */
import { lazy, Suspense } from 'react';
import { useGetOne } from 'react-admin';
import { useParams } from 'react-router';
import { FROM_DEVICE } from '../../../resources/context/device-first.ts';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { WHOLE } from '../../../resources/form/RecordFrame.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { TabsPage } from '../page/TabsPage.tsx';
import { useWorkChoice } from './work-choice.ts';

const WorkPage = lazy(() => import('./WorkPage.tsx'));

export default function DetailPage({ entity }: { entity: EntityOf<'odl'> }) {
  const { id } = useParams();
  const { data, dataUpdatedAt } = useGetOne<RowOf<'odl'>>(
    entity.resource,
    { id: Number(id), meta: WHOLE },
    { enabled: id !== undefined, ...FROM_DEVICE },
  );
  const { works, offered, openAll, openWork } = useWorkChoice(data);
  if (!data || !works) return <TabsPage entity={entity} onWork={offered ? openWork : undefined} />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <WorkPage key={data.id} entity={entity} record={data} readAt={dataUpdatedAt} onAll={openAll} />
    </Suspense>
  );
}
