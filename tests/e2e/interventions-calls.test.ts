/** The requests of an intervention's page until it is usable, which decide its speed on a slow connection. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { visit } from './browser/visit.ts';

const MOST = 3;

interface Watched {
  calls: string[];
  /** The requests that had started when the first state button appeared. */
  before?: string[];
}
declare global {
  interface Window {
    watched: Watched;
  }
}

/** Runs in the browser and records the exact time. */
function watch(): void {
  window.watched = { calls: [] };
  const { fetch } = window;
  window.fetch = (...args) => {
    const url = args[0] instanceof Request ? args[0].url : String(args[0]);
    // The contact of the device has its own time, and no page waits for it.
    if (url.includes('/api/') && !url.endsWith('/utente/dispositivo'))
      window.watched.calls.push(url.slice(url.indexOf('/api/cmms') + 9));
    return fetch(...args);
  };
  new MutationObserver(() => {
    if (window.watched.before || !document.querySelector('section[aria-label="Stato"] button')) return;
    window.watched.before = [...window.watched.calls];
  }).observe(document, { childList: true, subtree: true });
}

async function beforeUsable(page: Page): Promise<string[]> {
  await page.getByRole('region', { name: 'Stato' }).getByRole('button').first().click({ trial: true });
  return page.evaluate(() => window.watched.before!);
}

it(
  'the page of an intervention is usable after three calls, opened from the list or by its address',
  visit({ as: 'SUPER' }, async ({ page, api }) => {
    const [row] = await api<Row[]>('GET', '/odl/?pag=1&max_rows=1');
    const { id, codice } = row!;
    await page.addInitScript(watch);

    // Loads what the application always needs first: entities, settings, background jobs.
    await page.goto('/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => window.watched.calls)).toContain('/novita/');
    await page.waitForLoadState('networkidle');
    const start = await page.evaluate(() => window.watched.calls);
    await page.goto(`/dettaglio-odl/${id}`);
    const cold = (await beforeUsable(page)).filter((call) => !start.includes(call));
    expect(cold).toContain(`/odl/${id}`);
    expect(cold.length, cold.join('\n')).toBeLessThanOrEqual(MOST);

    await page.goto(`/conf-odl?filter=${encodeURIComponent(JSON.stringify({ codice }))}`);
    const cell = page.getByRole('cell', { name: String(codice), exact: true });
    await cell.waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      window.watched = { calls: [] };
    });
    await cell.click();
    const warm = await beforeUsable(page);
    expect(warm).toContain(`/odl/${id}`);
    expect(warm.length, warm.join('\n')).toBeLessThanOrEqual(MOST);

    // Afterwards the page loads its neighbours in the list, and subscribes to changes by others.
    const later = () => page.evaluate(() => window.watched.calls.join(' '));
    await expect.poll(later).toContain(`/odl/${id}/novita`);
    await expect.poll(later).toContain('/odl/?codice=');
  }),
);
