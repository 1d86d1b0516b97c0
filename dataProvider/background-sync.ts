/**
 * Background Sync: the browser starts the service worker when there is a network again, also after the last page was
 * closed. The worker then sends the acts that wait.
 */
import { pageLanguage } from './envelope.ts';
import { SYNC_TAG, setSender } from './sender.ts';
import { session } from './session.ts';

/** What TypeScript does not know of registrations; only some browsers have it. */
interface WithSync {
  sync: { register(tag: string): Promise<void> };
}

const hasSync = (
  registration: ServiceWorkerRegistration | undefined,
): registration is ServiceWorkerRegistration & WithSync =>
  registration !== undefined && 'sync' in registration;

/** Lets the worker send the acts of the signed-in user later. Browsers that cannot do this only send from pages. */
export async function sendLater(user: number): Promise<void> {
  try {
    const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
    if (!hasSync(registration)) return;
    // The user may have signed out in the meantime, also in another tab.
    const isSet = await setSender({ user, language: pageLanguage() }, () => session.isStored(user));
    if (isSet) await registration.sync.register(SYNC_TAG);
  } catch {
    // The user does not allow it, or the browser stores nothing.
  }
}
