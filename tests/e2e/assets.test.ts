/** The screens of assets: list, page, form, linked rows. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs, logIn } from './data/api.ts';
import { type Made, mark, nameOf, newAsset, newClass, newPlant } from './data/asset-trees.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { addButton, box, confirmDelete, pick, saveButton, toggle } from './user/forms.ts';
import { go, open, path, sees } from './user/navigation.ts';

const superAdmin = (): Promise<Api> => apiAs(plantUrl(), 'SUADMIN');
const record = (api: Api, id: number): Promise<Row> => api('GET', `/oggetto/${id}`);
const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });
const selected = (page: Page, name: string): Locator => page.getByRole('tab', { name, selected: true });
const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const treeitem = (page: Page, asset: Made): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByText(nameOf(asset), { exact: true }) });
const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', { name });
const savedAt = (page: Page): Promise<void> => page.waitForURL(/\/info-oggetto\/\d+$/);

const PARENT = 'Oggetto padre';
const MOVE =
  "Sicuro di voler modificare l'oggetto padre? Questa modifica porterà ad una variazione della gerarchia degli oggetti";

/** Gives the plant a logo, or takes it away. */
async function logo(method: 'PUT' | 'DELETE'): Promise<void> {
  const body = new FormData();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><text x="9" y="40">ACME</text></svg>';
  body.set('file', new Blob([svg]), 'logo.svg');
  const { access_token } = await logIn(plantUrl(), 'SUADMIN');
  const headers = { Authorization: `Bearer ${access_token}` };
  const form = method === 'PUT' ? { body } : {};
  expect((await fetch(`${plantUrl()}/api/cmms/info/logo-cliente/`, { method, headers, ...form })).ok).toBe(
    true,
  );
}

/** Returns an asset of the demo plant with used and recommended parts. */
async function usedAsset(api: Api): Promise<Made & Row> {
  const all = await api<(Made & Row)[]>('GET', '/oggetto/?pag=-1');
  const found = all.find((one) => one.num_ricambi && one.num_ricambi_consigliati && one.num_interventi);
  if (!found) throw new Error('The demo plant has no asset with parts and interventions');
  return found;
}

describe('the list', () => {
  atNight(
    'finds only the exact code, and has custom fields among its filters [asset-filters]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const kind = await newClass(api);
      const code = `E${mark()}`;
      await newAsset(api, kind.id, { codice: code, campo_str1: `SN-${code}` });
      await newAsset(api, kind.id, { codice: `${code}-1`, campo_str1: 'SN-other' });
      await page.goto('/conf-oggetti');
      const filter = async (set: (drawer: Locator) => Promise<void>): Promise<void> => {
        await button(page, 'Filtri').click();
        await set(dialog(page, 'Filtri'));
        await button(dialog(page, 'Filtri'), 'Cerca').click();
      };
      await filter((drawer) => box(drawer, 'Codice').fill(code));
      await sees(page, '1 - 2 / 2');
      await filter((drawer) => drawer.getByRole('switch', { name: 'Codice esatto' }).check());
      await sees(page, '1 - 1 / 1');
      await button(page, 'Azzera filtri').first().click();
      await filter(async (drawer) => {
        await expect.poll(() => box(drawer, 'Matricola').count()).toBe(0);
        await pick(page, 'Classe', kind.descrizione);
        await box(drawer, 'Matricola').fill(`SN-${code}`);
      });
      await sees(page, '1 - 1 / 1');
    }),
  );

  atNight(
    'shows reliability and the critical type to administrators and technicians only',
    visit({ as: 'RESP' }, async ({ page, join }) => {
      await page.goto('/conf-oggetti');
      await page.getByRole('columnheader', { name: 'Codice' }).waitFor();
      await expect.poll(() => page.getByRole('columnheader', { name: /MTBF|MTTR|critico/ }).count()).toBe(0);
      const other = await join({ as: 'RIFTEC' });
      await other.page.goto('/conf-oggetti');
      await other.page.getByRole('columnheader', { name: 'MTBF (giorni)' }).waitFor();
    }),
  );
});

