/** What a call asks back is asked of the person: one question after the other, each until it is answered. */
import { Fragment, type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Act, Question } from '../../schemas/act.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { Asked } from '../form/FormSlots.ts';
import type { Answering } from '../form/saving.ts';
import { type House, useHouse, useLanguage } from '../House.tsx';

/** Draws a question in a page's own way. */
export type Face = (asked: Asked, answer: (agreed: boolean) => void) => ReactNode;

export interface Asking {
  /** What stands over the questions, when not the act's heading. */
  title?: string;
  confirm?: string;
  /** By result. */
  faces?: Record<number, Face>;
}

/** Dialogs that are waited for; one that comes while another is open comes after it. */
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
    const turn = last.current.then(opened);
    last.current = turn;
    return turn;
  }, []);
  return { wait, dialog };
}

/** What the act asks with this result, where this plant lets a person answer. */
export async function questionIn(
  { questions }: Act,
  result: number,
  { askSettings }: House,
): Promise<Question | undefined> {
  const question = questions.find((one) => one.result === result);
  const codes = Object.keys(question?.setting ?? {});
  if (!question || codes.length === 0) return question;
  const setting = await askSettings(codes);
  return codes.every((code) => setting(code) === question.setting[code]) ? question : undefined;
}

export function useQuestions(act: Act, { title, confirm, faces = {} }: Asking = {}) {
  const house = useHouse();
  const translate = useTranslate();
  const language = useLanguage();
  const { wait, dialog } = useWaited();
  /** Every question is asked as a question. */
  const asking = (sentence: string): string =>
    sentence.endsWith('?') ? sentence : `${sentence} ${translate('officina.confirm.proceed')}`;
  const now: Answering = async (asked) => {
    const question = await questionIn(act, asked.result, house);
    const face = faces[asked.result];
    // One that nothing but a page's own face can answer is a refusal where there is none.
    if (!question || !(face || Object.keys(question.answer).length > 0)) return undefined;
    const agreed = await wait<boolean>((answer) =>
      face ? (
        face(asked, answer)
      ) : (
        <ConfirmDialog
          open
          mild
          title={title ?? act.heading[language]}
          confirm={confirm ?? translate('officina.interventions.detail.proceed')}
          cancel={translate('officina.cancel')}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          {asking(asked.description)}
        </ConfirmDialog>
      ),
    );
    return agreed && question.answer;
  };
  const latest = useRef(now);
  latest.current = now;
  const answer = useCallback<Answering>((asked) => latest.current(asked), []);
  return { answer, wait, dialog };
}
