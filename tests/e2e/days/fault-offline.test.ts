/** A fault that is reported without a network: stored once, with its photo, or decided by its user. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { png } from '../../files/sample-files.ts';
import { atNight } from '../../runner/nightly.ts';
import { rowsOnDevice, storedDrafts } from '../browser/on-device.ts';
import { isUsers } from '../browser/sent.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { newAsset } from '../data/asset-trees.ts';
import { saveButton } from '../user/forms.ts';
import { dialog, press, retype, title, type } from '../user/input.ts';
import { go, path, sees } from '../user/navigation.ts';

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

/** Reports a fault with a photo without a network. Both wait on the device. */
async function reportsOffline(page: Page, machine: { id?: unknown }, what: string): Promise<void> {
  await opens(page, machine);
  await page.context().setOffline(true);
  await sees(page, 'Senza rete');
  await reports(page, what);
  await sees(page, 'Da inviare: 2');
}

/** Deletes the asset of a fault that waits, so that the server refuses the fault. */
async function isRefused(page: Page, api: Api, machine: { id?: unknown }): Promise<void> {
  await api('DELETE', `/oggetto/${machine.id}`);
  await page.context().setOffline(false);
  await sees(page, 'Da rivedere: 1 · Da inviare: 1');
}

const unsent = (page: Page) => page.getByRole('region', { name: 'Segnalazioni da inviare' });

const faultsCalled = (api: Api, what: string): Promise<Row[]> =>
  api<Row[]>('GET', `/odl/?pag=1&max_rows=10&descrizione=${encodeURIComponent(what)}`);

/** Returns the acts that wait on the device, starting with the oldest. */
const waitingActs = async (page: Page): Promise<Row[]> =>
  (await rowsOnDevice(page, 'outbox')).toSorted((one, other) => Number(one.doneAt) - Number(other.doneAt));

