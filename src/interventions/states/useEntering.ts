/** Enters a state of an intervention, reports it, and offers an undo if the server would accept it. */
import { isBehind } from '../../../dataProvider/send-or-wait.ts';
import { useAct } from '../../../resources/acts/useAct.tsx';
import type { QuestionTexts } from '../../../resources/acts/useQuestions.tsx';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { displayOf, type Row } from '../../../schemas/entity.ts';
import type { Offer } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { changedWith } from '../calls/intervention-calls.ts';
import { refusalOf } from './state-refusal.ts';

interface Entering {
  /** Values that are saved together with the state. */
  more?: Row;
  /** Whether the message offers an undo. */
  undoable?: boolean;
}

/** The subject of the messages about the state: the undo of an earlier state goes with the next one. */
const aboutState = ({ id }: RowOf<'odl'>): string => `state of ${id}`;

export function useEntering(entity: EntityOf<'odl'>, texts: QuestionTexts) {
  const application = useApplication();
  const language = useLanguage();
  const say = useSay();
  const { ask, busy, isAsking, dialog } = useAct(application.act('enter-state'), texts);

  /**
   * Sends the full intervention, with the version and the state that the user saw. Without a network, or if the page
   * displays an older record, only the change is sent, because the user did not decide about the rest of the record.
   */
  const send = async (record: RowOf<'odl'>, change: Row, state?: string) => {
    const whole = (typed: Row): Row => changedWith(entity, record, typed, application);
    const body = isBehind('intervention', record) ? change : whole(change);
    const seen = { entity, row: record, mine: whole, claims: { daStato: record.id_stato } };
    const names = state === undefined ? undefined : { id_stato: state };
    const outcome = await ask<RowOf<'odl'>>(record.id, body, seen, { names });
    const about = aboutState(record);
    if ('refused' in outcome) say(refusalOf(outcome.error, { entity, record, language }), 'error', { about });
    return outcome;
  };

  const enter = async (record: RowOf<'odl'>, to: Offer, { more, undoable }: Entering = {}) => {
    const outcome = await send(record, { id_stato: to.state.id, ...more }, to.name);
    if (!('done' in outcome)) return outcome;
    const entered = outcome.data;
    const undo = undoable ? () => void send(entered, { id_stato: record.id_stato }) : undefined;
    if (entered.id_stato === to.state.id)
      say('officina.interventions.detail.changed', 'success', {
        state: to.name,
        undo,
        about: aboutState(record),
      });
    else say('officina.form.saved', 'success', { name: displayOf(entity, record) });
    return outcome;
  };
  return { enter, busy, isAsking, dialog };
}
