/** Sends an act. An act that may wait (x-waits) is stored on the device while the server cannot be reached. */
import { call, type Query } from '../../dataProvider/http.ts';
import type { Names } from '../../dataProvider/outbox-order.ts';
import { plainQuery, type Sent, sendOrWait } from '../../dataProvider/send-or-wait.ts';
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
  /** The address at which pages read the record. */
  record: string | undefined;
  names?: Names;
  /** The key of an earlier attempt without a reply. */
  key?: string;
}

export async function sendOrKeep<T>(
  act: Act,
  id: unknown,
  path: string,
  { method, query, body, claims = {}, record, names, key }: ActRequest,
): Promise<Sent<T>> {
  if (!act.waits) return { reply: await call<T>(path, { method, query, body, key }) };
  const done = { act: act.name, on: act.on, id: String(id), record, names };
  const seen = { query: plainQuery(query), claims: plainQuery(claims) };
  return sendOrWait<T>({ ...done, ...seen, method, path, body }, { query, body });
}
