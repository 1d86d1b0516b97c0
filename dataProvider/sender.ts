/**
 * The user whose acts the service worker sends while no page is open, and the language of the replies. It is a file in
 * the browser's cache, because workers cannot read the storage of the pages. After a sign-out there is none: the
 * worker then sends nothing, even if the server does not know of the sign-out yet.
 */
import type { Language } from '../schemas/language.ts';
import { isRow } from '../schemas/values.ts';
import { SENDER, withLock } from './locks.ts';

/** The name of the browser's event that lets the service worker send. */
export const SYNC_TAG = 'officina.outbox';

export interface Sender {
  user: number;
  language: Language;
}

/** Has no dash after the first word: caches of that name are files of the pages. */
const CACHE = 'officina.sender';
const ADDRESS = '/sender';

/** Stores the user while the condition holds. Returns whether it does. Rejects if the browser stores nothing. */
export const setSender = (sender: Sender, isSignedIn: () => boolean): Promise<boolean> =>
  withLock(SENDER, async () => {
    if (!isSignedIn()) return false;
    const cache = await caches.open(CACHE);
    await cache.put(ADDRESS, new Response(JSON.stringify(sender)));
    return true;
  });

/** Returns the user, if there is one. */
export async function senderOnDevice(): Promise<Sender | undefined> {
  const reply = await caches.match(ADDRESS, { cacheName: CACHE });
  const sender: unknown = await reply?.json();
  if (!isRow(sender) || typeof sender.user !== 'number') return undefined;
  return { user: sender.user, language: sender.language === 'en' ? 'en' : 'it' };
}

/** Removes the user. Browsers without https have no caches and no workers. */
export async function forgetSender(): Promise<void> {
  if ('caches' in globalThis) await withLock(SENDER, () => caches.delete(CACHE)).catch(() => undefined);
}
