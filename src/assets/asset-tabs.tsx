/** The tabs of an asset's page after those of every record: interventions, maintenance plan, parts. */

import AddIcon from '@mui/icons-material/Add';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication } from '../../resources/context/application.tsx';
import EmbeddedList from '../../resources/detail/EmbeddedList.tsx';
import type { DetailTab } from '../../resources/detail/record-tabs.ts';
import { HeaderFilters, HeaderLink } from '../../resources/form/FormHeader.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { workOn } from '../interventions/intervention-routes.ts';
import { maintenanceOf } from '../schedules/maintenance-address.ts';
import { RECOMMENDED_TAB, recommendedAddress } from './asset-routes.ts';
import { PartsUsed, PartsUsedCsv, usePartsQuery } from './PartsUsed.tsx';
import { Recommended } from './Recommended.tsx';

type Asset = RowOf<'oggetto'>;

/** The tab of the maintenance plan. */
export type Plan = ComponentType<{ asset: number; maintenances: Entity }>;

const WITHOUT_ASSET = ['id_oggetto'];

export function useInterventionsTab(): (asset: Asset) => DetailTab {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const interventions = byName.entity('intervention');
  const [filtering, setFiltering] = useState(false);
  const creates = may(interventions.access.create);
  return (asset) => ({
    key: 'interventi',
    label: translate('officina.assets.interventions'),
    count: asset.num_interventi,
    element: (
      <EmbeddedList
        entity={interventions}
        filter={{ idOggetto: asset.id, mostraChiusi: 1 }}
        without={WITHOUT_ASSET}
        hint={translate(`officina.assets.no_interventions${creates ? '_add' : ''}`)}
        filtering={filtering}
        onFiltered={() => setFiltering(false)}
      />
    ),
    actions: (
      <>
        <HeaderFilters onOpen={() => setFiltering(true)} />
        {creates && (
          <HeaderLink
            to={workOn(asset)}
            label={translate('officina.assets.add_intervention')}
            startIcon={<AddIcon />}
            variant="contained"
          />
        )}
      </>
    ),
  });
}

/** Returns the tab of the maintenance plan for users who may read it. */
export function usePlanTabs(PlanOf: Plan): (asset: Asset) => DetailTab[] {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const maintenances = byName.get('maintenance');
  if (!maintenances || !may(maintenances.access.read)) return () => [];
  return (asset) => [
    {
      key: 'manutenzioni',
      label: translate('officina.schedule.of_asset'),
      element: (
        <Suspense fallback={<FormSkeleton />}>
          <PlanOf asset={asset.id} maintenances={maintenances} />
        </Suspense>
      ),
      actions: may(maintenances.access.create) && (
        <HeaderLink
          to={maintenanceOf(maintenances, asset.id)}
          label={translate('officina.schedule.add_to_asset')}
          startIcon={<AddIcon />}
          variant="contained"
        />
      ),
    },
  ];
}

export function useRecommendedTab(entity: EntityOf<'oggetto'>): (asset: Asset) => DetailTab {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const changes = may(entity.access.write);
  const addLink = (asset: Asset): ReactNode =>
    changes && (
      <HeaderLink
        to={recommendedAddress(asset.id)}
        label={translate('officina.assets.add_recommended')}
        startIcon={<AddIcon />}
      />
    );
  return (asset) => ({
    key: RECOMMENDED_TAB,
    label: translate('officina.assets.recommended'),
    count: asset.num_ricambi_consigliati,
    element: (
      <Recommended asset={asset} parts={byName.entity('spare-part')} changes={changes} add={addLink(asset)} />
    ),
    actions: addLink(asset),
  });
}

/** Returns the tab of the used parts. The query stays the same while other tabs are open. */
export function usePartsTab(): (asset: Asset) => DetailTab {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const parts = byName.entity('spare-part');
  const [query, changeQuery] = usePartsQuery();
  return (asset) => ({
    key: 'ricambi',
    label: translate('officina.assets.parts'),
    count: asset.num_ricambi,
    element: <PartsUsed asset={asset} parts={parts} query={query} onAsk={changeQuery} />,
    actions: may(parts.access.read) && <PartsUsedCsv asset={asset} query={query} />,
  });
}
