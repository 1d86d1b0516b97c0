/** Sends an act. An act that may wait (x-waits) is stored on the device while the server cannot be reached. */
import { call, type Query } from '../../dataProvider/http.ts';
import { type Sent, sendOrWait } from '../../dataProvider/send-or-wait.ts';
import type { Act } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';

interface ActRequest {
  method: Act['method'];
  query: Query;
  body: Row;
  /**
   * The values that the user saw. They are sent with an act that arrives later, because other users may have
   * changed them in the meantime.
   */
  claims?: Query;
}

/**
 * Returns the query without other values than numbers and texts, which answers to questions and the act's own query
 * consist of.
 */
const plain = (query: Query): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );

export async function sendOrKeep<T>(
  act: Act,
  id: unknown,
  path: string,
  { method, query, body, claims = {} }: ActRequest,
): Promise<Sent<T>> {
  if (!act.waits) return { reply: await call<T>(path, { method, query, body }) };
  const record = { act: act.name, on: act.on, id: String(id) };
  const seen = { query: plain(query), claims: plain(claims) };
  return sendOrWait<T>({ ...record, ...seen, method, path, body }, { query, body });
}
