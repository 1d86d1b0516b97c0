/** A technician's work from start to end on the card of a phone, counting every press; and the look of the card. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { png } from '../../files/sample-files.ts';
import { atNight } from '../../runner/nightly.ts';
import { lowContrast, violations } from '../browser/axe.ts';
import { visit } from '../browser/visit.ts';
import { box } from '../user/forms.ts';
import { dialog, press, title, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';
import { draw } from '../user/signature.ts';
import { assigned, bothSign, checklist, labelled, raised, reserved, scansAndOpens, stateOf } from './work.ts';

const TAPS_MAX = 18;
const folder = mkdtempSync(join(tmpdir(), 'officina-label-'));
const FILM = join(folder, 'machine.y4m');
let machine: Row;

bothSign();
beforeAll(async () => {
  machine = await labelled(FILM);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts every pointer-down outside text fields and the canvas of a signature, including the one that opens a list. */
const countTaps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counting = window as unknown as { taps: string[] };
    counting.taps = [];
    const isText = (element: Element): boolean =>
      element.closest('textarea, [contenteditable="true"], canvas') !== null ||
      element.matches('input:not([type=checkbox]):not([role=combobox])');
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target instanceof Element) || isText(target)) return;
        const pressed = target.closest('button, a, [role]') ?? target;
        counting.taps.push(pressed.getAttribute('aria-label') ?? pressed.textContent ?? pressed.tagName);
      },
      true,
    );
  });
const tapsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { taps: string[] }).taps);

async function takesParts(page: Page, parts: Row[]): Promise<void> {
  const section = page.getByRole('region', { name: 'Ricambi' });
  for (const { codice } of parts) {
    // Reserved parts are proposed with quantity and place.
    await section.getByRole('button', { name: new RegExp(`${codice} - .*S${codice}`, 's') }).click();
    await section.getByRole('button', { name: /^Preleva 1/ }).click();
    await section.getByRole('button', { name: /^Preleva 1/ }).waitFor({ state: 'detached' });
  }
  await expect.poll(() => section.getByText('Prelevato').count()).toBe(parts.length);
}

async function ticksAll(page: Page): Promise<void> {
  const items = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
  await items.first().waitFor();
  for (const item of await items.all()) {
    expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(48);
    await item.click();
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
  }
}

async function photographs(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Scatta una foto');
  await (await chooser).setFiles({ name: 'guasto.png', mimeType: 'image/png', buffer: png() });
  await page.getByRole('button', { name: 'Visualizza: guasto.png' }).waitFor();
}

