/** Documents: upload, view, change, delete; with an unstable network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { asTaken, pdf, png, REFUSED } from '../files/sample-files.ts';
import { atNight, byDay } from '../runner/nightly.ts';
import { inDays } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { sentFrom } from './browser/sent.ts';
import { type Scene, visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box, pick, saveButton, toggle } from './user/forms.ts';
import { go, path, sees } from './user/navigation.ts';

interface Sent {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const picture = (name = 'pompa.png', red = 200): Sent => ({
  name,
  mimeType: 'image/png',
  buffer: png(red, 40),
});
const manual = (name = 'manuale.pdf'): Sent => ({ name, mimeType: 'application/pdf', buffer: pdf('Pompa') });
const text = (name: string, bytes: number): Sent => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.alloc(bytes, 'Lettura del contatore. '),
});

let count = 0;
const mark = (): string => `${Date.now().toString(36).slice(-6)}${++count}`;

/** A class without custom fields and placement rules. */
let plainClass: unknown;
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'officina-documents-'));
  const api = await apiAs(plantUrl(), 'SUADMIN');
  plainClass = (await api('POST', '/classe/', { codice: mark(), descrizione: 'Oggetti con documenti' })).id;
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

async function asset(api: Api): Promise<number> {
  const made = await api('POST', '/oggetto/', {
    codice: `D-${mark()}`,
    descrizione: 'Pompa di prova',
    campo_str1: 'SN-1',
    id_classe: plainClass,
    id_organizzazione: 1,
    id_reparto: 1,
  });
  return made.id as number;
}

const documentsOf = async (api: Api, id: number, resource = 'oggetto'): Promise<Row[]> =>
  (await api<{ documenti: Row[] }>('GET', `/${resource}/${id}/documento/?pag=-1`)).documenti;

const folderOf = async (api: Api, name: string): Promise<number> => {
  const all = await api<Row[]>('GET', '/oggetto/documento/cartella/?pag=-1');
  return all.find(({ nome }) => nome === name)!.id as number;
};

const documentsPage = (id: number): string => `/info-oggetto/${id}?tab=documenti`;
const chooser = (page: Page): Locator => page.locator('input[type=file][multiple]');
const uploads = (page: Page): Locator => page.getByRole('region', { name: 'File da aggiungere' });
const upload = (page: Page, name: string): Locator =>
  uploads(page).getByRole('listitem').filter({ hasText: name });
const isDone = (page: Page, name: string): Promise<void> => sees(upload(page, name), /Caricato$/);

async function openUpload(page: Page, id: number, folder = 'Foto'): Promise<void> {
  await page.goto(`/add-documento-obj/${id}`);
  await pick(page, 'Cartella', folder);
}

/** Uploads files as the browser's user. */
async function keep(page: Page, id: number, ...files: Sent[]): Promise<void> {
  await openUpload(page, id);
  await chooser(page).setInputFiles(files);
  for (const { name } of files) await isDone(page, name);
  await saveButton(page).click();
  await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
}

/** Slows the network down, so that an upload of some megabytes takes a while. */
async function slow(page: Page, bytesPerSecond: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const uploadThroughput = bytesPerSecond;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const action = (page: Page, label: string, name: string): Locator =>
  page.getByRole('button', { name: `${label}: ${name}`, exact: true });

/** Returns a picture as JPEG, drawn by the browser. */
async function jpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const text = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')!.fillRect(0, 0, width / 2, height / 2);
      return canvas.toDataURL('image/jpeg').split(',')[1]!;
    },
    [width, height] as const,
  );
  return Buffer.from(text, 'base64');
}

async function sizeOf(page: Page, photo: Buffer): Promise<[number, number]> {
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([bytes]));
    return [width, height] as [number, number];
  }, photo.toString('base64'));
}

