/** Documents without a network: typed fields and chosen files stay as a draft, and are sent once. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { hold } from './browser/held.ts';
import { DRAFT_OF, KEPT, NO_NETWORK, offline, online } from './browser/no-network.ts';
import { isHeld, storedDrafts } from './browser/on-device.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { mark, newAsset, newClass } from './data/asset-trees.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { dialog, dialogClosed, press, retype } from './user/input.ts';
import { go, sees } from './user/navigation.ts';

const documentsOf = async (api: Api, id: number): Promise<Row[]> =>
  (await api<{ documenti: Row[] }>('GET', `/oggetto/${id}/documento/?pag=-1`)).documenti;

const note = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The note ${name}`) });

async function asset(api: Api): Promise<number> {
  const { id } = await newClass(api);
  return (await newAsset(api, id)).id;
}

const chosen = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Opens the upload page, without a folder in the address. */
async function openUpload(page: Page, id: number, language: 'it' | 'en'): Promise<void> {
  await page.goto(`/add-documento-obj/${id}`);
  await pick(page, language === 'en' ? 'Folder' : 'Cartella');
}

describe('documents without a network', () => {
  it(
    'keep the chosen files and the typed fields through a reload, and are sent once',
    visit(
      { as: 'SUADMIN', language: 'en', phone: true, worker: true, says: NO_NETWORK },
      async ({ page, api }) => {
        const id = await asset(api);
        await openUpload(page, id, 'en');
        await isHeld(page);
        await page.reload();
        await pick(page, 'Folder');
        await offline(page, 'en');
        await page.locator('input[type=file][multiple]').setInputFiles([note('pump.txt'), note('valve.txt')]);
        await box(page, 'Description').fill('Notes of the shift');
        await saveButton(page, 'en').click();
        await sees(page, KEPT.en);
        await sees(page, DRAFT_OF.en);
        await page.reload();
        await sees(page, DRAFT_OF.en);
        await chosen(page, 'valve.txt').waitFor();
        expect(await box(page, 'Description').inputValue()).toBe('Notes of the shift');

        await go(page, '/home');
        await sees(page, 'Drafts: 1');
        await press(page, 'Show');
        await dialog(page).getByRole('link', { name: 'Open the form' }).click();
        await sees(page, DRAFT_OF.en);
        await online(page, 'en');
        await saveButton(page, 'en').click();
        await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
        expect((await documentsOf(api, id)).map((row) => row.nome_file_originale).toSorted()).toEqual([
          'pump.txt',
          'valve.txt',
        ]);
        expect((await documentsOf(api, id)).map((row) => row.descrizione)).toEqual(
          Array(2).fill('Notes of the shift'),
        );
        await expect.poll(() => storedDrafts(page)).toBe('[]');
      },
    ),
  );

  atNight(
    'are kept when the network is lost after Save, while a file is on its way',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id, 'it');
      const release = await hold(page, /\/documento\/\?/);
      await page.locator('input[type=file][multiple]').setInputFiles([note('pompa.txt')]);
      await saveButton(page).click();
      await page.getByRole('button', { name: 'Salvataggio' }).waitFor();
      await page.context().setOffline(true);
      await sees(page, KEPT.it);
      await expect.poll(() => storedDrafts(page)).toContain('"photos":[{}]');
      release();
      await online(page, 'it');
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      await expect.poll(() => storedDrafts(page)).toBe('[]');
      expect(await documentsOf(api, id)).toHaveLength(1);
    }),
  );

  atNight(
    'are not stored twice if the reply was lost and the page was loaded again',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id, 'it');
      let isLost = false;
      await page.route('**/documento/?*', async (route) => {
        if (route.request().method() !== 'POST' || isLost) return route.continue();
        isLost = true;
        await route.fetch();
        await page.context().setOffline(true);
        return route.abort('failed');
      });
      await page.locator('input[type=file][multiple]').setInputFiles([note('pompa.txt')]);
      await expect.poll(() => storedDrafts(page)).toContain('"photos":[{}]');
      await online(page, 'it');
      await page.reload();
      await sees(page, DRAFT_OF.it);
      await chosen(page, 'pompa.txt').waitFor();
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      expect(await documentsOf(api, id)).toHaveLength(1);
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'keep what was changed, and compare it with what a colleague has saved since then',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK, provokes: [409] }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id, 'it');
      await page.locator('input[type=file][multiple]').setInputFiles([note('scheda.txt')]);
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      const [stored] = await documentsOf(api, id);
      await page.goto(`/upd-documento-obj/${id}/${stored!.id}`);
      await saveButton(page).waitFor();
      await offline(page, 'it');
      await retype(page, 'Descrizione', 'Scheda del riduttore');
      await saveButton(page).click();
      await sees(page, KEPT.it);
      await api('PUT', `/oggetto/${id}/documento/${stored!.id}`, {
        idCartella: stored!.id_cartella,
        descrizione: 'Scheda della pompa',
        data_validita: stored!.data_validita,
      });
      await online(page, 'it');
      await page.reload();
      await sees(page, 'Nel frattempo il record è cambiato');
      expect(await box(page, 'Descrizione').inputValue()).toBe('Scheda del riduttore');
      await saveButton(page).click();
      await sees(dialog(page), 'Scheda della pompa');
      await press(dialog(page), 'Salva le scelte');
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      expect(await documentsOf(api, id)).toMatchObject([{ descrizione: 'Scheda del riduttore' }]);
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'open again in the dialog where they were changed',
    visit({ as: 'SUADMIN', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const [warehouse] = await api<Row[]>('GET', '/magazzino/?pag=1&max_rows=1');
      const name = `pianta-${mark()}.txt`;
      await page.goto(`/add-documento-magazzino/${warehouse!.id}`);
      await pick(page, 'Cartella');
      await page.locator('input[type=file][multiple]').setInputFiles([note(name)]);
      await saveButton(page).click();
      const change = page.getByRole('button', { name: `Modifica: ${name}`, exact: true });
      await change.click();
      await box(dialog(page), 'Descrizione').waitFor();
      await offline(page, 'it');
      await retype(dialog(page), 'Descrizione', 'Pianta del piano terra');
      await saveButton(page).click();
      await sees(page, KEPT.it);
      await press(dialog(page), 'Annulla');
      await dialogClosed(page);
      await online(page, 'it');
      await go(page, '/home');
      await sees(page, 'Bozze: 1');
      await press(page, 'Mostra');
      await dialog(page).getByRole('link', { name: 'Apri il modulo' }).click();
      await sees(dialog(page), DRAFT_OF.it);
      expect(await box(dialog(page), 'Descrizione').inputValue()).toBe('Pianta del piano terra');
      await saveButton(page).click();
      await dialogClosed(page);
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'are gone when the draft is discarded, and nothing of them is sent later',
    visit({ as: 'SUADMIN', language: 'en', says: NO_NETWORK }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id, 'en');
      await offline(page, 'en');
      await page.locator('input[type=file][multiple]').setInputFiles([note('belt.txt')]);
      await chosen(page, 'belt.txt').waitFor();
      await box(page, 'Description').fill('Belt');
      await expect.poll(() => storedDrafts(page)).toContain('"photos":[{}]');
      await saveButton(page, 'en').click();
      await sees(page, DRAFT_OF.en);
      await press(page, 'Discard');
      await press(dialog(page), 'Discard');
      await expect.poll(() => storedDrafts(page)).toBe('[]');
      expect(await chosen(page, 'belt.txt').count()).toBe(0);
      expect(await page.getByText('did not finish').count()).toBe(0);
      await expect.poll(() => box(page, 'Description').inputValue()).toBe('');
      await online(page, 'en');
      await page.reload();
      await page.getByRole('combobox', { name: 'Folder' }).waitFor();
      expect(await page.getByText(DRAFT_OF.en).count()).toBe(0);
      expect(await documentsOf(api, id)).toEqual([]);
    }),
  );
});
