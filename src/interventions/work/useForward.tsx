/**
 * The effect of the forward button: it takes over the work, scrolls to what is missing, signs, or enters the state.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { outbox } from '../../../dataProvider/outbox.ts';
import { mustWait } from '../../../dataProvider/send-or-wait.ts';
import { useActAtOnce } from '../../../resources/acts/ActAtOnce.tsx';
import type { Outcome } from '../../../resources/acts/useAct.tsx';
import { useApplication } from '../../../resources/context/application.tsx';
import { ConfirmDialog } from '../../../resources/feedback/ConfirmDialog.tsx';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Row } from '../../../schemas/entity.ts';
import { REPORT_NEEDED } from '../../../schemas/results.ts';
import type { Offer } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import {
  isEnteredAtOnce,
  isUndoable,
  type Missing,
  needsReport,
  nextMissing,
} from '../../../schemas/work-step.ts';
import { isActOf } from '../calls/unsent-acts.ts';
import { signingFace } from '../report/ReportQuestion.tsx';
import { AssignDialog } from '../states/AssignDialog.tsx';
import { useEntering } from '../states/useEntering.ts';
import type { Typing } from './useTyping.ts';
import type { WorkInHand } from './useWork.ts';
import { itemId } from './WorkChecklist.tsx';

const ReportDialog = lazy(() => import('../report/ReportDialog.tsx'));

interface Forward {
  press(): void;
  /** Enters another state than the next one. */
  enter(offer: Offer): void;
  /** Whether a call is in progress, and no dialog is open that waits for the user. */
  busy: boolean;
  dialogs: ReactNode;
}

const elementOf = (thing: Missing): HTMLElement | null =>
  thing.kind === 'item'
    ? document.getElementById(itemId(thing.id))
    : thing.kind === 'field'
      ? document.getElementById(`root_${thing.name}`)
      : null;

/** The time in milliseconds for which a frame marks the element to which the button has scrolled. */
const LED_MS = 2000;

/** Returns a function that scrolls to a missing element, each time to the next one. */
function useWalk(): (missing: Missing[]) => void {
  const [last, setLast] = useState<string>();
  return (missing) => {
    const next = nextMissing(missing, last);
    if (!next) return;
    setLast(next.key);
    const element = elementOf(next);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
    element?.focus({ preventScroll: true });
    element?.animate(
      [{ boxShadow: '0 0 0 3px currentColor' }, { boxShadow: '0 0 0 3px transparent' }],
      LED_MS,
    );
  };
}

/**
 * Saves typed values first, so that the checks of the state see them. Without a network the values are sent with the
 * state.
 */
async function withTyped(
  record: RowOf<'odl'>,
  typing: Typing,
): Promise<{ saved: RowOf<'odl'>; values: Row } | undefined> {
  if (mustWait('intervention', record.id)) return { saved: record, values: typing.typed };
  const saved = await typing.save();
  // The network may be lost while the values are saved. They are then sent with the state, even if they were saved.
  if (mustWait('intervention', record.id)) return { saved: saved ?? record, values: typing.typed };
  return saved && { saved, values: {} };
}

/** Returns a function that enters a state with the typed values. It always calls `over` at the end. */
function useEntered(
  entity: EntityOf<'odl'>,
  record: RowOf<'odl'>,
  typing: WorkInHand['typing'],
  verb: (offer: Offer) => string,
  over: () => void,
) {
  const [entered, setEntered] = useState<Offer>();
  const [saving, setSaving] = useState(false);
  const title = entered ? verb(entered) : '';
  const entering = useEntering(entity, {
    title,
    faces: { [REPORT_NEEDED]: signingFace(record, title, title) },
  });

  const enterNow = async (offer: Offer, more?: Row): Promise<Outcome> => {
    setEntered(offer);
    setSaving(true);
    try {
      const ready = await withTyped(record, typing);
      if (!ready) return { left: true };
      const values = { ...ready.values, ...more };
      return await entering.enter(ready.saved, offer, { more: values, undoable: isUndoable(offer) });
    } finally {
      setSaving(false);
      over();
    }
  };
  return { entering, enterNow, saving };
}

/** Signs the report of a state on this device, before the state, because the server cannot ask for it now. */
function useSigningHere(
  record: RowOf<'odl'>,
  typed: Row,
  verb: (offer: Offer) => string,
  onSigned: (offer: Offer) => void,
) {
  const say = useSay();
  const [offer, setOffer] = useState<Offer>();
  const close = () => setOffer(undefined);
  const open = (next: Offer) => {
    const isRefused = outbox.acts().some((act) => isActOf(record.id, act) && act.refusal !== undefined);
    if (isRefused) say('officina.interventions.work.decide_first', 'warning');
    else setOffer(next);
  };
  const dialog = offer && (
    <Suspense fallback={<Opening />}>
      <ReportDialog
        record={record}
        state={offer.state.id}
        change={typed}
        title={verb(offer)}
        confirm={verb(offer)}
        onMade={() => {
          close();
          onSigned(offer);
        }}
        onClose={close}
      />
    </Suspense>
  );
  return { open, dialog };
}

export function useForward(
  entity: EntityOf<'odl'>,
  record: RowOf<'odl'>,
  { step, typing }: WorkInHand,
  verb: (offer: Offer) => string,
): Forward {
  const { act } = useApplication();
  const walk = useWalk();
  const takeOver = useActAtOnce(act('take-over'));
  const [pending, ask] = useState<Offer>();
  const { entering, enterNow, saving } = useEntered(entity, record, typing, verb, () => ask(undefined));
  const signing = useSigningHere(record, typing.typed, verb, (offer) => void enterNow(offer));
  const enter = (offer: Offer) => {
    if (needsReport(offer) && mustWait('intervention', record.id)) return signing.open(offer);
    if (!offer.assigns && (isEnteredAtOnce(offer) || needsReport(offer))) void enterNow(offer);
    else ask(offer);
  };
  const press = () => {
    if (step.kind === 'take') void takeOver.send(record.id, record);
    else if (step.kind === 'fill') walk(step.missing);
    else if (step.kind === 'sign' || step.kind === 'enter') enter(step.offer);
  };
  const busy = saving || entering.busy || takeOver.busy;
  const isAsking = pending !== undefined || entering.isAsking;
  return {
    press,
    enter,
    busy: busy && !isAsking,
    dialogs: (
      <>
        {pending && (
          <Question
            {...{ record, offer: pending, title: verb(pending), busy, enterNow }}
            onClose={() => ask(undefined)}
          />
        )}
        {signing.dialog}
        {entering.dialog}
        {takeOver.dialog}
      </>
    ),
  };
}

interface QuestionProps {
  record: RowOf<'odl'>;
  offer: Offer;
  title: string;
  busy: boolean;
  enterNow(offer: Offer, more?: Row): Promise<Outcome>;
  onClose(): void;
}

/** The only question before a state: which technician does the work, or whether the work ends. */
function Question({ record, offer, title, busy, enterNow, onClose }: QuestionProps) {
  const translate = useTranslate();
  if (offer.assigns)
    return (
      <AssignDialog
        record={record}
        title={title}
        state={offer.name}
        send={(people) => enterNow(offer, people)}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      open
      mild
      title={title}
      confirm={title}
      busy={busy}
      onConfirm={() => void enterNow(offer)}
      onClose={onClose}
    >
      {translate('officina.confirm.statusChange', { state: offer.name })}
    </ConfirmDialog>
  );
}
