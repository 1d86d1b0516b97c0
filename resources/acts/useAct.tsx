/**
 * Performs an act from a page: sends it, asks the user the server's questions, compares a colleague's change,
 * reports refusals by field, and then reloads the data that the act changed.
 */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Envelope, Query } from '../../dataProvider/http.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import type { Names } from '../../dataProvider/outbox-order.ts';
import { recordAddress } from '../../dataProvider/provider.ts';
import { type Act, addressOfAct, bodyToSend } from '../../schemas/act.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { type Application, useApplication, useLanguage } from '../context/application.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { reasonOf, useSay } from '../feedback/toasts.ts';
import type { Conflict } from '../form/ConflictDialog.tsx';
import type { Refused } from '../form/RecordForm.tsx';
import { type Outcome as Answered, negotiate, outcomeOf } from '../form/saving.ts';
import { sendOrKeep } from './send-or-keep.ts';
import { type QuestionTexts, useQuestions } from './useQuestions.tsx';

const ConflictDialog = lazy(() => import('../form/ConflictDialog.tsx'));

/**
 * The row that the user saw. Its version is sent. If a colleague changed the row earlier, the fields are compared
 * (I21).
 */
export interface Seen {
  entity: Entity;
  row: Row;
  /** Returns the user's values in a conflict, if they are more than the values sent. */
  mine?(typed: Row): Row;
  /**
   * The values that the user saw, as query parameters of an act that is stored on the device. The server compares
   * them.
   */
  claims?: Query;
  /** A link to the record, if it is not open already. */
  look?: ReactNode;
}

export type Outcome<T = unknown> =
  /** `read` resolves when the changed data is reloaded. */
  | { done: true; data: T; description: string; read: Promise<unknown> }
  | { refused: Refused; error: unknown }
  /** The user answered a question with no, or kept a colleague's change. */
  | { left: true }
  /** The act is stored on the device, and sent later. */
  | { queued: true };

interface Attempt<T> extends Answered {
  reply?: Envelope<T>;
  error?: unknown;
  queued?: true;
}

/** Returns the cache keys of the entities that the act changes. */
function staleKeys({ stale, versioned, on }: Act, { byName }: Application): string[] {
  // After a newer version was refused, the record itself is read again.
  const names = new Set([...stale, ...(versioned ? [on] : [])]);
  const entities = [...names].flatMap((name) => byName.get(name) ?? []);
  const keys = entities.flatMap(({ resource, documents }) => [
    resource,
    ...resource.split('/').slice(0, 1),
    ...(documents ? ['documents'] : []),
  ]);
  return [...new Set(keys)];
}

/** Returns a function that reloads the data that the act changes. */
function useRefresh(act: Act) {
  const application = useApplication();
  const client = useQueryClient();
  return () =>
    Promise.all(staleKeys(act, application).map((key) => client.invalidateQueries({ queryKey: [key] })));
}

interface More {
  /** The names of referenced records, for the list of acts that are not sent yet. */
  names?: Names;
  /** The key of an earlier attempt without a reply. */
  key?: string;
}

interface Done extends More {
  act: Act;
  id: unknown;
  typed: Row;
  seen: Seen | undefined;
  /** The resource of the record. */
  resource: string | undefined;
}

async function attempt<T>(
  { act, id, typed, seen, resource, names, key }: Done,
  query: Query,
): Promise<Attempt<T>> {
  const body = bodyToSend(act, typed);
  const record = resource === undefined ? undefined : recordAddress(resource, id);
  const request = { method: act.method, query, body, claims: seen?.claims, record, names, key };
  const path = addressOfAct(act, id, typed);
  try {
    return await sendOrKeep<T>(act, id, path, request);
  } catch (error) {
    return { error, ...outcomeOf(error, seen?.mine?.(typed) ?? typed) };
  }
}

/** Draws the user's values next to the colleague's. A refusal of the previous choice is above them. */
const comparison =
  ({ entity, row, look }: Seen, conflict: Conflict, refusal?: Refused) =>
  (choose: (values: Row | undefined) => void): ReactNode => (
    <Suspense fallback={<Opening />}>
      <ConflictDialog
        entity={entity}
        base={row}
        conflict={conflict}
        previousRefusal={refusal}
        look={look}
        onSave={choose}
        onClose={() => choose(undefined)}
      />
    </Suspense>
  );

/**
 * Returns whether the act is busy. It is busy until the changed data is reloaded, because the next act would use
 * old data.
 */
function useBusy() {
  const [busy, setBusy] = useState(false);
  async function during<T>(act: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    setBusy(true);
    let read: Promise<unknown> | undefined;
    try {
      const outcome = await act();
      if ('done' in outcome) read = outcome.read;
      return outcome;
    } finally {
      void Promise.resolve(read).finally(() => setBusy(false));
    }
  }
  return { busy, during };
}

export function useAct(act: Act, questionTexts?: QuestionTexts) {
  const language = useLanguage();
  const say = useSay();
  const { answer, wait, dialog } = useQuestions(act, questionTexts);
  const { busy, during } = useBusy();
  const resource = useApplication().byName.get(act.on)?.resource;
  const refresh = useRefresh(act);
  async function settle<T>(id: unknown, typed: Row, seen?: Seen, more?: More): Promise<Outcome<T>> {
    const met = await negotiate(
      (query) => attempt<T>({ act, id, typed, seen, resource, ...more }, query),
      answer,
    );
    const { reply, queued, left, conflict, error, refused = { message: reasonOf(error), errors: {} } } = met;
    if (queued) {
      // The line above the page counts later acts.
      if (outbox.acts().length <= 1) say('officina.outbox.kept', 'info');
      return { queued };
    }
    if (left) return { left };
    if (conflict && seen) return chosenOf<T>(id, typed, seen, conflict);
    // The data is also reloaded after a refusal, because the cause may be old data on the page.
    const read = refresh();
    if (!reply) return { error, refused };
    if (act.done) say(act.done[language]);
    return { done: true, ...reply, read };
  }

  /**
   * Lets the user choose between their values and the colleague's. A refusal of the choice appears in the same
   * dialog.
   */
  async function chosenOf<T>(
    id: unknown,
    typed: Row,
    seen: Seen,
    conflict: Conflict,
    refusal?: Refused,
  ): Promise<Outcome<T>> {
    const chosen = await wait<Row | undefined>(comparison(seen, conflict, refusal));
    if (!chosen) {
      // The page shows the colleague's change.
      void refresh();
      return { left: true };
    }
    const outcome = await settle<T>(id, { ...typed, ...chosen }, seen);
    if (!('refused' in outcome)) return outcome;
    return chosenOf(id, typed, seen, { ...conflict, mine: chosen }, outcome.refused);
  }

  return {
    busy,
    dialog,
    /** Whether a dialog is open that waits for the user. */
    isAsking: dialog !== undefined,
    ask: <T = unknown>(id: unknown, typed: Row, seen?: Seen, more?: More): Promise<Outcome<T>> =>
      during(() => settle<T>(id, { ...(seen && { versione: seen.row.versione }), ...typed }, seen, more)),
  };
}
