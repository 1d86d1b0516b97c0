/** Pages on a device: the service worker serves them, and has stored the files of all pages. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
