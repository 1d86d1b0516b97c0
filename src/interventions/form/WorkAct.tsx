/** The dialog of an act on interventions, with the widgets that their form has. */
import { lazy, Suspense, useMemo } from 'react';
import type { ActDialogProps } from '../../../resources/acts/ActDialog.tsx';
import { useHouse } from '../../../resources/context/application.tsx';
import { type FormSlots, FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import type { SettingOf } from '../../../schemas/access.ts';
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
  /** Other widgets than usual. */
  widgets?: FormSlots['widgets'];
}

/** Somebody to be told is named where the plant sends mails, by who may. */
export function useTells(setting: SettingOf): boolean {
  const { may, byName } = useHouse();
  const field = byName.entity('intervention').field('id_usr_notifica');
  return (setting('UserMailNotif') ?? '0') !== '0' && may(field?.write ?? 'session');
}

export function WorkAct({ setting, fields, widgets, ...props }: WorkActProps) {
  const facts = useMemo((): FormFacts => ({ setting, id: undefined, memory: { proposals: {} } }), [setting]);
  const slots = useMemo(() => ({ widgets: { ...WIDGETS, ...widgets } }), [widgets]);
  const told = { ...fields?.id_usr_notifica, ...(!useTells(setting) && { hidden: true }) };
  return (
    <Suspense fallback={null}>
      <FormFactsProvider value={facts}>
        <FormSlotsContext value={slots}>
          <ActDialog {...props} fields={{ ...fields, id_usr_notifica: told }} />
        </FormSlotsContext>
      </FormFactsProvider>
    </Suspense>
  );
}
