/** The bar at the bottom of a phone: its entries by role, its size, and what sticks to the bottom above it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { settled } from './screens/screens.ts';
import { dialog, dialogClosed, press, title } from './user/input.ts';
import { go, menuBar } from './user/navigation.ts';

const TARGET = 48;

const foot = (page: Page) => page.getByRole('navigation', { name: /^(Barra rapida|Quick bar)$/ });

/** Returns the labels of the entries; waits until the bar is there. */
async function entries(page: Page): Promise<string[]> {
  await foot(page).waitFor();
  return foot(page).locator('.foot-entry > span').allInnerTexts();
}

/** Returns the elements that stick to the bottom and that the bar covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const top = document.querySelector('.foot')!.getBoundingClientRect().top;
    return [...document.querySelectorAll<HTMLElement>('main *, .toasts > *')]
      .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.bottom > top + 0.5 && box.top < innerHeight)
      .map(({ one }) => `${one.tagName} ${one.innerText.slice(0, 40)}`);
  });

describe('the bar of a phone', () => {
  it(
    'has what a technician does all day, each within a thumb of the bottom',
    visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page }) => {
      await page.goto('/home');
      expect(await entries(page)).toEqual(['I miei lavori', 'Inquadra', 'Segnala', 'Cerca', 'Altro']);
      for (const entry of await foot(page).locator('.foot-entry').all()) {
        const { width, height, y } = (await entry.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET);
        expect(844 - y).toBeLessThanOrEqual(60);
      }
      // Entries of this bar are not repeated in the bar at the top.
      const above = page.getByRole('banner').getByRole('button');
      const labels = await above.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
      );
      expect(labels.filter((label) => /apri il menu|cerca|inquadra|segnala|altro/i.test(label))).toEqual([]);
      // The bar at the top still has the news and the account.
      expect(labels).toHaveLength(2);

      await press(foot(page), /^Inquadra un codice QR$/);
      await dialog(page).getByLabel('Oppure scrivi il codice').waitFor();
      await press(dialog(page), 'Chiudi');
      await dialogClosed(page);
      await press(foot(page), 'Cerca');
      await page.getByRole('combobox', { name: /^Cerca/ }).waitFor();
      await page.keyboard.press('Escape');
      await press(foot(page), 'Altro');
      await menuBar(page).locator('summary', { hasText: 'Interventi' }).click();
      await menuBar(page).getByRole('link', { name: 'Elenco Interventi', exact: true }).click();
      await page.waitForURL('**/conf-odl**');
      await foot(page).getByRole('link', { name: 'I miei lavori' }).click();
      await page.waitForURL('**/home');
      await foot(page).getByRole('link', { name: 'Segnala' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }),
  );

  atNight(
    'has for a requester what a requester may do, in their language',
    visit({ as: 'RESP', language: 'en', phone: true }, async ({ page }) => {
      await page.goto('/home');
      expect(await entries(page)).toEqual(['Requests', 'Scan', 'Report', 'Search', 'More']);
      await foot(page).getByRole('link', { name: 'Report' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByText(/is not available to your role/).count()).toBe(0);
    }),
  );

  atNight(
    'covers nothing that sticks to the bottom: save bars, the next state, the button of a list',
    visit({ as: 'SUADMIN', language: 'it', phone: true }, async ({ page, api }) => {
      const works = await api<Row[]>('GET', '/odl/?pag=1');
      await page.goto('/home');
      const below: Record<string, string[]> = {};
      for (const address of ['/upd-costi/1', '/conf-odl', '/upd-odl', `/dettaglio-odl/${works[0]!.id}`]) {
        await go(page, address);
        await settled(page);
        const found = await covered(page);
        if (found.length > 0) below[address] = found;
      }
      expect(below).toEqual({});
      // The end of a page can be scrolled above the bar.
      await go(page, `/dettaglio-odl/${works[0]!.id}`);
      await settled(page);
      const end = await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        const last = document.querySelector('main')!.lastElementChild!.getBoundingClientRect();
        return document.querySelector('.foot')!.getBoundingClientRect().top - last.bottom;
      });
      expect(end).toBeGreaterThanOrEqual(0);
    }),
  );

  atNight(
    'is not on a desk, which has its menu at the top',
    visit({ as: 'RIFTEC', language: 'it' }, async ({ page }) => {
      await page.goto('/home');
      await title(page, /^(Buongiorno|Buon pomeriggio|Buonasera)/);
      expect(await foot(page).count()).toBe(0);
      await menuBar(page).waitFor();
    }),
  );
});
