/**
 * Acts done without a network as a file: saved at sign-out, and handed in by the same user on another device. And a
 * device that an administrator ends.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { isHeld } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { dialog, press } from '../user/input.ts';
import { go, sees } from '../user/navigation.ts';
import { raised, takes } from './work.ts';

/** Returns what a store of this device holds. */
const storedIn = (page: Page, name: 'keys' | 'outbox' | 'answers' | 'taken' | 'drafts') =>
  page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('officina');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(name)) return resolve([]);
          const all = database.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result);
          };
        };
      }),
    name,
  );

const hasKey = (page: Page) => expect.poll(async () => (await storedIn(page, 'keys')).length).toBe(1);

/** Writes a comment without a network, and takes a photo. */
async function worksWithoutNetwork(page: Page, work: Row, text: string): Promise<void> {
  await page.goto(`/dettaglio-odl/${work.id}`);
  const comment = page.getByRole('textbox', { name: 'Aggiungi Commento' });
  await comment.waitFor();
  await page.getByRole('button', { name: 'Scatta una foto' }).waitFor();
  await hasKey(page);
  await isHeld(page);
  await page.context().setOffline(true);
  await sees(page, 'Senza rete');
  await comment.fill(text);
  await press(page, 'Aggiungi commento');
  await takes(page, 'Scatta una foto', 'guasto.png');
  await sees(page, 'Da inviare: 2');
}

/** Presses a button that saves a file, and returns its text. */
async function savedBy(page: Page, button: string): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download');
  await press(page, button);
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

async function handsIn(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Consegna un file');
  await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

const commentsOf = async (api: Api, work: Row) =>
  (await api<Row[]>('GET', `/commento/intervento/${work.id}`)).map(({ testo }) => testo);
const photosOf = async (api: Api, work: Row) =>
  (await api<{ documenti: Row[] }>('GET', `/odl/${work.id}/documento/?pag=-1`)).documenti.filter(
    ({ docType }) => docType === undefined || docType === 'ODL',
  ).length;

describe('acts as a file', () => {
  it(
    'are saved at sign-out without a network, and handed in once by the same user on another device',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin, page: desk } = await join({ as: 'SUADMIN', language: 'it', provokes: [422] });
        const work = await raised(admin);
        await worksWithoutNetwork(page, work, 'Manca la chiave');
        await go(page, '/logout');
        await sees(page, 'Ancora da inviare: 2');
        const { name, text } = await savedBy(page, 'Salva in un file');
        expect(name).toMatch(/^officina-da-inviare-\d{4}-\d\d-\d\d\.json$/);
        expect(JSON.parse(text)).toMatchObject({ kind: 'officina-acts', count: 2 });
        await sees(page, 'Il file è salvato');

        // A colleague cannot hand it in, and nothing of a changed file is taken in.
        await desk.goto('/account');
        await handsIn(desk, text);
        await sees(desk, 'Questo file è di un altro utente');

        const second = await join({ as: 'RIFTEC', language: 'it', provokes: [422] });
        await second.page.goto('/account');
        await handsIn(second.page, text.replace('Manca la chiave', 'Manca la vite'));
        await sees(second.page, 'Questo file è stato modificato');
        await handsIn(second.page, text.slice(0, -20));
        await sees(second.page, 'Questo file non contiene operazioni');
        expect(await storedIn(second.page, 'outbox')).toEqual([]);
        expect(await commentsOf(admin, work)).toEqual([]);

        await handsIn(second.page, text);
        await sees(second.page, 'Prese dal file: 2');
        await expect.poll(() => storedIn(second.page, 'outbox')).toEqual([]);
        expect(await commentsOf(admin, work)).toEqual(['Manca la chiave']);
        expect(await photosOf(admin, work)).toBe(1);

        // Neither the file nor the first device does anything twice.
        await handsIn(second.page, text);
        await sees(second.page, 'Prese dal file: 2');
        await expect.poll(() => storedIn(second.page, 'outbox')).toEqual([]);
        const { access_token, id_utente } = await second.page.evaluate(() => ({ ...localStorage }));
        await page.context().setOffline(false);
        await page.evaluate(
          ([token, id]) => {
            localStorage.setItem('access_token', token!);
            localStorage.setItem('id_utente', id!);
          },
          [String(access_token), String(id_utente)],
        );
        await page.goto('/home');
        await expect.poll(() => storedIn(page, 'outbox')).toEqual([]);
        expect(await commentsOf(admin, work)).toEqual(['Manca la chiave']);
        expect(await photosOf(admin, work)).toBe(1);
      },
    ),
  );
});

describe('a device that an administrator ends', () => {
  atNight(
    'hands in what it has not sent at its next contact, is emptied, and the user hands the file in elsewhere',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', worker: true, says: /ERR_/, provokes: [401, 503] },
      async ({ page, join }) => {
        const { api: admin, page: desk } = await join({ as: 'SUADMIN', language: 'it' });
        const work = await raised(admin);
        await worksWithoutNetwork(page, work, 'Perdita dalla guarnizione');
        const [{ id }] = (await storedIn(page, 'keys')) as [{ id: number }];
        await desk.goto(`/dettaglio-dispositivo/${id}`);
        await press(desk, 'Chiudi');
        await press(dialog(desk), 'Chiudi');
        await sees(desk, 'In attesa di contatto');

        // The file cannot be handed in at first. Nothing is removed before it is.
        await page.route('**/consegna?*', (route) => route.fulfill({ status: 503, body: '{}' }));
        const refused = page.waitForResponse((reply) => reply.url().includes('/consegna'));
        await page.context().setOffline(false);
        await refused;
        await page.getByLabel('Nome utente').waitFor();
        expect(await storedIn(page, 'outbox')).toHaveLength(2);
        await page.unroute('**/consegna?*');
        await page.reload();
        await sees(page, 'Un amministratore ha chiuso questo dispositivo');
        await expect.poll(() => storedIn(page, 'keys')).toEqual([]);
        for (const name of ['outbox', 'answers', 'taken', 'drafts'] as const)
          expect(await storedIn(page, name), name).toEqual([]);
        expect(await page.evaluate(() => caches.keys())).toEqual([]);
        expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['lingua']);
        expect(await commentsOf(admin, work)).toEqual([]);

        const [held] = await admin<Row[]>('GET', `/dispositivo/atti/?id_dispositivo=${id}`);
        expect(held).toMatchObject({ atti: 2, stato: 'tenute' });
        await desk.goto(`/dettaglio-operazioni-tenute/${held!.id}`);
        const { text } = await savedBy(desk, 'Scarica il file');
        const second = await join({ as: 'RIFTEC', language: 'it' });
        await second.page.goto('/account');
        await handsIn(second.page, text);
        await sees(second.page, 'Prese dal file: 2');
        await expect.poll(() => commentsOf(admin, work)).toEqual(['Perdita dalla guarnizione']);
        await expect.poll(() => photosOf(admin, work)).toBe(1);
        expect(await admin('GET', `/dispositivo/atti/${held!.id}`)).toMatchObject({ stato: 'riprese' });
        expect(await admin('GET', `/dispositivo/${id}`)).toMatchObject({ stato: 'svuotato' });
      },
    ),
  );
});
