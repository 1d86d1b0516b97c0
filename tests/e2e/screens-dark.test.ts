/** Every screen in the dark theme, on a desktop and a phone, with dialogs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byDay, NIGHTLY } from '../runner/nightly.ts';
import { type Visit, visit } from './browser/visit.ts';
import { changeSettings } from './data/settings.ts';
import { faultsOf } from './screens/faults.ts';
import { settled, still } from './screens/screens.ts';
import { OPEN, walk } from './screens/walk.ts';
import { go } from './user/navigation.ts';

let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings(OPEN);
});
afterAll(() => changeSettings(before));

describe('every screen', () => {
  const ROUNDS: Visit[] = [{ as: 'SUADMIN', language: 'en', mode: 'dark', phone: true }];
  // The nightly run includes it in its rounds.
  for (const round of NIGHTLY ? [] : ROUNDS) it(...walk(round));
});

const over = (page: Page) =>
  page.locator('[role=dialog], [role=menu], [role=listbox], .panel').filter({ visible: true });

describe('dialogs over a screen', () => {
  const OVERLAYS: [string, string, (page: Page) => Promise<void>][] = [
    ['the menu', '/home', (page) => page.getByRole('button', { name: 'Configura' }).click()],
    ['the user menu', '/home', (page) => page.getByRole('button', { name: /^Menu utente/ }).click()],
    ['the palette', '/home', (page) => page.keyboard.press('Control+k')],
    [
      'the filters',
      '/list-costi',
      (page) => page.getByRole('button', { name: 'Filtri', exact: true }).click(),
    ],
    ['the columns', '/list-costi', (page) => page.getByRole('button', { name: 'Colonne' }).click()],
    [
      'the question before a deletion',
      '/list-costi',
      (page) =>
        page
          .getByRole('button', { name: /^Elimina: / })
          .first()
          .click(),
    ],
    [
      'the dialog of a form',
      '/conf-checklist/relazioni',
      async (page) => {
        await page.getByRole('button', { name: 'Associa Voce' }).click();
        // The form loads when needed.
        await page.getByRole('dialog').waitFor();
      },
    ],
    ['the history', '/upd-costi/1', (page) => page.getByRole('button', { name: 'Modifiche' }).click()],
  ];
  for (const mode of byDay(['dark', 'light'] as const))
    it(
      `is without fault, ${mode}`,
      visit({ as: 'SUADMIN', language: 'it', mode }, async ({ page }) => {
        const faults: Record<string, string[]> = {};
        await page.goto('/home');
        for (const [what, address, open] of OVERLAYS) {
          await page.keyboard.press('Escape');
          await go(page, address);
          await settled(page);
          await open(page);
          await over(page).last().waitFor();
          await still(page);
          const found = await faultsOf(page, 'it');
          if (found.length > 0) faults[what] = found;
        }
        expect(faults).toEqual({});
      }),
      120_000,
    );
});
