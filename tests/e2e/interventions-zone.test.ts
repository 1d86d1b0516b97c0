/** Moments are the plant's, typed and shown, wherever the browser stands; with their hour where the plant wants it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { violations } from './axe.ts';
import { visit } from './browser.ts';
import { box, saveButton } from './forms.ts';
import { go, sees } from './person.ts';
import { changeSettings } from './settings.ts';

/** By the plant's clock, which is two hours ahead of UTC then, and seven behind Tokyo. */
const NINE = '2031-05-06T07:00:00.000Z';

const digits = async (page: Page, label: string) =>
  (await page.getByRole('group', { name: label }).innerText()).replaceAll(/\D/g, '');

const value = (page: Page, label: string) =>
  page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').first().innerText();

describe('a browser in Tokyo', () => {
  it(
    'types and reads the hours of the plant, and is told whose they are [dates-display] [dates-timestamp-param]',
    visit({ as: 'SUPER', zone: 'Asia/Tokyo' }, async ({ page, api }) => {
      const before = await changeSettings({ OdlConTimestamp: '1', BlockAssigned: '0' });
      const all = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
      const { id } = await api<Row>('POST', '/odl/', {
        descrizione: 'Da Tokyo',
        id_oggetto: asset!.id,
        id_tipo_guasto: types.find(({ codice }) => codice !== '*')!.id,
        id_stato: all.find(({ codice }) => codice === 'AP')!.id,
        priorita: 1,
        data_ordine: NINE,
        data_inizio: NINE,
      });
      await page.goto(`/dettaglio-odl/${id}`);
      await expect.poll(() => value(page, 'Data inizio')).toBe('06/05/2031 09:00');
      await sees(page, "Date e ore di queste pagine sono quelle dell'impianto: Europe/Rome");
      await go(page, `/upd-odl/${id}`);
      for (const label of ['Data prevista', 'Data inizio'])
        await expect.poll(() => digits(page, label)).toBe('060520310900');
      await sees(page, 'Ora di Europe/Rome');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('group', { name: 'Data inizio' }).getByRole('spinbutton').first().click();
      await page.keyboard.type('060520311030');
      await box(page, 'Note').fill('Scritto da lontano');
      await box(page, 'Note').blur();
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ data_inizio: '2031-05-06T08:30:00.000Z', data_ordine: NINE });
      await page.goto('/calendario?view=day&day=2031-05-06&filter=%7B%7D');
      await sees(page, '09:00');
      await page.locator(`.rbc-event:has([data-event="${id}"])`).first().focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Sposta o assegna' }).click();
      const time = page.getByRole('dialog').getByLabel('Ora', { exact: true });
      await expect.poll(() => time.inputValue()).toBe('09:00');
      await time.fill('14:15');
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ data_ordine: '2031-05-06T12:15:00.000Z' });
      await changeSettings({ OdlConTimestamp: '0' });
      await page.goto(`/dettaglio-odl/${id}`);
      for (const label of ['Data prevista', 'Data inizio'])
        await expect.poll(() => value(page, label)).toBe('06/05/2031');
      await page.getByRole('tab', { name: /^Cronologia/ }).click();
      await page.getByRole('cell', { name: '06/05/2031', exact: true }).first().waitFor();
      await changeSettings(before);
    }),
  );
});
