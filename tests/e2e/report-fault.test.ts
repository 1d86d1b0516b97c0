/** A fault from the bottom bar of a phone: which asset, what is wrong, how urgent, a photo. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { png } from '../files/sample-files.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { settled } from './screens/screens.ts';
import { box, saveButton } from './user/forms.ts';
import { dialog, dialogClosed, press, retype, title, type } from './user/input.ts';
import { path, sees } from './user/navigation.ts';

const TARGET = 48;

const report = (page: Page, name: 'Segnala' | 'Report'): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(Barra rapida|Quick bar)$/ })
    .getByRole('link', { name })
    .click();

const assets = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name }).getByRole('listitem').getByRole('button');

/** Returns the links, buttons and boxes of the page that are smaller than a touch target. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(
    (target) =>
      [...document.querySelectorAll<HTMLElement>('main a, main button, main .MuiInputBase-root, nav a')]
        .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden'))
        .map((one) => ({ one, size: one.getBoundingClientRect() }))
        .filter(({ size }) => size.height > 0 && Math.min(size.width, size.height) < target)
        .map(({ one, size }) => `${one.ariaLabel ?? one.innerText}: ${size.width}x${size.height}`),
    TARGET,
  );

describe('a report from the bottom bar', () => {
  it(
    'is sent by a requester after the asset and three answers',
    visit({ as: 'RESP', language: 'it', phone: true }, async ({ page, api }) => {
      await page.goto('/home');
      await report(page, 'Segnala');
      await title(page, 'Segnala un guasto');
      const last = assets(page, 'I tuoi ultimi oggetti');
      await last.first().waitFor();
      expect(await small(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);

      await page.getByRole('searchbox', { name: 'Cerca per codice o descrizione' }).fill('FOL-L2-CF');
      const found = assets(page, 'Oggetti').filter({ hasText: /^FOL-L2-CF - Confezionatrice pasta corta/ });
      // The rows of the page before the search may name it in their path.
      await expect.poll(() => found.count()).toBe(1);
      await found.click();
      await sees(page, 'FOL-L2-CF - Confezionatrice pasta corta');
      await type(page, 'Che cosa succede?', `Perde olio ${'dal riduttore '.repeat(20)}`);
      await saveButton(page).click();
      await sees(page, /^Valore troppo lungo\. Caratteri: 290, al massimo \d+$/);
      await retype(page, 'Che cosa succede?', 'Perde olio dal riduttore');
      await expect.poll(() => page.getByText('Caratteri: ').count()).toBe(0);
      await press(page, 'Alta');
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Scatta una foto');
      await (await chooser).setFiles({ name: 'olio.png', mimeType: 'image/png', buffer: png() });
      await page.getByRole('img', { name: 'olio.png' }).waitFor();
      await expect.poll(() => page.getByLabel(/Causa|Ore di fermo|Centro di costo/).count()).toBe(0);
      expect(await small(page)).toEqual([]);
      await saveButton(page).click();
      await title(page, / - Perde olio dal riduttore$/);
      const id = Number(path(page).split('/').at(-1));
      expect(await api<Row>('GET', `/odl/${id}`)).toMatchObject({ priorita: 3, stato: 'Aperto' });
      const names = async () =>
        (await api<{ documenti: Row[] }>('GET', `/odl/${id}/documento`)).documenti.map(
          ({ nome_file_originale }) => nome_file_originale,
        );
      await expect.poll(names).toContain('olio.png');

      // The asset of the last report is the first that the next one offers.
      await report(page, 'Segnala');
      await expect.poll(() => last.first().innerText()).toContain('FOL-L2-CF');
    }),
  );

  atNight(
    'opens the whole form with what was typed, and goes back to the choice of the asset',
    visit({ as: 'RIFTEC', language: 'en', phone: true }, async ({ page }) => {
      await page.goto('/home');
      await report(page, 'Report');
      await press(page, 'Scan the code of the asset');
      await type(dialog(page), 'Or type the code', 'FOL-L2-CF');
      await page.keyboard.press('Enter');
      await dialogClosed(page);
      await sees(page, 'FOL-L2-CF - Confezionatrice pasta corta');
      await type(page, 'What is wrong?', 'Noise from the gearbox');
      await press(page, 'High');
      await press(page, 'All fields');
      await page.getByRole('combobox', { name: 'Technician' }).waitFor();
      expect(await box(page, 'Description').inputValue()).toBe('Noise from the gearbox');
      await retype(page, 'Description', '');
      await retype(page, 'Description', 'Noise from the gearbox, louder when cold');
      await saveButton(page, 'en').click();
      await title(page, / - Noise from the gearbox, louder when cold$/);

      await report(page, 'Report');
      await assets(page, 'Your last assets').first().click();
      await page.getByRole('link', { name: 'Back to Assets' }).click();
      await title(page, 'Report a fault');
      await sees(page, 'Which asset?');
      await page.getByRole('searchbox', { name: 'Search by code or description' }).fill('no such machine');
      await sees(page, 'No asset has this code or description.');
      await page.getByRole('link', { name: 'All fields' }).click();
      await page.waitForURL('**/upd-odl');
    }),
  );

  atNight(
    'can be read in the dark',
    visit({ as: 'RESP', language: 'en', mode: 'dark', phone: true }, async ({ page }) => {
      await page.goto('/segnala-guasto');
      await assets(page, 'Your last assets').first().waitFor();
      await settled(page);
      expect(await violations(page)).toEqual([]);
    }),
  );
});