describe('a technician on the card of the work', () => {
  it(
    `goes from the scan of the machine to the closed work with at most ${TAPS_MAX} presses`,
    visit({ as: 'RIFTEC', phone: true, language: 'it', camera: FILM }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const id_checklist = await checklist(admin, 6);
      const work = await raised(admin, { id_checklist, id_oggetto: machine.id });
      const parts = [await reserved(admin, work), await reserved(admin, work)];
      await page.goto('/home');
      await page.getByRole('navigation', { name: 'Barra rapida' }).waitFor();
      await countTaps(page);

      await scansAndOpens(page, work);
      await title(page, `${work.codice} - ${work.descrizione}`);
      await press(page, 'Prendi in carico');
      await sees(stateOf(page), /^Assegnato$/);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      // Eight things are missing: six items, and two fields that the checks of the closed state require.
      await page.getByRole('button', { name: 'Chiudi: mancano 8 cose' }).waitFor();
      await ticksAll(page);
      await takesParts(page, parts);
      await photographs(page);
      await box(page, 'Causa del guasto').click();
      await box(page, 'Causa del guasto').pressSequentially('Cuscinetto usurato');
      await box(page, 'Ore di fermo').click();
      await box(page, 'Ore di fermo').pressSequentially('1,5');
      await press(page, 'Firma e chiudi');
      const missing = dialog(page)
        .getByRole('status')
        .filter({ hasText: /^Manca/ });
      await sees(missing, 'Mancano: Firma del tecnico, Firma del segnalatore');
      await draw(page, 'Firma del tecnico: firmare qui');
      await sees(missing, 'Manca: Firma del segnalatore');
      // The button behind the dialog waits for nothing.
      expect(await page.locator('main .MuiButton-loading').count()).toBe(0);
      await draw(page, 'Firma del segnalatore: firmare qui');
      await missing.waitFor({ state: 'detached' });
      await press(dialog(page), 'Firma e chiudi');
      await sees(stateOf(page), /^Chiuso$/);
      await page.getByRole('link', { name: 'I miei lavori' }).last().waitFor();

      const taps = await tapsOf(page);
      console.info(`A technician's day: ${taps.length} taps.`, taps.join(' | '));
      expect(taps.length).toBeLessThanOrEqual(TAPS_MAX);
      const report = page.getByRole('region', { name: 'Rapportino' });
      await sees(report, /^Luca Ferri, \d/);
      await expect.poll(() => report.getByRole('listitem').allInnerTexts()).toHaveLength(2);
      await press(report, 'Apri il rapportino');
      await press(dialog(page), 'Chiudi');
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({
        cod_stato: 'CH',
        campo_nota1: 'Cuscinetto usurato',
        campo_float1: 1.5,
        numero_ricambi: 2,
        num_documenti: 2,
      });
    }),
  );

  atNight(
    'is not told again that a saved value is missing while the next states are read anew',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Inizia');
      await page.getByRole('button', { name: /chiudi: mancano 2 cose/i }).waitFor();
      let saved = false;
      page.on('response', (reply) => {
        saved ||= reply.request().method() === 'PUT';
      });
      // The states for the saved version arrive only when the button has been read.
      let answer = () => {};
      const released = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/stato/?*idOdl=*', async (route) => {
        if (saved) await released;
        await route.continue();
      });
      const again = page.waitForRequest((request) => saved && request.url().includes('idOdl='));
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '1,5');
      await again;
      const close = page.getByRole('main').getByRole('button', { name: /chiudi/i });
      await expect.poll(() => close.textContent()).toMatch(/^(Firma e c|C)hiudi$/);
      answer();
      await expect.poll(() => close.textContent()).toMatch(/^(Firma e c|C)hiudi$/);
    }),
  );

  atNight(
    'is led to what is missing, undoes a state from its message, and never does two states with a double tap',
    visit({ as: 'RIFTEC', phone: true, language: 'en' }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await raised(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      const codeOf = async () => (await api('GET', `/odl/${work.id}`)).cod_stato;
      await page.getByRole('button', { name: 'Take over' }).dblclick();
      await sees(stateOf(page), /^Assigned$/);
      expect(await codeOf()).toBe('AS');
      const forward = page.getByRole('button', { name: 'Begin', exact: true });
      await forward.waitFor();
      expect((await forward.boundingBox())!.height).toBeGreaterThanOrEqual(56);
      await forward.click();
      await sees(stateOf(page), /^In progress$/);

      const close = page.getByRole('button', { name: 'Close: 2 things missing' });
      for (const field of ['Cause of failure', 'Hours of downtime', 'Cause of failure']) {
        await close.click();
        await expect
          .poll(() => box(page, field).evaluate((one) => one === document.activeElement))
          .toBe(true);
      }
      await press(page, 'Other states');
      await page.getByRole('menuitem', { name: 'Move to the state: Suspended' }).click();
      await sees(stateOf(page), /^Suspended$/);
      await press(page, 'Undo');
      await sees(stateOf(page), /^In progress$/);

      await press(page, 'Everything');
      await page.getByRole('tab', { name: /^History/ }).waitFor();
      await press(page, 'Work mode');
      await close.waitFor();
      await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    }),
  );

  atNight(
    'has no message over the forward button at the end of the page or over the menu, and none about a corrected value',
    visit({ as: 'RIFTEC', phone: true, language: 'it', provokes: [422] }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const { id } = await assigned(admin);
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      const refused = page.getByRole('alert').filter({ hasText: 'Ore di fermo: Serve un numero' });
      const leaves = async (text: string) => {
        await box(page, 'Ore di fermo').fill(text);
        await box(page, 'Ore di fermo').blur();
      };
      await leaves('abc');
      await refused.waitFor();
      const forward = page.getByRole('main').getByRole('button', { name: /^Chiudi|^Firma e chiudi/ });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      // A repeated refusal replaces the message.
      const isBelow = async () => {
        const [button, message] = [await forward.boundingBox(), await refused.boundingBox()];
        return button && message && button.y + button.height <= message.y;
      };
      await expect.poll(isBelow).toBe(true);

      await page.getByRole('navigation', { name: 'Barra rapida' }).getByText('Altro').click();
      // The message does not cover the menu.
      await dialog(page).getByText('Interventi', { exact: true }).click();
      await sees(dialog(page), 'Elenco Interventi');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await refused.waitFor();

      await leaves('1,5');
      await refused.waitFor({ state: 'detached' });
    }),
  );

  it(
    'reads every text at a contrast of 7:1, in both themes and in sunlight; a desk opens it by choice',
    visit({ as: 'RIFTEC', phone: true, language: 'it', mode: 'dark' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await raised(admin, { id_checklist: await checklist(admin, 2) });
      await page.goto(`/dettaglio-odl/${work.id}`);
      const sun = page.getByRole('button', { name: 'Testo per il pieno sole' });
      await page.getByRole('region', { name: 'Checklist' }).waitFor();
      const size = () =>
        page.getByRole('heading', { level: 1 }).evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
      const usual = await size();
      expect(await lowContrast(page, 'body')).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await sun.click();
      await page.locator('[data-look=sunlight]').waitFor();
      expect(await size()).toBeGreaterThan(usual);
      expect(await lowContrast(page, 'body')).toEqual([]);
      await sun.click();
      await page.evaluate(() => localStorage.setItem('tema', 'light'));
      await page.reload();
      await page.locator('[data-look=light]').waitFor();
      await page.getByRole('region', { name: 'Checklist' }).waitFor();
      expect(await lowContrast(page, 'body')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.reload();
      await page.getByRole('tab', { name: /^Checklist/ }).waitFor();
      await press(page, 'Lavora');
      await page.locator('[data-look=light]').waitFor();
      await page.reload();
      await page.locator('[data-look=light]').waitFor();
      await press(page, 'Tutto');
      await page.getByRole('tab', { name: /^Checklist/ }).waitFor();
    }),
  );

  atNight(
    'keeps the next part open while the one before is still being withdrawn',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      const [first, second] = [await reserved(admin, work), await reserved(admin, work)];
      await page.goto(`/dettaglio-odl/${work.id}`);
      const section = page.getByRole('region', { name: 'Ricambi' });
      const line = ({ codice }: Row) => section.getByRole('button', { name: new RegExp(`${codice} - `) });
      const withdraw = section.getByRole('button', { name: /^Preleva 1/ });
      const late: Route[] = [];
      let isSlow = true;
      await page.route('**/api/cmms/**', (route) =>
        isSlow && route.request().method() === 'POST' ? void late.push(route) : route.continue(),
      );
      await line(first).click();
      await withdraw.click();
      await expect.poll(() => late.some((call) => call.request().url().includes('/odl/'))).toBe(true);
      await line(second).click();
      await withdraw.waitFor();
      isSlow = false;
      for (const call of late) await call.continue();
      await sees(page, new RegExp(`Prelevat.*${first.codice}`));
      await line(first).waitFor({ state: 'detached' });
      expect(await line(second).getAttribute('aria-expanded')).toBe('true');
    }),
  );
});
