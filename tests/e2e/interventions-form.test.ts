/** The intervention form: new, on an asset, for a date, copied, changed; by each role. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { pdf } from '../files/sample-files.ts';
import { atNight } from '../runner/nightly.ts';
import { inDays } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { hold } from './browser/held.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings, keepSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { go, menuBar, path, sees } from './user/navigation.ts';
import { draw } from './user/signature.ts';

let count = 0;
const mark = (): string => `Z${Date.now().toString(36)}${++count}`;

keepSettings({ UserMailNotif: '1', OdlConTimestamp: '0', BlockAssigned: '0' });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const detail = (page: Page) => page.waitForURL(/\/dettaglio-odl\/\d+$/);
const idIn = (page: Page): number => Number(path(page).split('/').at(-1));
const typed = (page: Page, label: string) => box(page, label).inputValue();
/** Reads a select or, with many choices, a text field. */
const fieldText = (page: Page, label: string): Promise<string> =>
  page
    .getByRole('combobox', { name: label, exact: true })
    .evaluate((element) =>
      element instanceof HTMLInputElement ? element.value : (element.textContent ?? ''),
    );
const chosen = async (page: Page, label: string) =>
  (await fieldText(page, label)).replaceAll(/[\s\u200b]/g, '');
const dateText = async (page: Page, label: string) =>
  (await page.getByRole('group', { name: label }).innerText()).replaceAll(/[^\d/]/g, '');
const today = (): string => inDays(0).split('-').reverse().join('/');
const there = (page: Page, label: string) => page.getByLabel(label, { exact: true }).count();

interface Lookups {
  assets: Row[];
  types: Row[];
  states: Row[];
  technicians: Row[];
}

async function lookups(api: Api): Promise<Lookups> {
  const [assets, types, states, people] = await Promise.all([
    api<Row[]>('GET', '/oggetto/?pag=1&max_rows=5'),
    api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
    api<Row[]>('GET', '/stato/?all=1&pag=-1'),
    api<{ utenti: Row[] }>('GET', '/odl/tecnico/'),
  ]);
  return {
    assets,
    types: types.filter(({ codice }) => codice !== '*'),
    states,
    technicians: people.utenti,
  };
}

