/**
 * The contents of documents that this device stores for the signed-in user. A content never changes: another file is
 * another document. See docs/decisions/072-contents-on-the-device.md.
 */
import { MINUTE_MS } from '../schemas/durations.ts';
import { device, type HeldContent } from './device.ts';
import { isAway, pathIn } from './envelope.ts';
import { callForFile } from './http.ts';
import { OwnRows } from './own-rows.ts';
import { session } from './session.ts';

/** A file that the device should have: the path of its call, and its size. */
export type ContentFile = Pick<HeldContent, 'path' | 'bytes'>;

/** The time in milliseconds that a file of 25 MB may take on a slow line. */
const FETCHED_WITHIN_MS = 10 * MINUTE_MS;

/** All keys of a user. Lists come after all texts and numbers. */
const ofUser = (user: number) => IDBKeyRange.bound([user], [user, []]);

/** Reads the keys alone, because contents are large. */
async function heldOf(user: number): Promise<ContentFile[]> {
  const found: ContentFile[] = [];
  const { store } = (await device()).transaction('contents');
  const index = store.index('bytes');
  for (let row = await index.openKeyCursor(ofUser(user)); row; row = await row.continue())
    found.push({ path: row.primaryKey[1], bytes: row.key[1] });
  return found;
}

const rows = new OwnRows<ContentFile[]>('officina.contents', [], heldOf);

let started = false;
let paths: { of: ContentFile[]; set: ReadonlySet<string> } | undefined;
/** Whether the browser has refused a file for lack of space. Then no more files are fetched until the page is reloaded. */
let isFull = false;

/** Returns whether the browser has space for a file. Returns true if it does not say. */
async function hasSpace(bytes: number): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  return estimate?.quota === undefined || (estimate.usage ?? 0) + bytes < estimate.quota;
}

/** Stores a file, unless its user has left. Returns false if there is no space for it. */
async function keep(user: number, { path, bytes }: ContentFile, content: Blob): Promise<boolean> {
  const database = await device();
  // Nothing comes between this check and the write: what removes the contents of other users comes before or after.
  if (session.user()?.idUtente !== user) return true;
  try {
    await database.put('contents', { user, path, bytes, content });
    return true;
  } catch {
    return false;
  }
}

/** Fetches one file. Returns false if the next ones should not be tried now. */
async function fetchOne(user: number, file: ContentFile, signal: AbortSignal): Promise<boolean> {
  if (!(await hasSpace(file.bytes))) return true;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(FETCHED_WITHIN_MS)]);
    const content = await callForFile(file.path, { signal: limited });
    if (signal.aborted) return false;
    isFull = !(await keep(user, file, content));
  } catch (error) {
    // A file that is deleted or refused does not stop the others.
    return !(signal.aborted || (await isAway(error)));
  }
  await rows.publish();
  return !isFull;
}

export const contents = {
  all: rows.all,

  /** Follows the files of this device. The first call reads them. */
  subscribe(listener: () => void): () => void {
    if (!started) {
      started = true;
      rows.follow();
      session.subscribe(() => void rows.show());
      void rows.show();
    }
    return rows.subscribe(listener);
  },

  /** Returns the paths of the files on this device; undefined until they have been read. */
  paths(): ReadonlySet<string> | undefined {
    if (!rows.isRead()) return undefined;
    const of = rows.all();
    if (paths?.of !== of) paths = { of, set: new Set(of.map(({ path }) => path)) };
    return paths.set;
  },

  /** Returns the content of the document at an address; undefined if it is not on this device. */
  async at(address: string): Promise<Blob | undefined> {
    const user = session.user()?.idUtente;
    if (user === undefined) return undefined;
    const held = await device()
      .then((database) => database.get('contents', [user, pathIn(address)]))
      .catch(() => undefined);
    return held?.content;
  },

  /** Removes the user's other files. */
  async keepOnly(user: number, files: ContentFile[]): Promise<void> {
    const kept = new Set(files.map(({ path }) => path));
    const { store, done } = (await device()).transaction('contents', 'readwrite');
    for (const key of await store.getAllKeys(ofUser(user))) if (!kept.has(key[1])) await store.delete(key);
    await done;
    await rows.publish();
  },

  /** Fetches the files that the device does not have, in this order, one at a time. */
  async fetch(user: number, files: ContentFile[], signal: AbortSignal): Promise<void> {
    const held = new Set((await heldOf(user)).map(({ path }) => path));
    for (const file of files.filter(({ path }) => !held.has(path)))
      if (isFull || signal.aborted || !(await fetchOne(user, file, signal))) return;
  },
};
