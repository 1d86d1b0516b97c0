/** react-admin's save as a promise: the stored record, a refusal, or a colleague's newer version. */
import { useCallback } from 'react';
import type { RaRecord, SaveHandler } from 'react-admin';
import { isAway } from '../../dataProvider/envelope.ts';
import { CallError, type Query } from '../../dataProvider/http.ts';
import type { Row } from '../../schemas/entity.ts';
import { REFUSED } from '../../schemas/results.ts';
import { reasonOf } from '../feedback/toasts.ts';
import type { Conflict } from './ConflictDialog.tsx';
import { type ServerQuestion, useFormSlots } from './FormSlots.ts';
import type { Refused } from './RecordForm.tsx';

export interface Outcome {
  saved?: RaRecord;
  refused?: Refused;
  conflict?: Conflict;
  /** The server's question, if it asks one instead of refusing. */
  question?: ServerQuestion;
  /** Set if the server is out of reach. `key` is the key of a call that it may have performed. */
  away?: { key?: string };
  /** Whether an earlier call with this key, whose reply did not arrive, has saved other values. */
  isUsed?: boolean;
}

interface Reply {
  errors?: Record<string, string> | null;
  data?: { versione?: number; record?: Row; who?: string | null; when?: string | null } | null;
}

export function outcomeOf(error: unknown, mine: Row): Outcome {
  const { status, result = REFUSED, body } = error as { status?: number; result?: number; body?: Reply };
  const theirs = status === 409 ? body?.data?.record : undefined;
  if (theirs) return { conflict: { mine, theirs, who: body?.data?.who, when: body?.data?.when } };
  const refused = { message: reasonOf(error), errors: body?.errors ?? {} };
  const isQuestion = status === 200 && result !== REFUSED;
  return isQuestion
    ? { refused, question: { result, description: reasonOf(error), record: mine, data: body?.data } }
    : { refused };
}

// biome-ignore lint/suspicious/noExplicitAny: react-admin's handlers of create and edit differ in their record only.
type Save = SaveHandler<any> | undefined;

async function saveAndWait(save: Save, record: Row, meta: { query?: Query; key?: string }): Promise<Outcome> {
  let outcome: Outcome = {};
  let failure: unknown;
  await save?.(record, {
    ...(Object.keys(meta).length > 0 && { meta }),
    onSuccess: (saved) => {
      outcome = { saved };
    },
    onError: (error) => {
      failure = error;
      outcome = outcomeOf(error, record);
    },
  });
  return { ...outcome, ...(await fateOf(failure)) };
}

/** Returns whether the call did not reach the server, and whether its key had been used for other values. */
export async function fateOf(failure: unknown): Promise<Pick<Outcome, 'away' | 'isUsed'>> {
  if (!(failure instanceof CallError)) return {};
  if (failure.body.reason === 'used') return { isUsed: true };
  return (await isAway(failure)) ? { away: { key: failure.key } } : {};
}

/** Returns the query with which to repeat the call; false to cancel; undefined if it is not a question. */
export type Answering = (question: ServerQuestion) => Promise<Query | false | undefined>;

/** Sends the call, answers the server's question, and sends again, as long as the question is new. */
export async function negotiate<T extends { question?: ServerQuestion }>(
  send: (query: Query) => Promise<T>,
  answer: Answering | undefined,
  always: Query = {},
): Promise<T & { left?: true }> {
  let query = always;
  const answered = new Set<string>();
  for (;;) {
    const outcome = await send(query);
    const { question } = outcome;
    // The same result with other data is a new question.
    const key = question ? `${question.result} ${JSON.stringify(question.data)}` : '';
    if (!answer || !question || answered.has(key)) return outcome;
    const more = await answer(question);
    if (more === undefined) return outcome;
    if (!more) return { ...outcome, left: true };
    answered.add(key);
    query = { ...query, ...more };
  }
}

/** Returns react-admin's save with answered questions. `key` is the key of an earlier attempt without a reply. */
export function useSaveAndAnswer(save: Save): (record: Row, key?: string) => Promise<Outcome> {
  const { answer, query: always } = useFormSlots();
  return useCallback(
    (record, key) =>
      negotiate(
        (query) =>
          saveAndWait(save, record, {
            ...(Object.keys(query).length > 0 && { query }),
            ...(key && { key }),
          }),
        answer,
        always,
      ),
    [save, answer, always],
  );
}
