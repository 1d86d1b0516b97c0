/** Sends a write, or stores it on the device while the server cannot be reached or earlier acts of its record wait. */
import type { Row } from '../schemas/entity.ts';
import { isRow } from '../schemas/values.ts';
import { pageHere } from './device.ts';
import { isAway } from './envelope.ts';
import { type CallRequest, call, type Envelope, type Query } from './http.ts';
import { network } from './network.ts';
import { outbox } from './outbox.ts';
import { type Waiting, withoutVersion } from './outbox-order.ts';
import { newKey } from './retry.ts';

/** An act to store, without the properties that the device adds. */
export type Unsent = Omit<Waiting, 'key' | 'user' | 'doneAt' | 'page'>;

export type Sent<T> = { reply: Envelope<T> } | { queued: true };

/** Returns whether an act of this record must wait: without a network, or while earlier acts of the record wait. */
export const mustWait = (on: string, id: unknown): boolean =>
  network.isMissing() || outbox.holds({ on, id: String(id) });

/** Returns whether the page displays the record as it was before an act of the user. */
export const isBehind = (on: string, { id, versione }: Row): boolean =>
  mustWait(on, id) || outbox.isAhead({ on, id: String(id) }, versione);

/** Returns the query without other values than numbers and texts, which acts and answers to questions consist of. */
export const plainQuery = (query: Query): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );

/** Calls the server. Returns undefined if it is out of reach. */
export async function callIfReached<T>(path: string, request: CallRequest): Promise<Envelope<T> | undefined> {
  if (network.isMissing()) return undefined;
  try {
    return await call<T>(path, request);
  } catch (error) {
    if (!(await isAway(error))) throw error;
    return undefined;
  }
}

/**
 * Sends `request` now, or stores `act` for later. Both have the same key, so that the server performs it once. An act
 * that was tried is stored as it was sent: with claims it would be another call, for which the key is new.
 */
export async function sendOrWait<T>(act: Unsent, request: CallRequest): Promise<Sent<T>> {
  const key = newKey();
  // The version on the page is older than the user's own change.
  const own = (body: Row): Row => (outbox.isAhead(act, body.versione) ? withoutVersion(body) : body);
  const { claims, ...rest } = act;
  const sent = { ...rest, body: own(act.body), key, page: pageHere() };
  if (mustWait(act.on, act.id)) {
    await outbox.add({ ...sent, claims });
    return { queued: true };
  }
  // A file has no version.
  const isFile = request.body instanceof FormData;
  const body = isRow(request.body) && !isFile ? own(request.body) : request.body;
  const send = () => callIfReached<T>(act.path, { ...request, body, method: act.method, key });
  const reply = await outbox.sendNow(sent, send);
  if (reply) return { reply };
  void outbox.flush();
  return { queued: true };
}