const seeing = async (api: Api, asset: Row): Promise<Row[]> =>
  (await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset.id}`)).utenti;

async function made(api: Api, more: Row = {}): Promise<Row> {
  const { assets, types, states } = await lookups(api);
  const row = {
    descrizione: `Prova ${mark()}`,
    id_oggetto: assets[0]!.id,
    id_tipo_guasto: types[0]!.id,
    id_stato: states.find(({ codice }) => codice === 'AP')!.id,
    priorita: 1,
    ...more,
  };
  return { ...row, ...(await api<Row>('POST', '/odl/', row)) };
}

describe('a new intervention', () => {
  it(
    'gets type, class and description from its asset, today as its date, and opens its page [odl-titles] [odl-after-create] [odl-auto-description] [odl-planned-default] [odl-states-source] [odl-ap-no-technician]',
    visit({ as: 'SUPER', provokes: [422] }, async ({ page, api }) => {
      const { assets, types, states } = await lookups(api);
      const [asset] = assets as [Row];
      const technicians = await seeing(api, asset);
      const [type, other] = [types.at(-1)!.descrizione as string, types[0]!.descrizione as string];
      const stateOf = (code: string) => states.find(({ codice }) => codice === code)!.descrizione as string;
      await page.goto('/home');
      await menuBar(page).getByRole('button', { name: 'Interventi' }).click();
      await menuBar(page).getByRole('link', { name: 'Nuovo intervento' }).click();
      await title(page, 'Inserisci Intervento');
      await expect.poll(() => dateText(page, 'Data prevista')).toBe(today());
      await pick(page, 'Oggetto', asset.codice as string);
      await expect.poll(() => chosen(page, 'Tipo Intervento')).not.toBe('');
      await pick(page, 'Tipo Intervento', type);
      await expect.poll(() => typed(page, 'Descrizione')).toBe(`${type} - ${asset.descrizione}`);
      await pick(page, 'Stato', stateOf('AP'));
      await pick(page, 'Riferimento tecnico', technicians[0]!.descrizione as string);
      await saveButton(page).click();
      await sees(page, 'Impostare lo stato ad Assegnato se si desidera indicare un riferimento tecnico');
      expect(await violations(page)).toEqual([]);
      await pick(page, 'Stato', stateOf('AS'));
      await box(page, 'Descrizione').fill('La mia descrizione');
      await pick(page, 'Tipo Intervento', other);
      await expect.poll(() => typed(page, 'Descrizione')).toBe('La mia descrizione');
      await saveButton(page).click();
      await detail(page);
      await expect
        .poll(() => api<Row>('GET', `/odl/${idIn(page)}`))
        .toMatchObject({
          id_oggetto: asset.id,
          descrizione: 'La mia descrizione',
          id_tipo_guasto: types[0]!.id,
          id_tecnico: technicians[0]!.id,
          cod_stato: 'AS',
        });
    }),
  );

  it(
    'is created for an asset or a date, and a technician who does not see the asset is removed with a warning [odl-technicians-asset] [odl-technician-cleared] [odl-as-technician]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      const { technicians, states } = await lookups(api);
      const assets = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=60&sort=id,ASC');
      const all = new Set(technicians.map(({ id }) => id));
      const sights = await Promise.all(
        assets.map(async (asset) => {
          return { asset, seen: new Set((await seeing(api, asset)).map(({ id }) => id)) };
        }),
      );
      const hidden = sights.find(({ seen }) => seen.size < all.size)!;
      const blind = technicians.find(({ id }) => !hidden.seen.has(id))!;
      const seen = sights.find((one) => one.seen.has(blind.id as number))!;
      await page.goto(`/apri-odl/${seen.asset.id_classe}/${seen.asset.id}/2031-05-06`);
      await title(page, 'Inserisci Intervento');
      await expect.poll(() => typed(page, 'Oggetto')).toContain(String(seen.asset.codice));
      await expect.poll(() => dateText(page, 'Data prevista')).toBe('06/05/2031');
      await pick(page, 'Stato', states.find(({ codice }) => codice === 'AS')!.descrizione as string);
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await pick(page, 'Riferimento tecnico', blind.descrizione as string);
      await pick(page, 'Oggetto', hidden.asset.codice as string);
      await sees(page, "Il tecnico selezionato non ha visibilità sull'oggetto scelto");
      await expect.poll(() => chosen(page, 'Riferimento tecnico')).toBe('');
      await page.goto('/apri-odl-calendario/2031-07-08');
      await title(page, 'Inserisci Intervento');
      await expect.poll(() => dateText(page, 'Data prevista')).toBe('08/07/2031');
    }),
  );

  atNight(
    'shows an administrator the schedule of the work, with a link [odl-admin-fields]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const all = await api<Row[]>('GET', '/odl/?pag=1&max_rows=100&mostraChiusi=1');
      const planned = all.find(({ id_schedulazione }) => id_schedulazione)!;
      await page.goto(`/upd-odl/${planned.id}`);
      const link = page.getByRole('main').getByRole('link', { name: String(planned.schedulazione) });
      await link.click();
      await page.waitForURL(`**/upd-schedulazione/${planned.id_schedulazione}`);
    }),
  );

  it(
    'of a requester contains the fault and no planning, on a phone too [odl-admin-fields] [odl-required] [odl-descr-200]',
    visit({ as: 'RESP', phone: true }, async ({ page, api }) => {
      await page.goto('/upd-odl');
      await title(page, 'Inserisci Intervento');
      await box(page, 'Descrizione').waitFor();
      for (const label of [
        'Classe Intervento',
        'Data prevista',
        'Data inizio',
        'Data fine',
        'Riferimento tecnico',
        'Utente notifica mail',
        'Checklist',
        'Ore previste',
        'Centro di costo',
        'Causa del guasto',
        'Ore di fermo',
      ])
        expect(await there(page, label), label).toBe(0);
      await saveButton(page).click();
      await expect.poll(() => box(page, 'Oggetto').getAttribute('aria-invalid')).toBe('true');
      await box(page, 'Descrizione').fill('x'.repeat(201));
      await saveButton(page).click();
      await sees(page, 'Valore troppo lungo');
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      await pick(page, 'Oggetto', asset!.codice as string);
      await box(page, 'Descrizione').fill('Perde acqua');
      await expect.poll(() => chosen(page, 'Tipo Intervento')).not.toBe('');
      // A single allowed state selects itself.
      if ((await fieldText(page, 'Stato')).trim().length <= 1) await pick(page, 'Stato');
      await saveButton(page).click();
      await detail(page);
      await expect
        .poll(() => api<Row>('GET', `/odl/${idIn(page)}`))
        .toMatchObject({
          descrizione: 'Perde acqua',
          data_ordine: null,
        });
    }),
  );
});

describe('fields that depend on classes', () => {
  atNight(
    'an address with a class offers only assets of it, and displays the fields that the class shows',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const assets = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=60');
      const one = assets[0]!;
      const other = assets.find(({ id_classe }) => id_classe !== one.id_classe)!;
      await api('PUT', `/oggetto/${one.id}`, { campo_int1: 1987 });
      await page.goto(`/apri-odl/${one.id_classe}`);
      await title(page, 'Inserisci Intervento');
      await box(page, 'Oggetto').click();
      await box(page, 'Oggetto').fill(String(other.codice));
      await sees(page, 'Nessun elemento trovato');
      await page.keyboard.press('Escape');
      await pick(page, 'Oggetto', String(one.codice));
      const displays = (value: string) =>
        page.getByRole('definition').filter({ hasText: value }).first().waitFor();
      await sees(page, 'Anno di costruzione');
      await displays('1987');
      const { id } = await made(api, { id_oggetto: one.id });
      await page.goto(`/dettaglio-odl/${id}`);
      await sees(page, 'Anno di costruzione');
      await displays('1987');
      await page.goto(`/upd-odl/${id}`);
      await displays('1987');
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'class fields that a technician does not see are kept while typing, saved, and copied [odl-tech-class]',
    visit({ as: 'RIFTEC' }, async ({ page, api, join }) => {
      const admin = (await join({ as: 'SUPER' })).api;
      const previous = await changeSettings({ VisTecClasseOdl: '0' });
      const [electric] = await admin<Row[]>('GET', '/odl/classe/?codice=ELE&pag=-1');
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const row = await made(admin, { id_oggetto: asset!.id, id_classe_intervento: electric!.id });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(`/upd-odl/${row.id}`);
      const measured = box(page, 'Resistenza di isolamento (MΩ)');
      await measured.waitFor();
      expect(await there(page, 'Classe Intervento')).toBe(0);
      await measured.pressSequentially('2,5');
      await box(page, 'Note').pressSequentially('Provato a vuoto');
      expect(await box(page, 'Note').evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await measured.inputValue()).toBe('2,5');
      await box(page, 'Note').blur();
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-odl/${row.id}`);
      const stored = { id_classe_intervento: electric!.id, campo_float2: 2.5 };
      await expect
        .poll(() => api<Row>('GET', `/odl/${row.id}`))
        .toMatchObject({ ...stored, note: 'Provato a vuoto' });
      await page.goto(`/copia-odl/${row.id}`);
      await expect.poll(() => measured.inputValue()).toBe('2,5');
      await box(page, 'Descrizione').fill('Copia con la sua classe');
      await expect.poll(() => chosen(page, 'Stato')).not.toBe('');
      await expect.poll(() => measured.inputValue()).toBe('2,5');
      await saveButton(page).click();
      await detail(page);
      await expect
        .poll(() => api<Row>('GET', `/odl/${idIn(page)}`))
        .toMatchObject({ ...stored, descrizione: 'Copia con la sua classe' });
      expect(requests.filter((path) => path.endsWith('/odl/template/-1'))).toEqual([]);
      await changeSettings(previous);
    }),
  );

  atNight(
    'the cost centres are those of the asset where the plant wants it, and of all otherwise',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const previous = await changeSettings({ IsRelObjCdc: '1' });
      const admin = await apiAs(plantUrl(), 'SUADMIN');
      const asset = (await lookups(api)).assets[0]!;
      const centre = async () => {
        const codice = mark();
        return {
          ...(await admin<Row>('POST', '/cdc/', { codice, descrizione: `Centro ${codice}` })),
          codice,
        };
      };
      const [linked, other] = [await centre(), await centre()];
      await admin('POST', `/cdc/${(linked as Row).id}/oggetti/`, { id_oggetto: asset.id });
      const open = async () => {
        await page.goto(`/apri-odl/${asset.id_classe}/${asset.id}`);
        await expect.poll(() => typed(page, 'Oggetto')).toContain(String(asset.codice));
        await box(page, 'Centro di costo').click();
        await box(page, 'Centro di costo').fill(other.codice);
      };
      await open();
      await sees(page, 'Nessun elemento trovato');
      await page.keyboard.press('Escape');
      await pick(page, 'Centro di costo', linked.codice);
      await expect.poll(() => typed(page, 'Centro di costo')).toContain(linked.codice);
      await changeSettings(previous);
      await open();
      await page.getByRole('option', { name: new RegExp(other.codice) }).waitFor();
    }),
  );

  it(
    'a file of the class is uploaded with the intervention, opened, and removed in its form; a required one comes before the state [odl-dynamic-fields, custom-file-required]',
    visit({ as: 'SUPER', provokes: [422] }, async ({ page, api, join }) => {
      const label = 'Certificato di taratura';
      const field = page.getByRole('group', { name: new RegExp(`^${label}`) });
      const storedFile = async (id: number) =>
        ((await api<Row>('GET', `/odl/${id}`)).campi as Row[]).find((one) => one.label === label)?.valore;
      const asset = (await lookups(api)).assets[0]!;
      await page.goto(`/apri-odl/${asset.id_classe}/${asset.id}`);
      await expect.poll(() => typed(page, 'Oggetto')).toContain(String(asset.codice));
      await pick(page, 'Classe Intervento', 'Taratura strumenti');
      await field.waitFor();
      await box(page, 'Descrizione').fill(`Taratura ${mark()}`);
      await box(page, 'Errore rilevato').fill('0,5');
      await pick(page, 'Stato', 'Aperto');
      await field
        .locator('input[type=file]')
        .setInputFiles([{ name: 'taratura.pdf', mimeType: 'application/pdf', buffer: pdf('Taratura') }]);
      await sees(field, 'Viene caricato quando si salva');
      await saveButton(page).click();
      await detail(page);
      const id = idIn(page);
      await page.getByRole('button', { name: 'taratura.pdf' }).waitFor();
      await expect.poll(() => storedFile(id)).toBe('taratura.pdf');
      await go(page, `/upd-odl/${id}`);
      await field.getByRole('button', { name: 'taratura.pdf' }).waitFor();
      await field.getByRole('button', { name: /^Togli/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await sees(field, 'Nessun file');
      expect(await violations(page)).toEqual([]);
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await expect.poll(() => storedFile(id)).toBeNull();
      // Required by the state, the file comes first; the refused save then continues.
      const { api: owner } = await join({ as: 'SUADMIN' });
      const [definition] = await owner<Row[]>('GET', `/odl/campo/?label=${encodeURIComponent(label)}&pag=-1`);
      await owner('PUT', `/odl/campo/${definition!.id}`, { obbligatorio: 1 });
      await page.goto(`/upd-odl/${id}`);
      await field
        .locator('input[type=file]')
        .setInputFiles([{ name: 'nuova.pdf', mimeType: 'application/pdf', buffer: pdf('Nuova') }]);
      await pick(page, 'Stato', 'Assegnato');
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await expect.poll(() => storedFile(id)).toBe('nuova.pdf');
      const [technician] = await seeing(api, asset);
      await pick(page, 'Riferimento tecnico', technician!.descrizione as string);
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await expect.poll(() => api<Row>('GET', `/odl/${id}`)).toMatchObject({ cod_stato: 'AS' });
      await owner('PUT', `/odl/campo/${definition!.id}`, { obbligatorio: 0 });
    }),
  );
});

