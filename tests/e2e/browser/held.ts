/** Delays requests until the test releases them. */
import type { Page } from 'playwright-core';

/** Holds requests back; returns a function that releases them. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((settle) => {
    release = settle;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
