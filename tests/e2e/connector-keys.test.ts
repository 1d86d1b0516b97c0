/** Keys of connectors: created, displayed once, revoked. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { byDay } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box, saveButton } from './user/forms.ts';

const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${plantUrl()}/api/cmms/utente/?pag=1`, { headers: { Authorization: `Bearer ${key}` } }))
    .status;

describe('the key of a connector', () => {
  for (const phone of byDay([false, true]))
    it(
      `is made, shown once and revoked, on a ${phone ? 'phone' : 'desktop'}`,
      visit({ as: 'SUADMIN', phone }, async ({ page, api }) => {
        const name = `Gestionale ${Date.now().toString(36)}`;
        const [connector] = await api<Row[]>('GET', '/utente/?pag=1&sys=1');
        await page.goto('/upd-chiave-api');
        await box(page, 'Nome').fill(name);
        await box(page, 'Connettore').click();
        await page
          .getByRole('option', { name: String(connector!.cognome) })
          .first()
          .click();
        await expect.poll(() => page.getByRole('option', { name: 'Tecnico' }).count()).toBe(0);
        await saveButton(page).click();
        await page.waitForURL('**/dettaglio-chiave-api/*');
        await page.getByRole('button', { name: 'Genera la chiave' }).click();
        const dialog = page.getByRole('dialog', { name });
        const key = await dialog.getByRole('textbox').inputValue();
        expect(key).toMatch(/^ofk_/);
        await dialog.getByText('non sarà più mostrata').waitFor();
        expect(await violations(page)).toEqual([]);
        expect(await statusWith(key)).toBe(200);
        await dialog.getByRole('button', { name: 'Chiudi' }).click();
        await page.getByText('Attiva', { exact: true }).first().waitFor();
        await expect.poll(() => page.getByRole('button', { name: 'Genera la chiave' }).count()).toBe(0);
        expect(await page.content()).not.toContain(key);

        await page.getByRole('button', { name: 'Revoca' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoca' }).click();
        await page.getByText('Revocata', { exact: true }).first().waitFor();
        expect(await statusWith(key)).toBe(401);
        await page.goto(`/conf-chiavi-api?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`);
        await page.getByText(name).first().waitFor();
        expect(await violations(page)).toEqual([]);
      }),
    );
});
