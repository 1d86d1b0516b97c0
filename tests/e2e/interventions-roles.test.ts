/** Each form and act of an intervention, by every role that may use it; and once from another time zone. */
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import { png } from '../files/sample-files.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { keepSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { go, path, sees } from './user/navigation.ts';
import { draw } from './user/signature.ts';

let count = 0;
const mark = (): string => `R${Date.now().toString(36)}${++count}`;

keepSettings({
  UserMailNotif: '1',
  BlockAssigned: '0',
  FollowupAllowMulti: '1',
  RappFirmaTecnico: '2',
  RappFirmaSegnalatore: '2',
  RappValidCambioStat: '1',
});

const dialog = (page: Page) => page.getByRole('dialog');
const dialogClosed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).last().click();
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click();
const detail = async (page: Page): Promise<number> => {
  await page.waitForURL(/\/dettaglio-odl\/\d+$/);
  return Number(path(page).split('/').at(-1));
};
const fieldValue = (page: Page, label: string) =>
  page
    .getByRole('combobox', { name: label, exact: true })
    .evaluate((element) =>
      (element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')).replaceAll(
        /[\s\u200b]/g,
        '',
      ),
    );

/** The single available state selects itself. */
async function opened(page: Page): Promise<void> {
  await pick(page, 'Stato', 'Aperto');
}

async function raised(page: Page, api: Api): Promise<{ id: number; text: string }> {
  const text = `Prova ${mark()}`;
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
  await page.goto('/upd-odl');
  await pick(page, 'Oggetto', asset!.codice as string);
  await expect.poll(() => fieldValue(page, 'Tipo Intervento')).not.toBe('');
  await box(page, 'Descrizione').fill(text);
  await opened(page);
  await saveButton(page).click();
  const id = await detail(page);
  await page.getByRole('heading', { level: 1, name: new RegExp(text) }).waitFor();
  return { id, text };
}

const plans = (as: Family): boolean => as === 'SUPER' || as === 'SUADMIN';

interface Checklist {
  id: number;
  name: string;
  /** The mandatory item. */
  item: string;
}

async function listed(admin: Api): Promise<Checklist> {
  const [name, item] = [`Lista ${mark()}`, `Serraggio ${mark()}`];
  const { id } = await admin<{ id: number }>('POST', '/checklist/', { descrizione: name });
  for (const [ordine, descrizione] of [item, `Pulizia ${mark()}`].entries()) {
    const voce = await admin<{ id: number }>('POST', '/checklist/voce/', { descrizione });
    const obbligatoria = ordine === 0 ? 1 : 0;
    await admin('POST', '/checklist/relazione/', {
      id_checklist: id,
      id_voce: voce.id,
      obbligatoria,
      ordine,
    });
  }
  return { id, name, item };
}

/** Planners also choose the checklist; others get it automatically. */
async function changed(page: Page, id: number, as: Family, list: Checklist, admin: Api): Promise<void> {
  await press(page, 'Modifica');
  await box(page, 'Note').fill('Portare la scala');
  await box(page, 'Note').blur();
  if (plans(as)) await pick(page, 'Checklist', list.name);
  await saveButton(page).click();
  await page.waitForURL(`**/dettaglio-odl/${id}`);
  await sees(page, 'Portare la scala');
  if (!plans(as)) await admin('PUT', `/odl/${id}`, { id_checklist: list.id });
}

/** Users change their own comments; planners change anyone's. */
async function commented(page: Page, id: number, as: Family, admin: Api): Promise<void> {
  const assigner = as === 'SUADMIN' ? await apiAs(plantUrl(), 'SUPER') : admin;
  await assigner('POST', `/commento/intervento/${id}`, { testo: 'Passo domani' });
  await tab(page, /^Commenti/);
  await sees(page, 'Passo domani');
  await says(page, 'Manca la chiave');
  const said = (text: string) => page.getByRole('listitem').filter({ hasText: text }).getByRole('button');
  await expect.poll(() => said('Passo domani').count()).toBe(plans(as) ? 2 : 0);
  await said('Manca la chiave')
    .and(page.getByRole('button', { name: /^Modifica/ }))
    .click();
  await box(dialog(page), 'Testo').fill('Manca la chiave da 19');
  await inDialog(page, 'Salva');
  await dialogClosed(page);
  await sees(page, 'Manca la chiave da 19');
}

async function says(page: Page, text: string): Promise<void> {
  await press(page, 'Aggiungi Commento');
  await box(dialog(page), 'Testo').fill(text);
  await inDialog(page, 'Salva');
  await dialogClosed(page);
  await sees(page, text);
}

