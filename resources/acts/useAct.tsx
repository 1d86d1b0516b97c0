/**
 * The one way an act is done from a page: asked, answered where it asks back, told by field where it is refused; when it is
 * done, what it makes stale is read again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { CallError, call, errorsOf, type Query } from '../../dataProvider/http.ts';
import { type Act, addressOfAct, bodyToSend, type Question } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { Conflict } from '../form/ConflictDialog.tsx';
import { outcomeOf } from '../form/saving.ts';
import { type House, useHouse, useLanguage } from '../House.tsx';
import { reasonOf, useSay } from '../say.ts';

export type Outcome<T = unknown> =
  | { done: true; data: T }
  | { refused: { message: string; errors: Record<string, string> } }
  | { conflict: Conflict }
  /** A question was answered with no. */
  | { left: true };

interface Asked {
  sentence: string;
  answer(yes: boolean): void;
}

/** What it asks back, where this plant lets a person answer. */
async function questionIn(act: Act, error: unknown, { askSettings }: House): Promise<Question | undefined> {
  if (!(error instanceof CallError)) return undefined;
  const question = act.questions.find(({ result }) => result === error.result);
  const codes = Object.keys(question?.setting ?? {});
  if (!question || codes.length === 0) return question;
  const setting = await askSettings(codes);
  return codes.every((code) => setting(code) === question.setting[code]) ? question : undefined;
}

/** What the server's rows of these entities are kept under, in the browser. */
const staleKeys = ({ stale }: Act, { byName }: House): string[] => [
  ...new Set(stale.flatMap((name) => byName.get(name)?.resource.split('/')[0] ?? [])),
];

/** A question that waits for the person's answer, and the dialog that asks it. */
function useQuestion(act: Act) {
  const translate = useTranslate();
  const language = useLanguage();
  const [asked, setAsked] = useState<Asked>();
  const confirm = (sentence: string): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ sentence, answer });
    });
  const dialog = asked && (
    <ConfirmDialog
      open
      mild
      title={act.heading[language]}
      confirm={translate('officina.interventions.detail.proceed')}
      cancel={translate('officina.cancel')}
      onConfirm={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    >
      {asked.sentence}
    </ConfirmDialog>
  );
  return { confirm, dialog };
}

interface Attempt {
  id: unknown;
  typed: Row;
  query: Query;
  answered: number[];
}

export function useAct(act: Act): {
  ask(id: unknown, typed: Row): Promise<Outcome>;
  busy: boolean;
  dialog: ReactNode;
} {
  const house = useHouse();
  const client = useQueryClient();
  const language = useLanguage();
  const say = useSay();
  const { confirm, dialog } = useQuestion(act);
  const [busy, setBusy] = useState(false);

  const refresh = () =>
    Promise.all(staleKeys(act, house).map((key) => client.invalidateQueries({ queryKey: [key] })));

  async function negotiate({ id, typed, query, answered }: Attempt): Promise<Outcome> {
    const body = bodyToSend(act, typed);
    try {
      const { data } = await call(addressOfAct(act, id, typed), { method: act.method, query, body });
      if (act.done) say(act.done[language]);
      void refresh();
      return { done: true, data };
    } catch (error) {
      const question = await questionIn(act, error, house);
      if (!question || answered.includes(question.result)) {
        const { conflict } = outcomeOf(error, body);
        return conflict ? { conflict } : { refused: { message: reasonOf(error), errors: errorsOf(error) } };
      }
      if (!(await confirm(reasonOf(error)))) return { left: true };
      const again = { query: { ...query, ...question.answer }, answered: [...answered, question.result] };
      return negotiate({ id, typed, ...again });
    }
  }

  return {
    busy,
    dialog,
    async ask(id, typed) {
      setBusy(true);
      try {
        return await negotiate({ id, typed, query: {}, answered: [] });
      } finally {
        setBusy(false);
      }
    },
  };
}