describe('the page of an asset', () => {
  it(
    'has tabs with counts, and opens the last one used or the one in the link [asset-tabs, asset-tab-remembered]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const asset = await usedAsset(api);
      await page.goto(`/info-oggetto/${asset.id}`);
      await tab(page, 'Generali').waitFor();
      const names = await page.getByRole('tab').allInnerTexts();
      expect(names.map((name) => name.replace(/ \(\d+\)$/, ''))).toEqual([
        'Generali',
        'Struttura',
        'Documenti',
        'Interventi',
        'Manutenzioni programmate',
        'Ricambi consigliati',
        'Ricambi',
      ]);
      expect(names).toContain(`Interventi (${asset.num_interventi})`);
      await tab(page, /^Interventi/).click();
      await sees(page, `1 - ${asset.num_interventi} / ${asset.num_interventi}`);
      expect(new URL(page.url()).searchParams.get('tab')).toBe('interventi');
      await page.goto(`/info-oggetto/${asset.id}`);
      await page.getByRole('tab', { name: /^Interventi/, selected: true }).waitFor();
      await page.goto(`/info-oggetto/${asset.id}?tab=struttura`);
      await page.getByRole('tab', { name: 'Struttura', selected: true }).waitFor();
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'shows the position of the asset, with links to the parents',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto(`/info-oggetto/${motor.id}`);
      const way = page.getByRole('navigation', { name: 'Percorso nella struttura' });
      await way.getByRole('link', { name: nameOf(line) }).waitFor();
      await way.getByRole('link', { name: nameOf(machine) }).click();
      await page.waitForURL(`**/info-oggetto/${machine.id}`);
      await page.getByRole('heading', { level: 1, name: nameOf(machine) }).waitFor();
    }),
  );

  atNight(
    'has the actions of the open tab in its toolbar, for users who may do them [asset-toolbar-tabs, asset-admin-actions]',
    visit({ as: 'SUPER' }, async ({ page, api, join }) => {
      const asset = await usedAsset(api);
      const offers = async (at: Page, key: string, name: RegExp): Promise<string[]> => {
        await open(at, `/info-oggetto/${asset.id}?tab=${key}`);
        await at.getByRole('tab', { name, selected: true }).waitFor();
        const all = await at.getByRole('main').getByRole('button').allInnerTexts();
        return all.map((text) => text.trim());
      };
      const general = ['Aggiungi Oggetto Figlio', 'Modifica', 'Copia', 'Scarica QR Code', 'Elimina'];
      await expect.poll(() => offers(page, 'generali', /Generali/)).toEqual(expect.arrayContaining(general));
      await expect.poll(() => offers(page, 'documenti', /Documenti/)).toContain('Aggiungi Documento');
      await expect
        .poll(() => offers(page, 'interventi', /Interventi/))
        .toEqual(expect.arrayContaining(['Filtri', 'Aggiungi Intervento']));
      await expect
        .poll(() => offers(page, 'ricambi-consigliati', /consigliati/))
        .toContain('Aggiungi ricambio consigliato');
      await expect.poll(() => offers(page, 'ricambi', /^Ricambi( \(|$)/)).toContain('Download CSV');
      const { page: other } = await join({ as: 'RIFTEC' });
      const theirs = await offers(other, 'generali', /Generali/);
      for (const name of general) expect(theirs).not.toContain(name);
      expect(await offers(other, 'ricambi-consigliati', /consigliati/)).not.toContain(
        'Aggiungi ricambio consigliato',
      );
      await go(other, `/upd-oggetto/${asset.id}`);
      await expect.poll(() => other.getByRole('button', { name: 'Salva' }).count()).toBe(0);
    }),
  );

  it(
    'shows the assets below; another node opens its own structure after a question [asset-tree-switch]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto(`/info-oggetto/${line.id}?tab=struttura`);
      await treeitem(page, machine).click();
      await sees(dialog(page), "Visualizzare la struttura dell'oggetto selezionato?");
      await button(dialog(page), 'Annulla').click();
      expect(path(page)).toBe(`/info-oggetto/${line.id}`);
      await treeitem(page, machine).click();
      await button(dialog(page), 'Conferma').click();
      await page.waitForURL(`**/info-oggetto/${machine.id}?tab=struttura`);
      await treeitem(page, motor).waitFor();
      await expect.poll(() => treeitem(page, line).count()).toBe(0);
    }),
  );

  it(
    'is deleted with all below it after the question, and leads to the list [asset-delete]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine } = await newPlant(api);
      await page.goto(`/info-oggetto/${line.id}?tab=generali`);
      await button(page, 'Elimina').click();
      await sees(
        dialog(page),
        `Sicuro di voler eliminare il campo oggetto: ${nameOf(line)} e tutti gli oggetti figli a lui associati?`,
      );
      await confirmDelete(page);
      await page.waitForURL('**/conf-oggetti*');
      await expect.poll(() => api<Row[]>('GET', `/oggetto/?filtro=${machine.codice}&dismesso=1`)).toEqual([]);
    }),
  );

  atNight(
    'opens without an id in the address if the link contains one, otherwise the list opens',
    visit({ as: 'RIFTEC' }, async ({ page, api }) => {
      const [asset] = await api<Made[]>('GET', '/oggetto/?pag=1');
      await page.goto(`/dettaglio-oggetto/?id=${asset!.id}`);
      await page.waitForURL(`**/info-oggetto/${asset!.id}`);
      await page.goto('/dettaglio-oggetto/');
      await page.waitForURL('**/conf-oggetti*');
    }),
  );
});

