/** The service worker, as pages use it: registers it after sign-in, and reports a new version. */
import { useSyncExternalStore } from 'react';
import { Listeners } from '../../schemas/listeners.ts';

const SCRIPT = '/sw.js';
const LOOK_EVERY_MS = 3_600_000;

const listeners = new Listeners();
let waiting: ServiceWorker | undefined;
let started = false;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker ?? undefined;
  listeners.notify();
}

/** Reports a worker that was installed while an older one serves the pages. The first worker replaces no other. */
function followInstallation({ installing }: ServiceWorkerRegistration): void {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) setWaiting(installing);
  });
}

/** Registers the worker and makes it fetch the files of all pages. Pages also work without it. */
export async function startWorker(): Promise<void> {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  started = true;
  const registration = await navigator.serviceWorker.register(SCRIPT, { updateViaCache: 'none' });
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => followInstallation(registration));
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('keep-others');
}

/** Activates the new version and reloads the page. Forms with unsaved changes ask first. */
function renew(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take-over');
}

/** Returns a function that opens the new version; undefined if there is none. */
export const useNewVersion = (): (() => void) | undefined =>
  useSyncExternalStore(listeners.subscribe, () => waiting) && renew;
