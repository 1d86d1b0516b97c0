/** From one state into another: asked before, and what stands in the way settled step by step. */

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { CallError } from '../../../dataProvider/http.ts';
import { ConfirmDialog } from '../../../resources/ConfirmDialog.tsx';
import type { Conflict } from '../../../resources/form/ConflictDialog.tsx';
import { outcomeOf } from '../../../resources/form/saving.ts';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { reasonOf, useSay } from '../../../resources/say.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { changedWith, sendWhole, useChanged, useSettings } from '../ground/calls.ts';
import { type Change, changesIn } from '../report/changes.tsx';
import { ReportQuestion } from '../report/ReportQuestion.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import type { Offer } from './offers.ts';
import { refusalOf } from './refusal.ts';

const ConflictDialog = lazy(() => import('../../../resources/form/ConflictDialog.tsx'));
const ReportDialog = lazy(() => import('../report/ReportDialog.tsx'));

const BLOCKED = -9;
const REPORT_NEEDED = -11;
/** BlockAssigned: a technician who is busy is asked about; otherwise he is refused. */
const ASKS = '2';

/** What is sent: the whole intervention as it is to be, and as the person saw it. */
interface Attempt {
  body: Row;
  seen: Row;
  bypass: boolean;
}

type Step =
  | { kind: 'ask' | 'assign'; offer: Offer }
  | { kind: 'blocked'; offer: Offer; attempt: Attempt; reason: string }
  | { kind: 'conflict'; offer: Offer; attempt: Attempt; conflict: Conflict }
  | { kind: 'report' | 'sign'; offer: Offer; attempt: Attempt; changes: Change[] };

interface StatusChange {
  press(offer: Offer): void;
  dialogs: ReactNode;
}

export function useStatusChange(entity: EntityOf<'odl'>, record: RowOf<'odl'>): StatusChange {
  const translate = useTranslate();
  const house = useHouse();
  const language = useLanguage();
  const say = useSay();
  const changed = useChanged();
  const setting = useSettings(['BlockAssigned']);
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);
  const close = () => setStep(undefined);

  const refused = (error: unknown, offer: Offer, attempt: Attempt): Step | undefined => {
    const result = error instanceof CallError ? error.result : undefined;
    if (error instanceof CallError && result === REPORT_NEEDED)
      return { kind: 'report', offer, attempt, changes: changesIn(error.body.data) };
    if (result === BLOCKED && setting?.('BlockAssigned') === ASKS)
      return { kind: 'blocked', offer, attempt, reason: reasonOf(error) };
    const { conflict } = outcomeOf(error, attempt.body);
    if (conflict) return { kind: 'conflict', offer, attempt, conflict };
    say(refusalOf(error, { entity, record, language }), 'error');
    return undefined;
  };
  const sayDone = (offer: Offer, { id_stato }: Row) =>
    id_stato === offer.state.id
      ? say('officina.interventions.detail.changed', 'success', { state: offer.name })
      : say('officina.form.saved', 'success', { name: displayOf(entity, record) });
  const send = async (offer: Offer, attempt: Attempt) => {
    setBusy(true);
    try {
      await sendWhole(record.id, attempt.body, attempt.bypass);
      sayDone(offer, attempt.body);
      close();
    } catch (error) {
      setStep(refused(error, offer, attempt));
    }
    await changed();
    setBusy(false);
  };
  const enter = (offer: Offer, more: Row = {}) =>
    send(offer, {
      body: changedWith(entity, record, { id_stato: offer.state.id, ...more }, house),
      seen: record,
      bypass: false,
    });
  const question = (title: string, text: string, onConfirm: () => void) => (
    <ConfirmDialog
      open
      mild
      title={title}
      confirm={translate('officina.interventions.detail.proceed')}
      cancel={translate('officina.cancel')}
      busy={busy}
      onConfirm={onConfirm}
      onClose={close}
    >
      {text}
    </ConfirmDialog>
  );
  const dialogOf = (now: Step): ReactNode => {
    const { offer } = now;
    const title = translate('officina.interventions.detail.to_state', { state: offer.name });
    switch (now.kind) {
      case 'ask':
        return question(title, translate('officina.confirm.statusChange', { state: offer.name }), () =>
          enter(offer),
        );
      case 'assign':
        return (
          <AssignDialog
            entity={entity}
            record={record}
            title={title}
            state={offer.name}
            busy={busy}
            onAssign={(people) => enter(offer, people)}
            onClose={close}
          />
        );
      case 'blocked':
        return question(title, `${now.reason} ${translate('officina.confirm.proceed')}`, () =>
          send(offer, { ...now.attempt, bypass: true }),
        );
      case 'report':
        return (
          <ReportQuestion
            title={title}
            changes={now.changes}
            busy={busy}
            onSign={() => setStep({ ...now, kind: 'sign' })}
            onClose={close}
          />
        );
      case 'sign':
        return (
          <Suspense fallback={null}>
            <ReportDialog
              record={record}
              state={offer.state.id}
              change={now.attempt.body}
              title={title}
              onMade={() => send(offer, now.attempt)}
              onClose={close}
            />
          </Suspense>
        );
      case 'conflict':
        return (
          <Suspense fallback={null}>
            <ConflictDialog
              key={String(now.conflict.theirs.versione)}
              entity={entity}
              base={now.attempt.seen}
              conflict={now.conflict}
              onSave={(body) => send(offer, { ...now.attempt, body })}
              onClose={close}
            />
          </Suspense>
        );
    }
  };
  return {
    press: (offer) => setStep({ kind: offer.assigns ? 'assign' : 'ask', offer }),
    dialogs: step && dialogOf(step),
  };
}
