/** The dialog of an act on interventions, with the widgets that their form has. */
import { lazy, Suspense, useMemo } from 'react';
import type { ActDialogProps } from '../../../resources/acts/ActDialog.tsx';
import { FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import { useHouse } from '../../../resources/House.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import { type FormFacts, FormFactsProvider } from './FormFacts.ts';
import { NotifiedWidget, TechnicianWidget } from './PersonWidgets.tsx';
import { PlannedWidget } from './PlannedWidget.tsx';
import { AnyStateWidget } from './StateWidget.tsx';

const ActDialog = lazy(() => import('../../../resources/acts/ActDialog.tsx'));

const SLOTS = {
  widgets: {
    id_stato: AnyStateWidget,
    id_tecnico: TechnicianWidget,
    id_usr_notifica: NotifiedWidget,
    data_ordine: PlannedWidget,
  },
};

interface WorkActProps extends ActDialogProps {
  setting: SettingOf;
}

/** Somebody to be told is named where the plant sends mails, by who may. */
export function useTells(setting: SettingOf): boolean {
  const { may, byName } = useHouse();
  const field = byName.entity('intervention').field('id_usr_notifica');
  return (setting('UserMailNotif') ?? '0') !== '0' && may(field?.write ?? 'session');
}

export function WorkAct({ setting, fields, ...props }: WorkActProps) {
  const facts = useMemo((): FormFacts => ({ setting, id: undefined, memory: { proposals: {} } }), [setting]);
  const told = { ...fields?.id_usr_notifica, ...(!useTells(setting) && { hidden: true }) };
  return (
    <Suspense fallback={null}>
      <FormFactsProvider value={facts}>
        <FormSlotsContext value={SLOTS}>
          <ActDialog {...props} fields={{ ...fields, id_usr_notifica: told }} />
        </FormSlotsContext>
      </FormFactsProvider>
    </Suspense>
  );
}
