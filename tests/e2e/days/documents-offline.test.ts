/** The documents of a technician's open work are on the phone: they open without a network, and leave it with the work. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { pdf, png } from '../../files/sample-files.ts';
import { atNight } from '../../runner/nightly.ts';
import { hasTaken, isHeld, rowsOnDevice } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { type Api, apiWith, logIn } from '../data/api.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { pick } from '../user/forms.ts';
import { dialog, press } from '../user/input.ts';
import { go, sees, signIn } from '../user/navigation.ts';
import { assigned, stateCalled } from './work.ts';

const MEGABYTE = 1024 * 1024;

interface Planner {
  api: Api;
  /** Stores a file with a record. Returns the path of its content. */
  add(resource: string, id: unknown, name: string, content: Buffer): Promise<string>;
}

async function planner(): Promise<Planner> {
  const { access_token: token } = await logIn(plantUrl(), 'SUADMIN');
  const api = apiWith(plantUrl(), token);
  return {
    api,
    async add(resource, id, name, content) {
      const [folder] = await api<Row[]>('GET', `/${resource}/documento/cartella/?pag=-1`);
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(content)]), name);
      const reply = await fetch(
        `${plantUrl()}/api/cmms/${resource}/${id}/documento/?idCartella=${folder!.id}`,
        { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body },
      );
      const envelope = (await reply.json()) as { result: number; data: Row };
      expect(envelope, name).toMatchObject({ result: 0 });
      return `/${resource}/${id}/documento/${envelope.data.id}/file`;
    },
  };
}

/** Makes an asset that no other work is about. */
async function ownAsset(api: Api): Promise<number> {
  const mark = Date.now().toString(36).slice(-6);
  const { id } = await api('POST', '/classe/', { codice: mark, descrizione: 'Oggetti con documenti' });
  const made = await api('POST', '/oggetto/', {
    codice: `D-${mark}`,
    descrizione: 'Pompa di prova',
    campo_str1: 'SN-1',
    id_classe: id,
    id_organizzazione: 1,
    id_reparto: 1,
  });
  return made.id as number;
}

const pathsOn = async (page: Page): Promise<unknown[]> =>
  (await rowsOnDevice(page, 'contents')).map(({ path }) => path);

/** Waits until the device has these files. */
const isStored = (page: Page, ...paths: string[]) =>
  expect.poll(() => pathsOn(page)).toEqual(expect.arrayContaining(paths));

const isRemoved = (page: Page, path: string) => expect.poll(() => pathsOn(page)).not.toContain(path);