describe('the light page', () => {
  it(
    'opens after a scan if the setting says so, and links to the full page [asset-light]',
    visit({ as: 'RIFTEC', phone: true }, async ({ page, api }) => {
      const asset = await usedAsset(api);
      const { documenti } = await api<{ documenti: { descrizione: string }[] }>(
        'GET',
        `/oggetto/${asset.id}/documento/`,
      );
      const before = await changeSettings({ QRShowLightPage: '1', QRShowLogos: '1' });
      await logo('PUT');
      try {
        await page.goto(`/info-oggetto/${asset.id}?from=qr`);
        await page.getByRole('heading', { level: 1, name: nameOf(asset) }).waitFor();
        const picture = page.getByRole('img', { name: "Logo dell'impianto" });
        await picture.waitFor();
        await changeSettings({ QRShowLogos: '0' });
        await page.reload();
        await sees(page, 'In servizio');
        await sees(page, 'Interventi aperti');
        await button(page, `Documenti (${asset.num_documenti})`).click();
        await sees(page, documenti[0]!.descrizione);
        await expect.poll(() => page.getByRole('tab').count()).toBe(0);
        expect(await picture.count()).toBe(0);
        expect(await violations(page)).toEqual([]);
        await expect
          .poll(() => page.getByRole('link', { name: 'Aggiungi Intervento' }).getAttribute('href'))
          .toBe(`/apri-odl/${asset.id_classe}/${asset.id}`);
        const works = page.getByRole('listitem').getByRole('link', { name: /^ODL-/ });
        for (const link of await works.all())
          await expect.poll(() => link.getAttribute('href')).toMatch(/^\/dettaglio-odl\/\d+$/);
        await page.getByRole('link', { name: 'Apri la scheda completa' }).click();
        await tab(page, 'Generali').waitFor();
        await page.goto(`/info-oggetto/${asset.id}`);
        await tab(page, 'Documenti').click();
        await selected(page, 'Documenti').waitFor();
        await changeSettings({ QRShowLightPage: '0' });
        await page.goto(`/info-oggetto/${asset.id}?from=qr`);
        await selected(page, 'Generali').waitFor();
        await page.getByRole('link', { name: 'Segnala un guasto' }).waitFor();
      } finally {
        await logo('DELETE');
        await changeSettings(before);
      }
    }),
  );
});