describe('a photo taken with the phone', () => {
  const taken = async ({ page, api }: Scene): Promise<Buffer> => {
    const id = await asset(api);
    await openUpload(page, id);
    const photo = asTaken(await jpeg(page, 3000, 2000), 6);
    await page
      .locator('input[capture]')
      .setInputFiles([{ name: 'targa.jpg', mimeType: 'image/jpeg', buffer: photo }]);
    await isDone(page, 'targa.jpg');
    await saveButton(page).click();
    await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
    const [stored] = await documentsOf(api, id);
    const text = await page.evaluate(async (url) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      return bytes.reduce((all, byte) => all + String.fromCharCode(byte), '');
    }, String(stored!.url));
    return Buffer.from(text, 'latin1');
  };

  it(
    'is sent upright and smaller, without the place unless the plant wants it',
    visit({ as: 'SUPER', phone: true }, async (scene) => {
      const { page } = scene;
      const photo = await taken(scene);
      expect(await sizeOf(page, photo)).toEqual([1365, 2048]);
      expect(photo.includes('Exif')).toBe(false);
      const before = await changeSettings({ FotoConPosizione: '1' });
      onTestFinished(async () => void (await changeSettings(before)));
      const placed = await taken(scene);
      expect(placed.includes('Exif')).toBe(true);
      expect(await sizeOf(page, placed)).toEqual([1365, 2048]);
    }),
  );
});

