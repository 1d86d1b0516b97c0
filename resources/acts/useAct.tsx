/**
 * The one way an act is done from a page: asked, answered where it asks back, held against a colleague's change, told by
 * field where it is refused; when it is done, what it makes stale is read again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call, type Envelope, type Query } from '../../dataProvider/http.ts';
import { type Act, addressOfAct, bodyToSend } from '../../schemas/act.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { Conflict } from '../form/ConflictDialog.tsx';
import type { Refused } from '../form/RecordForm.tsx';
import { type Outcome as Answered, negotiate, outcomeOf } from '../form/saving.ts';
import { type House, useHouse, useLanguage } from '../House.tsx';
import { reasonOf, useSay } from '../say.ts';
import { type Asking, useQuestions } from './useQuestions.tsx';

const ConflictDialog = lazy(() => import('../form/ConflictDialog.tsx'));

/** What the person had before him: its version goes along, and a colleague who was faster is met field by field (I21). */
export interface Seen {
  entity: Entity;
  row: Row;
  /** What stands against the colleague's values, when it is more than what is sent. */
  mine?(typed: Row): Row;
  /** The way to the record, where it is not open already. */
  look?: ReactNode;
}

export type Outcome<T = unknown> =
  /** `read` is what it made stale, being read again. */
  | { done: true; data: T; description: string; read: Promise<unknown> }
  | { refused: Refused; error: unknown }
  /** A question was answered with no, or a colleague's change stands. */
  | { left: true };

interface Attempt<T> extends Answered {
  reply?: Envelope<T>;
  error?: unknown;
}

/** What the server's rows of these entities are kept under, in the browser. */
function staleKeys({ stale }: Act, { byName }: House): string[] {
  const entities = stale.flatMap((name) => byName.get(name) ?? []);
  const keys = entities.flatMap(({ resource, documents }) => [
    resource,
    ...resource.split('/').slice(0, 1),
    ...(documents ? ['documents'] : []),
  ]);
  return [...new Set(keys)];
}

export function useAct(act: Act, asking?: Asking) {
  const house = useHouse();
  const client = useQueryClient();
  const language = useLanguage();
  const say = useSay();
  const { answer, wait, dialog } = useQuestions(act, asking);
  const [busy, setBusy] = useState(false);

  const refresh = () =>
    Promise.all(staleKeys(act, house).map((key) => client.invalidateQueries({ queryKey: [key] })));

  async function attempt<T>(id: unknown, typed: Row, query: Query, seen?: Seen): Promise<Attempt<T>> {
    const body = bodyToSend(act, typed);
    try {
      return { reply: await call<T>(addressOfAct(act, id, typed), { method: act.method, query, body }) };
    } catch (error) {
      return { error, ...outcomeOf(error, seen?.mine?.(typed) ?? typed) };
    }
  }

  async function settle<T>(id: unknown, typed: Row, seen?: Seen): Promise<Outcome<T>> {
    const met = await negotiate((query) => attempt<T>(id, typed, query, seen), answer);
    const { reply, left, conflict, error, refused = { message: reasonOf(error), errors: {} } } = met;
    if (left) return { left };
    if (conflict && seen) return chosenOf<T>(id, typed, seen, conflict);
    // Refused, what the page has read may be what was wrong with it.
    const read = refresh();
    if (!reply) return { error, refused };
    if (act.done) say(act.done[language]);
    return { done: true, ...reply, read };
  }

  /** The person chooses between his values and the colleague's; what is refused then is told beside the choice. */
  async function chosenOf<T>(
    id: unknown,
    typed: Row,
    seen: Seen,
    conflict: Conflict,
    told?: Refused,
  ): Promise<Outcome<T>> {
    const chosen = await wait<Row | undefined>((choose) => (
      <Suspense fallback={null}>
        <ConflictDialog
          entity={seen.entity}
          base={seen.row}
          conflict={conflict}
          told={told}
          look={seen.look}
          onSave={choose}
          onClose={() => choose(undefined)}
        />
      </Suspense>
    ));
    if (!chosen) {
      // What a colleague has made of it is to be seen.
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
    async ask<T = unknown>(id: unknown, typed: Row, seen?: Seen): Promise<Outcome<T>> {
      setBusy(true);
      // Until what it made stale is read again: the next act would stand on what is gone.
      let read: Promise<unknown> | undefined;
      try {
        const outcome = await settle<T>(id, { ...(seen && { versione: seen.row.versione }), ...typed }, seen);
        if ('done' in outcome) read = outcome.read;
        return outcome;
      } finally {
        void Promise.resolve(read).finally(() => setBusy(false));
      }
    },
  };
}
