/** The page of an asset: data sheet, children, documents, interventions, recommended and used parts. */

import AddIcon from '@mui/icons-material/Add';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication } from '../../resources/context/application.tsx';
import EmbeddedList from '../../resources/detail/EmbeddedList.tsx';
import { CoverImage } from '../../resources/documents/CoverImage.tsx';
import { HeaderButton, HeaderLink } from '../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { workOn } from '../interventions/intervention-routes.ts';
import { RECOMMENDED_TAB, recommendedAddress } from './asset-routes.ts';
import { PartsUsed, PartsUsedCsv, usePartsQuery } from './PartsUsed.tsx';
import { Recommended } from './Recommended.tsx';
import { Reliability } from './Reliability.tsx';
import { useLight } from './useLight.ts';

const LightCard = lazy(() => import('./LightCard.tsx'));

interface AssetPageProps {
  entity: EntityOf<'oggetto'>;
  /** The tab of the maintenance plan. */
  Plan: ComponentType<{ asset: number; maintenances: Entity }>;
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
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const changes = may(entity.access.write);
  const interventions = byName.entity('intervention');
  const parts = byName.entity('spare-part');
  const maintenances = byName.get('maintenance');
  const [filtering, setFiltering] = useState(false);
  const [query, changeQuery] = usePartsQuery();
  const toAdd = (asset: RowOf<'oggetto'>) =>
    changes && (
      <HeaderLink
        to={recommendedAddress(asset.id)}
        label={translate('officina.assets.add_recommended')}
        startIcon={<AddIcon />}
      />
    );
  return (
    <EntityDetail
      entity={entity}
      aside={(asset) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <CoverImage entity={entity} id={asset.id} />
          <Reliability entity={entity} asset={asset} />
        </Box>
      )}
      tabs={(asset) => [
        {
          key: 'interventi',
          label: translate('officina.assets.interventions'),
          count: asset.num_interventi,
          element: (
            <EmbeddedList
              entity={interventions}
              filter={{ idOggetto: asset.id, mostraChiusi: 1 }}
              without={WITHOUT_ASSET}
              hint={translate(
                `officina.assets.no_interventions${may(interventions.access.create) ? '_add' : ''}`,
              )}
              filtering={filtering}
              onFiltered={() => setFiltering(false)}
            />
          ),
          actions: (
            <>
              <HeaderButton
                label={translate('officina.list.filters')}
                startIcon={<FilterListIcon />}
                aria-haspopup="dialog"
                onClick={() => setFiltering(true)}
              />
              {may(interventions.access.create) && (
                <HeaderLink
                  to={workOn(asset)}
                  label={translate('officina.assets.add_intervention')}
                  startIcon={<AddIcon />}
                  variant="contained"
                />
              )}
            </>
          ),
        },
        ...(maintenances && may(maintenances.access.read)
          ? [
              {
                key: 'manutenzioni',
                label: translate('officina.schedule.of_asset'),
                element: (
                  <Suspense fallback={<FormSkeleton />}>
                    <Plan asset={asset.id} maintenances={maintenances} />
                  </Suspense>
                ),
              },
            ]
          : []),
        {
          key: RECOMMENDED_TAB,
          label: translate('officina.assets.recommended'),
          count: asset.num_ricambi_consigliati,
          element: <Recommended asset={asset} parts={parts} changes={changes} add={toAdd(asset)} />,
          actions: toAdd(asset),
        },
        {
          key: 'ricambi',
          label: translate('officina.assets.parts'),
          count: asset.num_ricambi,
          element: <PartsUsed asset={asset} parts={parts} asked={query} onAsk={changeQuery} />,
          actions: may(parts.access.read) && <PartsUsedCsv asset={asset} asked={query} />,
        },
      ]}
    />
  );
}

const WITHOUT_ASSET = ['id_oggetto'];