describe('putting documents in', () => {
  it(
    'requires the folder first, accepts files chosen, dropped and pasted, and applies the values to all of them [doc-folder-required, doc-multiple, asset-doc-columns, asset-toolbar-tabs]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await page.goto(documentsPage(id));
      await sees(page, 'Nessun documento');
      await page.getByRole('main').getByRole('link', { name: 'Aggiungi Documento' }).click();
      await sees(page, 'Scegli prima la cartella: poi si aggiungono i file.');
      await expect.poll(() => page.locator('input[type=file]').count()).toBe(0);
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await pick(page, 'Cartella', 'Foto');
      await chooser(page).setInputFiles([picture(), manual()]);
      await page.evaluate(() => {
        const given = (name: string) => {
          const files = new DataTransfer();
          files.items.add(new File(['Prima lettura'], name, { type: 'text/plain' }));
          return files;
        };
        const at = { bubbles: true, cancelable: true };
        document.body.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer: given('lasciato.txt') }));
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { ...at, clipboardData: given('incollato.txt') }),
        );
      });
      const names = ['pompa.png', 'manuale.pdf', 'lasciato.txt', 'incollato.txt'];
      for (const name of names) await isDone(page, name);
      await sees(page, 'File caricati: 4 su 4');
      expect(await violations(page)).toEqual([]);
      await box(page, 'Descrizione').fill('Sopralluogo di marzo');
      await pick(page, 'Cartella', 'Schemi');
      const puts = sentFrom(page, 'PUT');
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      await sees(page, '4 documenti salvati');
      expect(puts).toHaveLength(1);
      const stored = await documentsOf(api, id);
      expect(stored.map((one) => one.nome_file_originale).sort()).toEqual(names.sort());
      for (const one of stored)
        expect(one).toMatchObject({ descrizione: 'Sopralluogo di marzo', cartella: 'Schemi' });
      const table = page.getByRole('table', { name: 'Documenti' });
      await row(page, 'pompa.png').waitFor();
      await expect
        .poll(() => table.getByRole('columnheader').allInnerTexts())
        .toEqual([
          'File',
          'Descrizione',
          'Cartella',
          'Utente',
          'Data documento',
          'Data caricamento',
          'Copertina',
          'Azioni',
        ]);
      await expect.poll(() => row(page, 'pompa.png').locator('img').count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      const listed = () => table.locator('tbody tr td:first-child').allInnerTexts();
      await table.getByRole('button', { name: 'File' }).click();
      await expect.poll(() => listed()).toEqual(names.sort());
      await table.getByRole('button', { name: 'File' }).click();
      await expect.poll(() => listed()).toEqual(names.sort().reverse());
      const folders = page.getByRole('navigation', { name: 'Cartelle' });
      await folders.getByRole('button', { name: 'Foto 0' }).click();
      await sees(page, 'La cartella «Foto» è vuota');
      await folders.getByRole('button', { name: 'Schemi 4' }).click();
      expect(new URL(page.url()).searchParams.get('cartella')).toBe(String(await folderOf(api, 'Schemi')));
    }),
  );

  it(
    'refuses before it sends: the type, the size, an empty file [upload-types, upload-type-message]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      await writeFile(join(scratch, 'grande.pdf'), Buffer.alloc(26 * 1024 * 1024));
      await writeFile(join(scratch, 'vuoto.txt'), '');
      await writeFile(join(scratch, 'disegno.svg'), REFUSED['an SVG']!);
      const posts = sentFrom(page, 'POST');
      await chooser(page).setInputFiles(
        ['disegno.svg', 'vuoto.txt', 'grande.pdf'].map((name) => join(scratch, name)),
      );
      await sees(page, 'disegno.svg: Non è possibile inserire il file del tipo selezionato');
      await sees(page, 'vuoto.txt: Il file è vuoto. Sceglierne un altro.');
      await sees(page, 'grande.pdf: Il file è troppo grande: sono ammessi al massimo 25 MB.');
      expect(posts).toEqual([]);
      await expect.poll(() => uploads(page).count()).toBe(0);
    }),
  );

  atNight(
    'shows refusals and warnings of the server; the other files are saved [upload-type-message, error-upload-warning]',
    visit({ as: 'SUPER', provokes: [415] }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      await chooser(page).setInputFiles([
        { name: 'archivio.pdf', mimeType: 'application/pdf', buffer: REFUSED['a ZIP called .pdf']! },
        { name: 'foto.txt', mimeType: 'text/plain', buffer: png() },
      ]);
      await sees(upload(page, 'archivio.pdf'), 'Non è possibile inserire il file del tipo selezionato');
      await sees(page, /^Attenzione: il nome del file non corrispondeva al contenuto.*foto\.txt\.png/);
      await saveButton(page).click();
      await sees(page, 'Alcuni file non sono stati caricati: riprovare o toglierli, poi salvare di nuovo.');
      expect(path(page)).toBe(`/add-documento-obj/${id}`);
      await page.getByRole('button', { name: 'Riprova: archivio.pdf' }).click();
      await sees(upload(page, 'archivio.pdf'), 'Non è possibile inserire il file del tipo selezionato');
      await page.getByRole('button', { name: 'Annulla il caricamento: archivio.pdf' }).click();
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      await expect.poll(() => documentsOf(api, id)).toMatchObject([{ nome_file_originale: 'foto.txt.png' }]);
    }),
  );

  atNight(
    'dates a document today, and no later [doc-date-today]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      const day = page.getByRole('group', { name: 'Data documento' });
      expect((await day.innerText()).replaceAll(/[^\d/]/g, '')).toBe(
        inDays(0).split('-').reverse().join('/'),
      );
      await chooser(page).setInputFiles([manual()]);
      await isDone(page, 'manuale.pdf');
      await day.getByRole('spinbutton').first().click();
      await page.keyboard.type('31122999');
      await saveButton(page).click();
      await sees(page, 'La data non può essere successiva a oggi');
      await day.getByRole('spinbutton').first().click();
      await page.keyboard.type('29032024');
      await saveButton(page).click();
      await page.waitForURL('**/info-oggetto/**');
      await expect.poll(() => documentsOf(api, id)).toMatchObject([{ data_validita: '2024-03-29' }]);
    }),
  );

  atNight(
    'makes one picture the cover image; with several files there is no cover [doc-cover-one, doc-cover-entities]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await page.goto(`/info-oggetto/${id}`);
      await page.getByRole('link', { name: "Aggiungi l'immagine di copertina" }).click();
      await pick(page, 'Cartella', 'Foto');
      const cover = toggle(page, 'Immagine di copertina');
      await expect.poll(() => cover.isChecked()).toBe(true);
      await chooser(page).setInputFiles([picture('fronte.png')]);
      await chooser(page).setInputFiles([picture('retro.png', 90)]);
      await sees(page, 'È ammesso un solo file come immagine di copertina');
      await isDone(page, 'fronte.png');
      await expect.poll(() => upload(page, 'retro.png').count()).toBe(0);
      await cover.setChecked(false);
      await chooser(page).setInputFiles([picture('retro.png', 90)]);
      await isDone(page, 'retro.png');
      await expect.poll(() => cover.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Elimina: retro.png' }).click();
      await sees(page, 'Sicuro di voler eliminare il documento?');
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await expect.poll(() => cover.isEnabled()).toBe(true);
      await cover.setChecked(true);
      await saveButton(page).click();
      await page.waitForURL('**/info-oggetto/**');
      await expect
        .poll(() => documentsOf(api, id))
        .toMatchObject([{ nome_file_originale: 'fronte.png', is_immagine_copertina: 1 }]);
      await page.getByRole('tab', { name: 'Generali' }).click();
      await page.getByRole('button', { name: 'Visualizza: fronte.png' }).click();
      await page.getByRole('dialog', { name: 'fronte.png' }).waitFor();
    }),
  );

  atNight(
    'asks where to when the address does not say',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      const { codice } = await api('GET', `/oggetto/${id}`);
      await page.goto('/add-documento-obj');
      await pick(page, 'Oggetto', String(codice));
      await page.waitForURL(`**/add-documento-obj/${id}`);
      const folder = await folderOf(api, 'Manuali');
      await page.goto(`/add-documento-obj/${id}/${folder}`);
      await page
        .getByRole('combobox', { name: 'Cartella', exact: true })
        .filter({ hasText: 'Manuali' })
        .waitFor();
      await expect.poll(() => chooser(page).count()).toBe(1);
    }),
  );
});

