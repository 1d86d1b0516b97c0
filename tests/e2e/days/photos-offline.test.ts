/**
 * Photos of the work card without a network: stored on the device, sent once and in order, and not lost if the server
 * refuses them.
 */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { isHeld } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { dialog, press, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';
import { checklist, raised, takes } from './work.ts';

const photosOf = (page: Page) => page.getByRole('region', { name: 'Foto' });
const checklistOf = (page: Page) => page.getByRole('region', { name: 'Checklist' });

const namesOf = async (api: Api, path: string): Promise<unknown[]> =>
  (await api<{ documenti: Row[] }>('GET', `${path}/documento/`)).documenti
    .filter(({ docType }) => docType === undefined || docType === 'ODL')
    .map(({ nome_file_originale }) => nome_file_originale);

describe('photos without a network', () => {
  it(
    'wait on the card through a reload, those of an item too, can be removed, and arrive when there is a network',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await raised(admin, { id_checklist: await checklist(admin, 1) });
        await page.goto(`/dettaglio-odl/${work.id}`);
        await photosOf(page).waitFor();
        await isHeld(page);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await takes(page, 'Scatta una foto', 'guasto.png');
        await photosOf(page).getByRole('img', { name: 'guasto.png' }).waitFor();
        await takes(page, 'Scatta una foto', 'mossa.png');
        await takes(page, /^Foto: Controllo 1/, 'voce.png');
        await sees(page, 'Da inviare: 3');
        await page.reload();
        await sees(page, 'Da inviare: 3');
        await photosOf(page).getByText('Da inviare').first().waitFor();
        await checklistOf(page).getByRole('img', { name: 'voce.png' }).waitFor();
        await press(page, 'Togli il file: mossa.png');
        await press(dialog(page), 'Elimina');
        await photosOf(page).getByRole('img', { name: 'mossa.png' }).waitFor({ state: 'detached' });
        await press(page, 'Mostra');
        await sees(dialog(page), /^guasto\.png, /);
        await press(dialog(page), 'Chiudi');

        await page.context().setOffline(false);
        await page.getByRole('button', { name: 'Visualizza: guasto.png' }).waitFor();
        await page.getByRole('button', { name: 'Visualizza: voce.png' }).waitFor();
        await page.getByText('Da inviare:').waitFor({ state: 'detached' });
        expect(await namesOf(admin, `/odl/${work.id}`)).toEqual(['guasto.png']);
        const [item] = await admin<Row[]>('GET', `/odl/${work.id}/checklist/`);
        expect(await namesOf(admin, `/odl/checklist/${item!.id}`)).toEqual(['voce.png']);
      },
    ),
  );

  atNight(
    'is stored once when its reply is lost, and what comes after it on the record waits for it',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await raised(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await photosOf(page).waitFor();
      let isLine = false;
      const sent: string[] = [];
      await page.route('**/documento/?**', async (route: Route) => {
        if (route.request().method() !== 'POST' || isLine) return route.continue();
        sent.push(String(route.request().headers()['idempotency-key']));
        await route.fetch();
        await route.abort();
      });
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await takes(page, 'Scatta una foto', 'guasto.png');
      await sees(page, 'Da inviare: 1');
      await press(page, 'Prendi in carico');
      await sees(page, 'Da inviare: 2');
      await page.context().setOffline(false);
      await expect.poll(() => sent.length).toBeGreaterThan(0);
      await sees(page, 'Da inviare: 2');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AP' });
      isLine = true;
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await page.context().setOffline(false);
      await page.getByText('Da inviare:').waitFor({ state: 'detached' });
      expect(await namesOf(admin, `/odl/${work.id}`)).toEqual(['guasto.png']);
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AS' });
      expect(new Set(sent).size).toBe(1);
    }),
  );

  atNight(
    'is refused with the same sentence as with a network, is sent again, and dropped with a reason in the history',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [415] },
      async ({ page, api, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await raised(admin);
        await page.goto(`/dettaglio-odl/${work.id}`);
        await photosOf(page).waitFor();
        const broken = Buffer.from([0, 1, 2, 3, 255]);
        const refused = page.waitForResponse((reply) => reply.status() === 415);
        await takes(page, 'Scatta una foto', 'rotta.png', broken);
        const { description } = (await (await refused).json()) as { description: string };
        await sees(page, description);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await takes(page, 'Scatta una foto', 'rotta.png', broken);
        await sees(page, 'Da inviare: 1');
        await page.context().setOffline(false);
        await sees(page, 'Da rivedere: 1');
        await sees(photosOf(page), 'Da rivedere');
        await press(page, 'Mostra');
        const alert = dialog(page).getByRole('alert');
        expect(await alert.textContent()).toBe(description);
        const again = page.waitForResponse((reply) => reply.status() === 415);
        await press(dialog(page), 'Rifai adesso');
        await again;
        await alert.waitFor();
        await press(dialog(page), 'Scarta');
        await type(dialog(page), 'Motivo', 'Foto venuta male');
        await press(dialog(page), 'Scarta');
        await sees(page, 'Tutto è stato inviato');
        expect(await namesOf(admin, `/odl/${work.id}`)).toEqual([]);
        const history = JSON.stringify(await api('GET', `/odl/${work.id}/storico/`));
        expect(history).toContain('Non registrato: Aggiungi un file. Motivo: Foto venuta male');
      },
    ),
  );
});
