/** Delays requests until the test releases them. */
import type { Page } from 'playwright-core';
import { closedGate } from '../../processes/gate.ts';

/** Holds requests back; returns a function that releases them. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const gate = closedGate();
  await page.route(address, async (route) => {
    await gate.passed;
    await route.continue();
  });
  return gate.open;
}