describe('an unstable network', () => {
  atNight(
    'an upload shows its progress, and can be cancelled',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      await slow(page, 400_000);
      await chooser(page).setInputFiles([text('lungo.txt', 4_000_000)]);
      const bar = upload(page, 'lungo.txt').getByRole('progressbar');
      const share = async () => Number(await bar.getAttribute('aria-valuenow'));
      await expect.poll(share).toBeGreaterThan(0);
      const before = await share();
      await expect.poll(share).toBeGreaterThan(before);
      expect(await share()).toBeLessThan(100);
      await page.getByRole('button', { name: 'Annulla il caricamento: lungo.txt' }).click();
      await sees(page, "Operazione cancellata dall'utente.");
      await upload(page, 'lungo.txt').waitFor({ state: 'detached' });
      await expect.poll(() => documentsOf(api, id)).toEqual([]);
    }),
  );

  atNight(
    'an upload waits for the network, continues automatically, and is saved when it ends',
    visit({ as: 'SUPER', says: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/ }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      await slow(page, 400_000);
      await chooser(page).setInputFiles([text('lungo.txt', 3_000_000)]);
      await upload(page, 'lungo.txt').getByRole('progressbar').waitFor();
      await box(page, 'Descrizione').fill('Detta prima della fine');
      await saveButton(page).click();
      await sees(page, 'Il salvataggio avviene da solo al termine del caricamento.');
      await page.context().setOffline(true);
      await sees(upload(page, 'lungo.txt'), /Rete assente: il caricamento riprende da solo/);
      await slow(page, 2_000_000);
      await page.context().setOffline(false);
      await sees(upload(page, 'lungo.txt'), /Ripartito dall'inizio.*: \d+%/);
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      await expect
        .poll(() => documentsOf(api, id))
        .toMatchObject([
          { nome_file_originale: 'lungo.txt', dimensione: 3_000_000, descrizione: 'Detta prima della fine' },
        ]);
    }),
  );

  atNight(
    'a file is not sent twice if only its reply was lost',
    visit({ as: 'SUPER', says: /ERR_FAILED|ERR_CONNECTION/ }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      let lost = 0;
      await page.route('**/documento/?*', async (route) => {
        if (route.request().method() !== 'POST' || lost > 0) return route.continue();
        await route.fetch();
        lost += 1;
        return route.abort('failed');
      });
      await chooser(page).setInputFiles([manual()]);
      await isDone(page, 'manuale.pdf');
      await page.unroute('**/documento/?*');
      expect(lost).toBe(1);
      await expect.poll(() => documentsOf(api, id)).toHaveLength(1);
    }),
  );

  atNight(
    'an upload continues after its page is closed, and is found again',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await openUpload(page, id);
      await slow(page, 500_000);
      await chooser(page).setInputFiles([text('lungo.txt', 3_000_000)]);
      await upload(page, 'lungo.txt').getByRole('progressbar').waitFor();
      await go(page, documentsPage(id));
      await sees(page, 'Il caricamento continua. Si ritrova in Documenti.');
      await sees(page, 'Caricamento in corso: 0 file su 1');
      await page.getByRole('link', { name: 'Apri', exact: true }).click();
      await upload(page, 'lungo.txt').getByRole('progressbar').waitFor();
      await go(page, documentsPage(id));
      await row(page, 'lungo.txt').waitFor({ timeout: 20_000 });
      await expect.poll(() => page.getByText(/Caricamento in corso/).count()).toBe(0);
    }),
  );
});

