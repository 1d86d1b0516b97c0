/** The address of a dialog. It redirects to the page of the intervention, with the dialog open over its tab. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ask } from '../../../dataProvider/cached-reads.ts';
import { useApplication } from '../../../resources/context/application.tsx';
import { addressOf } from '../../../resources/context/routes.ts';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { Opened } from '../tabs/tab-dialogs.ts';

interface AddressPageProps {
  tab: string;
  /** The name of an act. */
  opens: string;
}

export default function AddressPage({ tab, opens }: AddressPageProps) {
  const { idOdl, idCommento } = useParams();
  const entity = useApplication().byName.entity('intervention');
  const { routes } = entity;
  const comment = useQuery({
    queryKey: ['commento', idCommento],
    queryFn: async () => (await ask<Row>(`/commento/${idCommento}`)).data,
    enabled: idCommento !== undefined,
  });
  if (idOdl === undefined) return <Navigate to={routes.list!} replace />;
  if (comment.error) return <Failure error={comment.error} entity={entity} onRetry={comment.refetch} />;
  if (idCommento !== undefined && !comment.data) return <FormSkeleton />;
  // A comment that the user may not change is only displayed in its tab.
  const reads = comment.data !== undefined && comment.data.modificabile !== 1;
  const changes: Opened | undefined = comment.data && { name: 'change-comment', stored: comment.data };
  const open = reads ? undefined : (changes ?? { name: opens });
  return <Navigate to={`${addressOf(routes.detail!, idOdl)}?tab=${tab}`} state={{ open }} replace />;
}