/** Returns the names of the files of an intervention. */
async function photosOf(api: Api, { id }: Row): Promise<unknown[]> {
  const { documenti } = await api<{ documenti: Row[] }>('GET', `/odl/${id}/documento/`);
  const own = documenti.filter(({ docType }) => docType === undefined || docType === 'ODL');
  return own.map(({ nome_file_originale }) => nome_file_originale);
}

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
      expect(await photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
    }),
  );

  atNight(
    'whose asset is gone needs a decision: it is tried again, and dropped together with its photo',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [400, 404, 409, 422] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const what = `Non parte ${mark()}`;
        const machine = await asset(admin);
        await reportsOffline(page, machine, what);
        await isRefused(page, admin, machine);
        await press(page, 'Mostra');
        await sees(dialog(page), what);
        const alert = dialog(page).getByRole('alert');
        const sentence = `${await alert.textContent()}`;
        // The alert may be replaced at once, so the reply shows that the fault was sent again.
        const again = page.waitForResponse((reply) => isUsers('POST')(reply.request()));
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

  it(
    'that was refused is changed in its form: nothing is lost when the form is left, another asset is chosen, and it is created once',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [400, 404, 409, 422] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const what = `Non parte ${mark()}`;
        const machine = await asset(admin);
        const other = await asset(admin);
        const { codice } = await admin<Row>('GET', `/oggetto/${other.id}`);
        await reportsOffline(page, machine, what);
        await isRefused(page, admin, machine);

        // The asset is gone, so the page asks for another one, with the reason of the server.
        await press(page, 'Mostra');
        const sentence = `${await dialog(page).getByRole('alert').textContent()}`;
        await press(dialog(page), 'Modifica');
        await sees(page, 'Quale oggetto?');
        await sees(page, sentence);
        await page.getByRole('searchbox').fill(String(codice));
        const found = page.getByRole('region', { name: 'Oggetti' }).getByRole('button');
        await found.filter({ hasText: String(codice) }).click();
        await page.getByRole('img', { name: 'perdita.png' }).waitFor();
        await sees(page, sentence);
        await expect(page.getByLabel('Che cosa succede?').inputValue()).resolves.toBe(what);
        await page.getByRole('button', { name: 'Alta', pressed: true }).waitFor();
        await retype(page, 'Che cosa succede?', `${what} più`);

        // Leaving the form sends nothing, and the entry opens it again as it was.
        await page.getByRole('link', { name: 'Annulla' }).click();
        await page.waitForURL('**/home');
        await sees(page, 'Da rivedere: 1 · Da inviare: 1');
        await expect.poll(() => storedDrafts(page)).toContain(`${what} più`);
        await page.reload();
        await press(page, 'Mostra');
        await press(dialog(page), 'Modifica');
        await page.getByRole('img', { name: 'perdita.png' }).waitFor();
        await expect(page.getByLabel('Che cosa succede?').inputValue()).resolves.toBe(`${what} più`);
        await saveButton(page).click();
        await title(page, new RegExp(`${what} più$`));
        await page.getByText(/^Da (rivedere|inviare):/).waitFor({ state: 'detached' });
        const faults = await faultsCalled(admin, what);
        expect(faults).toMatchObject([{ descrizione: `${what} più`, priorita: 3, id_oggetto: other.id }]);
        expect(await photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
      },
    ),
  );

  atNight(
    'that was refused is changed without a network, and sent with its key and its time',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [400, 404, 409, 422] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const what = `Vibra ${mark()}`;
        const machine = await asset(admin);
        const last = page.getByRole('region', { name: 'I tuoi ultimi oggetti' }).getByRole('button').first();
        await page.goto('/segnala-guasto');
        await last.click();
        await saveButton(page).waitFor();
        const other = Number(path(page).split('/').at(-1));
        await reportsOffline(page, machine, what);
        const [first] = await waitingActs(page);
        await isRefused(page, admin, machine);
        await press(page, 'Mostra');
        await sees(dialog(page), what);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await press(dialog(page), 'Modifica');
        await page.getByRole('img', { name: 'perdita.png' }).waitFor();
        await page.getByRole('link', { name: 'Un altro oggetto' }).click();
        await last.click();
        await page.getByRole('img', { name: 'perdita.png' }).waitFor();
        await retype(page, 'Che cosa succede?', `${what} forte`);
        await saveButton(page).click();
        await sees(page, 'Da inviare: 2');
        const changed = await waitingActs(page);
        expect(changed).toHaveLength(2);
        expect(changed[0]).toMatchObject({ key: first!.key, doneAt: first!.doneAt });
        await page.context().setOffline(false);
        await page.getByText(/^Da (rivedere|inviare):/).waitFor({ state: 'detached' });
        const faults = await faultsCalled(admin, what);
        expect(faults).toMatchObject([{ descrizione: `${what} forte`, id_oggetto: other }]);
        expect(await photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
      },
    ),
  );
});

describe('a fault that is reported with a network', () => {
  atNight(
    'keeps its photo if the page is closed while the photo is sent, and sends it once',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const what = `Fischia ${mark()}`;
      const machine = await asset(admin);
      let photos = 0;
      // The photo never leaves the page that is closed.
      await page.route('**/api/cmms/odl/*/documento/*', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        photos += 1;
      });
      await opens(page, machine);
      await reports(page, what);
      await title(page, new RegExp(`${what}$`));
      await expect.poll(() => photos).toBe(1);
      const later = await page.context().newPage();
      await page.close();
      await later.goto('/home');
      const faults = await faultsCalled(admin, what);
      await expect.poll(() => photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
      await later.getByText('Da inviare').waitFor({ state: 'detached' });
      expect(faults).toHaveLength(1);
      expect(await photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
    }),
  );

  atNight(
    'is created once if the page is closed before the reply, and its draft is sent again',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const what = `Scotta ${mark()}`;
      const machine = await asset(admin);
      let sent = 0;
      await page.route('**/api/cmms/odl/', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        sent += 1;
      });
      await opens(page, machine);
      await reports(page, what);
      await expect.poll(() => sent).toBe(1);
      const later = await page.context().newPage();
      await page.close();
      await later.goto(`/segnala-guasto/${machine.id}`);
      await later.getByRole('img', { name: 'perdita.png' }).waitFor();
      await saveButton(later).click();
      await title(later, new RegExp(`${what}$`));
      await later.getByText('Da inviare').waitFor({ state: 'detached' });
      const faults = await faultsCalled(admin, what);
      expect(faults).toHaveLength(1);
      await expect.poll(() => photosOf(admin, faults[0]!)).toEqual(['perdita.png']);
    }),
  );
});