/** Returns a video of half a second, made by the browser itself. */
const film = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const brush = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      brush.fillStyle = frame % 2 ? 'red' : 'blue';
      brush.fillRect(0, 0, 64, 48);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });

describe('looking at documents', () => {
  it(
    'shows pictures, PDF and video in the page, by keyboard only; returns the focus; any file can be saved',
    visit({ as: 'SUPER', whole: true }, async ({ page, api }) => {
      const id = await asset(api);
      await page.goto('/home');
      const video = { name: 'c-giro.mp4', mimeType: 'video/mp4', buffer: Buffer.from(await film(page)) };
      await keep(page, id, picture('a-pompa.png'), manual('b-manuale.pdf'), video, text('d-nota.txt', 40));
      await page.getByRole('table').getByRole('button', { name: 'File' }).click();
      const opener = action(page, 'Visualizza', 'a-pompa.png');
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: 'a-pompa.png' }).waitFor();
      await sees(dialog, '1 di 3');
      const image = dialog.getByRole('img', { name: 'a-pompa.png' });
      const width = async () => (await image.boundingBox())!.width;
      await expect.poll(width).toBe(40);
      await page.keyboard.press('+');
      await expect.poll(width).toBe(60);
      await page.keyboard.press('-');
      await expect.poll(width).toBe(40);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await dialog.getByRole('heading', { name: 'b-manuale.pdf' }).waitFor();
      await expect
        .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
        .toBe(true);
      await page.keyboard.press('ArrowRight');
      await dialog.getByRole('heading', { name: 'c-giro.mp4' }).waitFor();
      const player = dialog.locator('video');
      await expect
        .poll(() => player.evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThan(1);
      await player.evaluate((element: HTMLVideoElement) => element.play());
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
      const saved = page.waitForEvent('download');
      await row(page, 'd-nota.txt').getByRole('button', { name: 'd-nota.txt', exact: true }).click();
      expect((await saved).suggestedFilename()).toBe('d-nota.txt');
      const again = page.waitForEvent('download');
      await action(page, 'Scarica', 'a-pompa.png').click();
      expect((await again).suggestedFilename()).toBe('a-pompa.png');
    }),
  );

  atNight(
    'shows a message if a document, or its record, no longer exists [error-minus-one]',
    visit({ as: 'SUPER', provokes: [404] }, async ({ page, api }) => {
      const id = await asset(api);
      await keep(page, id, manual());
      await page.reload();
      await row(page, 'manuale.pdf').waitFor();
      const [stored] = await documentsOf(api, id);
      await api('DELETE', `/oggetto/${id}/documento/${stored!.id}`);
      await action(page, 'Scarica', 'manuale.pdf').click();
      await sees(page, "Il documento non c'è più: forse qualcuno lo ha eliminato.");
      const other = await asset(api);
      await keep(page, other, manual());
      await page.reload();
      await row(page, 'manuale.pdf').waitFor();
      await api('DELETE', `/oggetto/${other}`);
      await action(page, 'Scarica', 'manuale.pdf').click();
      await sees(page, "L'elemento richiesto non esiste o non è visibile.");
    }),
  );

  atNight(
    'offers to save files that the browser cannot display',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      // A picture that ends too early.
      await keep(page, id, { ...picture('rotta.png'), buffer: png().subarray(0, 40) });
      await action(page, 'Visualizza', 'rotta.png').click();
      await sees(page, 'Questo file non si può mostrare qui. Si può scaricare.');
    }),
  );
});

