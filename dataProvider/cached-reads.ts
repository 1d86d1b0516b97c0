/**
 * Reads that also work without a network: each answer is stored on the device, and returned again while the server
 * cannot be reached.
 */
import { DONE } from '../schemas/results.ts';
import { isRow } from '../schemas/values.ts';
import { device, removeUsers, type StoredAnswer, USER_STORES } from './device.ts';
import { markKeys } from './device-mark.ts';
import { type Envelope, isAway, isGone, placeOf } from './envelope.ts';
import { begunRead, noteRead } from './first-reads.ts';
import { type CallRequest, call } from './http.ts';
import { session } from './session.ts';
import { isBeforeWrite, isOnDevice } from './stored-first.ts';

/** The maximum number of stored answers. More answers, or larger ones, would take too much space on a phone. */
const MOST_ANSWERS = 2000;
const MOST_ROWS = 500;
/** The number of new answers after which old ones are removed. */
const CLEANED_EVERY = 100;

let written = 0;

/** When the last answers were requested, by address. */
const requests = new Map<string, number>();
/** When the answers with each version of a record were requested, by address. */
const versions = new Map<string, Map<unknown, number>>();

function note(address: string, { data }: Envelope, at: number): void {
  requests.set(address, at);
  if (!isRow(data) || data.versione === undefined) return;
  const known = versions.get(address) ?? new Map<unknown, number>();
  versions.set(address, known.set(data.versione, at));
}

const isAnswer = <T>(answer: Envelope | undefined): answer is Envelope<T> => answer?.result === DONE;

async function forgetOldest(): Promise<void> {
  const database = await device();
  let surplus = (await database.count('answers')) - MOST_ANSWERS;
  const { store } = database.transaction('answers', 'readwrite');
  for (let row = await store.index('at').openCursor(); row && surplus > 0; surplus -= 1) {
    await row.delete();
    row = await row.continue();
  }
}

/**
 * Returns when the last answer of an address was requested, by the clock of the device. It does not contain acts that
 * were sent later.
 */
export const requestedAt = (path: string, query?: CallRequest['query']): number | undefined =>
  requests.get(placeOf(path, query));

/**
 * Returns when this version of a record was requested. The record may have been read in the background since, and a
 * page still display this version.
 */
export const versionRequestedAt = (path: string, version: unknown): number | undefined =>
  versions.get(placeOf(path, undefined))?.get(version) ?? requestedAt(path);

async function keep(user: number, address: string, answer: Envelope, at: number): Promise<void> {
  if (Array.isArray(answer.data) && answer.data.length > MOST_ROWS) return;
  await (await device()).put('answers', { user, address, answer, at });
  written += 1;
  if (written % CLEANED_EVERY === 0) await forgetOldest();
}

/**
 * Removes the answers, drafts and keys of all other users, because the next person on a device does not need them. The key
 * of a user whose acts are not sent yet stays, because the server may end the device and request these acts.
 */
export async function forgetOthers(user: number | undefined): Promise<void> {
  const database = await device();
  for (const owner of await database.getAllKeys('keys'))
    if (owner !== user && (await database.countFromIndex('outbox', 'user', owner)) === 0)
      await database.delete('keys', owner);
  markKeys(await database.count('keys'));
  const transaction = database.transaction(USER_STORES, 'readwrite');
  await removeUsers(transaction, (owner) => owner !== user);
  await transaction.done;
}

/** Returns the latest answer that the device has stored. */
const heldAt = (user: number, address: string): Promise<StoredAnswer | undefined> =>
  device()
    .then((database) => database.get('answers', [user, address]))
    .catch(() => undefined);

/** Returns the stored answer for a page that reads the current one afterwards. */
async function askDevice<T>(user: number | undefined, path: string, address: string): Promise<Envelope<T>> {
  const held = user === undefined ? undefined : await heldAt(user, address);
  if (!held || !isAnswer<T>(held.answer) || isBeforeWrite(path, held.at))
    throw new Error('Not on this device');
  note(address, held.answer, held.at);
  return held.answer;
}

const forget = async (user: number, address: string): Promise<void> =>
  (await device()).delete('answers', [user, address]);

/** Reads by GET. Without a network it returns the latest answer stored on this device, and throws if there is none. */
export async function ask<T>(path: string, request: CallRequest = {}): Promise<Envelope<T>> {
  const user = session.user()?.idUtente;
  const address = placeOf(path, request.query);
  if (isOnDevice(request.signal)) return askDevice<T>(user, path, address);
  try {
    const begun = await begunRead<T>(address);
    const at = begun?.at ?? Date.now();
    const answer = begun?.answer ?? (await call<T>(path, request));
    note(address, answer, at);
    noteRead(path, request.query);
    // The call does not wait for the write. A device that stores nothing only lacks the offline copy.
    if (user !== undefined) void keep(user, address, answer, at).catch(() => undefined);
    return answer;
  } catch (error) {
    if (user === undefined) throw error;
    if (isGone(error)) void forget(user, address).catch(() => undefined);
    if (!(await isAway(error))) throw error;
    const held = await heldAt(user, address);
    if (!held || !isAnswer<T>(held.answer)) throw error;
    note(address, held.answer, held.at);
    return held.answer;
  }
}
