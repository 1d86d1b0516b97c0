/** react-admin's save, waited for: the stored record, a refusal, or a colleague's newer one. */
import { useCallback } from 'react';
import type { RaRecord, SaveHandler } from 'react-admin';
import type { Query } from '../../dataProvider/http.ts';
import type { Row } from '../../schemas/entity.ts';
import { reasonOf } from '../say.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { type Asked, useFormSlots } from './FormSlots.ts';
import type { Refused } from './RecordForm.tsx';

export interface Outcome {
  saved?: RaRecord;
  refused?: Refused;
  conflict?: Conflict;
  /** Asked back, and not refused yet. */
  asked?: Asked;
}

interface Reply {
  errors?: Record<string, string> | null;
  data?: { versione?: number; record?: Row; who?: string | null; when?: string | null } | null;
}

const REFUSED = -1;

export function outcomeOf(error: unknown, mine: Row): Outcome {
  const { status, result = REFUSED, body } = error as { status?: number; result?: number; body?: Reply };
  const theirs = status === 409 ? body?.data?.record : undefined;
  if (theirs) return { conflict: { mine, theirs, who: body?.data?.who, when: body?.data?.when } };
  const refused = { message: reasonOf(error), errors: body?.errors ?? {} };
  const isQuestion = status === 200 && result !== REFUSED;
  return isQuestion
    ? { refused, asked: { result, description: reasonOf(error), record: mine, data: body?.data } }
    : { refused };
}

// biome-ignore lint/suspicious/noExplicitAny: react-admin's handlers of create and edit differ in their record only.
type Save = SaveHandler<any> | undefined;

async function saveAndWait(save: Save, record: Row, meta?: { query: Query }): Promise<Outcome> {
  let outcome: Outcome = {};
  await save?.(record, {
    ...(meta && { meta }),
    onSuccess: (saved) => {
      outcome = { saved };
    },
    onError: (error) => {
      outcome = outcomeOf(error, record);
    },
  });
  return outcome;
}

/** What the call is repeated with; false to leave it; nothing where it is no question to anybody. */
export type Answering = (asked: Asked) => Promise<Query | false | undefined>;

/** Sent; what the server asks back is answered, and it is sent again, as often as something else is asked. */
export async function negotiate<T extends { asked?: Asked }>(
  send: (query: Query) => Promise<T>,
  answer: Answering | undefined,
  always: Query = {},
): Promise<T & { left?: true }> {
  let query = always;
  const answered = new Set<string>();
  for (;;) {
    const outcome = await send(query);
    const { asked } = outcome;
    // Asked again with something else beside it is another question.
    const question = asked ? `${asked.result} ${JSON.stringify(asked.data)}` : '';
    if (!answer || !asked || answered.has(question)) return outcome;
    const more = await answer(asked);
    if (more === undefined) return outcome;
    if (!more) return { ...outcome, left: true };
    answered.add(question);
    query = { ...query, ...more };
  }
}

/** React-admin's save, negotiated. */
export function useSaveAndAnswer(save: Save): (record: Row) => Promise<Outcome> {
  const { answer, query: always } = useFormSlots();
  return useCallback(
    (record) =>
      negotiate(
        (query) => saveAndWait(save, record, Object.keys(query).length > 0 ? { query } : undefined),
        answer,
        always,
      ),
    [save, answer, always],
  );
}
