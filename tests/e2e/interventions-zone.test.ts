/**
 * Instants use the plant's time zone, typed and displayed, wherever the browser is; with the time if the plant uses
 * it.
 */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { changeSettings } from './data/settings.ts';
import { box, saveButton } from './user/forms.ts';
import { go, sees } from './user/navigation.ts';

/** Two hours ahead of UTC in the plant, seven behind Tokyo. */
const NINE = '2031-05-06T07:00:00.000Z';

const digits = async (part: Page | Locator, label: string) =>
  (await part.getByRole('group', { name: label }).innerText()).replaceAll(/\D/g, '');

async function typeTimestamp(
  page: Page,
  part: Page | Locator,
  label: string,
  timestamp: string,
): Promise<void> {
  await part.getByRole('group', { name: label }).getByRole('spinbutton').first().click();
  await page.keyboard.type(timestamp);
}

const value = (page: Page, label: string) =>
  page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').first().innerText();

const eventOf = (page: Page, id: number): Locator =>
  page.locator(`.rbc-event:has([data-event="${id}"])`).first();

interface Point {
  x: number;
  y: number;
}

const cornerOf = async (one: Locator): Promise<Point> => (await one.boundingBox())!;

/** Drags by the upper left corner, to the same corner of the target. */
async function moved(page: Page, id: number, place: () => Promise<Point>): Promise<void> {
  const one = eventOf(page, id);
  await one.waitFor();
  await page.waitForLoadState('networkidle');
  const [from, to] = [await cornerOf(one), await place()];
  await page.mouse.move(from.x + 20, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(from.x + 24, from.y + 12, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 });
  await page.mouse.move(to.x + 21, to.y + 8);
  await page.mouse.up();
}

/** Drops at an hour of the grid, in the column of a day. */
const dropped = (page: Page, id: number, hour: string, column = 0): Promise<void> =>
  moved(page, id, async () => ({
    x: (await cornerOf(page.locator('.rbc-day-slot').nth(column))).x,
    y: (await cornerOf(page.locator('.rbc-time-gutter .rbc-timeslot-group').filter({ hasText: hour }))).y,
  }));

describe('a browser in another zone', () => {
  it(
    "types, reads and drags in the plant's time zone, which is displayed [dates-display] [dates-timestamp-param]",
    visit({ as: 'SUPER', zone: 'Asia/Tokyo' }, async ({ page, api, join }) => {
      const before = await changeSettings({ OdlConTimestamp: '1', BlockAssigned: '0' });
      const all = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
      const { id } = await api<{ id: number }>('POST', '/odl/', {
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
      await sees(page, "Date e ore di queste pagine sono nel fuso orario dell'impianto: Europe/Rome");
      await go(page, `/upd-odl/${id}`);
      for (const label of ['Data prevista', 'Data inizio'])
        await expect.poll(() => digits(page, label)).toBe('060520310900');
      await sees(page, 'Fuso orario: Europe/Rome');
      expect(await violations(page)).toEqual([]);
      await typeTimestamp(page, page, 'Data inizio', '060520311030');
      await box(page, 'Note').fill('Scritto da lontano');
      await box(page, 'Note').blur();
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ data_inizio: '2031-05-06T08:30:00.000Z', data_ordine: NINE });
      await page.goto('/calendario?view=day&day=2031-05-06&filter=%7B%7D');
      await dropped(page, id, '11:00');
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ data_ordine: '2031-05-06T09:00:00.000Z' });
      await page.locator(`.rbc-event:has([data-event="${id}"])`).first().focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Sposta o assegna' }).click();
      const dialog = page.getByRole('dialog');
      await expect.poll(() => digits(dialog, 'Data prevista')).toBe('060520311100');
      await typeTimestamp(page, dialog, 'Data prevista', '060520311415');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ data_ordine: '2031-05-06T12:15:00.000Z' });
      await changeSettings({ OdlConTimestamp: '0' });
      await page.goto(`/dettaglio-odl/${id}`);
      for (const label of ['Data prevista', 'Data inizio'])
        await expect.poll(() => value(page, label)).toBe('06/05/2031');
      await page.getByRole('tab', { name: /^Cronologia/ }).click();
      await page.getByRole('cell', { name: '06/05/2031', exact: true }).first().waitFor();

      // In Los Angeles, this date has no hour between two and three.
      await api('PUT', `/odl/${id}`, { data_ordine: '2031-03-09T08:30:00' });
      await changeSettings({ OdlConTimestamp: '1' });
      await page.close();
      const west = await join({ as: 'SUPER', zone: 'America/Los_Angeles' });
      const planned = async () => (await west.api<Row>('GET', `/odl/${id}`)).data_ordine;
      await west.page.goto('/calendario?view=week&day=2031-03-09&filter=%7B%7D');
      await dropped(west.page, id, '10:00', 6);
      await expect.poll(planned).toBe('2031-03-09T09:00:00.000Z');
      await dropped(west.page, id, '12:00', 2);
      await expect.poll(planned).toBe('2031-03-05T11:00:00.000Z');
      await west.page.getByRole('button', { name: 'Mese' }).click();
      await west.page.locator('.rbc-month-view').waitFor();
      const sunday = west.page.getByRole('link', { name: /nuovo intervento il 09\/03\/2031/ });
      await moved(west.page, id, async () => {
        const { x, y } = await cornerOf(sunday);
        return { x: x - 40, y: y + 30 };
      });
      await expect.poll(planned).toBe('2031-03-09T11:00:00.000Z');
      await changeSettings(before);
    }),
  );
});
