/** The page of a schedule: data, assets, documents, generation, forecast. */

import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { mayDo } from '../../resources/acts/offered-acts.ts';
import { useApplication } from '../../resources/context/application.tsx';
import type { DetailTab } from '../../resources/detail/record-tabs.ts';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { FormSkeleton } from '../../resources/form/FormSkeleton.tsx';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import { withFields } from '../../resources/form/record.ts';
import { type RowSlots, RowSlotsProvider } from '../../resources/list/row-slots.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import type { EntityOf } from '../../schemas/catalogue.ts';
import { NOTIFIES, NOTIFIES_NEVER } from '../../schemas/interventions.ts';
import type { RowOf } from '../../schemas/types.ts';
import { useSettings } from './schedule-calls.ts';
import { FaultCell } from './schedule-cells.tsx';
import { SCHEDULE_WIDGETS } from './schedule-widgets.tsx';
import { GenerateButton } from './UnderWay.tsx';

const GenerateTab = lazy(() => import('./GenerateTab.tsx'));
const Forecast = lazy(() => import('./Forecast.tsx'));

const FORM_SLOTS = { widgets: SCHEDULE_WIDGETS };
const ROW_SLOTS: RowSlots = { cells: { errore: FaultCell } };

/** Leaves out the fields of mail recipients in a plant that sends no mail. */
function useMailFields(
  entity: EntityOf<'manutenzione/schedulazione'>,
): EntityOf<'manutenzione/schedulazione'> | undefined {
  const setting = useSettings();
  return useMemo(
    () =>
      setting &&
      withFields(entity, ({ name }) =>
        name === 'id_usr_notifica' && setting(NOTIFIES) === NOTIFIES_NEVER ? { hidden: true } : undefined,
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
  const application = useApplication();
  const generate = application.act('generate');
  const shape = useMailFields(entity);
  if (!shape) return <FormSkeleton />;
  const label = (key: string) => translate(`officina.schedule.${key}`);
  const generates = (record: RowOf<'manutenzione/schedulazione'>): boolean =>
    mayDo(application, generate, record);
  const tabs = (record: RowOf<'manutenzione/schedulazione'>): DetailTab[] => [
    ...(generates(record)
      ? [
          {
            key: 'genera',
            label: label('tab_generate'),
            // The key restarts the tab with the next period after a generation.
            element: waited(<GenerateTab key={String(record.data_generazione_end)} schedule={record} />),
            actions: <GenerateButton schedule={record.id} />,
          },
        ]
      : []),
    {
      key: 'previsione',
      label: label('tab_forecast'),
      element: waited(<Forecast schedule={record.id} />),
    },
  ];
  return (
    <FormSlotsContext value={FORM_SLOTS}>
      <RowSlotsProvider value={ROW_SLOTS}>
        <EntityForm
          entity={shape}
          purpose={purpose}
          slots={{ label: label('tab_data'), tabs, under: (record) => <Fault record={record} /> }}
        />
      </RowSlotsProvider>
    </FormSlotsContext>
  );
}

/** Shows the schedule's error above all tabs. */
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
