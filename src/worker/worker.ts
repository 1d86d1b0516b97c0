/**
 * The service worker. It stores the pages of this version on the device, so that every address opens without a
 * network. It does not handle the calls of pages: the application stores what was read and what must be sent. It sends
 * what waits when the browser reports a network.
 */
import { SYNC_TAG } from '../../dataProvider/sender.ts';
import { sendWaiting } from '../../dataProvider/worker-sending.ts';
import { display, open } from './push.ts';
import { roleOf } from './role-of.ts';

declare const self: ServiceWorkerGlobalScope;

/** Written by the build: the files of this version, those that the first page needs, and the others. */
declare const SHELL: { version: string; first: string[]; others: string[] };

/** The event of Background Sync, which TypeScript does not know. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

const isSync = (event: Event): event is SyncEvent => 'tag' in event;

const PREFIX = 'officina-';
const OWN = `${PREFIX}${SHELL.version}`;
const PAGE = '/index.html';
/** The number of stored versions. A page of the previous version may still be open and load one of its files. */
const CACHED_VERSIONS = 2;
const AT_ONCE = 4;

/**
 * Stores a file. A file with a hash in its name comes from the browser's cache, or from an older version stored
 * here.
 */
async function keep(cache: Cache, path: string): Promise<void> {
  const hashed = path.startsWith('/assets/');
  const held = hashed ? await caches.match(path) : undefined;
  const reply = held ?? (await fetch(path, { cache: hashed ? 'default' : 'no-cache' }));
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  await cache.put(path, reply);
}

async function install(): Promise<void> {
  const cache = await caches.open(OWN);
  await Promise.all(SHELL.first.map((path) => keep(cache, path)));
}

/** Fetches the files of all other pages, a few at a time. A file that fails is fetched the next time. */
async function keepOthers(): Promise<void> {
  const cache = await caches.open(OWN);
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const lacking = SHELL.others.filter((path) => !held.has(path));
  const lane = async (): Promise<void> => {
    for (let path = lacking.shift(); path; path = lacking.shift())
      await keep(cache, path).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function forgetOldVersions(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  const old = names.slice(0, Math.max(0, names.length - (CACHED_VERSIONS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function heldIn(name: string, path: string): Promise<Response | undefined> {
  return (await caches.open(name)).match(path);
}

/** Returns the page of this version, which matches all files of this version. */
const page = async (request: Request): Promise<Response> => (await heldIn(OWN, PAGE)) ?? fetch(request);

async function file(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const held = (await heldIn(OWN, pathname)) ?? (await caches.match(pathname));
  if (held) return held;
  const reply = await fetch(request);
  if (reply.ok) await (await caches.open(OWN)).put(pathname, reply.clone());
  return reply;
}

const ANSWERS = { page, file };

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim())),
);
self.addEventListener('message', (event) => {
  if (event.data === 'keep-others') event.waitUntil(keepOthers());
  if (event.data === 'take-over') event.waitUntil(self.skipWaiting());
});
self.addEventListener('sync', (event) => {
  if (isSync(event) && event.tag === SYNC_TAG) event.waitUntil(sendWaiting());
});
self.addEventListener('push', (event) => event.waitUntil(display(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const role = roleOf({ method, mode, url }, self.location.origin);
  if (role) event.respondWith(ANSWERS[role](event.request));
});
