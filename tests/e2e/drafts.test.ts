/** What was typed into a form and did not reach the server: kept on the device, there after a reload, saved once. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { DRAFT_OF, KEPT, NO_NETWORK, noNetwork, offline, online } from './browser/no-network.ts';
import { isHeld, storedDrafts } from './browser/on-device.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { mark, newAsset, newClass } from './data/asset-trees.ts';
import { takes } from './days/work.ts';
import { box, saveButton } from './user/forms.ts';
import { dialog, dialogClosed, press, retype, type } from './user/input.ts';
import { go, path, sees } from './user/navigation.ts';

const line = (page: Page, text: string | RegExp) => page.getByText(text);

describe('a save that does not reach the server', () => {
  it(
    'keeps a changed record through a reload and on the way to other pages, and saves it once',
    visit(
      { as: 'SUADMIN', language: 'en', phone: true, worker: true, says: NO_NETWORK },
      async ({ page, api }) => {
        const { id: kind } = await newClass(api);
        const { id } = await newAsset(api, kind);
        const form = `/upd-oggetto/${id}`;
        await page.goto(form);
        await saveButton(page, 'en').waitFor();
        await isHeld(page);
        await page.reload();
        await saveButton(page, 'en').waitFor();
        await offline(page, 'en');
        await retype(page, 'Description', 'Pump in the pit');
        await saveButton(page, 'en').click();
        await sees(page, KEPT.en);
        await sees(page, /^Draft of .*, not saved/);
        await page.reload();
        await sees(page, /^Draft of .*, not saved/);
        expect(await box(page, 'Description').inputValue()).toBe('Pump in the pit');
        expect(await violations(page)).toEqual([]);

        await go(page, '/home');
        await sees(page, 'Drafts: 1');
        await press(page, 'Show');
        await sees(dialog(page), 'Macchina di prova');
        await dialog(page).getByRole('link', { name: 'Open the form' }).click();
        await dialogClosed(page);
        await sees(page, /^Draft of .*, not saved/);
        await line(page, 'Drafts: 1').waitFor({ state: 'detached' });
        await online(page, 'en');
        await saveButton(page, 'en').click();
        await page.waitForURL(`**/info-oggetto/${id}`);
        expect(await api<Row>('GET', `/oggetto/${id}`)).toMatchObject({
          descrizione: 'Pump in the pit',
          campo_str1: 'SN-1',
        });
        await expect.poll(() => storedDrafts(page)).toBe('[]');
        await go(page, form);
        await saveButton(page, 'en').waitFor();
        expect(await line(page, /^Draft of/).count()).toBe(0);
      },
    ),
  );

  it(
    'lets the user choose between the draft and what a colleague has saved since then',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK, provokes: [409] }, async ({ page, api }) => {
      const code = mark();
      const { id } = await api<Row>('POST', '/cdc/', { codice: code, descrizione: 'Reparto nord' });
      await page.goto(`/upd-cdc/${id}`);
      await saveButton(page).waitFor();
      await offline(page, 'it');
      await retype(page, 'Descrizione', 'Reparto ovest');
      await saveButton(page).click();
      await sees(page, KEPT.it);
      await api('PUT', `/cdc/${id}`, { codice: code, descrizione: 'Reparto est' });
      await online(page, 'it');
      await page.reload();
      await sees(page, 'Nel frattempo il record è cambiato');
      expect(await box(page, 'Descrizione').inputValue()).toBe('Reparto ovest');
      await saveButton(page).click();
      await sees(dialog(page), 'Reparto est');
      await dialog(page).getByRole('button', { name: 'Annulla' }).click();
      expect(await api<Row>('GET', `/cdc/${id}`)).toMatchObject({ descrizione: 'Reparto est' });
      await saveButton(page).click();
      await press(dialog(page), 'Salva le scelte');
      await page.waitForURL('**/list-cdc**');
      expect(await api<Row>('GET', `/cdc/${id}`)).toMatchObject({ descrizione: 'Reparto ovest' });
    }),
  );

  it(
    'is performed once although its reply was lost, also when the user types on before saving again',
    visit({ as: 'SUADMIN', language: 'en', says: NO_NETWORK, provokes: [422] }, async ({ page, api }) => {
      const code = mark();
      await page.goto('/upd-cdc');
      await type(page, 'Code', code);
      await type(page, 'Description', 'North');
      let isLost = false;
      await page.route('**/api/cmms/cdc/', async (route) => {
        if (route.request().method() !== 'POST' || isLost) return route.continue();
        isLost = true;
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      });
      await saveButton(page, 'en').click();
      await sees(page, KEPT.en);
      await online(page, 'en');
      await page.reload();
      await sees(page, /^Draft of/);
      await retype(page, 'Description', 'North and west');
      await saveButton(page, 'en').click();
      await sees(page, 'The first attempt to save had arrived');
      const found = await api<Row[]>('GET', `/cdc/?pag=1&max_rows=10&codice=${code}`);
      expect(found).toMatchObject([{ descrizione: 'North' }]);
      await retype(page, 'Description', 'North');
      await press(page, 'Discard');
      await press(dialog(page), 'Discard');
      await dialogClosed(page);
      await expect.poll(() => box(page, 'Code').inputValue()).toBe('');
      expect(await storedDrafts(page)).toBe('[]');
    }),
  );

  it(
    'keeps no secret, warns at sign-out, and shows nothing to the next user of the device',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const settings = await api<Row[]>('GET', '/parametro/?pag=-1');
      const secret = settings.find(({ tipo }) => tipo === 'S')!;
      await page.goto(`/upd-parametro/${secret.id}`);
      await saveButton(page).waitFor();
      await offline(page, 'it');
      await page.getByLabel('Valore', { exact: true }).fill('parola-segreta-42');
      await saveButton(page).click();
      await sees(page, KEPT.it);
      expect(await storedDrafts(page)).toContain('"values"');
      expect(await storedDrafts(page)).not.toContain('parola-segreta-42');
      await online(page, 'it');
      await go(page, '/logout');
      await sees(page, 'Bozze non salvate: 1');
      await press(page, 'Esci comunque');
      await page.getByRole('button', { name: 'Accedi' }).waitFor();
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'keeps custom fields, but not for another field that has the column now',
    visit({ as: 'SUADMIN', language: 'en', says: NO_NETWORK }, async ({ page, api }) => {
      const { id: kind } = await newClass(api);
      const define = (label: string) =>
        api<{ id: number }>('POST', '/oggetto/campo/', {
          id_classe: kind,
          campo_tabella: 'campo_str19',
          label,
          obbligatorio: 0,
        });
      const colour = await define('Door colour');
      const { id } = await newAsset(api, kind);
      await page.goto(`/upd-oggetto/${id}`);
      await box(page, 'Door colour').waitFor();
      await offline(page, 'en');
      await retype(page, 'Door colour', 'Blue');
      await retype(page, 'Description', 'Cabinet');
      await saveButton(page, 'en').click();
      await sees(page, KEPT.en);
      await online(page, 'en');
      await page.reload();
      await expect.poll(() => box(page, 'Door colour').inputValue()).toBe('Blue');
      expect(await box(page, 'Description').inputValue()).toBe('Cabinet');
      await api('DELETE', `/oggetto/campo/${colour.id}`);
      await define('Lock');
      await page.reload();
      await box(page, 'Lock').waitFor();
      expect(await box(page, 'Lock').inputValue()).toBe('');
      expect(await box(page, 'Description').inputValue()).toBe('Cabinet');
    }),
  );

  atNight(
    'keeps a form that is saved as it was proposed',
    visit({ as: 'SUADMIN', language: 'en', says: NO_NETWORK }, async ({ page, api }) => {
      const { id } = await api<Row>('POST', '/cdc/', { codice: mark(), descrizione: 'North' });
      await page.goto(`/upd-cdc/${id}`);
      await saveButton(page, 'en').waitFor();
      await offline(page, 'en');
      await saveButton(page, 'en').click();
      await sees(page, KEPT.en);
      await online(page, 'en');
      await page.reload();
      await sees(page, DRAFT_OF.en);
    }),
  );

  atNight(
    'is told not to be saved where no draft is kept',
    visit({ as: 'SUPER', language: 'it', says: NO_NETWORK }, async ({ page }) => {
      await page.goto('/account');
      await box(page, 'Numero di telefono').fill('0742 123456');
      await offline(page, 'it');
      await page.locator('.phone-form').getByRole('button').click();
      await sees(page, 'La rete manca: non è stato salvato nulla.');
      expect(await box(page, 'Numero di telefono').inputValue()).toBe('0742 123456');
    }),
  );

  atNight(
    'keeps the input of two tabs apart',
    visit({ as: 'SUADMIN', language: 'en', says: NO_NETWORK }, async ({ page }) => {
      const [one, other] = [mark(), mark()];
      await page.goto('/upd-cdc');
      await saveButton(page, 'en').waitFor();
      const second = await page.context().newPage();
      await second.goto('/upd-cdc');
      await saveButton(second, 'en').waitFor();
      await page.context().setOffline(true);
      for (const [tab, code] of [
        [page, one],
        [second, other],
      ] as const) {
        await sees(tab, noNetwork('en'));
        await type(tab, 'Code', code);
        await type(tab, 'Description', 'South');
        await saveButton(tab, 'en').click();
        await sees(tab, KEPT.en);
      }
      const drafts: Row[] = JSON.parse(await storedDrafts(page));
      expect(drafts.map(({ values }) => (values as Row).codice).toSorted()).toEqual([one, other].toSorted());
      await second.close();
      await page.context().setOffline(false);
    }),
  );
});

describe('a fault that is being reported', () => {
  /** Types a fault, takes its photo, and loads the page again. Returns the photo. */
  async function loadedAgain(page: Page, api: Api): Promise<Locator> {
    const [machine] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
    await page.goto(`/segnala-guasto/${machine!.id}`);
    await type(page, 'Che cosa succede?', 'Vibra il riduttore');
    await press(page, 'Alta');
    await takes(page, 'Scatta una foto', 'riduttore.png');
    const photo = page.getByRole('img', { name: 'riduttore.png' });
    await photo.waitFor();
    await expect.poll(() => storedDrafts(page)).toContain('Vibra il riduttore');
    await expect.poll(() => storedDrafts(page)).toContain('"photos":[{}]');
    await page.reload();
    await sees(page, /^Bozza del .*, non salvata/);
    expect(await box(page, 'Che cosa succede?').inputValue()).toBe('Vibra il riduttore');
    await photo.waitFor();
    return photo;
  }

  atNight(
    'is still there with its photo after a reload, and is gone once it is sent',
    visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page, api }) => {
      await loadedAgain(page, api);
      await saveButton(page).click();
      await page.waitForURL('**/dettaglio-odl/**');
      const id = Number(path(page).split('/').at(-1));
      expect(await api<Row>('GET', `/odl/${id}`)).toMatchObject({ priorita: 3 });
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'is gone with its photo when it is discarded',
    visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page, api }) => {
      const photo = await loadedAgain(page, api);
      await press(page, 'Scarta');
      await press(dialog(page), 'Scarta');
      await expect.poll(() => box(page, 'Che cosa succede?').inputValue()).toBe('');
      await type(page, 'Che cosa succede?', 'Perde olio');
      await expect.poll(() => storedDrafts(page)).toContain('Perde olio');
      expect(await storedDrafts(page)).toContain('"photos":[]');
      expect(await photo.count()).toBe(0);
    }),
  );
});

atNight(
  'the telephone number and the name of a filter, which no draft lists, are there after a reload too',
  visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK }, async ({ page }) => {
    await page.goto('/account');
    const number = box(page, 'Numero di telefono');
    await number.waitFor();
    await offline(page, 'it');
    await number.fill('+39 347 123-4567');
    await press(page.getByRole('region', { name: 'Telefono' }), 'Salva');
    await sees(page.getByRole('region', { name: 'Telefono' }), /rete|server/);
    await online(page, 'it');
    await page.reload();
    await expect.poll(() => number.inputValue()).toBe('+39 347 123-4567');
    await press(page.getByRole('region', { name: 'Telefono' }), 'Salva');
    await sees(page, 'Numero di telefono salvato.');

    await go(page, `/conf-odl?filter=${encodeURIComponent('{"q":"Pompa"}')}`);
    await page.getByRole('button', { name: 'Filtri salvati' }).click();
    const name = box(page, 'Salva questi filtri come');
    await name.waitFor();
    await offline(page, 'it');
    await name.fill('Lavori di oggi');
    await press(page.getByRole('dialog', { name: 'Filtri salvati' }), 'Salva');
    // With a network before this message, the filter would be saved.
    await sees(page, 'La rete manca: non è stato salvato nulla.');
    await online(page, 'it');
    await page.reload();
    await page.getByRole('button', { name: 'Filtri salvati' }).click();
    await expect.poll(() => name.inputValue()).toBe('Lavori di oggi');
    await press(page.getByRole('dialog', { name: 'Filtri salvati' }), 'Salva');
    await sees(page, 'Filtro salvato: Lavori di oggi');
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('text'))),
    ).toEqual([]);
  }),
);
