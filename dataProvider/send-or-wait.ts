/** Sends a write, or stores it on the device while the server cannot be reached or earlier acts of its record wait. */
import { CallError, type CallRequest, call, type Envelope } from './http.ts';
import { network } from './network.ts';
import { outbox } from './outbox.ts';
import type { Waiting } from './outbox-order.ts';
import { newKey } from './retry.ts';

/** An act to store, without the properties that the device adds. */
export type Unsent = Omit<Waiting, 'key' | 'user' | 'doneAt' | 'page'>;

export type Sent<T> = { reply: Envelope<T> } | { queued: true };

/** Returns whether an act of this record must wait: without a network, or while earlier acts of the record wait. */
export const mustWait = (on: string, id: unknown): boolean =>
  network.isMissing() || outbox.holds(on, String(id));

/** Returns whether a call failed because the server is out of reach. */
export const isAway = async (error: unknown): Promise<boolean> =>
  error instanceof CallError && error.status === 0 && !(await network.check());

/** Sends `request` now, or stores `act` for later. Both have the same key, so that the server performs it once. */
export async function sendOrWait<T>(act: Unsent, request: CallRequest): Promise<Sent<T>> {
  const key = newKey();
  const keep = async (): Promise<{ queued: true }> => {
    await outbox.add({ ...act, key, page: location.pathname + location.search });
    return { queued: true };
  };
  if (mustWait(act.on, act.id)) return keep();
  try {
    return { reply: await call<T>(act.path, { ...request, method: act.method, key }) };
  } catch (error) {
    if (!(await isAway(error))) throw error;
    return keep();
  }
}
