/**
 * A device that an administrator has ended. It hands in what it has not sent yet, and is then emptied. Nothing is
 * removed before the server has confirmed that it has the acts.
 */
import { bytesInFile, signedActs } from './acts-file.ts';
import { oneContact } from './contact-lock.ts';
import { type DeviceKey, device, removeUsers, USER_STORES } from './device.ts';
import { allKeys, contact, forgetKey, handIn, meet, reportEmptied } from './device-key.ts';
import { outbox } from './outbox.ts';
import type { Waiting } from './outbox-order.ts';
import { session } from './session.ts';

/** The size of a file that is handed in. A record with more has its own file. */
const PORTION_BYTES = 20 * 1024 * 1024;

function byRecord(acts: Waiting[]): Waiting[][] {
  const records = new Map<string, Waiting[]>();
  for (const act of acts) {
    const record = `${act.on} ${act.id}`;
    records.set(record, [...(records.get(record) ?? []), act]);
  }
  return [...records.values()];
}

/** Splits acts into files. All acts of a record are in one file, because they are sent in order. */
export function portionsOf(acts: Waiting[], most = PORTION_BYTES): Waiting[][] {
  const portions: Waiting[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const ofRecord of byRecord(acts)) {
    const bytes = ofRecord.reduce((sum, act) => sum + bytesInFile(act), 0);
    if (size + bytes > most) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push(...ofRecord);
    size += bytes;
  }
  return portions;
}

const timeOf = (act: Waiting | undefined, { clock }: DeviceKey): string =>
  new Date((act?.doneAt ?? Date.now()) + clock).toISOString();

async function handInAll(key: DeviceKey): Promise<void> {
  for (const acts of portionsOf(await outbox.of(key.user))) {
    const { content, signature } = await signedActs(acts, key, '');
    const sorted = acts.toSorted((one, other) => one.doneAt - other.doneAt);
    const times = { dal: timeOf(sorted[0], key), al: timeOf(sorted.at(-1), key) };
    await handIn(key, new Blob([content]), { firma: signature, atti: acts.length, ...times });
    await outbox.handedIn(acts);
  }
}

/** Removes the user's data. Returns false if an act was done in the meantime, which must be handed in first. */
async function emptied({ user }: DeviceKey): Promise<boolean> {
  const transaction = (await device()).transaction(['outbox', ...USER_STORES], 'readwrite');
  const unsent = await transaction.objectStore('outbox').index('user').count(user);
  if (unsent === 0) await removeUsers(transaction, (owner) => owner === user);
  await transaction.done;
  return unsent === 0;
}

/** Removes what belongs to the browser and not to a user: the files of the pages, and all small settings. */
async function clearBrowser(): Promise<void> {
  const language = localStorage.getItem('lingua');
  localStorage.clear();
  sessionStorage.clear();
  if (language) localStorage.setItem('lingua', language);
  const names = 'caches' in globalThis ? await caches.keys() : [];
  await Promise.all(names.map((name) => caches.delete(name)));
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  await Promise.all(workers.map((worker) => worker.unregister()));
}

/** Empties the device for this user, and completely unless another user is signed in. */
async function end(key: DeviceKey): Promise<void> {
  do await handInAll(key);
  while (!(await emptied(key)));
  const current = session.user()?.idUtente;
  if (current === key.user) await session.logout();
  if (current === undefined || current === key.user) {
    await clearBrowser();
    session.end('ended');
  }
  await reportEmptied(key);
  await forgetKey(key);
}

async function contactAll(): Promise<void> {
  const user = session.user()?.idUtente;
  const met = user === undefined ? undefined : await meet(user).catch(() => undefined);
  for (const key of await allKeys()) {
    const isEnded = (key.user === user ? met : undefined) ?? (await contact(key).catch(() => false));
    if (isEnded) await end(key);
  }
}

/**
 * Contacts the server for each user of this device, with or without a session, and ends what the server has ended.
 * One tab does this at a time.
 */
export const contactServer = (): Promise<void> => oneContact(contactAll);