describe('the form', () => {
  it(
    'of a new asset is a main asset or a child, which requires a parent; input is kept [asset-new-tabs, asset-child-parent]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { machine, kind } = await newPlant(api);
      await page.goto('/conf-oggetti');
      await addButton(page).click();
      await page.waitForURL('**/upd-oggetto');
      await page.getByRole('tab', { name: 'Oggetto principale', selected: true }).waitFor();
      await expect.poll(() => box(page, PARENT).count()).toBe(0);
      const code = `F${mark()}`;
      await box(page, 'Codice').fill(code);
      await box(page, 'Descrizione').fill('Figlio scritto prima');
      await tab(page, 'Oggetto figlio').click();
      await box(page, PARENT).waitFor();
      await expect.poll(() => box(page, 'Codice').inputValue()).toBe(code);
      await pick(page, 'Classe', kind.codice);
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await box(page, 'Matricola').fill('SN-2');
      await saveButton(page).click();
      await expect.poll(() => box(page, PARENT).getAttribute('aria-invalid')).toBe('true');
      await pick(page, PARENT, machine.codice);
      await saveButton(page).click();
      await savedAt(page);
      const [made] = await api<Row[]>('GET', `/oggetto/?filtro=${code}`);
      expect(made).toMatchObject({ id_obj_padre: machine.id, descrizione: 'Figlio scritto prima' });
    }),
  );

  atNight(
    'below a parent follows its organisation and its decommissioning, until another parent is chosen [asset-org-lock, asset-dismesso-inherit]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const kind = await newClass(api);
      const organisations = await api<Row[]>('GET', '/organizzazione/?pag=-1');
      const own = organisations.find(({ codice }) => codice !== '*')!;
      const old = await newAsset(api, kind.id, { id_organizzazione: own.id, dismesso: 1 });
      const free = await newAsset(api, kind.id);
      await page.goto(`/add-oggetto-figlio/${old.id}/${kind.id}/${own.id}`);
      await expect.poll(() => box(page, PARENT).inputValue()).toBe(nameOf(old));
      await expect.poll(() => box(page, 'Classe').inputValue()).toBe(kind.descrizione);
      await expect.poll(() => box(page, 'Organizzazione').inputValue()).toBe(own.descrizione);
      await expect.poll(() => box(page, 'Organizzazione').getAttribute('readonly')).not.toBeNull();
      await expect.poll(() => toggle(page, 'Dismesso').isChecked()).toBe(true);
      await expect.poll(() => toggle(page, 'Dismesso').isDisabled()).toBe(true);
      await pick(page, PARENT, free.codice);
      await expect.poll(() => toggle(page, 'Dismesso').isEnabled()).toBe(true);
      await expect.poll(() => toggle(page, 'Dismesso').isChecked()).toBe(false);
      await expect.poll(() => box(page, 'Organizzazione').getAttribute('readonly')).toBeNull();
      await expect.poll(() => box(page, PARENT).evaluate((one) => one === document.activeElement)).toBe(true);
    }),
  );

  atNight(
    'offers the classes that fit the parent, and the parents that fit the class',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const [above, below, other] = [
        await newClass(api, 'Sopra'),
        await newClass(api, 'Sotto'),
        await newClass(api, 'Altra'),
      ];
      await api('POST', '/classe/struttura/', { id_classe: below.id, id_classe_padre: above.id });
      await api('POST', '/classe/struttura/', { id_classe: other.id, id_classe_padre: below.id });
      const parent = await newAsset(api, above.id);
      const misfit = await newAsset(api, other.id, {
        id_obj_padre: (await newAsset(api, below.id, { id_obj_padre: parent.id })).id,
      });
      await page.goto(`/add-oggetto-figlio/${parent.id}/${above.id}`);
      const options = page.getByRole('option');
      const offers = async (label: string, text: string, count: number): Promise<void> => {
        const answered = page.waitForResponse((reply) => reply.url().includes(`filtro=${text}`));
        await box(page, label).click();
        await box(page, label).fill(text);
        await answered;
        await expect.poll(() => options.filter({ hasText: text }).count()).toBe(count);
        await page.keyboard.press('Escape');
      };
      await expect.poll(() => box(page, PARENT).inputValue()).toBe(nameOf(parent));
      await offers('Classe', below.codice, 1);
      await offers('Classe', other.codice, 0);
      await pick(page, 'Classe', below.codice);
      await offers(PARENT, misfit.codice, 0);
    }),
  );

  it(
    'asks before the parent is another, and saves nothing when it is not to be [asset-parent-confirm]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto(`/upd-oggetto/${motor.id}`);
      await box(page, PARENT).waitFor();
      await pick(page, PARENT, line.codice);
      await saveButton(page).click();
      await sees(dialog(page), MOVE);
      await button(dialog(page), 'Annulla').click();
      expect(path(page)).toBe(`/upd-oggetto/${motor.id}`);
      expect((await record(api, motor.id)).id_obj_padre).toBe(machine.id);
      // The form has its place again, and saves without a question.
      await expect.poll(() => box(page, PARENT).inputValue()).toBe(nameOf(machine));
      await pick(page, PARENT, line.codice);
      await saveButton(page).click();
      await button(dialog(page), 'Conferma').click();
      await savedAt(page);
      expect((await record(api, motor.id)).id_obj_padre).toBe(line.id);
      await page.goto(`/upd-oggetto/${motor.id}`);
      await box(page, 'Note').fill('Senza domanda');
      await saveButton(page).click();
      await savedAt(page);
    }),
  );

  atNight(
    'shows at the field that an asset cannot be below itself',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      const { line, motor } = await newPlant(api);
      await page.goto(`/upd-oggetto/${line.id}`);
      await box(page, PARENT).waitFor();
      await pick(page, PARENT, motor.codice);
      await saveButton(page).click();
      await button(dialog(page), 'Conferma').click();
      await sees(page, 'Un elemento non può stare sotto sé stesso');
      await expect.poll(() => box(page, PARENT).getAttribute('aria-invalid')).toBe('true');
    }),
  );

  atNight(
    'requires the code unless the plant makes it optional, and locks it afterwards [asset-code]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { motor, kind } = await newPlant(api);
      await page.goto(`/upd-oggetto/${motor.id}`);
      await box(page, 'Codice').waitFor();
      await expect.poll(() => box(page, 'Codice').getAttribute('readonly')).not.toBeNull();
      await page.goto(`/add-oggetto-figlio/${motor.id}/${kind.id}`);
      await box(page, 'Descrizione').fill('Senza codice');
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await box(page, 'Matricola').fill('SN-3');
      await saveButton(page).click();
      await expect.poll(() => box(page, 'Codice').getAttribute('aria-invalid')).toBe('true');
    }),
  );

  atNight(
    'accepts no code if the setting says so [asset-code]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const kind = await newClass(await superAdmin());
      const before = await changeSettings({ ObjCodFacoltativo: '1' });
      try {
        await page.goto('/upd-oggetto');
        const name = `Senza codice ${mark()}`;
        await box(page, 'Descrizione').fill(name);
        await pick(page, 'Classe', kind.codice);
        await pick(page, 'Organizzazione');
        await pick(page, 'Reparto');
        await box(page, 'Matricola').fill('SN-4');
        await saveButton(page).click();
        await savedAt(page);
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        const [made] = await api<Row[]>('GET', `/oggetto/?filtro=${encodeURIComponent(name)}`);
        expect(made!.codice).toBeNull();
      } finally {
        await changeSettings(before);
      }
    }),
  );

  it(
    'selects the parent in the dialog: its tree, its filters, a button for each row [asset-picker]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, machine, motor } = await newPlant(api);
      await page.goto(`/upd-oggetto/${motor.id}`);
      await button(page, `Seleziona dalla struttura: ${PARENT}`).click();
      const picker = dialog(page, 'Seleziona');
      await picker.getByRole('table').waitFor();
      await picker.getByRole('searchbox', { name: 'Cerca nella struttura' }).fill(line.codice);
      await picker.getByRole('button', { name: nameOf(line) }).click();
      await sees(picker, '1 - 3 / 3');
      await button(picker, 'Filtri').click();
      await box(picker, 'Codice').fill(machine.codice);
      await sees(picker, '1 - 1 / 1');
      expect(await violations(page)).toEqual([]);
      await expect
        .poll(() => picker.getByRole('button', { name: `Aggiunto: ${nameOf(machine)}` }).isDisabled())
        .toBe(true);
      await button(picker, 'Azzera filtri').click();
      await picker.getByRole('searchbox', { name: /^Cerca in/ }).fill(line.codice);
      await picker.getByRole('button', { name: `Aggiungi: ${nameOf(line)}` }).click();
      await picker.waitFor({ state: 'detached' });
      await expect.poll(() => box(page, PARENT).inputValue()).toBe(nameOf(line));
    }),
  );

  atNight(
    'copies an asset without its code, below the same parent',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { machine, motor } = await newPlant(api);
      await page.goto(`/copia-oggetto/${motor.id}`);
      await expect.poll(() => box(page, PARENT).inputValue()).toBe(nameOf(machine));
      await expect.poll(() => box(page, 'Codice').inputValue()).toBe('');
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe(motor.descrizione);
      const code = `C${mark()}`;
      await box(page, 'Codice').fill(code);
      await saveButton(page).click();
      await savedAt(page);
      const [made] = await api<Row[]>('GET', `/oggetto/?filtro=${code}`);
      expect(made!.id_obj_padre).toBe(machine.id);
    }),
  );
});

