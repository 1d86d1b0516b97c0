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

/** Returns the rows of a store of the device. */
export const rowsOnDevice = (page: Page, store: string): Promise<Row[]> =>
  page.evaluate(async (name) => {
    // Opening a database that does not exist yet would create it, without its stores.
    if (!(await indexedDB.databases()).some((one) => one.name === 'officina')) return [];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('officina'));
    const rows = await done(database.transaction(name).objectStore(name).getAll());
    database.close();
    return rows;
  }, store);

/** Waits until the answer of an address is stored on the device. */
export const hasAnswer = (page: Page, path: string) =>
  expect
    .poll(async () =>
      (await rowsOnDevice(page, 'answers')).some(({ address }) => String(address).endsWith(path)),
    )
    .toBe(true);

/** Returns the ids of the work whose cards are stored on the device. */
async function takenOn(page: Page): Promise<number[]> {
  const taken = await rowsOnDevice(page, 'taken');
  const works = taken.flatMap(({ rows }) => rows as { row: { id: number }; isRead: boolean }[]);
  return works.filter(({ isRead }) => isRead).map(({ row }) => row.id);
}

/** Waits until the card of the work is stored on the device. */
export const hasTaken = (page: Page, work: Row) => expect.poll(() => takenOn(page)).toContain(work.id);

/** Waits until the device has the page of a scanned asset: due maintenance, open work, last works. */
export const hasPageOf = (page: Page, { id }: Row) =>
  expect
    .poll(
      async () => {
        const answers = await rowsOnDevice(page, 'answers');
        return answers.filter(({ address }) => new RegExp(`[?&]idOggetto=${id}(&|$)`).test(String(address)))
          .length;
      },
      { timeout: 30_000 },
    )
    .toBe(3);

/** Returns the drafts that the device stores, as text. */
export const storedDrafts = async (page: Page): Promise<string> =>
  JSON.stringify(await rowsOnDevice(page, 'drafts'));
