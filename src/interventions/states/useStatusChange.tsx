/** Changes the state: asks questions and resolves obstacles step by step. */

import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Outcome, useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Row } from '../../../schemas/entity.ts';
import { REPORT_NEEDED } from '../../../schemas/results.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { changedWith } from '../calls/intervention-calls.ts';
import { reportFace } from '../report/ReportQuestion.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import type { Offer } from './state-offers.ts';
import { refusalOf } from './state-refusal.ts';

interface StatusChange {
  press(offer: Offer): void;
  dialogs: ReactNode;
}

export function useStatusChange(entity: EntityOf<'odl'>, record: RowOf<'odl'>): StatusChange {
  const translate = useTranslate();
  const application = useApplication();
  const language = useLanguage();
  const say = useSay();
  const [offer, press] = useState<Offer>();
  const state = offer?.name ?? '';
  const title = translate('officina.interventions.detail.to_state', { state });
  const { ask, busy, dialog } = useAct(application.act('enter-state'), {
    title,
    faces: { [REPORT_NEEDED]: reportFace(record, title) },
  });
  const close = () => press(undefined);

  /** Sends the full intervention, with the record as the user saw it. */
  const enter = async (to: Offer, more: Row = {}): Promise<Outcome> => {
    const body = changedWith(entity, record, { id_stato: to.state.id, ...more }, application);
    const outcome = await ask<RowOf<'odl'>>(record.id, body, { entity, row: record });
    if ('refused' in outcome) say(refusalOf(outcome.error, { entity, record, language }), 'error');
    else if ('done' in outcome) {
      const entered = outcome.data.id_stato === to.state.id;
      if (entered) say('officina.interventions.detail.changed', 'success', { state: to.name });
      else say('officina.form.saved', 'success', { name: displayOf(entity, record) });
    }
    close();
    return outcome;
  };
  const first = offer?.assigns ? (
    <AssignDialog
      record={record}
      title={title}
      state={state}
      send={(people) => enter(offer, people)}
      onClose={close}
    />
  ) : (
    offer && (
      <ConfirmDialog
        open
        mild
        title={title}
        confirm={translate('officina.interventions.detail.proceed')}
        busy={busy}
        onConfirm={() => void enter(offer)}
        onClose={close}
      >
        {translate('officina.confirm.statusChange', { state })}
      </ConfirmDialog>
    )
  );
  return {
    press,
    dialogs: (
      <>
        {first}
        {dialog}
      </>
    ),
  };
}