describe('the parts of an asset', () => {
  atNight(
    'are added from the list of parts, once, and removed after a question',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { motor } = await newPlant(await superAdmin());
      const [part] = await api<Made[]>('GET', '/ricambio/?pag=1');
      await page.goto(`/info-oggetto/${motor.id}?tab=ricambi-consigliati`);
      await button(page, 'Aggiungi ricambio consigliato').first().click();
      await page.waitForURL(`**/add-ricambio-consigliato/${motor.id}`);
      await page.getByRole('searchbox').fill(part!.codice);
      await page.getByRole('button', { name: `Aggiungi: ${nameOf(part!)}` }).click();
      await page.waitForURL(`**/info-oggetto/${motor.id}?tab=ricambi-consigliati`);
      await tab(page, 'Ricambi consigliati (1)').waitFor();
      await page.goto(`/add-ricambio-consigliato/${motor.id}`);
      await page.getByRole('searchbox').fill(part!.codice);
      const added = page.getByRole('button', { name: `Aggiunto: ${nameOf(part!)}` });
      await added.waitFor();
      await expect.poll(() => added.isDisabled()).toBe(true);
      await go(page, `/info-oggetto/${motor.id}?tab=ricambi-consigliati`);
      await button(page, `Togli ${nameOf(part!)}`).click();
      await button(dialog(page), 'Scollega').click();
      await sees(page, 'Nessun dato presente');
      await expect.poll(() => api<Row[]>('GET', `/oggetto/${motor.id}/ricambi-consigliati/`)).toEqual([]);
    }),
  );

  atNight(
    'used by interventions are listed by asset and part, or by movement, and downloaded as CSV [parts-on-object]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const asset = await usedAsset(api);
      const grouped = await api<Row[]>('GET', `/ricambio/?idOggetto=${asset.id}&groupByPart=1&pag=-1`);
      const single = await api<Row[]>('GET', `/ricambio/?idOggetto=${asset.id}&groupByPart=0&pag=-1`);
      const before = await changeSettings({ PartsGroupBy: '0', PartsObjShowPositive: '1' });
      onTestFinished(async () => void (await changeSettings(before)));
      await page.goto(`/info-oggetto/${asset.id}?tab=ricambi`);
      const groups = toggle(page, 'Raggruppa per oggetto e ricambio');
      await expect.poll(() => groups.isChecked()).toBe(false);
      await toggle(page, 'Solo quantità positiva').uncheck();
      await groups.check();
      await sees(page, `1 - ${grouped.length} / ${grouped.length}`);
      await groups.uncheck();
      await sees(page, `1 - ${single.length} / ${single.length}`);
      await page.getByRole('searchbox', { name: 'Cerca nei ricambi usati' }).fill(String(grouped[0]!.codice));
      const code = String(grouped[0]!.codice);
      const some = single.filter(({ codice }) => codice === code).length;
      await sees(page, `1 - ${some} / ${some}`);
      const downloading = page.waitForEvent('download');
      await button(page, 'Download CSV').click();
      const file = await downloading;
      expect(file.suggestedFilename()).toMatch(/^elenco-ricambi-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      expect(lines.length).toBe(some + 1);
      expect(lines.at(-1)).toContain(code);
    }),
  );
});

