/** Values that the widgets of a form of interventions share, and the dialogs for the server's questions. */

import { type ReactNode, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useQuestions } from '../../../resources/acts/useQuestions.tsx';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { type FormSlots, FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import { REPORT_NEEDED } from '../../../schemas/results.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { NotifiedWidget, TechnicianWidget } from '../people/PersonWidgets.tsx';
import { reportFaceInForm } from '../report/ReportQuestion.tsx';
import { AssetWidget } from './AssetWidget.tsx';
import { type FormFacts, FormFactsProvider } from './FormFacts.ts';
import { beginningOf } from './first-values.ts';
import { plans } from './form-fields.ts';
import { PlannedWidget } from './PlannedWidget.tsx';
import { ClassWidget, DescriptionWidget, TypeWidget } from './ProposedWidgets.tsx';
import { StateWidget } from './StateWidget.tsx';

const WIDGETS = {
  id_oggetto: AssetWidget,
  id_tipo_guasto: TypeWidget,
  id_stato: StateWidget,
  id_tecnico: TechnicianWidget,
  id_usr_notifica: NotifiedWidget,
  id_classe_intervento: ClassWidget,
  descrizione: DescriptionWidget,
  data_ordine: PlannedWidget,
};

interface FormContextProps {
  setting: SettingOf;
  stored?: RowOf<'odl'>;
  /** The name of the original, for a copy. */
  copied?: string;
  /** Widgets that replace the usual ones, by field. */
  widgets?: FormSlots['widgets'];
  /** The fields of a short form. */
  draws?: FormSlots['draws'];
  children: ReactNode;
}

/** Provides the values that the form's widgets share, and the dialogs for the server's questions. */
export function FormContext({ setting, stored, copied, widgets, draws, children }: FormContextProps) {
  const translate = useTranslate();
  const { act } = useApplication();
  const [report, agree] = [translate('officina.interventions.form.report'), translate('officina.agree')];
  const { answer, dialog } = useQuestions(act('enter-state'), {
    title: translate('officina.interventions.form.blocked'),
    confirm: agree,
    faces: stored && { [REPORT_NEEDED]: reportFaceInForm(stored, report, agree) },
  });
  const id = stored?.id;
  const [memory] = useState<FormFacts['memory']>({ proposals: {} });
  const facts = useMemo(() => ({ setting, id, memory }), [setting, id, memory]);
  const slots = useMemo(
    (): FormSlots => ({
      widgets: { ...WIDGETS, ...widgets },
      draws,
      answer,
      proposals: memory.proposals,
      ...(copied !== undefined && { query: { idCopia: copied } }),
    }),
    [answer, memory, copied, widgets, draws],
  );
  return (
    <FormFactsProvider value={facts}>
      <FormSlotsContext value={slots}>{children}</FormSlotsContext>
      {dialog}
    </FormFactsProvider>
  );
}

/** Returns today as a planned date in the plant's time zone, with the time if the plant uses it. */
export function useToday(setting: SettingOf | undefined): string | undefined {
  const application = useApplication();
  const zone = usePlantZone();
  return useMemo(() => {
    if (!setting || !plans(application, setting)) return undefined;
    return setting('OdlConTimestamp') === '1' ? new Date().toISOString() : beginningOf(todayIn(zone));
  }, [application, setting, zone]);
}
