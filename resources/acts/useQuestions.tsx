/** Asks the user the questions that a call answers with, one after the other. */
import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Act, Question } from '../../schemas/act.ts';
import { type Application, useApplication, useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import type { ServerQuestion } from '../form/FormSlots.ts';
import type { Answering } from '../form/saving.ts';

/** Draws a question in a page's own way. */
export type Face = (question: ServerQuestion, answer: (agreed: boolean) => void) => ReactNode;

export interface QuestionTexts {
  /** The title of the questions, if not the act's heading. */
  title?: string;
  confirm?: string;
  /** The dialogs of a page, by result code. */
  faces?: Record<number, Face>;
}

/** Opens dialogs for which a caller waits. Each opens after the previous one is closed. */
export function useWaited() {
  const [dialog, show] = useState<ReactNode>();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const count = useRef(0);
  const wait = useCallback(<T,>(draw: (answer: (value: T) => void) => ReactNode): Promise<T> => {
    const key = count.current++;
    const opened = () =>
      new Promise<T>((answer) => show(<Fragment key={key}>{draw(answer)}</Fragment>)).finally(() =>
        show(undefined),
      );
    const result = last.current.then(opened);
    last.current = result;
    return result;
  }, []);
  return { wait, dialog };
}

/** Returns the question for this result, if the settings let a user answer it. */
export async function questionIn(
  { questions }: Act,
  result: number,
  { askSettings }: Application,
): Promise<Question | undefined> {
  const question = questions.find((candidate) => candidate.result === result);
  const codes = Object.keys(question?.setting ?? {});
  if (!question || codes.length === 0) return question;
  const setting = await askSettings(codes);
  return codes.every((code) => setting(code) === question.setting[code]) ? question : undefined;
}

export function useQuestions(act: Act, { title, confirm, faces = {} }: QuestionTexts = {}) {
  const application = useApplication();
  const translate = useTranslate();
  const language = useLanguage();
  const { wait, dialog } = useWaited();
  /** Appends a question to a message that contains none. */
  const asQuestion = (sentence: string): string =>
    sentence.endsWith('?') ? sentence : `${sentence} ${translate('officina.confirm.proceed')}`;
  const answerNow: Answering = async (reply) => {
    const question = await questionIn(act, reply.result, application);
    const face = faces[reply.result];
    // If there is neither an answer to send nor a dialog of the page, the question is a refusal.
    if (!question || !(face || Object.keys(question.answer).length > 0)) return undefined;
    const agreed = await wait<boolean>((answer) =>
      face ? (
        face(reply, answer)
      ) : (
        <ConfirmDialog
          open
          mild
          title={title ?? act.heading[language]}
          confirm={confirm ?? translate('officina.interventions.detail.proceed')}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          {asQuestion(reply.description)}
        </ConfirmDialog>
      ),
    );
    return agreed && question.answer;
  };
  const latest = useRef(answerNow);
  latest.current = answerNow;
  const answer = useCallback<Answering>((reply) => latest.current(reply), []);
  return { answer, wait, dialog };
}
