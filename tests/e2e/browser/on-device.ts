/** Pages on a device: the service worker serves them, and has stored the files of all pages. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';

/** Waits until the worker serves the page and has the files of all others. */
export async function isHeld(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  const lacking = () =>
    page.evaluate(async () => {
      const files = (await (await fetch('/sw.js')).text()).match(/\/assets\/[\w.-]+/g) ?? [];
      const found = await Promise.all(files.map((path) => caches.match(path)));
      return files.filter((_, index) => !found[index]);
    });
  await expect.poll(lacking, { timeout: 60_000 }).toEqual([]);
}

/** Returns the ids of the work whose cards are stored on the device. */
const takenOn = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    // Opening a database that does not exist yet would create it, without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'officina')) return [];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('officina'));
    const taken = await done(database.transaction('taken').objectStore('taken').getAll());
    database.close();
    const works: { row: { id: number }; isRead: boolean }[] = taken.flatMap(({ rows }) => rows);
    return works.filter(({ isRead }) => isRead).map(({ row }) => row.id);
  });

/** Waits until the card of the work is stored on the device. */
export const hasTaken = (page: Page, work: Row) =>
  expect.poll(() => takenOn(page), { timeout: 30_000 }).toContain(work.id);