describe('a cost centre', () => {
  it(
    'has the tab of its assets once it is saved: found, added, filtered, removed; saving returns to the list [cdc-tabs]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { line, motor } = await newPlant(api);
      const code = `K${mark()}`;
      await page.goto('/upd-cdc');
      await box(page, 'Codice').fill(code);
      await expect.poll(() => page.getByRole('tab').count()).toBe(0);
      await box(page, 'Descrizione').fill('Centro di prova');
      await saveButton(page).click();
      await page.waitForURL('**/list-cdc*');
      const [centre] = await api<Made[]>('GET', `/cdc/?filtro=${code}`);
      await page.goto(`/upd-cdc/${centre!.id}`);
      await box(page, 'Descrizione').fill('Scritto prima di guardare altrove');
      await tab(page, 'Abbinamento Centro di Costo-Oggetto').click();
      await sees(page, 'Nessun dato presente');
      await pick(page, 'Oggetto', line.codice);
      await button(page, 'Aggiungi').click();
      await sees(page, '1 - 1 / 1');
      await button(page, 'Seleziona dalla struttura: Oggetto').click();
      const picker = dialog(page, 'Seleziona');
      await picker.getByRole('searchbox', { name: /^Cerca in/ }).fill(motor.codice);
      await picker.getByRole('button', { name: `Aggiungi: ${nameOf(motor)}` }).click();
      await button(page, 'Aggiungi').click();
      await sees(page, '1 - 2 / 2');
      await page.getByRole('searchbox', { name: /^Cerca in/ }).fill(motor.codice);
      await sees(page, '1 - 1 / 1');
      await button(page, `Togli ${nameOf(motor)}`).click();
      await button(dialog(page), 'Scollega').click();
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      const linked = await api<Row[]>('GET', `/cdc/${centre!.id}/oggetti/?pag=-1`);
      expect(linked.map(({ id }) => id)).toEqual([line.id]);
      await tab(page, 'Generali').click();
      await expect
        .poll(() => box(page, 'Descrizione').inputValue())
        .toBe('Scritto prima di guardare altrove');
      expect(await violations(page)).toEqual([]);
      await saveButton(page).click();
      await page.waitForURL('**/list-cdc*');
    }),
  );
});

describe('a page that is open', () => {
  atNight(
    "shows who changed the record in the meantime, shows the current version, and ignores the user's own changes",
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const other = await superAdmin();
      const asset = await newAsset(api, (await newClass(other)).id);
      await page.goto(`/info-oggetto/${asset.id}`);
      const line = page.waitForResponse((reply) => reply.url().includes('/novita'));
      await sees(page, nameOf(asset));
      await line;
      const change = (who: Api, note: string) => who('PUT', `/oggetto/${asset.id}`, { note });
      await change(api, 'Da me');
      await change(other, 'Dalla collega');
      await sees(page, "Giulia Marchetti ha appena modificato l'elemento aperto qui.");
      expect(await violations(page)).toEqual([]);
      await button(page, 'Mostra la versione attuale').click();
      await sees(page, 'Dalla collega');
      await expect.poll(() => button(page, 'Mostra la versione attuale').count()).toBe(0);
    }),
  );
});
