/** Codes in front of a real camera, in a photo and typed; codes on labels and in files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { readPdf } from '../files/pdf.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { filmOf } from './browser/film.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { path, sees } from './user/navigation.ts';

const UNREADABLE = 'Errore nella lettura del codice QR';
const FOREIGN = /Il codice inquadrato non è di questo impianto/;
const UNKNOWN = /Il codice non corrisponde a nulla di visibile per te/;

const folder = mkdtempSync(join(tmpdir(), 'officina-films-'));
const film = (name: string, text?: string): string => filmOf(join(folder, `${name}.y4m`), text);
const FILMS = {
  asset: join(folder, 'asset.y4m'),
  part: join(folder, 'part.y4m'),
  foreign: film('foreign', 'WIFI:S:rete;P:segreto;;'),
  nothing: film('nothing'),
};
const ids = { asset: 0, old: 0, part: 0 };
/** The longest possible code, and one that is no part of another. */
const CODES = { asset: 'SCANSIONE-POMPA-0001', old: 'SCANSIONE-DISMESSA', part: 'SCAN-RIC/01' };
let before: Record<string, string | null>;

async function create(api: Api, address: string, row: object): Promise<number> {
  return (await api<{ id: number }>('POST', address, row)).id;
}

beforeAll(async () => {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  const ofTheirOwn = { codice: 'SCANSIONE', descrizione: 'Classe per la scansione' };
  const place = { id_organizzazione: 1, id_reparto: 1 };
  const id_classe = await create(api, '/classe/', ofTheirOwn);
  const asset = { ...place, id_classe, campo_str1: 'S-1' };
  ids.asset = await create(api, '/oggetto/', {
    ...asset,
    codice: CODES.asset,
    descrizione: 'Pompa di prova',
  });
  ids.old = await create(api, '/oggetto/', {
    ...asset,
    codice: CODES.old,
    descrizione: 'Vecchia',
    dismesso: 1,
  });
  ids.part = await create(api, '/ricambio/', {
    ...place,
    id_classe: await create(api, '/ricambio/classe/', ofTheirOwn),
    codice: CODES.part,
    descrizione: 'Guarnizione di prova',
  });
  before = await changeSettings({ QRObjType: 'URL', QRObjId: 'ID', QRObjPrefix: 'OBJ:', ClienteURL: '' });
  film('asset', `${plantUrl()}/info-oggetto/${ids.asset}`);
  film('part', `ric:${CODES.part.toLowerCase()}`);
});
afterAll(async () => {
  await changeSettings(before);
  rmSync(folder, { recursive: true });
});

const scanButton = (page: Page) =>
  page.getByRole('button', { name: /^(Inquadra un codice QR|Scan a QR code)$/ }).first();
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Inquadra un codice QR|Scan a QR code)$/ });

async function startScan(page: Page, from = '/home'): Promise<void> {
  await page.goto(from);
  await scanButton(page).click();
  await dialog(page).waitFor();
}

async function type(page: Page, code: string): Promise<void> {
  await dialog(page).getByLabel('Oppure scrivi il codice').fill(code);
  await page.keyboard.press('Enter');
}

/** Keeps the camera's stream to check that it ends. */
const watchCamera = (page: Page) =>
  page.addInitScript(() => {
    const given: MediaStreamTrack[] = [];
    Object.assign(window, { given });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      given.push(...stream.getTracks());
      return stream;
    };
  });
const camera = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { given: MediaStreamTrack[] }).given.map(({ readyState }) => readyState),
  );

