/** The service worker as the pages see it: registered once a user is signed in, and a new version that waits. */
import { useSyncExternalStore } from 'react';

const SCRIPT = '/sw.js';
const LOOK_EVERY_MS = 3_600_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;
let started = false;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker ?? undefined;
  for (const listener of listeners) listener();
}

/** Reports a worker that is installed while an older one serves the pages; the first one has nobody to replace. */
function followInstallation({ installing }: ServiceWorkerRegistration): void {
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed' && navigator.serviceWorker.controller) setWaiting(installing);
  });
}

/** Registers the worker and lets it fetch the files of all pages. Pages open without it too. */
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

/** Lets the new version serve the pages, and loads this one again; forms with unsaved changes ask first. */
function renew(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take-over');
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns a function that opens the new version; undefined if there is none. */
export const useNewVersion = (): (() => void) | undefined =>
  useSyncExternalStore(subscribe, () => waiting) && renew;
