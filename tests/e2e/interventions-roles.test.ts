/** Each form and act of an intervention, by each role that may use it: as that role, and once from another time zone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import { png } from '../files/sample-files.ts';
import { type Api, apiAs } from './api.ts';
import { visit } from './browser.ts';
import { box, pick, saveButton } from './forms.ts';
import { path, sees } from './person.ts';
import { plantUrl } from './plant-url.ts';
import { changeSettings } from './settings.ts';

let count = 0;
const mark = (): string => `R${Date.now().toString(36)}${++count}`;

let before: Awaited<ReturnType<typeof changeSettings>>;
beforeAll(async () => {
  before = await changeSettings({ UserMailNotif: '1', BlockAssigned: '0', FollowupAllowMulti: '1' });
});
afterAll(async () => {
  await changeSettings(before);
});

const dialog = (page: Page) => page.getByRole('dialog');
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click();
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click();
const detail = async (page: Page): Promise<number> => {
  await page.waitForURL(/\/dettaglio-odl\/\d+$/);
  return Number(path(page).split('/').at(-1));
};
const shown = (page: Page, label: string) =>
  page
    .getByRole('combobox', { name: label, exact: true })
    .evaluate((element) =>
      (element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')).replaceAll(
        /[\s\u200b]/g,
        '',
      ),
    );

/** The only state there is chooses itself. */
async function opened(page: Page): Promise<void> {
  await pick(page, 'Stato', 'Aperto');
}

async function raised(page: Page, api: Api): Promise<{ id: number; text: string }> {
  const text = `Prova ${mark()}`;
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
  await page.goto('/upd-odl');
  await pick(page, 'Oggetto', asset!.codice as string);
  await expect.poll(() => shown(page, 'Tipo Intervento')).not.toBe('');
  await box(page, 'Descrizione').fill(text);
  await opened(page);
  await saveButton(page).click();
  const id = await detail(page);
  await page.getByRole('heading', { level: 1, name: new RegExp(text) }).waitFor();
  return { id, text };
}

async function changed(page: Page, id: number): Promise<void> {
  await press(page, 'Modifica');
  await box(page, 'Note').fill('Portare la scala');
  await box(page, 'Note').blur();
  await saveButton(page).click();
  await page.waitForURL(`**/dettaglio-odl/${id}`);
  await sees(page, 'Portare la scala');
}

async function commented(page: Page): Promise<void> {
  await tab(page, /^Commenti/);
  await press(page, 'Aggiungi Commento');
  await box(dialog(page), 'Testo').fill('Manca la chiave');
  await inDialog(page, 'Salva');
  await gone(page);
  await sees(page, 'Manca la chiave');
}

async function costed(page: Page): Promise<void> {
  await tab(page, /^Costi/);
  await press(page, 'Aggiungi Costo');
  await box(dialog(page), 'Descrizione').fill('Guarnizione');
  await pick(page, 'Tipo costo', 'Materiale');
  await box(dialog(page), 'Quantità').fill('2');
  await box(dialog(page), 'Costo unitario').fill('1,50');
  await inDialog(page, 'Salva');
  await gone(page);
  await sees(page, 'Guarnizione');
  await sees(page, '3,00 €');
}

async function photographed(page: Page, id: number): Promise<void> {
  await page.goto(`/add-documento-odl/${id}`);
  await pick(page, 'Cartella', 'Foto');
  const name = `${mark()}.png`;
  const photo = { name, mimeType: 'image/png', buffer: png() };
  await page.locator('input[type=file]').first().setInputFiles(photo);
  await sees(page, /Caricato$/);
  await saveButton(page).click();
  await page.waitForURL(`**/dettaglio-odl/${id}?tab=documenti`);
  await sees(page, name);
}

/** A part of which there are ten. */
async function stocked(admin: Api): Promise<{ id: number; codice: string }> {
  const [sample] = await admin<Row[]>('GET', '/ricambio/?pag=1&max_rows=1&codice=CAT-10B1');
  const filled = Object.entries(sample!).filter(([name]) => /^(campo_|id_(classe|org|rep)|unita)/.test(name));
  const codice = mark();
  const part = { ...Object.fromEntries(filled), codice, descrizione: `Ricambio ${codice}` };
  const { id } = await admin<{ id: number }>('POST', '/ricambio/', part);
  const [warehouse] = await admin<Row[]>('GET', '/magazzino/?pag=1&max_rows=1');
  const lot = { id_magazzino: warehouse!.id, quantita: 10, descrizione_ubicazione: `S${codice}` };
  await admin('POST', `/ricambio/${id}/giacenza/`, { id_ricambio: id, ...lot });
  return { id, codice };
}

