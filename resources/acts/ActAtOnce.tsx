/**
 * Performs an act without fields (x-at-once). It asks before what cannot be undone (x-ask), sends the act once,
 * asks the server's questions, reports a refusal, and displays the parts of the reply that are shown only once.
 */
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { type Act, shownOnce, versionOf } from '../../schemas/act.ts';
import { displayOf, type Row } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import { ShownOnceDialog } from './ShownOnceDialog.tsx';
import { type Outcome, useAct } from './useAct.tsx';
import { useWaited } from './useQuestions.tsx';

/** Returns a function that performs the act on a record in the version that the user saw. */
export function useActAtOnce(act: Act) {
  const { ask, busy, dialog } = useAct(act);
  const { wait, dialog: around } = useWaited();
  const { byName } = useApplication();
  const language = useLanguage();
  const translate = useTranslate();
  const say = useSay();
  const sayWhy = useSayWhy();
  const nameOf = (row: Row): string => {
    const entity = byName.get(act.on);
    return entity ? displayOf(entity, row, language) : '';
  };
  const confirmed = (question: string, row: Row): Promise<boolean> =>
    wait((answer) => (
      <ConfirmDialog
        open
        title={`${act.title[language]}?`}
        confirm={act.title[language]}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        {translate(question, { name: nameOf(row) })}
      </ConfirmDialog>
    ));
  async function show({ data, description }: { data: unknown; description: string }, row: Row) {
    const values = isRow(data) ? data : {};
    const once = shownOnce(act).find(({ name }) => values[name]);
    if (once)
      return wait<void>((close) => (
        <ShownOnceDialog
          title={nameOf(row)}
          text={description}
          secret={{ title: once.title, value: String(values[once.name]) }}
          onClose={close}
        />
      ));
    if (!act.done) say(description);
  }
  return {
    busy,
    dialog: (
      <>
        {around}
        {dialog}
      </>
    ),
    async send(id: unknown, row: Row): Promise<Outcome> {
      if (act.ask && !(await confirmed(act.ask, row))) return { left: true };
      const outcome = await ask(id, versionOf(act, row));
      if ('refused' in outcome) sayWhy(outcome.error);
      if ('done' in outcome) await show(outcome, row);
      return outcome;
    },
  };
}

interface ActAtOnceProps {
  act: Act;
  id: unknown;
  row: Row;
  onEnd(): void;
}

export function ActAtOnce({ act, id, row, onEnd }: ActAtOnceProps) {
  const { send, dialog } = useActAtOnce(act);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void send(id, row).finally(onEnd);
  });
  return dialog;
}
