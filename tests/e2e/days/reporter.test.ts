/** A fault from the requester to the technician and back, each in a browser of their own. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { png } from '../../files/sample-files.ts';
import { visit } from '../browser/visit.ts';
import { box, pick, saveButton, toggle } from '../user/forms.ts';
import { choose, dialog, dialogClosed, press, retype, title, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';

const FAULT = 'Film torn at the sealing bar';
const REPORTED = new RegExp(` - ${FAULT}$`);

const tab = (page: Page, name: RegExp): Promise<void> => page.getByRole('tab', { name }).click();
const state = (page: Page) => page.getByRole('region', { name: /^(Stato|State)$/ });
const home = (page: Page): Promise<void> => page.getByRole('link', { name: 'Officina, Home' }).click();

/** Scans the machine and answers three questions. */
async function reports(page: Page): Promise<void> {
  await page.goto('/home');
  await press(page.getByRole('navigation', { name: 'Quick bar' }), 'Scan a QR code');
  await type(dialog(page), 'Or type the code', 'FOL-L2-CF');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Report a fault' }).click();
  await title(page, 'Report a fault');
  await type(page, 'What is wrong?', FAULT);
  await press(page, 'High');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Take a photo');
  await (await chooser).setFiles({ name: 'film.png', mimeType: 'image/png', buffer: png() });
  await page.getByRole('img', { name: 'film.png' }).waitFor();
  await expect.poll(() => page.getByLabel(/Cause|downtime|Cost centre/).count()).toBe(0);
  await saveButton(page, 'en').click();
  await title(page, REPORTED);
  await sees(state(page), /^Open$/);
  await tab(page, /^Documents/);
  await press(page.getByRole('tabpanel'), /^film\.png/);
  await dialog(page).getByRole('img').first().waitFor();
  await page.keyboard.press('Escape');
  await dialogClosed(page);
}

async function assigns(page: Page): Promise<void> {
  await page.goto('/home');
  await choose(page, 'Interventi', 'Elenco Interventi');
  await page.getByRole('cell', { name: FAULT, exact: true }).click();
  await title(page, REPORTED);
  await press(state(page), 'Assegnato');
  await pick(page, 'Riferimento tecnico', 'Luca Ferri');
  await press(dialog(page), 'Assegnato');
  await dialogClosed(page);
  await sees(state(page), /^Assegnato$/);
}

/** The technician adds what a requester cannot know, and closes. */
async function solves(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('link', { name: /^Tutti i tuoi interventi aperti/ }).click();
  await page.getByRole('link', { name: new RegExp(FAULT) }).click();
  await title(page, REPORTED);
  await press(page, 'Inizia');
  await sees(state(page), /^In corso$/);
  await type(page, 'Causa del guasto', 'Barra di saldatura usurata');
  await type(page, 'Ore di fermo', '0,5');
  await press(page, 'Chiudi');
  await press(dialog(page), 'Chiudi');
  await dialogClosed(page);
  await sees(state(page), /^Chiuso$/);
}

describe('a requester', () => {
  it(
    'reports a fault from the phone, and sees it solved',
    visit({ as: 'RESP', phone: true, language: 'en' }, async ({ page, join }) => {
      await reports(page);
      await tab(page, /^Comments/);
      await press(page, /^Add comment/i);
      await type(dialog(page), 'Text', 'It happens at every change of format');
      await press(dialog(page), 'Save');
      await dialogClosed(page);
      await sees(page, 'It happens at every change of format');
      await home(page);
      const mine = page.getByRole('region', { name: 'Your open requests' });
      await mine.getByRole('link', { name: new RegExp(`${FAULT}.* Open `) }).click();
      await title(page, REPORTED);

      const { page: office } = await join({ as: 'SUPER', language: 'it' });
      await assigns(office);
      await press(page, 'Show the current version');
      await sees(state(page), /^Assigned$/);
      await tab(page, /^General/);
      await sees(page.getByRole('tabpanel'), 'Luca Ferri');

      const { page: technicianPage } = await join({ as: 'RIFTEC', phone: true, language: 'it' });
      await solves(technicianPage);
      await press(page, 'Show the current version');
      await sees(state(page), /^Closed$/);
      await tab(page, /^History/);
      await sees(page.getByRole('tabpanel'), /Luca Ferri/);
      await home(page);
      await mine.getByRole('link').first().waitFor();
      await expect.poll(() => mine.getByRole('link', { name: new RegExp(FAULT) }).count()).toBe(0);
    }),
  );

  it(
    'sees the results of their requests at the desk',
    visit({ as: 'RESP', language: 'it' }, async ({ page }) => {
      await page.goto('/home');
      const mine = page.getByRole('region', { name: /segnalazioni aperte/ });
      await mine.getByRole('link', { name: /^ODL-26-00025 / }).click();
      await title(page, 'ODL-26-00025 - La stampante non marca il lotto');
      await sees(state(page), /^Aperto$/);
      await press(page, 'Modifica');
      await type(page, 'Note', 'Testina pulita: non basta');
      await saveButton(page).click();
      await title(page, 'ODL-26-00025 - La stampante non marca il lotto');
      await sees(page.getByRole('tabpanel'), 'Testina pulita: non basta');
      await home(page);
      await page.getByRole('link', { name: 'Nuova segnalazione' }).click();
      await pick(page, 'Oggetto', 'FOL-L2-CF');
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toContain('Confezionatrice pasta corta');
      await retype(page, 'Descrizione', 'Perdita di olio');
      await toggle(page, 'Fermo linea').waitFor();
      await expect.poll(() => page.getByLabel(/Causa|Ore di fermo|Centro di costo/).count()).toBe(0);
      await saveButton(page).click();
      await title(page, / - Perdita di olio$/);
    }),
  );
});