/** Ticks, annotates and photographs an item. */
async function ticked(page: Page, { item }: Checklist): Promise<void> {
  await tab(page, /^Checklist/);
  await page.getByRole('checkbox', { name: item }).click();
  await sees(page, 'Voci eseguite: 1 su 2');
  await press(page, `Aggiungi nota: ${item}`);
  await box(page, `Nota: ${item}`).pressSequentially('40 Nm');
  await press(page, 'Salva');
  await sees(page, '40 Nm');
  const chooser = page.waitForEvent('filechooser');
  await press(page, `Foto: ${item}`);
  const name = `${mark()}.png`;
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: png() });
  await page.getByRole('button', { name: `Visualizza: ${name}` }).waitFor();
}

async function costed(page: Page): Promise<void> {
  await tab(page, /^Costi/);
  await press(page, 'Aggiungi Costo');
  await box(dialog(page), 'Descrizione').fill('Guarnizione');
  await pick(page, 'Tipo costo', 'Materiale');
  await box(dialog(page), 'Quantità').fill('2');
  await box(dialog(page), 'Costo unitario').fill('1,50');
  await inDialog(page, 'Salva');
  await dialogClosed(page);
  await sees(page, 'Guarnizione');
  await sees(page, '3,00 €');
}

async function photographed(page: Page, id: number): Promise<void> {
  await go(page, `/add-documento-odl/${id}`);
  await photo(page, id);
}

/** Users may delete their own photos. */
async function photo(page: Page, id: number): Promise<void> {
  await pick(page, 'Cartella', 'Foto');
  const name = `${mark()}.png`;
  const file = { name, mimeType: 'image/png', buffer: png() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await sees(page, /Caricato$/);
  await saveButton(page).click();
  await page.waitForURL(`**/dettaglio-odl/${id}?tab=documenti`);
  await sees(page, name);
  await page
    .getByRole('button', { name: new RegExp(`: ${name}$`) })
    .first()
    .waitFor();
}

/** Creates a part with a stock of ten. */
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
  await go(page, `/dettaglio-odl/${id}?tab=prenotazioni`);
  await press(page, 'Aggiungi Prenotazione Ricambio');
  await pick(page, 'Ricambio', part.codice);
  await quantity.fill('4');
  await inDialog(page, 'Prenota');
  await dialogClosed(page);
  await press(page, `Preleva: ${part.codice}`);
  await quantity.fill('3');
  await inDialog(page, 'Preleva');
  await dialogClosed(page);
  await sees(page.getByRole('row', { name: new RegExp(part.codice) }), 'Prelevata in parte');
  await tab(page, /^Ricambi/);
  await press(page, `Rendi Ricambio: ${part.codice}`);
  await quantity.fill('1');
  await inDialog(page, 'Rendi');
  await dialogClosed(page);
  await sees(page.getByRole('row', { name: new RegExp(part.codice) }), '2,00');
}

/** Assigned by a planner, to a technician by another user, and started. */
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
    await dialogClosed(page);
  }
  await state.getByRole('button', { name: 'In corso' }).click();
  await inDialog(page, 'Procedi');
  await dialogClosed(page);
  await sees(page, "L'intervento è passato allo stato In corso");
  // The buttons of the next states are replaced then.
  await sees(state, /^In corso$/);
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

const stateOf = async (admin: Api, code: string) =>
  (await admin<Row[]>('GET', '/stato/?all=1&pag=-1')).find(({ codice }) => codice === code)!.id;

/** Fills the required fields of the asset's class. */
async function measured(admin: Api, id: number): Promise<void> {
  const { campi } = await admin<{ campi: Row[] }>('GET', `/odl/${id}`);
  const also = campi.some(({ campo_tabella }) => campo_tabella === 'campo_float2');
  const done = { campo_nota1: 'Usura', campo_float1: 0, ...(also && { campo_float2: 2 }) };
  await admin('PUT', `/odl/${id}`, done);
}

/** Closes with a job report that both sign in the same browser. */
async function signed(page: Page): Promise<void> {
  const state = page.getByRole('region', { name: 'Stato' });
  await state.getByRole('button', { name: 'Chiuso' }).click();
  await inDialog(page, 'Procedi');
  await sees(dialog(page), 'Il passaggio allo stato selezionato richiede la creazione di un rapportino.');
  await inDialog(page, 'Procedi');
  for (const name of ['Firma del tecnico', 'Firma del segnalatore']) {
    const place = page.getByRole('region', { name });
    await draw(page, `${name}: firmare qui`);
    await place.getByRole('button', { name: 'Salva firma' }).click();
    await place.getByRole('button', { name: 'Rimuovi e rifai' }).waitFor();
  }
  await inDialog(page, 'Genera rapportino');
  await dialogClosed(page);
  await sees(state, /^Chiuso$/);
}

