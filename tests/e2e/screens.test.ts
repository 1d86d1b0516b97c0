/** Every screen of every family: it opens, says what it is in one language only, and axe and the console are silent. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../schemas/access.ts';
import { LANGUAGES, type Language } from '../../schemas/entity.ts';
import { tokenWith } from './api.ts';
import { violations } from './axe.ts';
import { type Visit, visit } from './browser.ts';
import { go } from './person.ts';
import { screensFor, settled } from './screens.ts';
import { changeSettings } from './settings.ts';

/** The demo plant's addresses end in officina.example. */
const RAW_KEY = /\b(?!officina\.example)(officina|ra|resources|menu|validation)\.[a-z_]+[\w.]*|%\{/;

/** Words that the one language has and the other does not; on the wrong screen they have leaked. */
const FOREIGN: Record<Language, RegExp> = {
  it: /^(Save|Delete|Cancel|Search|Add|Required|Description|Settings|Columns|Filters)\s*\*?$/m,
  en: /^(Salva|Elimina|Annulla|Cerca|Aggiungi|Obbligatorio|Codice|Colonne|Filtri)\s*\*?$/m,
};

async function faultsOf(page: Page, language: Language): Promise<string[]> {
  const text = await page.evaluate(
    () =>
      `${document.title}\n${document.body.innerText}\n${[
        ...document.querySelectorAll('[aria-label], [placeholder], [title]'),
      ]
        .map(
          (one) =>
            `${one.getAttribute('aria-label')} ${one.getAttribute('placeholder')} ${one.getAttribute('title')}`,
        )
        .join('\n')}`,
  );
  const key = RAW_KEY.exec(text)?.[0];
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll('button, label, th')].map((one) => one.textContent).join('\n'),
  );
  const foreign = FOREIGN[language].exec(shown)?.[0];
  return [
    ...(key ? [`a raw key: ${key}`] : []),
    ...(foreign ? [`a word of the other language: ${foreign}`] : []),
    ...(overflow > 0 ? [`wider than the screen by ${overflow}px`] : []),
    ...(await violations(page)),
  ];
}

/** With these an admin opens the most. */
const OPEN = { VisConfAdmin: '1', VisConfUtenti: '1', VisCostCentersSup: '1' };
let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings(OPEN);
});
afterAll(() => changeSettings(before));

describe('every screen', () => {
  const ROUNDS: Visit[] = [
    ...FAMILIES.map((as): Visit => ({ as, language: 'it' })),
    { as: 'SUADMIN', language: 'en', mode: 'dark', phone: true },
    { as: 'SUPER', language: 'en', mode: 'dark' },
  ];
  for (const round of ROUNDS)
    it(
      `of ${round.as}, in ${round.language}, ${round.mode ?? 'light'}, ${round.phone ? '390x844' : '1440x900'}`,
      visit(round, async ({ page, api }) => {
        await page.goto('/home');
        const faults: Record<string, string[]> = {};
        for (const address of await screensFor(round.as!, api)) {
          await go(page, address);
          await settled(page);
          const found = await faultsOf(page, round.language!);
          if (found.length > 0) faults[address] = found;
        }
        expect(faults).toEqual({});
      }),
      240_000,
    );

  const PUBLIC = [
    '/login',
    '/recuperaPwd',
    '/errore',
    '/verifica-rapportino',
    `/attiva-account/${tokenWith({ idUtente: 1, exp: 4_000_000_000 })}`,
    `/reset-password/${tokenWith({ idUtente: 1, exp: 4_000_000_000 })}`,
  ];
  for (const language of LANGUAGES)
    for (const mode of ['light', 'dark'] as const)
      it(
        `that is public, in ${language}, ${mode}`,
        visit({ language, mode, phone: mode === 'dark' }, async ({ page }) => {
          const faults: Record<string, string[]> = {};
          for (const address of PUBLIC) {
            await page.goto(address);
            await settled(page);
            const found = await faultsOf(page, language);
            if (found.length > 0) faults[address] = found;
          }
          expect(faults).toEqual({});
        }),
      );
});

describe('what opens over a screen', () => {
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
        // The form comes when it is first needed.
        await page.getByRole('dialog').waitFor();
      },
    ],
    ['the history', '/upd-costi/1', (page) => page.getByRole('button', { name: 'Modifiche' }).click()],
  ];
  for (const mode of ['light', 'dark'] as const)
    it(
      `is without fault, ${mode}`,
      visit({ as: 'SUADMIN', language: 'it', mode }, async ({ page }) => {
        const faults: Record<string, string[]> = {};
        for (const [what, address, open] of OVERLAYS) {
          await page.goto(address);
          await settled(page);
          await open(page);
          await page.waitForTimeout(400);
          const found = await faultsOf(page, 'it');
          if (found.length > 0) faults[what] = found;
        }
        expect(faults).toEqual({});
      }),
      120_000,
    );
});
