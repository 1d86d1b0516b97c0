/** A fault that is reported without a network: stored once, with its photo, or decided by its user. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { png } from '../../files/sample-files.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { newAsset } from '../data/asset-trees.ts';
import { saveButton } from '../user/forms.ts';
import { dialog, press, type } from '../user/input.ts';
import { go, sees } from '../user/navigation.ts';

let count = 0;
const mark = (): string => `${Date.now().toString(36)}${++count}`;

/** Creates an asset where the technician works. */
async function asset(api: Api): Promise<{ id: number }> {
  const [sample] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const like = await api<Row>('GET', `/oggetto/${sample!.id}`);
  const kind = await api<Row>('POST', '/classe/', { codice: mark(), descrizione: 'Pompe di prova' });
  return newAsset(api, Number(kind.id), {
    id_organizzazione: like.id_organizzazione,
    id_reparto: like.id_reparto,
    id_tipo_intervento_default: like.id_tipo_intervento_default,
    id_classe_intervento_default: like.id_classe_intervento_default,
  });
}

/** Opens the report of a fault after the home page, which is then on the device. */
async function opens(page: Page, machine: { id?: unknown }): Promise<void> {
  // The home page or the report reads the folders, whichever is first.
  const folders = page.waitForResponse((reply) => reply.url().includes('/odl/documento/cartella/'));
  await page.goto('/home');
  await page.getByRole('region', { name: /^Oggi/ }).waitFor();
  await go(page, `/segnala-guasto/${machine.id}`);
  await saveButton(page).waitFor();
  await folders;
}

/** Reports a fault with a photo on the page that is open. */
async function reports(page: Page, what: string): Promise<void> {
  await type(page, 'Che cosa succede?', what);
  await press(page, 'Alta');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Scatta una foto');
  await (await chooser).setFiles({ name: 'perdita.png', mimeType: 'image/png', buffer: png() });
  await page.getByRole('img', { name: 'perdita.png' }).waitFor();
  await saveButton(page).click();
}

const unsent = (page: Page) => page.getByRole('region', { name: 'Segnalazioni da inviare' });

const faultsCalled = (api: Api, what: string): Promise<Row[]> =>
  api<Row[]>('GET', `/odl/?pag=1&max_rows=10&descrizione=${encodeURIComponent(what)}`);

describe('a fault without a network', () => {
  it(
    'waits on the home page, and is created once with its photo although the first reply is lost',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const what = `Perde olio ${mark()}`;
      const [machine] = await admin<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
      let isLine = false;
      let lost = 0;
      await page.route('**/api/cmms/odl/', async (route) => {
        if (route.request().method() !== 'POST' || isLine) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
      await opens(page, machine!);
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await reports(page, what);
      await sees(unsent(page), what);
      await sees(page, 'Da inviare: 2');
      await page.context().setOffline(false);
      await expect.poll(() => lost).toBeGreaterThan(0);
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      isLine = true;
      await page.context().setOffline(false);
      await page.getByText('Da inviare:').waitFor({ state: 'detached' });
      await unsent(page).waitFor({ state: 'detached' });
      const faults = await faultsCalled(admin, what);
      expect(faults).toMatchObject([{ descrizione: what, priorita: 3, id_oggetto: machine!.id }]);
      const { documenti } = await admin<{ documenti: Row[] }>('GET', `/odl/${faults[0]!.id}/documento/`);
      const own = documenti.filter(({ docType }) => docType === undefined || docType === 'ODL');
      expect(own.map(({ nome_file_originale }) => nome_file_originale)).toEqual(['perdita.png']);
    }),
  );

  it(
    'whose asset is gone needs a decision: it is tried again, and dropped together with its photo',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [400, 404, 409, 422] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const what = `Non parte ${mark()}`;
        const machine = await asset(admin);
        await opens(page, machine);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await reports(page, what);
        await sees(page, 'Da inviare: 2');
        await admin('DELETE', `/oggetto/${machine.id}`);
        await page.context().setOffline(false);
        await sees(page, 'Da rivedere: 1 · Da inviare: 1');
        await press(page, 'Mostra');
        await sees(dialog(page), what);
        const alert = dialog(page).getByRole('alert');
        const sentence = `${await alert.textContent()}`;
        // The alert may be replaced at once, so the reply shows that the fault was sent again.
        const again = page.waitForResponse((reply) => reply.request().method() === 'POST');
        await press(dialog(page), 'Rifai adesso');
        await again;
        await alert.waitFor();
        expect(await alert.textContent()).toBe(sentence);
        await press(dialog(page), 'Scarta');
        await press(dialog(page), 'Scarta');
        await sees(page, 'Tutto è stato inviato');
        expect(await faultsCalled(admin, what)).toEqual([]);
      },
    ),
  );
});