describe('the camera', () => {
  it(
    'reads the code of an asset and opens it, and is off again [qr-scan-opens]',
    visit({ as: 'RIFTEC', camera: FILMS.asset }, async ({ page }) => {
      await watchCamera(page);
      await startScan(page);
      await page.waitForURL(`**/info-oggetto/${ids.asset}`);
      await page.getByRole('heading', { name: `${CODES.asset} - Pompa di prova` }).waitFor();
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(() => history.state.usr)).toEqual({ scanned: true });
      expect(await camera(page)).toEqual(['ended']);
    }),
  );

  atNight(
    'reads the code of a part, whatever the case of the letters [qr-scan-opens]',
    visit({ as: 'RIFTEC', camera: FILMS.part, language: 'en' }, async ({ page }) => {
      await startScan(page, '/conf-oggetti');
      await page.waitForURL(`**/dettaglio-ricambio/${ids.part}`);
    }),
  );

  atNight(
    'refuses a code that does not belong to the plant, and continues [qr-unreadable]',
    visit({ as: 'RIFTEC', camera: FILMS.foreign, phone: true, mode: 'dark' }, async ({ page }) => {
      await startScan(page);
      const refusal = dialog(page).getByRole('alert');
      await refusal.getByText(UNREADABLE).waitFor();
      await refusal.getByText(FOREIGN).waitFor();
      expect(path(page)).toBe('/home');
      expect(await violations(page)).toEqual([]);
      // A code that stays in front of the camera is refused once; the refusal of a typed code stays visible.
      await type(page, 'NON-ESISTE');
      await refusal.getByText(UNKNOWN).waitFor();
      await page.waitForTimeout(1500);
      await expect.poll(() => refusal.getByText(UNKNOWN).count()).toBe(1);
      await type(page, CODES.asset);
      await page.waitForURL(`**/info-oggetto/${ids.asset}`);
    }),
  );

  atNight(
    'refuses a record that the user may not see, as if it did not exist [qr-unreadable]',
    visit({ as: 'RESP', camera: FILMS.part }, async ({ page }) => {
      await startScan(page);
      await dialog(page).getByText(UNKNOWN).waitFor();
      expect(path(page)).toBe('/home');
    }),
  );

  it(
    'is off if the user left before it answered',
    visit({ as: 'RIFTEC', camera: FILMS.nothing }, async ({ page }) => {
      await watchCamera(page);
      await page.goto('/home');
      for (let round = 0; round < 4; round += 1) {
        await scanButton(page).click();
        await dialog(page).waitFor();
        if (round === 3) await sees(dialog(page), 'Porta il codice dentro il riquadro');
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
      await page.waitForTimeout(1000);
      const tracks = await camera(page);
      expect(tracks.length).toBeGreaterThan(0);
      expect(tracks.every((state) => state === 'ended')).toBe(true);
      // The focus is back where it was.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Inquadra un codice QR');
    }),
  );

  for (const [what, camera, words] of [
    ['may not be used', 'denied', "L'uso della fotocamera non è permesso"],
    ['is not there', undefined, 'Nessuna fotocamera trovata'],
  ] as const)
    atNight(
      `that ${what} shows a message, and offers photo and typing`,
      visit({ as: 'RIFTEC', camera }, async ({ page }) => {
        await startScan(page);
        await sees(dialog(page), new RegExp(`^${words}`));
        await dialog(page).getByRole('button', { name: 'Leggi da una foto' }).waitFor();
        expect(await violations(page)).toEqual([]);
        await type(page, ` obj:${ids.asset} `);
        await page.waitForURL(`**/info-oggetto/${ids.asset}`);
      }),
    );
});

