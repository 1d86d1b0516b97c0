/** The page of an asset: data sheet, children, documents, interventions, recommended and used parts. */

import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import { CoverImage } from '../../resources/documents/CoverImage.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import { AssetHere } from './AssetHere.tsx';
import {
  type Plan,
  useInterventionsTab,
  usePartsTab,
  usePlanTabs,
  useRecommendedTab,
} from './asset-tabs.tsx';
import { Reliability } from './Reliability.tsx';
import { useLight } from './useLight.ts';

const LightCard = lazy(() => import('./LightCard.tsx'));

interface AssetPageProps {
  entity: EntityOf<'oggetto'>;
  Plan: Plan;
}

export default function AssetPage({ entity, Plan }: AssetPageProps) {
  const light = useLight();
  if (light === undefined) return <FormSkeleton />;
  if (!light) return <FullPage entity={entity} Plan={Plan} />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <LightCard entity={entity} />
    </Suspense>
  );
}

function FullPage({ entity, Plan }: AssetPageProps) {
  const interventionsTab = useInterventionsTab();
  const planTabs = usePlanTabs(Plan);
  const recommendedTab = useRecommendedTab(entity);
  const partsTab = usePartsTab();
  const narrow = useNarrow();
  return (
    <EntityDetail
      entity={entity}
      first={narrow ? (asset) => <AssetHere entity={entity} asset={asset} /> : undefined}
      asideLast={narrow}
      aside={(asset) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <CoverImage entity={entity} id={asset.id} />
          <Reliability entity={entity} asset={asset} />
        </Box>
      )}
      tabs={(asset) => [interventionsTab(asset), ...planTabs(asset), recommendedTab(asset), partsTab(asset)]}
    />
  );
}
