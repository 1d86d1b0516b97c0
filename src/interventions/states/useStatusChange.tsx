/** Changes the state. It asks questions and resolves obstacles step by step. */

import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { REPORT_NEEDED } from '../../../schemas/results.ts';
import type { Offer } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { reportFace } from '../report/ReportQuestion.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { useEntering } from './useEntering.ts';

interface StatusChange {
  press(offer: Offer): void;
  dialogs: ReactNode;
}

export function useStatusChange(entity: EntityOf<'odl'>, record: RowOf<'odl'>): StatusChange {
  const translate = useTranslate();
  const [offer, press] = useState<Offer>();
  const state = offer?.name ?? '';
  const title = translate('officina.interventions.detail.to_state', { state });
  const { enter, busy, dialog } = useEntering(entity, {
    title,
    faces: { [REPORT_NEEDED]: reportFace(record, title) },
  });
  const close = () => press(undefined);
  const enterAndClose = async (to: Offer, more?: Row) => {
    const outcome = await enter(record, to, { more });
    close();
    return outcome;
  };
  const first = offer?.assigns ? (
    <AssignDialog
      record={record}
      title={title}
      state={state}
      send={(people) => enterAndClose(offer, people)}
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
        onConfirm={() => void enterAndClose(offer)}
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