describe('an intervention', () => {
  atNight(
    'that is stored includes the fields of its asset, so that no field moves',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const [row] = await api<Row[]>('GET', '/odl/?codice=ODL-26-00023&pag=1&max_rows=1');
      const release = await hold(page, /\/oggetto\/\d+/);
      await page.goto(`/upd-odl/${row!.id}`);
      await sees(page, 'Anno di costruzione');
      release();
    }),
  );

  it(
    'whose next state requires a job report requests it in the form, gets it signed, and is then saved [report-11] [report-confirm]',
    visit({ as: 'SUPER' }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const { states, assets } = await lookups(api);
      const stateOf = (code: string) => states.find(({ codice }) => codice === code)!;
      const technician = (await seeing(api, assets[0]!))[0]!;
      const wants = (flag: unknown) =>
        admin('PUT', `/stato/${stateOf('CH').id}`, { richiedi_firma_rapportino: flag });
      await wants(1);
      const row = await made(api, {
        id_stato: stateOf('AS').id,
        id_tecnico: technician.id,
        campo_nota1: 'Usura',
        campo_float1: 1,
      });
      await api('PUT', `/odl/${row.id}`, { id_stato: stateOf('IC').id });
      await page.goto(`/upd-odl/${row.id}`);
      await pick(page, 'Stato', 'Chiuso');
      await box(page, 'Note').fill('Chiuso dal modulo');
      await saveButton(page).click();
      const dialog = page.getByRole('dialog');
      await sees(
        dialog,
        'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?',
      );
      await expect
        .poll(() => api<Row>('GET', `/odl/${row.id}`))
        .toMatchObject({ cod_stato: 'IC', note: null });
      await dialog.getByRole('button', { name: 'Conferma' }).click();
      await draw(page, 'Firma del tecnico: firmare qui');
      await page
        .getByRole('region', { name: 'Firma del tecnico' })
        .getByRole('button', { name: 'Salva firma' })
        .click();
      await sees(page, 'Firma salvata correttamente');
      await dialog.getByRole('button', { name: 'Genera rapportino' }).click();
      await sees(page, 'Rapportino generato correttamente');
      await page.waitForURL(`**/dettaglio-odl/${row.id}`);
      await expect
        .poll(() => api<Row>('GET', `/odl/${row.id}`))
        .toMatchObject({
          cod_stato: 'CH',
          note: 'Chiuso dal modulo',
          num_documenti: 1,
        });
      await wants(stateOf('CH').richiedi_firma_rapportino);
    }),
  );

  it(
    'is changed with its asset locked, and returns to the previous page [odl-after-edit] [odl-asset-locked] [odl-notify-field]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const row = await made(api);
      await page.goto('/conf-oggetti');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await go(page, `/upd-odl/${row.id}`);
      await title(page, 'Modifica Intervento');
      await expect.poll(() => box(page, 'Oggetto').getAttribute('readonly')).not.toBeNull();
      expect(await there(page, 'Utente notifica mail')).toBeGreaterThan(0);
      await box(page, 'Note').fill('Chiamare prima');
      await box(page, 'Note').blur();
      await saveButton(page).click();
      await page.waitForURL('**/conf-oggetti*');
      await expect.poll(() => api<Row>('GET', `/odl/${row.id}`)).toMatchObject({ note: 'Chiamare prima' });
    }),
  );

  atNight(
    'that a colleague has changed is compared field by field before it is saved',
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api, join }) => {
      const row = await made(api);
      await page.goto(`/upd-odl/${row.id}`);
      await box(page, 'Note').fill('La mia nota');
      const { api: theirs } = await join({ as: 'SUADMIN' });
      await theirs('PUT', `/odl/${row.id}`, { note: 'La sua nota' });
      await box(page, 'Note').blur();
      await saveButton(page).click();
      const dialog = page.getByRole('dialog');
      await sees(dialog, 'La sua nota');
      await sees(dialog, 'La mia nota');
    }),
  );

  it(
    'is copied without its history, and by a technician without people; settings define what technicians see in a new one [odl-copy-technician] [odl-single-state] [odl-tech-class] [odl-tech-dates] [odl-planned-default-param]',
    visit({ as: 'RIFTEC' }, async ({ page, api, join }) => {
      const admin = (await join({ as: 'SUPER' })).api;
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const row = await made(admin, { id_oggetto: asset!.id });
      const previous = await changeSettings({ VisTecClasseOdl: '0', VisTecDataInizioOdl: '0' });
      await page.goto(`/copia-odl/${row.id}`);
      await title(page, 'Copia Intervento');
      await expect.poll(() => typed(page, 'Descrizione')).toBe(row.descrizione);
      const hidden = ['Classe Intervento', 'Data prevista', 'Data inizio', 'Data fine'];
      for (const label of [...hidden, 'Riferimento tecnico', 'Utente notifica mail'])
        expect(await there(page, label), label).toBe(0);
      const offered = await api<Row[]>('GET', `/stato/?idOdl=-1&idTipo=${row.id_tipo_guasto}`);
      expect(offered).toHaveLength(1);
      await expect.poll(() => fieldText(page, 'Stato')).toBe(offered[0]!.descrizione);
      await page.goto('/upd-odl');
      await expect.poll(() => fieldText(page, 'Stato')).toBe(offered[0]!.descrizione);
      // Automatic values are no unsaved changes.
      await page.getByRole('link', { name: 'Annulla' }).click();
      await page.waitForURL('**/conf-odl*');
      await changeSettings({ VisTecClasseOdl: '1', VisTecDataInizioOdl: '1' });
      await page.goto('/upd-odl');
      await box(page, 'Descrizione').waitFor();
      for (const label of [...hidden, 'Riferimento tecnico'])
        expect(await there(page, label), label).toBeGreaterThan(0);
      await expect.poll(() => dateText(page, 'Data prevista')).toBe(today());
      await changeSettings(previous);
    }),
  );

  it(
    'of another technician is only read: the form has nothing to save [odl-save-button]',
    visit({ as: 'RIFTEC' }, async ({ page, api, join }) => {
      const admin = (await join({ as: 'SUPER' })).api;
      await page.goto('/home');
      const self = Number(await page.evaluate(() => localStorage.getItem('id_utente')));
      const assets = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=20');
      const { states } = await lookups(admin);
      for (const asset of assets) {
        const other = (await seeing(admin, asset)).find(({ id }) => id !== self);
        if (!other) continue;
        const row = await made(admin, {
          id_oggetto: asset.id,
          id_tecnico: other.id,
          id_stato: states.find(({ codice }) => codice === 'AS')!.id,
        });
        await page.goto(`/upd-odl/${row.id}`);
        await sees(page, 'Sola lettura');
        await expect.poll(() => box(page, 'Descrizione').getAttribute('readonly')).not.toBeNull();
        await expect.poll(() => saveButton(page).count()).toBe(0);
        return;
      }
      throw new Error('No other technician sees an asset of his');
    }),
  );

  atNight(
    'of a busy technician causes a question, and is saved after a confirmation',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { assets, states } = await lookups(api);
      const technician = (await seeing(api, assets[0]!))[0]!;
      await changeSettings({ BlockAssigned: '2' });
      const assigned = states.find(({ codice }) => codice === 'AS')!;
      const day = `20${32 + Math.floor(Math.random() * 60)}-03-04`;
      const planned = { data_ordine: day, id_stato: assigned.id, id_tecnico: technician.id };
      const first = await made(api, planned);
      const row = await made(api, { ...planned, data_ordine: day.replace('03-04', '03-05') });
      await page.goto(`/apri-odl/1/${row.id_oggetto}/${day}`);
      // The class of the asset draws the form again, with the button.
      await expect.poll(() => box(page, 'Classe Intervento').inputValue()).not.toBe('');
      await pick(page, 'Stato', assigned.descrizione as string);
      await pick(page, 'Riferimento tecnico', technician.descrizione as string);
      await saveButton(page).click();
      const dialog = page.getByRole('dialog');
      await sees(dialog, new RegExp(`${first.codice}.* Procedere\\?`));
      await dialog.getByRole('button', { name: 'Conferma' }).click();
      await detail(page);
      await changeSettings({ BlockAssigned: '0' });
    }),
  );
});