/** Makes the page read what has changed. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await sees(page, 'Senza rete');
  await page.context().setOffline(false);
  await page.getByText('Senza rete').waitFor({ state: 'detached' });
}

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

const file = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name }).first();

describe('documents of open work on a phone', () => {
  it(
    'open without a network though they were never opened, can be saved, and are gone with the closed work',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, whole: true, language: 'it', says: /ERR_/ },
      async ({ page }) => {
        const { api, add } = await planner();
        const asset = await ownAsset(api);
        const work = await assigned(api, { id_oggetto: asset });
        const manual = await add('oggetto', asset, 'manuale.pdf', pdf('Pompa'));
        const photo = await add('odl', work.id, 'guasto.png', png(200, 40));
        await page.goto('/home');
        await isHeld(page);
        await hasTaken(page, work);
        await isStored(page, manual, photo);
        await page.context().setOffline(true);
        await page.reload();
        await page.getByRole('region', { name: 'Su questo telefono' }).getByText(String(work.codice)).click();
        const look = page.getByRole('button', { name: 'Visualizza: guasto.png' });
        await isDrawn(look.locator('img'));
        // The upper right corner removes the photo.
        await look.click({ position: { x: 20, y: 66 } });
        await isDrawn(dialog(page).getByRole('img', { name: 'guasto.png' }));
        await page.keyboard.press('Escape');
        await press(page, 'Tutto');
        await go(page, `/dettaglio-odl/${work.id}?tab=documenti`);
        await sees(file(page, 'manuale.pdf'), 'Su questo dispositivo');
        await file(page, 'manuale.pdf').getByRole('button').first().click();
        await expect
          .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
          .toBe(true);
        const saved = page.waitForEvent('download');
        await press(dialog(page), 'Scarica');
        expect((await saved).suggestedFilename()).toBe('manuale.pdf');
        await page.keyboard.press('Escape');
        await page.context().setOffline(false);
        await api('DELETE', photo.replace('/file', ''));
        await reconnect(page);
        await isRemoved(page, photo);
        expect(await pathsOn(page)).toContain(manual);
        for (const state of ['IC', 'CH']) {
          const { id: id_stato } = await stateCalled(api, state);
          const filled = { campo_nota1: 'Usura', campo_float1: 0 };
          await api('PUT', `/odl/${work.id}?isBypassBlockAllowed=1`, { id_stato, ...filled });
        }
        await reconnect(page);
        await isRemoved(page, manual);
      },
    ),
  );

  atNight(
    'are stored up to the limit of the user; what has no room says that it needs a network',
    visit({ as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ }, async ({ page }) => {
      const { api, add } = await planner();
      const work = await assigned(api, { id_oggetto: await ownAsset(api), data_ordine: new Date(0) });
      const small = await add('odl', work.id, 'piccolo.txt', Buffer.alloc(40, 'Lettura. '));
      const large = await add('odl', work.id, 'grande.txt', Buffer.alloc(21 * MEGABYTE, 'Lettura. '));
      await page.goto('/account');
      await pick(page, 'Spazio per i documenti', 'Fino a 20 MB');
      await isHeld(page);
      await hasTaken(page, work);
      await isStored(page, small);
      expect(await pathsOn(page)).not.toContain(large);
      await sees(page, /Non c'è posto per 1 file, .*grande\.txt \(21 MB\)/);
      await go(page, `/dettaglio-odl/${work.id}?tab=documenti`);
      await sees(file(page, 'piccolo.txt'), 'Su questo dispositivo');
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await sees(file(page, 'grande.txt'), 'Solo con la rete');
      await file(page, 'grande.txt').getByRole('button').first().click();
      await sees(page, 'Questo file non è su questo dispositivo. Si apre quando torna la rete.');
      await go(page, '/account');
      await pick(page, 'Spazio per i documenti', 'Nessuno');
      await sees(page, "Su questo dispositivo non c'è nessun documento.");
      expect(await pathsOn(page)).toEqual([]);
    }),
  );

  atNight(
    'are left out without an error if the device has no space for them',
    visit({ as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ }, async ({ page }) => {
      const { api, add } = await planner();
      const work = await assigned(api, { id_oggetto: await ownAsset(api), data_ordine: new Date(0) });
      await page.goto('/home');
      await isHeld(page);
      await hasTaken(page, work);
      // The browser's own override of the quota does not always hold.
      await page.evaluate((quota) => {
        StorageManager.prototype.estimate = async () => ({ usage: 0, quota });
      }, 4 * MEGABYTE);
      const large = await add('odl', work.id, 'grande.txt', Buffer.alloc(12 * MEGABYTE, 'Lettura. '));
      const small = await add('odl', work.id, 'piccolo.txt', Buffer.alloc(40, 'Lettura. '));
      const smaller = await add('odl', work.id, 'minimo.txt', Buffer.alloc(20, 'Lettura. '));
      await reconnect(page);
      await isStored(page, small, smaller);
      await go(page, '/account');
      await sees(page, /file non (è|sono) ancora qui/);
      expect(await pathsOn(page)).not.toContain(large);
      await page.context().setOffline(true);
      await go(page, `/dettaglio-odl/${work.id}?tab=documenti`);
      await sees(file(page, 'grande.txt'), 'Solo con la rete');
    }),
  );

  it(
    'are removed when the user signs out, and another user finds nothing',
    visit({ as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ }, async ({ page }) => {
      const { api, add } = await planner();
      const work = await assigned(api, { id_oggetto: await ownAsset(api) });
      const photo = await add('odl', work.id, 'guasto.png', png());
      await page.goto('/home');
      await isHeld(page);
      await isStored(page, photo);
      const [{ user } = {}] = await rowsOnDevice(page, 'contents');
      await go(page, '/logout');
      await page.getByRole('button', { name: 'Accedi' }).first().waitFor();
      await expect.poll(() => pathsOn(page)).toEqual([]);
      await page.goto('/login');
      await signIn(page, 'SUPER');
      await page.waitForURL('**/home');
      const owners = (await rowsOnDevice(page, 'contents')).map((row) => row.user);
      expect(owners).not.toContain(user);
    }),
  );
});
