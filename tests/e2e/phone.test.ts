/** Use with one hand: touch targets are large enough, and nothing covers the text. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { changeSettings } from './data/settings.ts';
import { settled } from './screens/screens.ts';
import { confirmDelete, rowAction, saveButton } from './user/forms.ts';
import { dialog, dialogClosed, press, title } from './user/input.ts';
import { go, sees } from './user/navigation.ts';

const TARGET = 48;

/** Returns inputs and buttons lower than a touch target. */
const lowBoxes = (page: Page): Promise<string[]> =>
  page.evaluate((target) => {
    const boxes = document.querySelectorAll<HTMLElement>(
      '.MuiInputBase-root, .MuiPickersInputBase-root, .MuiButton-root, .MuiIconButton-root, .MuiTab-root',
    );
    return [...boxes]
      .filter(
        (one) =>
          one.offsetHeight > 0 &&
          one.offsetHeight < target &&
          !one.closest('.MuiInputBase-root .MuiInputBase-root'),
      )
      .filter((one) => !one.matches('.MuiInputBase-root button, .MuiPickersInputBase-root button'))
      .map((one) => `${one.offsetHeight}px: ${one.className.slice(0, 40)} ${one.innerText.slice(0, 30)}`);
  }, TARGET);

const boxOf = async (one: Locator) => (await one.boundingBox())!;
const apart = (a: { y: number; height: number }, b: { y: number; height: number }): boolean =>
  a.y + a.height <= b.y || b.y + b.height <= a.y;

it(
  'boxes and buttons are as high as a thumb needs',
  visit({ as: 'SUADMIN', language: 'it', phone: true }, async ({ page, api }) => {
    const [work] = await api<Row[]>('GET', '/odl/?pag=1');
    await page.goto('/home');
    const low: Record<string, string[]> = {};
    for (const address of [
      '/upd-odl',
      '/upd-oggetto',
      '/conf-odl',
      '/mtbf-mttr',
      `/dettaglio-odl/${work!.id}`,
    ]) {
      await go(page, address);
      await settled(page);
      const found = await lowBoxes(page);
      if (found.length > 0) low[address] = found;
    }
    expect(low).toEqual({});
  }),
);

atNight(
  'links and buttons of what a technician opens are as high as a thumb needs',
  visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page, api }) => {
    const [work] = await api<Row[]>('GET', '/odl/?pag=1');
    await page.goto('/home');
    const low: Record<string, string[]> = {};
    for (const address of [
      '/home',
      `/info-oggetto/${work!.id_oggetto}`,
      `/dettaglio-odl/${work!.id}`,
      `/segnala-guasto/${work!.id_oggetto}`,
      '/account',
    ]) {
      await go(page, address);
      await settled(page);
      const found = await page.evaluate(
        (target) =>
          [...document.querySelectorAll<HTMLElement>('a, button, summary, [role=checkbox], [role=tab]')]
            .filter(
              (one) => one.offsetHeight > 0 && one.offsetHeight < target && one.className !== 'skip-link',
            )
            .map((one) => `${one.offsetHeight}px: ${one.outerHTML.slice(0, 120)}`),
        TARGET,
      );
      if (found.length > 0) low[address] = found;
    }
    expect(low).toEqual({});
  }),
);

atNight(
  'the result of an action is next to the back button, and a long title has the full width',
  visit({ as: 'SUADMIN', language: 'it', phone: true }, async ({ page, api }) => {
    await page.goto('/upd-costi/1');
    await settled(page);
    await page.getByRole('textbox', { name: 'Descrizione', exact: true }).fill('Manodopera interna, ora');
    await saveButton(page).click();
    const toast = await boxOf(page.getByRole('status').filter({ hasText: 'Salvato' }));
    const heading = page.getByRole('heading', { level: 1 });
    expect(apart(toast, await boxOf(heading))).toBe(true);
    expect(toast.y).toBeGreaterThan(400);

    const rows = await api<Row[]>('GET', '/odl/?pag=1');
    const longest = rows.sort((a, b) => String(b.descrizione).length - String(a.descrizione).length)[0]!;
    await go(page, `/dettaglio-odl/${longest.id}`);
    await settled(page);
    const lines = await heading.evaluate(
      (one) => (one as HTMLElement).offsetHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
    );
    expect(lines).toBeLessThanOrEqual(3);
    expect((await boxOf(heading)).width).toBeGreaterThan(280);

    // A short title leaves space next to it.
    await go(page, `/upd-odl/${longest.id}`);
    await page.getByRole('heading', { level: 1, name: 'Modifica Intervento' }).waitFor();
    const changes = page.getByRole('button', { name: 'Modifiche', exact: true });
    await expect.poll(async () => apart(await boxOf(changes), await boxOf(heading))).toBe(false);
  }),
);

