/** The dialog of an act on interventions, with the widgets of their form. */
import { lazy, Suspense, useMemo } from 'react';
import type { ActDialogProps } from '../../../resources/acts/ActDialog.tsx';
import { useApplication } from '../../../resources/context/application.tsx';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { type FormSlots, FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import { NOTIFIES, NOTIFIES_NEVER } from '../../../schemas/interventions.ts';
import { NotifiedWidget, TechnicianWidget } from '../people/PersonWidgets.tsx';
import { type FormFacts, FormFactsProvider } from './FormFacts.ts';
import { PlannedWidget } from './PlannedWidget.tsx';
import { AnyStateWidget } from './StateWidget.tsx';

const ActDialog = lazy(() => import('../../../resources/acts/ActDialog.tsx'));

const WIDGETS = {
  id_stato: AnyStateWidget,
  id_tecnico: TechnicianWidget,
  id_usr_notifica: NotifiedWidget,
  data_ordine: PlannedWidget,
};

interface WorkActProps extends ActDialogProps {
  setting: SettingOf;
  /** Widgets that replace the usual ones, by field. */
  widgets?: FormSlots['widgets'];
}

/** Returns whether the user may name someone to notify, in a plant that sends mails. */
export function useNotifies(setting: SettingOf): boolean {
  const { may, byName } = useApplication();
  const field = byName.entity('intervention').field('id_usr_notifica');
  return (setting(NOTIFIES) ?? NOTIFIES_NEVER) !== NOTIFIES_NEVER && may(field?.write ?? 'session');
}

export function WorkAct({ setting, fields, widgets, ...props }: WorkActProps) {
  const facts = useMemo((): FormFacts => ({ setting, id: undefined, memory: { proposals: {} } }), [setting]);
  const slots = useMemo(() => ({ widgets: { ...WIDGETS, ...widgets } }), [widgets]);
  const notifiedField = { ...fields?.id_usr_notifica, ...(!useNotifies(setting) && { hidden: true }) };
  return (
    <Suspense fallback={<Opening />}>
      <FormFactsProvider value={facts}>
        <FormSlotsContext value={slots}>
          <ActDialog {...props} fields={{ ...fields, id_usr_notifica: notifiedField }} />
        </FormSlotsContext>
      </FormFactsProvider>
    </Suspense>
  );
}
