/**
 * Acts that the server has performed. Answers that were requested before do not contain them. The network may be lost
 * before a page is read again, so pages draw these acts over older answers.
 */
import type { IDBPObjectStore } from 'idb';
import { DAY_MS } from '../schemas/durations.ts';
import { requestedAt } from './cached-reads.ts';
import type { Device } from './device.ts';
import type { Query } from './envelope.ts';
import type { Sent, Waiting } from './outbox-order.ts';

/** After this time all pages of the work have been read again. */
const KEPT_MS = 2 * DAY_MS;

type SentStore = IDBPObjectStore<Device, ArrayLike<'outbox' | 'drafts' | 'sent'>, 'sent', 'readwrite'>;

/** The answer that a page displays: its address, and the time at which it arrived. */
export interface Displayed {
  path: string;
  query?: Query;
  arrivedAt: number;
}

/** Returns whether a displayed answer does not contain the act. */
export const isMissingIn = ({ sentAt }: Sent, { path, query, arrivedAt }: Displayed): boolean =>
  sentAt >= Math.min(requestedAt(path, query) ?? arrivedAt, arrivedAt);

/** Returns whether this tab may display the record without the act. */
export const isAhead = ({ record, sentAt }: Sent): boolean =>
  record !== undefined && sentAt >= (requestedAt(record) ?? Number.POSITIVE_INFINITY);

/** Stores an act that was performed, in the transaction that removes the waiting one. Removes old ones. */
export async function storeSent(store: SentStore, act: Waiting): Promise<void> {
  const now = Date.now();
  for (const old of await store.index('user').getAll(act.user))
    if (old.sentAt < now - KEPT_MS) await store.delete(old.key);
  await store.put({ ...act, sentAt: now });
}
