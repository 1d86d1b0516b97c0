/** Sends an act. An act that may wait (x-waits) is stored on the device while the server cannot be reached. */
import { CallError, call, type Envelope, type Query } from '../../dataProvider/http.ts';
import { network } from '../../dataProvider/network.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import { newKey } from '../../dataProvider/retry.ts';
import type { Act } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';

interface ActRequest {
  method: Act['method'];
  query: Query;
  body: Row;
  /** What the user saw, sent with an act that arrives later: other users may have changed it in the meantime. */
  claims?: Query;
}

type Sent<T> = { reply: Envelope<T> } | { kept: true };

/** Answers to questions, and the act's own query, are numbers and texts only. */
const plain = (query: Query): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );

/** Checks whether an act of this record must wait: there is no network, or earlier acts of the record wait. */
export const mustWait = (on: string, id: unknown): boolean =>
  network.isMissing() || outbox.holds(on, String(id));

export async function sendOrKeep<T>(
  act: Act,
  id: unknown,
  path: string,
  { method, query, body, claims = {} }: ActRequest,
): Promise<Sent<T>> {
  // Both ways use the same key: what the server did without an answer is not done again.
  const key = newKey();
  const record = { on: act.on, id: String(id) };
  const keep = async (): Promise<{ kept: true }> => {
    const page = location.pathname + location.search;
    const seen = { query: plain(query), claims: plain(claims) };
    await outbox.add({ ...record, ...seen, key, act: act.name, method, path, body, page });
    return { kept: true };
  };
  if (!act.waits) return { reply: await call<T>(path, { method, query, body }) };
  if (mustWait(act.on, id)) return keep();
  try {
    return { reply: await call<T>(path, { method, query, body, key }) };
  } catch (error) {
    const isAway = error instanceof CallError && error.status === 0 && !(await network.check());
    if (!isAway) throw error;
    return keep();
  }
}