describe('a typed code', () => {
  atNight(
    'opens the asset that has it, decommissioned or not, or the part [qr-scan-opens]',
    visit({ as: 'SUADMIN', camera: 'denied' }, async ({ page }) => {
      for (const [code, address] of [
        [CODES.asset.toLowerCase(), `/info-oggetto/${ids.asset}`],
        [CODES.old, `/info-oggetto/${ids.old}`],
        [CODES.part, `/dettaglio-ricambio/${ids.part}`],
        [`RIC:${ids.part}`, `/dettaglio-ricambio/${ids.part}`],
      ]) {
        await startScan(page);
        await type(page, code!);
        await page.waitForURL(`**${address}`);
      }
    }),
  );

  atNight(
    'that is only part of one opens nothing [qr-unreadable]',
    visit({ as: 'SUADMIN', camera: 'denied', provokes: [404] }, async ({ page }) => {
      await startScan(page);
      for (const code of ['SCANSIONE', 'OBJ:2147483647', '%', 'https://altrove.example/']) {
        await type(page, code);
        await dialog(page).getByText(UNKNOWN).waitFor();
      }
    }),
  );

  atNight(
    'uses the current settings, not those of the time when the page was loaded',
    visit({ as: 'RIFTEC', camera: 'denied' }, async ({ page }) => {
      await page.goto('/home');
      await scanButton(page).waitFor();
      await changeSettings({ QRObjPrefix: 'MACCHINA-', QRObjId: 'COD' });
      await scanButton(page).click();
      await type(page, `macchina-${CODES.asset}`);
      await page.waitForURL(`**/info-oggetto/${ids.asset}`);
      await changeSettings({ QRObjPrefix: 'OBJ:', QRObjId: 'ID' });
    }),
  );
});

atNight(
  'a scan begins from the palette, too',
  visit({ as: 'RESP', camera: 'denied', language: 'en' }, async ({ page }) => {
    await page.goto('/home');
    await scanButton(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('qr');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
  }),
);

async function taken(page: Page, button: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click(),
  ]);
  return download;
}

const contentOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

describe("an asset's QR code", () => {
  it(
    'is shown and downloaded as PDF, PNG and SVG, named by code and description [asset-qr-modal]',
    visit({ as: 'SUPER', camera: 'denied' }, async ({ page }) => {
      await page.goto(`/info-oggetto/${ids.asset}`);
      await page.getByRole('button', { name: 'Scarica QR Code' }).click();
      const box = page.getByRole('dialog', { name: 'QR Code Oggetto' });
      const name = `${CODES.asset} - Pompa di prova`;
      await expect
        .poll(() => box.getByRole('img', { name: `Codice QR di ${name}` }).getAttribute('width'))
        .toBe('250');
      await sees(box, `${plantUrl()}/info-oggetto/${ids.asset}`);
      expect(await violations(page)).toEqual([]);

      const pdf = await taken(page, 'Scarica PDF');
      expect(pdf.suggestedFilename()).toBe(`${name}.pdf`);
      const [sheet, ...more] = readPdf(await contentOf(pdf));
      expect(more).toEqual([]);
      expect([sheet!.width, sheet!.height].map(Math.round)).toEqual([595, 842]);
      expect(sheet!.texts).toEqual([CODES.asset, 'Pompa di prova']);

      const svg = await taken(page, 'Immagine SVG');
      expect(svg.suggestedFilename()).toBe(`${name}.svg`);
      expect((await contentOf(svg)).toString()).toContain(`>${CODES.asset}</text>`);

      const png = await taken(page, 'Immagine PNG');
      expect(png.suggestedFilename()).toBe(`${name}.png`);
      const picture = await contentOf(png);
      expect(picture.readUInt32BE(16)).toBe(250);

      // A photo of the label opens the same record.
      await startScan(page);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: picture });
      await page.waitForURL(`**/info-oggetto/${ids.asset}`);
    }),
  );

  atNight(
    'is for admins only; a part has one for admins [asset-admin-actions, part-admin]',
    visit({ as: 'RIFTEC' }, async ({ page, join: other }) => {
      for (const address of [`/info-oggetto/${ids.asset}`, `/dettaglio-ricambio/${ids.part}`]) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => page.getByRole('button', { name: /QR Code/ }).count()).toBe(0);
      }
      await page.goto('/conf-oggetti');
      await page.getByRole('button', { name: 'Filtri', exact: true }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Etichette QR' }).count()).toBe(0);
      const admin = await other({ as: 'SUPER' });
      await admin.page.goto(`/dettaglio-ricambio/${ids.part}`);
      await admin.page.getByRole('button', { name: 'Scarica QR Code' }).click();
      await admin.page.getByRole('dialog', { name: 'QR Code Ricambio' }).waitFor();
      const pdf = readPdf(await contentOf(await taken(admin.page, 'Scarica PDF')));
      expect(pdf[0]!.texts).toEqual([CODES.part, 'Guarnizione di prova', 'Classe per la scansione']);
    }),
  );
});

