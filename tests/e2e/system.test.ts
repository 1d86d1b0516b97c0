/** Background routines, webhooks and calendars: the screens of the super admin, and of all users. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { sees, userMenu } from './user/navigation.ts';

const rowNamed = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

describe('background work of the server', () => {
  it(
    'is listed with its next time, run at once, and remembered',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      await page.goto('/conf-attivita');
      await sees(page, 'Attività automatiche');
      await rowNamed(page, /Pulizia della posta in uscita/).click();
      await page.getByRole('heading', { name: 'Pulizia della posta in uscita' }).waitFor();
      await page.getByRole('button', { name: 'Esegui ora' }).click();
      await sees(page, "L'attività è stata avviata.");
      const [routine] = await api<Row[]>('GET', '/attivita/?nome=posta-riordino');
      const runs = () => api<Row[]>('GET', `/attivita/${routine!.id}/esecuzioni/`);
      await expect.poll(async () => (await runs()).length).toBeGreaterThan(0);
      await page.getByRole('tab', { name: 'Esecuzioni' }).click();
      await rowNamed(page, /Riuscita/)
        .first()
        .waitFor();
    }),
  );

  atNight(
    'is for the super admin alone',
    visit({ as: 'SUPER', language: 'en', provokes: [403] }, async ({ page }) => {
      await page.goto('/conf-attivita');
      await expect.poll(() => page.getByText('Delivery of webhooks').count()).toBe(0);
      await page.goto('/conf-webhook');
      await expect.poll(() => page.getByRole('heading', { name: 'Webhooks' }).count()).toBe(0);
    }),
  );
});

describe('a webhook', () => {
  it(
    'is created, refused inside the own network, tested, retried, and given a new secret',
    visit({ as: 'SUADMIN', language: 'it', provokes: [422] }, async ({ page, api }) => {
      const name = `Gestionale ${Date.now()}`;
      await page.goto('/upd-webhook');
      await page.getByRole('textbox', { name: /^Descrizione/ }).fill(name);
      const address = page.getByRole('textbox', { name: /^Indirizzo/ });
      await address.fill('http://169.254.169.254/latest');
      await page.getByRole('button', { name: 'Salva' }).click();
      await sees(page, /È un indirizzo della rete interna/);
      await address.fill('https://officina.invalid/eventi');
      await page.getByRole('button', { name: 'Salva' }).click();
      await expect
        .poll(
          async () => (await api<Row[]>('GET', `/webhook/?descrizione=${encodeURIComponent(name)}`)).length,
        )
        .toBe(1);
      const [hook] = await api<Row[]>('GET', `/webhook/?descrizione=${encodeURIComponent(name)}`);
      await page.goto(`/dettaglio-webhook/${hook!.id}`);
      await page.getByRole('button', { name: 'Invia una prova' }).click();
      await sees(page, /Il nome officina\.invalid non si trova/);
      await page.getByRole('tab', { name: 'Consegne' }).click();
      const row = rowNamed(page, /Prova/);
      await row.waitFor();
      await expect.poll(() => row.innerText()).toContain('Fallita');
      await row.getByRole('button', { name: /^Riprova/ }).click();
      await sees(page, 'La consegna viene riprovata.');
      await page.getByRole('tab', { name: 'Generali' }).click();
      await page.getByRole('button', { name: 'Nuovo segreto' }).click();
      const question = page.getByRole('dialog', { name: 'Nuovo segreto?' });
      await question.getByRole('button', { name: 'Nuovo segreto' }).click();
      const secret = page.getByRole('textbox', { name: 'Segreto, mostrato solo ora' });
      await secret.waitFor();
      await expect.poll(() => secret.inputValue()).toMatch(/^whsec_/);
      await page.getByRole('button', { name: 'Chiudi' }).click();
      await api('DELETE', `/webhook/${hook!.id}`);
    }),
  );
});

describe('the calendar on the phone', () => {
  const statusOf = async (link: string): Promise<number> => (await fetch(link)).status;

  atNight(
    'has an address that a user creates, renews and revokes',
    visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page }) => {
      await page.goto('/home');
      const panel = await userMenu(page);
      await panel.getByRole('button', { name: 'Calendario sul telefono' }).click();
      const dialog = page.getByRole('dialog', { name: 'Calendario sul telefono' });
      await dialog.getByRole('button', { name: "Crea l'indirizzo" }).click();
      const address = dialog.getByRole('textbox', { name: 'Indirizzo privato' });
      await address.waitFor();
      await dialog.getByRole('img', { name: "Codice QR dell'indirizzo" }).waitFor();
      const link = await address.inputValue();
      const reply = await fetch(link);
      expect([reply.status, (await reply.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR']);
      expect(await dialog.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
      await dialog.getByRole('button', { name: 'Chiudi' }).click();
      await (await userMenu(page)).getByRole('button', { name: 'Calendario sul telefono' }).click();
      await sees(dialog, /Letto da un calendario/);
      await dialog.getByRole('button', { name: 'Revoca' }).click();
      const question = page.getByRole('dialog', { name: "Revocare l'indirizzo?" });
      await question.getByRole('button', { name: 'Revoca' }).click();
      await dialog.getByRole('button', { name: "Crea l'indirizzo" }).waitFor();
      await expect.poll(() => statusOf(link)).toBe(404);
    }),
  );
});