/** Once assigned, the requester may comment and add photos but change nothing; after closing, only comment. */
async function handedOver(page: Page, id: number, { item }: Checklist, admin: Api): Promise<void> {
  const offers = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .count();
  const offersNone = async (...names: string[]) => {
    for (const name of names) await expect.poll(() => offers(name), { message: name }).toBe(0);
  };
  const { id_oggetto } = await admin<Row>('GET', `/odl/${id}`);
  const { utenti } = await admin<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${id_oggetto}`);
  await admin('PUT', `/odl/${id}`, { id_stato: await stateOf(admin, 'AS'), id_tecnico: utenti[0]!.id });
  await page.goto(`/dettaglio-odl/${id}?tab=commenti`);
  await says(page, 'Perde ancora');
  await page.getByRole('button', { name: 'Copia', exact: true }).waitFor();
  await offersNone('Modifica', 'Elimina');
  await tab(page, /^Costi/);
  await sees(page, 'Guarnizione');
  await offersNone('Aggiungi Costo', 'Modifica: Guarnizione', 'Elimina: Guarnizione');
  await tab(page, /^Checklist/);
  await expect.poll(() => page.getByRole('checkbox', { name: item }).isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('tab', { name: /^(Ricambi|Prenotazioni)/ }).count()).toBe(0);
  await tab(page, /^Documenti/);
  await page.getByRole('link', { name: 'Aggiungi documento' }).click();
  await photo(page, id);

  await admin('PUT', `/odl/${id}`, { id_stato: await stateOf(admin, 'IC') });
  await measured(admin, id);
  await admin('PUT', `/odl/${id}`, { id_stato: await stateOf(admin, 'CH') });
  await page.goto(`/dettaglio-odl/${id}?tab=commenti`);
  await says(page, 'Grazie, ora tiene');
  await tab(page, /^Documenti/);
  await sees(page, /\.png$/);
  await offersNone('Aggiungi documento', 'Modifica');

  const { id_tipo_guasto } = await admin<Row>('GET', `/odl/${id}`);
  const another = { id_oggetto, id_tipo_guasto, priorita: 1, descrizione: `Di altri ${mark()}` };
  const other = await admin<Row>('POST', '/odl/', { ...another, id_stato: await stateOf(admin, 'AP') });
  await go(page, `/dettaglio-odl/${other.id}?tab=commenti`);
  await sees(page, 'Nessun commento presente');
  await offersNone('Modifica', 'Copia', 'Aggiungi Commento', 'Crea follow-up');
  await tab(page, /^Documenti/);
  await sees(page, /Nessun/);
  await offersNone('Aggiungi documento');
}

/** Creates a follow-up after closing. */
async function followed(page: Page, id: number, text: string): Promise<void> {
  if (!path(page).endsWith(`/${id}`)) await page.goto(`/dettaglio-odl/${id}`);
  await press(page, 'Crea follow-up');
  await expect.poll(() => box(dialog(page), 'Descrizione').inputValue()).toBe(`FOLLOW-UP - ${text}`);
  if ((await fieldValue(page, 'Stato')) === '') await pick(page, 'Stato', 'Aperto');
  await inDialog(page, 'Crea');
  await page.getByRole('heading', { level: 1, name: new RegExp(`FOLLOW-UP - ${text}`) }).waitFor();
}

interface Walk {
  as: Family;
  zone?: string;
  phone?: boolean;
  /** Requesters neither withdraw parts nor start work. */
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
      `is the work of ${who.as}${who.zone ? `, in ${who.zone}` : ''}${who.phone ? ', on a phone' : ''}${works ? '' : ', who tells more once a technician has it [R3]'}`,
      visit({ language: 'it', ...who }, async ({ page, api }) => {
        // Another sign-in would end the session of the super admin in the browser.
        const admin = who.as === 'SUADMIN' ? api : await apiAs(plantUrl(), 'SUADMIN');
        const { id, text } = await raised(page, api);
        const list = await listed(admin);
        await changed(page, id, who.as, list, admin);
        await commented(page, id, who.as, admin);
        await costed(page);
        await photographed(page, id);
        await ticked(page, list);
        if (works) await supplied(page, id, await stocked(admin));
        await copied(page, id);
        if (works) {
          const closing = `/stato/${await stateOf(admin, 'CH')}`;
          await admin('PUT', closing, { richiedi_firma_rapportino: 1 });
          onTestFinished(async () => {
            const other = await apiAs(plantUrl(), 'SUADMIN');
            await other('PUT', closing, { richiedi_firma_rapportino: 0 });
          });
          await measured(admin, id);
          await page.goto(`/dettaglio-odl/${id}`);
          await begun(page, id, admin, who.as);
          await signed(page);
        } else await handedOver(page, id, list, admin);
        await followed(page, id, text);
      }),
    );
});
