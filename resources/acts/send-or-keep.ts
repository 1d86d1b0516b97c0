/** Sends an act; one that may wait (x-waits) is kept on the device while the server is out of reach. */
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
  /** What the user saw, for an act that arrives later: other users may have changed it. */
  claims?: Query;
}

type Sent<T> = { reply: Envelope<T> } | { kept: true };

/** Answers to questions, and the act's own query, are numbers and texts. */
const plain = (query: Query): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );

/** Checks whether an act of this record cannot be sent now: there is no network, or earlier acts wait before it. */
export const mustWait = (on: string, id: unknown): boolean =>
  network.isMissing() || outbox.holds(on, String(id));

export async function sendOrKeep<T>(
  act: Act,
  id: unknown,
  path: string,
  { method, query, body, claims = {} }: ActRequest,
): Promise<Sent<T>> {
  // The same key for both ways: what the server did without an answer is not done again.
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