describe('changing documents', () => {
  atNight(
    'leads to the list, or to the documents of the record, where the address names no document',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      const broken: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.includes('//')) broken.push(pathname);
      });
      await page.goto('/upd-documento-obj');
      await page.waitForURL('**/conf-oggetti**');
      await page.goto('/upd-documento-ricambio');
      await page.waitForURL('**/conf-ricambi**');
      await page.goto(`/upd-documento-obj/${id}`);
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      expect(broken).toEqual([]);
    }),
  );

  it(
    'folder, description, date and cover; a document is deleted after asking [doc-delete-confirm]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const id = await asset(api);
      await keep(page, id, picture(), manual());
      await action(page, 'Modifica', 'pompa.png').click();
      await page.waitForURL(`**/upd-documento-obj/${id}/*`);
      await box(page, 'Descrizione').fill('Targa');
      await pick(page, 'Cartella', 'Certificati');
      await toggle(page, 'Immagine di copertina').setChecked(true);
      await page.getByRole('link', { name: 'Annulla' }).click();
      await sees(page, 'Uscire senza salvare?');
      await page.getByRole('button', { name: 'Continua a modificare' }).click();
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      const cells = row(page, 'pompa.png');
      await sees(cells, 'Certificati');
      await sees(cells, 'Targa');
      await cells.getByRole('img', { name: 'Sì' }).waitFor();
      await action(page, 'Elimina', 'manuale.pdf').click();
      await sees(page, 'Sicuro di voler eliminare il documento?');
      await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
      await expect.poll(() => documentsOf(api, id)).toHaveLength(2);
      await action(page, 'Elimina', 'manuale.pdf').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click();
      await row(page, 'manuale.pdf').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Documenti (1)' }).waitFor();
      await expect
        .poll(() => documentsOf(api, id))
        .toMatchObject([{ is_immagine_copertina: 1, cartella: 'Certificati' }]);
    }),
  );

  atNight(
    "shows a colleague's earlier change instead of overwriting it; a warehouse has a dialog for it",
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api }) => {
      const [warehouse] = await api<Row[]>('GET', '/magazzino/?pag=1');
      const id = warehouse!.id as number;
      const name = `piano-${mark()}.pdf`;
      await page.goto(`/add-documento-magazzino/${id}`);
      await pick(page, 'Cartella', 'Schemi');
      await expect.poll(() => toggle(page, 'Immagine di copertina').count()).toBe(0);
      await chooser(page).setInputFiles([manual(name)]);
      await isDone(page, name);
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-magazzino/${id}?tab=documenti`);
      await action(page, 'Modifica', name).click();
      const dialog = page.getByRole('dialog', { name: 'Modifica documento' });
      await box(dialog, 'Descrizione').fill('La mia');
      const document = (await documentsOf(api, id, 'magazzino')).find(
        (one) => one.nome_file_originale === name,
      )!;
      await api('PUT', `/magazzino/${id}/documento/${document.id}`, { descrizione: 'Del collega' });
      await saveButton(page).click();
      const conflict = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await sees(conflict, 'Del collega');
      await conflict.getByRole('button', { name: 'Salva le scelte' }).click();
      await dialog.waitFor({ state: 'detached' });
      await sees(row(page, name), 'La mia');
    }),
  );

  atNight(
    'can be changed by their uploader and by admins [doc-own-only]',
    visit({ as: 'RIFTEC' }, async ({ page, api, join: invite }) => {
      const admin = await invite({ as: 'SUPER' });
      const id = await asset(admin.api);
      await keep(admin.page, id, manual('del-capo.pdf'));
      await keep(page, id, picture('del-tecnico.png'));
      await action(page, 'Scarica', 'del-capo.pdf').waitFor();
      await expect.poll(() => action(page, 'Modifica', 'del-capo.pdf').count()).toBe(0);
      await expect.poll(() => action(page, 'Elimina', 'del-capo.pdf').count()).toBe(0);
      await action(page, 'Modifica', 'del-tecnico.png').waitFor();
      const theirs = (await documentsOf(api, id)).find((one) => one.nome_file_originale === 'del-capo.pdf')!;
      await go(page, `/upd-documento-obj/${id}/${theirs.id}`);
      await sees(page, /Si possono modificare solo i documenti caricati di persona/);
      await expect.poll(() => saveButton(page).count()).toBe(0);
      await admin.page.reload();
      await action(admin.page, 'Modifica', 'del-tecnico.png').waitFor();
      await action(admin.page, 'Elimina', 'del-tecnico.png').waitFor();
    }),
  );
});

describe('in English', () => {
  atNight(
    'every word of it is English',
    visit({ as: 'SUPER', language: 'en' }, async ({ page, api }) => {
      const id = await asset(api);
      await page.goto(`/add-documento-obj/${id}`);
      await sees(page, 'Choose the folder first, then add the files.');
      await pick(page, 'Folder', 'Photos');
      await chooser(page).setInputFiles([picture()]);
      await sees(page, '1 of 1 files uploaded');
      await saveButton(page, 'en').click();
      await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
      await sees(page, 'Document saved');
      await row(page, 'pompa.png').waitFor();
      const table = page.getByRole('table', { name: 'Documents' });
      await expect
        .poll(() => table.getByRole('columnheader').allInnerTexts())
        .toEqual([
          'File',
          'Description',
          'Folder',
          'User',
          'Document date',
          'Upload date',
          'Cover',
          'Actions',
        ]);
      await action(page, 'Delete', 'pompa.png').click();
      await sees(page, 'Delete the document?');
    }),
  );
});

describe('on a phone', () => {
  for (const mode of byDay(['light', 'dark'] as const))
    atNight(
      `documents are cards, with the camera under the thumb, in ${mode}`,
      visit({ as: 'RIFTEC', phone: true, mode }, async ({ page, join: invite }) => {
        const { api } = await invite({ as: 'SUPER' });
        const id = await asset(api);
        const fits = async () =>
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        await openUpload(page, id);
        const camera = page.locator('input[type=file][capture]');
        await expect.poll(() => camera.getAttribute('accept')).toBe('image/*');
        await expect.poll(() => camera.getAttribute('capture')).toBe('environment');
        const photo = page.getByRole('button', { name: 'Scatta una foto' });
        expect((await photo.boundingBox())!.height).toBeGreaterThanOrEqual(48);
        await camera.setInputFiles([picture('una foto dal telefono con un nome piuttosto lungo.png')]);
        await isDone(page, 'una foto');
        await fits();
        expect(await violations(page)).toEqual([]);
        await saveButton(page).click();
        await page.waitForURL(`**/info-oggetto/${id}?tab=documenti`);
        await page
          .getByRole('combobox', { name: 'Cartella' })
          .filter({ hasText: 'Tutte le cartelle (1)' })
          .waitFor();
        await fits();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: /^Azioni: una foto/ }).click();
        await page.getByRole('menuitem', { name: 'Visualizza' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('img').waitFor();
        await fits();
        await dialog.getByRole('button', { name: 'Chiudi' }).click();
        await page.getByRole('main').getByRole('link', { name: 'Aggiungi Documento' }).last().click();
        await page.waitForURL(`**/add-documento-obj/${id}`);
      }),
    );
});

/** Creates a class of warehouses with a required and an optional file. */
async function fileFields(api: Api) {
  const name = mark();
  const [folder] = await api<Row[]>('GET', '/magazzino/documento/cartella/?pag=-1');
  const made = await api('POST', '/magazzino/classe/', { codice: name, descrizione: `Con file ${name}` });
  const define = (column: string, label: string, required: 0 | 1, more: Row = {}) =>
    api('POST', '/magazzino/campo/', {
      id_classe: made.id,
      campo_tabella: column,
      label,
      obbligatorio: required,
      id_cartella: folder!.id,
      ...more,
    });
  await define('campo_file3', 'Planimetria', 1);
  await define('campo_file4', 'Certificato', 0);
  await define('campo_file5', 'Collaudo', 0, { editabile: 0 });
  return { name, description: made.descrizione as string };
}

const fileField = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^${label}`) });