describe('a photo', () => {
  atNight(
    'without a code, or no photo at all, is refused with advice [qr-unreadable]',
    visit({ as: 'RIFTEC', camera: 'denied' }, async ({ page }) => {
      await startScan(page);
      const blank = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 20 } });
      const file = page.locator('input[type=file]');
      await file.setInputFiles([]);
      await file.dispatchEvent('change');
      await file.setInputFiles({ name: 'vuota.png', mimeType: 'image/png', buffer: blank });
      await sees(dialog(page), /Nella foto non si vede alcun codice QR/);
      await file.setInputFiles({
        name: 'testo.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture'),
      });
      await sees(dialog(page), /Il file scelto non è un'immagine leggibile/);
      await sees(dialog(page), UNREADABLE);
    }),
  );
});

describe('labels', () => {
  it(
    'of the filtered list, on the selected label sheet, from the selected position',
    visit({ as: 'SUPER', phone: false }, async ({ page }) => {
      await page.goto('/conf-oggetti?filter=%7B%22filtro%22%3A%22SCANSIONE%22%2C%22dismesso%22%3A1%7D');
      await page.getByText(CODES.asset).first().waitFor();
      await page.getByRole('button', { name: 'Etichette QR' }).click();
      const box = page.getByRole('dialog', { name: 'Etichette QR: Oggetti' });
      await box.getByRole('img', { name: /^Etichetta di SCANSIONE/ }).waitFor();
      await box.getByRole('combobox', { name: 'Carta' }).click();
      await page.getByRole('option', { name: '2 × 4 etichette da 99,1 × 67,7 mm' }).click();
      await box.getByLabel('Prima etichetta').fill('8');
      await sees(box, '2 etichette, 2 pagine');
      expect(await violations(page)).toEqual([]);
      await box.getByLabel('Margine sinistro (mm)').fill('40');
      await sees(box, 'Le etichette escono dal foglio');
      await expect.poll(() => box.getByRole('button', { name: 'Scarica PDF' }).isDisabled()).toBe(true);
      await box.getByLabel('Margine sinistro (mm)').fill('4.65');
      const pages = readPdf(await contentOf(await taken(page, 'Scarica PDF')));
      expect(pages.map((one) => one.pictures.length)).toEqual([1, 1]);
      expect(pages.flatMap((one) => one.texts)).toEqual([
        CODES.old,
        'Vecchia',
        CODES.asset,
        'Pompa di prova',
      ]);
      await box.waitFor({ state: 'detached' });
      // The label format is remembered; only selected rows are printed.
      await page.getByRole('checkbox', { name: `Seleziona ${CODES.asset} - Pompa di prova` }).check();
      await page.getByRole('button', { name: 'Etichette QR' }).click();
      await sees(box, '1 etichetta, 1 pagina');
      await box.getByRole('combobox', { name: 'Carta' }).getByText('2 × 4').waitFor();
    }),
  );

  atNight(
    'have the logo set by a super admin, if the label has room for it',
    visit({ as: 'SUADMIN', language: 'it', provokes: [422] }, async ({ page }) => {
      const svg = (inside: string) => ({
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">${inside}<text x="9" y="40">ACME</text></svg>`,
        ),
      });
      await page.goto('/conf-parametri');
      await page.getByRole('button', { name: "Logo dell'impianto" }).click();
      const box = page.getByRole('dialog', { name: "Logo dell'impianto" });
      await sees(box, 'Nessun logo caricato: scegliere un file.');
      await sees(box, '2 × 4 etichette da 99,1 × 67,7 mm');
      await expect.poll(() => box.getByText('3 × 8').count()).toBe(0);
      const choose = async (file: ReturnType<typeof svg>) => {
        const chooser = page.waitForEvent('filechooser');
        await box.getByRole('button', { name: 'Scegli un file' }).click();
        await (await chooser).setFiles(file);
      };
      await choose(svg('<script>alert(1)</script>'));
      await sees(box, /^Questo SVG contiene script/);
      await choose(svg(''));
      await box.getByRole('img', { name: "Logo dell'impianto" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await box.getByRole('button', { name: 'Chiudi' }).click();

      await page.goto('/conf-oggetti');
      await page.getByRole('button', { name: 'Etichette QR' }).click();
      const labels = page.getByRole('dialog', { name: 'Etichette QR: Oggetti' });
      const printout = async (name: RegExp) => {
        await labels.getByRole('combobox', { name: 'Carta' }).click();
        await page.getByRole('option', { name }).click();
      };
      const refused = labels.getByText('Il logo non entra in queste etichette');
      await printout(/^3 × 7/);
      await refused.waitFor();
      await printout(/^2 × 4/);
      await refused.waitFor({ state: 'detached' });
      const [page1] = readPdf(await contentOf(await taken(page, 'Scarica PDF')));
      expect(page1!.texts).toContain('ACME');

      await page.goto('/conf-parametri');
      await page.getByRole('button', { name: "Logo dell'impianto" }).click();
      await box.getByRole('button', { name: 'Togli il logo' }).click();
      await sees(box, 'Nessun logo caricato: scegliere un file.');
    }),
  );

  atNight(
    'fit a phone',
    visit({ as: 'SUPER', phone: true, language: 'en', mode: 'dark' }, async ({ page }) => {
      await page.goto('/conf-oggetti');
      await page.getByRole('button', { name: 'QR labels' }).click();
      const box = page.getByRole('dialog', { name: 'QR labels: Assets' });
      await box.getByRole('img', { name: /^Label of/ }).waitFor();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }),
  );
});

atNight(
  'a second asset opens on its first screen, whatever was open of the first one',
  visit({ as: 'RIFTEC', language: 'it', phone: true }, async ({ page, api }) => {
    const assets = await api<Row[]>('GET', '/oggetto/?pag=-1');
    const idOf = (code: string) => assets.find(({ codice }) => codice === code)!.id;
    await page.goto(`/info-oggetto/${idOf('FOL-L2-CF')}?tab=documenti`);
    const tab = (name: RegExp) => page.getByRole('tab', { name, selected: true });
    await tab(/^Documenti/).waitFor();
    await page.evaluate(() => scrollTo(0, 200));
    await scanButton(page).click();
    await type(page, 'FOL-L1-CF');
    await page.waitForURL(`**/info-oggetto/${idOf('FOL-L1-CF')}`);
    await tab(/^Generali/).waitFor();
    const parts = [
      'Segnala un guasto',
      'Interventi aperti',
      'Ultimi interventi',
      'Documenti',
      'Affidabilità',
    ];
    const main = page.getByRole('main');
    const tops = async () => {
      const found = parts.map((text) => main.locator('a, h2, h3, button').filter({ hasText: text }).last());
      return Promise.all(found.map(async (one) => (await one.boundingBox())?.y ?? -1));
    };
    await expect.poll(async () => (await tops()).includes(-1)).toBe(false);
    const found = await tops();
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found[0]).toBeLessThan(844 - 56);
    const report = main.getByRole('link', { name: 'Segnala un guasto' });
    expect((await report.boundingBox())!.height).toBeGreaterThanOrEqual(64);
  }),
);
