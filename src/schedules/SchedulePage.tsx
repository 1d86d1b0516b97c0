/** A periodic intervention: its data, the assets under it, its documents, its generation, and what the next year brings. */

import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useHouse } from '../../resources/context/application.tsx';
import type { DetailTab } from '../../resources/detail/record-tabs.ts';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import { withFields } from '../../resources/form/record.ts';
import { type RowSlots, RowSlotsProvider } from '../../resources/list/ListSlots.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import { isOffered } from '../../schemas/act.ts';
import type { EntityOf } from '../../schemas/catalogue.ts';
import type { RowOf } from '../../schemas/types.ts';
import { useSettings } from './schedule-calls.ts';
import { FaultCell } from './schedule-cells.tsx';
import { SCHEDULE_WIDGETS } from './schedule-widgets.tsx';
import { GenerateButton } from './UnderWay.tsx';

const GenerateTab = lazy(() => import('./GenerateTab.tsx'));
const Forecast = lazy(() => import('./Forecast.tsx'));

const FORM_SLOTS = { widgets: SCHEDULE_WIDGETS };
const ROW_SLOTS: RowSlots = { cells: { errore: FaultCell } };

/** Nobody is told by mail in a plant that sends none: nobody is asked whom. */
function useShape(
  entity: EntityOf<'manutenzione/schedulazione'>,
): EntityOf<'manutenzione/schedulazione'> | undefined {
  const setting = useSettings();
  return useMemo(
    () =>
      setting &&
      withFields(entity, ({ name }) =>
        name === 'id_usr_notifica' && setting('UserMailNotif') === '0' ? { hidden: true } : undefined,
      ),
    [entity, setting],
  );
}

const waited = (element: ReactNode): ReactNode => (
  <Suspense fallback={<Loading height={320} />}>{element}</Suspense>
);

export default function SchedulePage({
  entity,
  purpose,
}: {
  entity: EntityOf<'manutenzione/schedulazione'>;
  purpose: FormPurpose;
}) {
  const translate = useTranslate();
  const house = useHouse();
  const generate = house.act('generate');
  const shape = useShape(entity);
  if (!shape) return <FormSkeleton />;
  const words = (key: string) => translate(`officina.schedule.${key}`);
  const generates = (record: RowOf<'manutenzione/schedulazione'>): boolean =>
    isOffered(generate, record) && house.may(generate.access);
  const tabs = (record: RowOf<'manutenzione/schedulazione'>): DetailTab[] => [
    ...(generates(record)
      ? [
          {
            key: 'genera',
            label: words('tab_generate'),
            // After a period another one is proposed.
            element: waited(<GenerateTab key={String(record.data_generazione_end)} schedule={record} />),
            actions: <GenerateButton schedule={record.id} />,
          },
        ]
      : []),
    {
      key: 'previsione',
      label: words('tab_forecast'),
      element: waited(<Forecast schedule={record.id} />),
    },
  ];
  return (
    <FormSlotsContext value={FORM_SLOTS}>
      <RowSlotsProvider value={ROW_SLOTS}>
        <EntityForm
          entity={shape}
          purpose={purpose}
          slots={{ label: words('tab_data'), tabs, under: (record) => <Fault record={record} /> }}
        />
      </RowSlotsProvider>
    </FormSlotsContext>
  );
}

/** What is wrong with it, whichever tab is open. */
function Fault({ record: { errore } }: { record: RowOf<'manutenzione/schedulazione'> }) {
  const translate = useTranslate();
  if (!errore) return null;
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle>{translate('officina.schedule.broken')}</AlertTitle>
      {String(errore)}
    </Alert>
  );
}