describe('files among the fields of a record', () => {
  it(
    'a new record keeps its required file until it is saved; later it is replaced and removed [custom-file-required, custom-file-calls, custom-readonly, doc-delete-confirm]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { name, description } = await fileFields(api);
      await page.goto('/upd-magazzino');
      await pick(page, 'Classe', description);
      await fileField(page, 'Planimetria').waitFor();
      await box(page, 'Codice').fill(name);
      await box(page, 'Descrizione').fill('Magazzino con file');
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await saveButton(page).click();
      await sees(fileField(page, 'Planimetria'), 'Inserire il file');
      await sees(fileField(page, 'Collaudo'), 'Nessun file');
      await expect.poll(() => fileField(page, 'Collaudo').getByRole('button').count()).toBe(0);
      const file = (label: string) => fileField(page, label).locator('input[type=file]');
      await file('Planimetria').setInputFiles([{ ...manual('a.svg'), mimeType: 'image/svg+xml' }]);
      await sees(fileField(page, 'Planimetria'), 'Non è possibile inserire il file del tipo selezionato');
      await file('Planimetria').setInputFiles([manual('pianta.pdf')]);
      await file('Certificato').setInputFiles([picture('certificato.png')]);
      await sees(fileField(page, 'Planimetria'), 'Viene caricato quando si salva');
      await saveButton(page).click();
      await page.waitForURL('**/dettaglio-magazzino/*');
      await sees(page, 'pianta.pdf');
      const id = Number(/\d+$/.exec(path(page))?.[0]);
      const storedDocuments = async () =>
        (await documentsOf(api, id, 'magazzino'))
          .map((one) => [one.campo_tabella, one.nome_file_originale])
          .sort();
      await expect
        .poll(() => storedDocuments())
        .toEqual([
          ['campo_file3', 'pianta.pdf'],
          ['campo_file4', 'certificato.png'],
        ]);
      await go(page, `/upd-magazzino/${id}`);
      await fileField(page, 'Planimetria').getByRole('button', { name: 'pianta.pdf' }).waitFor();
      await expect
        .poll(() =>
          fileField(page, 'Planimetria')
            .getByRole('button', { name: /^Togli/ })
            .count(),
        )
        .toBe(0);
      await file('Planimetria').setInputFiles([manual('pianta-nuova.pdf')]);
      await fileField(page, 'Certificato')
        .getByRole('button', { name: /^Togli/ })
        .click();
      await sees(page, 'Sicuro di voler eliminare il file?');
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await sees(fileField(page, 'Certificato'), 'Nessun file');
      await expect.poll(() => storedDocuments()).toHaveLength(2);
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-magazzino/${id}`);
      await sees(page, 'pianta-nuova.pdf');
      await expect.poll(() => storedDocuments()).toEqual([['campo_file3', 'pianta-nuova.pdf']]);
    }),
  );

  atNight(
    'a file that does not get through is sent again; the list names it and opens it',
    visit({ as: 'SUADMIN', says: /ERR_FAILED/ }, async ({ page, api }) => {
      const { name, description } = await fileFields(api);
      await page.goto('/upd-magazzino');
      await pick(page, 'Classe', description);
      await box(page, 'Codice').fill(name);
      await box(page, 'Descrizione').fill('Magazzino con file');
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await fileField(page, 'Planimetria')
        .locator('input[type=file]')
        .setInputFiles([picture('pianta.png')]);
      await page.route('**/campo-file/**', (route) => route.abort('failed'));
      await saveButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Il file pianta.png non è stato caricato' });
      await sees(dialog, /Impossibile connettersi al server.*Gli altri dati sono già salvati/);
      await page.unroute('**/campo-file/**');
      await dialog.getByRole('button', { name: 'Riprova' }).click();
      await page.waitForURL('**/dettaglio-magazzino/*');
      const [one] = await api<Row[]>('GET', `/magazzino/?filtro=${name}`);
      await page.goto(
        `/conf-magazzini?filter=${encodeURIComponent(JSON.stringify({ idClasse: one!.id_classe }))}`,
      );
      await page.getByRole('button', { name: 'Colonne' }).click();
      await toggle(page, 'Planimetria').check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'pianta.png' }).click();
      await page.getByRole('dialog', { name: 'pianta.png' }).getByRole('img').waitFor();
      await page.keyboard.press('Escape');
      expect(path(page)).toBe('/conf-magazzini');
    }),
  );
});