async function supplied(page: Page, id: number, part: { codice: string }): Promise<void> {
  const quantity = box(dialog(page), 'Quantità');
  await page.goto(`/dettaglio-odl/${id}?tab=prenotazioni`);
  await press(page, 'Aggiungi Prenotazione Ricambio');
  await pick(page, 'Ricambio', part.codice);
  await quantity.fill('4');
  await inDialog(page, 'Prenota');
  await gone(page);
  await press(page, `Preleva: ${part.codice}`);
  await quantity.fill('3');
  await inDialog(page, 'Preleva');
  await gone(page);
  await sees(page.getByRole('row', { name: new RegExp(part.codice) }), 'Prelevata in parte');
  await tab(page, /^Ricambi/);
  await press(page, `Rendi Ricambio: ${part.codice}`);
  await quantity.fill('1');
  await inDialog(page, 'Rendi');
  await gone(page);
  await sees(page.getByRole('row', { name: new RegExp(part.codice) }), '2,00');
}

/** Assigned by who plans, to a technician by somebody else, and begun. */
async function begun(page: Page, id: number, admin: Api, as: Family): Promise<void> {
  const state = page.getByRole('region', { name: 'Stato' });
  if (as === 'RIFTEC') {
    const self = Number(await page.evaluate(() => localStorage.getItem('id_utente')));
    const states = await admin<Row[]>('GET', '/stato/?all=1&pag=-1');
    const assigned = states.find(({ codice }) => codice === 'AS')!.id;
    await admin('PUT', `/odl/${id}`, { id_stato: assigned, id_tecnico: self });
    await page.goto(`/dettaglio-odl/${id}`);
  } else {
    await state.getByRole('button', { name: 'Assegnato' }).click();
    await dialog(page).getByRole('combobox', { name: 'Riferimento tecnico' }).click();
    await page.getByRole('option').first().click();
    await inDialog(page, 'Assegnato');
    await gone(page);
  }
  await state.getByRole('button', { name: 'In corso' }).click();
  await inDialog(page, 'Procedi');
  await gone(page);
  await sees(page, "L'intervento è passato allo stato In corso");
}

async function copied(page: Page, original: number): Promise<void> {
  await press(page, 'Copia');
  const text = `Copia ${mark()}`;
  await box(page, 'Descrizione').fill(text);
  await opened(page);
  await saveButton(page).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(text) }).waitFor();
  expect(await detail(page)).not.toBe(original);
}

/** When the work is closed, by whoever closes it. */
async function followed(page: Page, id: number, text: string, admin: Api): Promise<void> {
  const states = await admin<Row[]>('GET', '/stato/?all=1&pag=-1');
  const stateOf = (code: string) => states.find(({ codice }) => codice === code)!.id;
  const now = await admin<Row>('GET', `/odl/${id}`);
  if (now.cod_stato === 'AP') {
    const { utenti } = await admin<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${now.id_oggetto}`);
    await admin('PUT', `/odl/${id}`, { id_stato: stateOf('AS'), id_tecnico: utenti[0]!.id });
    await admin('PUT', `/odl/${id}`, { id_stato: stateOf('IC') });
  }
  // What the class of the asset asks for beside what all classes do.
  const measured = (now.campi as Row[]).some(({ campo_tabella }) => campo_tabella === 'campo_float2');
  const done = { campo_nota1: 'Usura', campo_float1: 0, ...(measured && { campo_float2: 2 }) };
  await admin('PUT', `/odl/${id}`, { id_stato: stateOf('CH'), ...done });
  await page.goto(`/dettaglio-odl/${id}`);
  await press(page, 'Crea follow-up');
  await expect.poll(() => box(dialog(page), 'Descrizione').inputValue()).toBe(`FOLLOW-UP - ${text}`);
  if ((await shown(page, 'Stato')) === '') await pick(page, 'Stato', 'Aperto');
  await inDialog(page, 'Crea');
  await page.getByRole('heading', { level: 1, name: new RegExp(`FOLLOW-UP - ${text}`) }).waitFor();
}

interface Walk {
  as: Family;
  zone?: string;
  phone?: boolean;
  /** Who only reports neither takes parts nor begins work. */
  works: boolean;
}

const WALKS: Walk[] = [
  { as: 'RIFTEC', works: true, zone: 'America/New_York' },
  { as: 'RESP', works: false, phone: true },
  { as: 'SUPER', works: true },
  { as: 'SUADMIN', works: true, zone: 'Asia/Tokyo' },
];

describe('an intervention, from its form to its follow-up', () => {
  for (const { works, ...who } of WALKS)
    it(
      `is the work of ${who.as}${who.zone ? `, in ${who.zone}` : ''}${who.phone ? ', on a phone' : ''}`,
      visit({ language: 'it', ...who }, async ({ page, api }) => {
        // Signed in once more, the super admin at the browser would be signed out.
        const admin = who.as === 'SUADMIN' ? api : await apiAs(plantUrl(), 'SUADMIN');
        const { id, text } = await raised(page, api);
        await changed(page, id);
        await commented(page);
        await costed(page);
        await photographed(page, id);
        if (works) await supplied(page, id, await stocked(admin));
        await tab(page, /^Generali/);
        await copied(page, id);
        await page.goto(`/dettaglio-odl/${id}`);
        if (works) await begun(page, id, admin, who.as);
        await followed(page, id, text, admin);
      }),
    );
});
