/** The acts that wait on the device, as the tabs and the service worker read and change them. */
import type { IDBPObjectStore } from 'idb';
import { DAY_MS } from '../schemas/durations.ts';
import { type Device, device } from './device.ts';
import type { Request } from './envelope.ts';
import { isSameRecord, type Sent, type Waiting, withRealId } from './outbox-order.ts';

/** The channels by which tabs tell each other about changed acts and drafts. */
export const ACTS_CHANNEL = 'officina.outbox';
export const DRAFTS_CHANNEL = 'officina.drafts';

/** Performed acts are kept for this time. After it all pages of the work have been read again. */
const KEPT_MS = 2 * DAY_MS;

type SentStore = IDBPObjectStore<Device, ArrayLike<'outbox' | 'drafts' | 'sent'>, 'sent', 'readwrite'>;

const byTime = (acts: Waiting[]): Waiting[] => acts.toSorted((one, other) => one.doneAt - other.doneAt);

/** Returns the acts of a user, starting with the oldest. */
export const actsOf = async (user: number): Promise<Waiting[]> =>
  byTime(await (await device()).getAllFromIndex('outbox', 'user', user));

/** The acts of a user: those that the server does not have yet, starting with the oldest, and those that it has. */
export interface Own {
  waiting: Waiting[];
  sent: Sent[];
}

/** Returns both at one moment: an act that is being sent by another tab or the service worker is in one of them. */
export async function allActsOf(user: number): Promise<Own> {
  const transaction = (await device()).transaction(['outbox', 'sent']);
  const [waiting, sent] = await Promise.all([
    transaction.objectStore('outbox').index('user').getAll(user),
    transaction.objectStore('sent').index('user').getAll(user),
  ]);
  return { waiting: byTime(waiting), sent };
}

/** Stores an act that was performed, in the transaction that removes the waiting one. Removes old ones. */
async function storeSent(store: SentStore, act: Waiting): Promise<void> {
  const now = Date.now();
  for (const old of await store.index('user').getAll(act.user))
    if (old.sentAt < now - KEPT_MS) await store.delete(old.key);
  await store.put({ ...act, sentAt: now });
}

/**
 * Removes an act that was performed or dropped, in one transaction. If it created its record, the acts behind it get
 * the record's id. Without an id they are removed too. A device that loses power has done all of this or nothing.
 */
export async function removeAct(act: Waiting, end: { made?: number } | 'dropped'): Promise<void> {
  const made = end === 'dropped' ? undefined : end.made;
  const transaction = (await device()).transaction(['outbox', 'drafts', 'sent'], 'readwrite');
  const store = transaction.objectStore('outbox');
  await store.delete(act.key);
  // The form that changes a refused act has a draft with the key of the act as its id.
  if (act.makes) await transaction.objectStore('drafts').delete(act.key);
  const behind = act.makes ? await store.index('user').getAll(act.user) : [];
  for (const other of behind.filter((one) => isSameRecord(one, act)))
    await (made === undefined ? store.delete(other.key) : store.put(withRealId(other, made)));
  if (end !== 'dropped') await storeSent(transaction.objectStore('sent'), act);
  await transaction.done;
}

/** Stores a refusal, unless the act was removed in the meantime, because another tab has performed it. */
export async function storeRefusal(act: Waiting): Promise<void> {
  const { store, done } = (await device()).transaction('outbox', 'readwrite');
  if (await store.getKey(act.key)) await store.put(act);
  await done;
}

function bodyOf({ body, file }: Waiting): unknown {
  if (!file) return body;
  const form = new FormData();
  form.append(file.part, file.content, file.content.name);
  return form;
}

/** Returns the call that sends an act. Its form is the same wherever it is sent from, as its key demands. */
export const requestOf = (act: Waiting): Request => ({
  method: act.method,
  query: { ...act.query, ...act.claims },
  body: bodyOf(act),
  key: act.key,
  doneAt: act.doneAt,
});