atNight(
  'a message that stays covers no bar, no button and no field: they are above it [toast-sticky]',
  visit({ as: 'SUADMIN', language: 'it', phone: true, provokes: [404] }, async ({ page, api }) => {
    const { id_organizzazione, id_reparto, tipo } = await api<Row>('GET', '/costo/1');
    const where = { id_organizzazione, id_reparto, tipo, costo_unitario: 1 };
    const name = { codice: '00', descrizione: 'Tolto da altri' };
    const { id_costo } = await api<Row>('POST', '/costo/', { ...where, ...name });
    await page.goto('/list-costi');
    await rowAction(page, 'delete', '00 - Tolto da altri').click();
    await dialog(page).waitFor();
    await api('DELETE', `/costo/${id_costo}`);
    await confirmDelete(page);
    const message = page.getByRole('alert').filter({ hasText: 'Attenzione' });
    await message.waitFor();
    await dialogClosed(page);
    const edges = () => Promise.all([boxOf(page.locator('.toasts-staying')), boxOf(page.locator('.foot'))]);
    const [strip, bar] = await edges();
    expect(strip.y + strip.height).toBeLessThanOrEqual(bar.y);
    const isAbove = async (one: Locator) => {
      const { y, height } = await boxOf(one);
      return y + height <= (await edges())[0].y;
    };
    expect(await isAbove(page.getByRole('link', { name: 'Aggiungi: Costo' }))).toBe(true);
    // At the end of the list, nothing is above the buttons of its pages.
    const next = page.getByRole('button', { name: 'Pagina successiva' });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await next.click({ trial: true });
    expect(await isAbove(next)).toBe(true);

    // A form has its button above the message, and a field that gets the focus too.
    await go(page, '/upd-costi/1');
    await settled(page);
    expect(await isAbove(saveButton(page))).toBe(true);
    const last = page.getByRole('main').getByRole('combobox').last();
    await last.focus();
    await expect.poll(async () => apart(await boxOf(last), await boxOf(saveButton(page)))).toBe(true);
    expect(await isAbove(last)).toBe(true);
    // So has a dialog.
    await press(page, 'Elimina');
    expect(await isAbove(dialog(page).getByRole('button').last())).toBe(true);
    await page.keyboard.press('Escape');
    await dialogClosed(page);

    await message.getByRole('button', { name: 'Chiudi il messaggio' }).click();
    await message.waitFor({ state: 'detached' });
    await expect.poll(async () => (await boxOf(saveButton(page))).y).toBeGreaterThan(bar.y - 80);
  }),
);

atNight(
  'the label of a note is below the user who ticked the item',
  visit({ as: 'SUADMIN', language: 'it', phone: true }, async ({ page, api }) => {
    const works = await api<Row[]>('GET', '/odl/?pag=1');
    for (const { id } of works) {
      const items = await api<Row[]>('GET', `/odl/${id}/checklist`);
      if (items.length === 0) continue;
      await page.goto(`/dettaglio-odl/${id}?tab=checklist`);
      const box = page.getByRole('checkbox', { name: String(items[0]!.descrizione) });
      if (!(await box.isChecked())) await box.click();
      const line = page.getByRole('listitem').filter({ has: box });
      const who = line.locator('.MuiTypography-caption').first();
      await who.waitFor();
      await line.getByRole('button', { name: /^(Aggiungi|Modifica) nota/ }).click();
      const label = line.locator('.MuiInputLabel-root');
      await label.waitFor();
      await expect.poll(async () => apart(await boxOf(who), await boxOf(label))).toBe(true);
      return;
    }
    throw new Error('No intervention has a checklist.');
  }),
);

/** A speech recognition that returns the same words each time. */
const dictates = (page: Page, words: string) =>
  page.addInitScript((transcript) => {
    class Recognition {
      onresult?: (event: object) => void;
      onend?: () => void;
      start() {
        setTimeout(() => this.onresult?.({ results: [[{ transcript }]] }));
      }
      stop() {
        this.onend?.();
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition });
  }, words);

it(
  'a fault is dictated, and a part is withdrawn with two presses',
  visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page, api }) => {
    const before = await changeSettings({ DettaturaVocale: '1' });
    try {
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1');
      const [part] = await api<Row[]>('GET', '/ricambio/?pag=1&showOnlyPositiveQuantity=1');
      await dictates(page, 'perde olio dal riduttore');
      await page.goto(`/segnala-guasto/${asset!.id}`);
      await settled(page);
      await press(page, 'Detta: Che cosa succede?');
      const what = page.getByRole('textbox', { name: 'Che cosa succede?' });
      await expect.poll(() => what.inputValue()).toBe('Perde olio dal riduttore');
      await press(page, 'Ferma la dettatura: Che cosa succede?');
      expect(await lowBoxes(page)).toEqual([]);
      await saveButton(page).click();
      await title(page, / - Perde olio dal riduttore$/);

      const id = Number(new URL(page.url()).pathname.split('/').at(-1));
      await api('POST', `/odl/${id}/prenotazione/`, { id_ricambio: part!.id, quantita: 2 });
      await go(page, `/dettaglio-odl/${id}?tab=ricambi`);
      await press(page, new RegExp(`^${part!.codice} - .*Prenotato`));
      await press(page, 'Meno');
      expect(await lowBoxes(page)).toEqual([]);
      await press(page, /^Preleva 1( |$)/);
      await sees(page, new RegExp(`^Prelievo registrato: 1.* di ${part!.codice}$`));
      const taken = await api<Row[]>('GET', `/odl/${id}/ricambio/`);
      expect(taken).toMatchObject([{ id_ricambio: part!.id, quantita: 1 }]);
    } finally {
      await changeSettings(before);
    }
  }),
);
