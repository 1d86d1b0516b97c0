/** A browser in which all pages of the application are closed, while its service worker goes on. */
import type { Page, Worker } from 'playwright-core';
import { expect } from 'vitest';

export interface Background {
  /** Waits until the worker has handled the event that a page asked the browser for. */
  isDone(): Promise<void>;
  /** Opens a page of the application again. */
  open(address: string): Promise<Page>;
}

/** What TypeScript does not know of a service worker. */
interface WorkerScope {
  registration: { sync: { getTags(): Promise<string[]> } };
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('The browser has no service worker');
  return worker;
}

/** Takes the network from the pages, and waits until the worker has none either. */
export async function losesNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const reaches = () => workerOf(page).evaluate(() => fetch('/health').then(Boolean, () => false));
  await expect.poll(reaches).toBe(false);
}

/** Closes all pages without a network. The browser then owes the worker an event. */
export async function closePages(page: Page): Promise<Background> {
  const context = page.context();
  const before = context.pages();
  const worker = workerOf(page);
  const owed = () =>
    worker.evaluate(() =>
      (self as unknown as WorkerScope).registration.sync.getTags().then((tags) => tags.length),
    );
  await expect.poll(owed).toBe(1);
  // The browser context stays open with an empty page.
  await context.newPage();
  for (const one of before) {
    // A page that is being closed has a network again for a moment.
    await one.goto('about:blank');
    await one.close();
  }
  expect(await owed()).toBe(1);
  return {
    isDone: () => expect.poll(owed).toBe(0),
    async open(address) {
      const opened = await context.newPage();
      await opened.goto(address);
      return opened;
    },
  };
}
