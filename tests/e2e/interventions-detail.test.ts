/** The page of an intervention: state changes, parts, checklist, costs, signature and closing. */
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { hold } from './browser/held.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings, keepSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box, pick, toggle } from './user/forms.ts';
import { go, open, sees } from './user/navigation.ts';
import { draw } from './user/signature.ts';

let count = 0;
const mark = (): string => `Y${Date.now().toString(36)}${++count}`;

keepSettings({
  UserMailNotif: '1',
  BlockAssigned: '0',
  RappFirmaTecnico: '2',
  RappFirmaSegnalatore: '1',
  RappValidCambioStat: '1',
  FollowupAllowMulti: '0',
});

const stateCalled = async (api: Api, code: string): Promise<number> => {
  const states = await api<{ id: number; codice: string }[]>('GET', '/stato/?all=1&pag=-1');
  return states.find(({ codice }) => codice === code)!.id;
};

const assetOf = async (api: Api): Promise<number> =>
  (await api<{ id: number }[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR'))[0]!.id;

/** Returns a technician who sees the asset. */
async function technicianOf(api: Api): Promise<number> {
  const { utenti } = await api<{ utenti: { id: number }[] }>(
    'GET',
    `/odl/tecnico/?idOggetto=${await assetOf(api)}`,
  );
  return utenti[0]!.id;
}

async function assetSeenBy(technician: number, api: Api): Promise<number> {
  for (const { id } of await api<{ id: number }[]>('GET', '/oggetto/?pag=1&max_rows=60')) {
    const { utenti } = await api<{ utenti: { id: number }[] }>('GET', `/odl/tecnico/?idOggetto=${id}`);
    if (utenti.some((one) => one.id === technician)) return id;
  }
  throw new Error('The technician sees no asset');
}

/** Creates an intervention with everything that the demo plant requires for closing. */
async function made(api: Api, more: Row = {}): Promise<{ id: number; codice: string; descrizione: string }> {
  const [type] = (await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1')).filter(
    ({ codice }) => codice === 'LUB',
  );
  const descrizione = `Prova ${mark()}`;
  const row = await api<Row>('POST', '/odl/', {
    descrizione,
    id_oggetto: await assetOf(api),
    campo_nota1: 'Usura',
    campo_float1: 1,
    id_tipo_guasto: type!.id,
    id_stato: await stateCalled(api, 'AP'),
    priorita: 2,
    ...more,
  });
  return { id: row.id as number, codice: String(row.codice), descrizione };
}

async function checklist(api: Api, items: [string, 0 | 1][]): Promise<number> {
  const { id } = await api<{ id: number }>('POST', '/checklist/', { descrizione: `Lista ${mark()}` });
  for (const [ordine, [descrizione, obbligatoria]] of items.entries()) {
    const voce = await api<{ id: number }>('POST', '/checklist/voce/', { descrizione });
    await api('POST', '/checklist/relazione/', { id_checklist: id, id_voce: voce.id, obbligatoria, ordine });
  }
  return id;
}

/** Creates a part with a given stock in one place. */
async function stocked(api: Api, quantita: number): Promise<{ id: number; codice: string }> {
  const [sample] = await api<Row[]>('GET', '/ricambio/?pag=1&max_rows=1&codice=CAT-10B1');
  const filled = Object.entries(sample!).filter(([name]) => /^(campo_|id_(classe|org|rep)|unita)/.test(name));
  const codice = mark();
  const part = { ...Object.fromEntries(filled), codice, descrizione: `Ricambio ${codice}` };
  const { id } = await api<{ id: number }>('POST', '/ricambio/', part);
  if (quantita > 0) {
    const [warehouse] = await api<{ id: number }[]>('GET', '/magazzino/?pag=1&max_rows=1');
    await api('POST', `/ricambio/${id}/giacenza/`, {
      id_ricambio: id,
      id_magazzino: warehouse!.id,
      quantita,
      descrizione_ubicazione: `S${codice}`,
    });
  }
  return { id, codice };
}

/** Creates a line with a machine; a part used on the machine, and a recommended part of the line without stock. */
async function partsOfLine(api: Api) {
  const [line] = await api<{ id: number }[]>(
    'GET',
    '/oggetto/?pag=1&max_rows=1&searchExactCode=1&codice=FOL-L1',
  );
  const machine = await assetOf(api);
  const [moved, recommended] = [await stocked(api, 10), await stocked(api, 0)];
  const [place] = await api<Row[]>('GET', `/ricambio/${moved.id}/giacenza/`);
  const { id_magazzino, id_ubicazione, id_lotto } = place!;
  const used = await made(api);
  await api('POST', `/odl/${used.id}/ricambio/`, {
    id_ricambio: moved.id,
    quantita: -2,
    id_magazzino,
    id_ubicazione,
    id_lotto,
  });
  await api('POST', `/oggetto/${line!.id}/ricambi-consigliati/`, { id_ricambio: recommended.id });
  return { line: line!.id, machine, moved, recommended, used };
}

const dialog = (page: Page) => page.getByRole('dialog');
const dialogClosed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).last();
const tab = async (page: Page, name: RegExp) => {
  await page.getByRole('tab', { name }).click();
};
const state = (page: Page) => page.getByRole('region', { name: 'Stato' });
const quantity = (page: Page) => box(dialog(page), 'Quantità');
const complains = (page: Page, text: string) => sees(dialog(page), text);

const signed = (page: Page, name: string) =>
  page.getByRole('region', { name }).getByRole('button', { name: 'Rimuovi e rifai' });

describe('the page of an intervention', () => {
  atNight(
    'keeps the scroll position of its tabs when a count changes',
    visit({ as: 'SUPER', phone: true }, async ({ page, api }) => {
      const { id } = await made(api);
      await page.goto(`/dettaglio-odl/${id}?tab=commenti`);
      const tabs = page.getByRole('tablist');
      const strip = await tabs.evaluateHandle((list) => {
        let one = list as Element;
        while (!/auto|scroll/.test(getComputedStyle(one).overflowX)) one = one.parentElement!;
        return one;
      });
      const place = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
      await expect.poll(place).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Aggiungi Commento' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('Visto');
      await strip.evaluate((one) => {
        one.scrollLeft = 0;
      });
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await tabs.getByRole('tab', { name: 'Commenti (1)' }).waitFor();
      await page.waitForTimeout(600);
      expect(await place()).toBe(0);
      // The opened row is scrolled into view.
      await tabs.getByRole('tab', { name: 'Generali' }).press('End');
      await page.keyboard.press('Enter');
      await expect.poll(place).toBeGreaterThan(0);
    }),
  );

  it(
    'is drawn together with its next states: nothing moves under a finger, and no press is lost',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id } = await made(api);
      const release = await hold(page, /\/stato\/\?.*idOdl=/);
      const requested = page.waitForRequest(/\/stato\/\?.*idOdl=/);
      await page.goto(`/dettaglio-odl/${id}`);
      await requested;
      const tab = page.getByRole('tab', { name: 'Commenti' });
      const next = page.getByRole('region', { name: 'Stato' }).getByRole('button');
      expect(await tab.count()).toBe(0);
      release();
      await tab.waitFor();
      expect(await next.count()).toBeGreaterThan(0);
      // The current state must not look like one of the buttons.
      const name = state(page).getByText('Aperto', { exact: true });
      expect(await name.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    }),
  );

  atNight(
    'is drawn without its next states where they cannot be read',
    visit({ as: 'SUPER', provokes: [500] }, async ({ page, api }) => {
      const { id, codice } = await made(api);
      await page.route(/\/stato\/\?.*idOdl=/, (route) =>
        route.fulfill({ status: 500, json: { result: -1, description: 'Non riuscito' } }),
      );
      await page.goto(`/dettaglio-odl/${id}`);
      await page.getByRole('heading', { level: 1, name: new RegExp(codice) }).waitFor({ timeout: 3000 });
      await page.getByRole('tab', { name: 'Commenti' }).waitFor();
    }),
  );

  it(
    'is opened, assigned only with a technician, and shows every step [odl-tabs] [odl-tab-checklist] [odl-counters] [odl-links] [odl-state-buttons] [odl-current-excluded] [odl-as-button-disabled] [odl-status-confirm] [odl-status-keeps-users]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id, codice } = await made(api);
      await page.goto(`/dettaglio-odl/${id}`);
      await page.getByRole('heading', { level: 1, name: new RegExp(codice) }).waitFor();
      const names = ['Generali', 'Cronologia', 'Documenti', 'Prenotazioni', 'Ricambi', 'Costi', 'Commenti'];
      for (const name of [...names, 'Follow-up', 'Errori'])
        await page.getByRole('tab', { name: new RegExp(`^${name}`) }).waitFor();
      await expect.poll(() => page.getByRole('tab', { name: /Checklist/ }).count()).toBe(0);
      await page.getByRole('link', { name: /FOL-L1-PR/ }).waitFor();
      await sees(state(page), 'Serve il riferimento tecnico');
      await expect.poll(() => state(page).getByRole('button', { name: 'Aperto' }).count()).toBe(0);

      await state(page).getByRole('button', { name: 'Assegnato' }).click();
      await sees(dialog(page), /Procedere\?$/);
      const technician = dialog(page).getByRole('combobox', { name: 'Riferimento tecnico' });
      // The last technician of this asset is proposed when the server has answered.
      await expect.poll(() => technician.innerText()).toMatch(/\w/);
      await expect.poll(() => inDialog(page, 'Assegnato').isDisabled()).toBe(false);
      await inDialog(page, 'Annulla').click();
      await dialogClosed(page);
      // Without a proposal, the user must choose.
      await page.route('**/odl/tecnico/**', async (route) => {
        const answer = await (await route.fetch()).json();
        const [one] = answer.data.utenti;
        const other = { id: one.id + 100_000, descrizione: 'Un altro' };
        await route.fulfill({ json: { ...answer, data: { utenti: [one, other], utenteConsigliato: null } } });
      });
      await page.goto(`/dettaglio-odl/${id}`);
      await state(page).getByRole('button', { name: 'Assegnato' }).click();
      await expect.poll(() => inDialog(page, 'Assegnato').isDisabled()).toBe(true);
      await sees(dialog(page).getByRole('status'), 'Manca: Riferimento tecnico');
      await technician.click();
      const chosen = page.getByRole('option').first();
      const name = (await chosen.innerText()).trim();
      await chosen.click();
      await inDialog(page, 'Assegnato').click();
      await dialogClosed(page);
      await sees(page, "L'intervento è passato allo stato Assegnato");
      await sees(page, name);

      await state(page).getByRole('button', { name: 'In corso' }).click();
      await sees(dialog(page), "L'intervento passerà allo stato In corso. Procedere?");
      await inDialog(page, 'Procedi').click();
      await dialogClosed(page);
      const now = await api<Row>('GET', `/odl/${id}`);
      expect(now).toMatchObject({ cod_stato: 'IC', tecnico: name });
      await tab(page, /^Cronologia/);
      await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(4);
      expect(await violations(page)).toEqual([]);
    }),
  );

  it(
    'has its main actions on every tab, remembers the tab, and shows loading data [odl-edit-button] [odl-copy-button] [loading-text] [comment-empty]',
    visit({ as: 'RIFTEC' }, async ({ page, api }) => {
      const [one, other] = [await made(api), await made(api)];
      let answer = () => {};
      const requested = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/commento/intervento/**', async (route) => {
        await requested;
        await route.continue();
      });
      await page.goto(`/dettaglio-odl/${one.id}`);
      await tab(page, /^Commenti/);
      await page.getByRole('status').filter({ hasText: 'Caricamento in corso...' }).waitFor();
      answer();
      await sees(page, 'Nessun commento presente');
      for (const name of ['Aggiungi Commento', 'Modifica', 'Copia', 'Scarica PDF'])
        await page.getByRole('button', { name, exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
      await go(page, `/dettaglio-odl/${other.id}`);
      await page.getByRole('heading', { level: 1, name: new RegExp(other.codice) }).waitFor();
      await page.getByRole('tab', { name: /^Generali/, selected: true }).waitFor();
      await go(page, `/dettaglio-odl/${one.id}`);
      await page.getByRole('tab', { name: /^Commenti/, selected: true }).waitFor();
    }),
  );

  it(
    'is assigned only with a user to notify if mails are mandatory, and sent as a whole [odl-as-button-notify] [odl-status-whole] [odl-tab-preset]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      await changeSettings({ UserMailNotif: '2' });
      const { id, descrizione } = await made(api);
      await page.goto('/home');
      await page.evaluate((address) => {
        const state = { usr: { tab: 'commenti' }, key: 'preset', idx: (history.state?.idx ?? 0) + 1 };
        history.pushState(state, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state }));
      }, `/dettaglio-odl/${id}`);
      await page.getByRole('tab', { name: /^Commenti/, selected: true }).waitFor();
      await state(page).getByRole('button', { name: 'Assegnato' }).click();
      const technician = dialog(page).getByRole('combobox', { name: 'Riferimento tecnico' });
      await technician.click();
      await page.getByRole('option').first().click();
      await expect.poll(() => inDialog(page, 'Assegnato').isDisabled()).toBe(true);
      await pick(page, 'Utente notifica mail');
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await inDialog(page, 'Assegnato').click();
      const body = (await sent).postDataJSON();
      expect(body).toMatchObject({
        id_stato: await stateCalled(api, 'AS'),
        descrizione,
        priorita: 2,
        campo_nota1: 'Usura',
      });
      expect(body.id_usr_notifica).toBeGreaterThan(0);
      await dialogClosed(page);
      await changeSettings({ UserMailNotif: '1' });
    }),
  );

  atNight(
    'asks if the technician is busy, and continues after a confirmation [block-bypass]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      await changeSettings({ BlockAssigned: '2' });
      const mine = await technicianOf(api);
      const year = 2032 + Math.floor(Math.random() * 60);
      const when = { data_ordine: `${year}-05-05T08:00:00.000Z`, ore_previste: 4 };
      const busy = await made(api, {
        ...when,
        id_stato: await stateCalled(api, 'AS'),
        id_tecnico: mine,
      });
      const { id } = await made(api, when);
      await page.goto(`/dettaglio-odl/${id}`);
      await state(page).getByRole('button', { name: 'Assegnato' }).click();
      const { tecnico } = await api<{ tecnico: string }>('GET', `/odl/${busy.id}`);
      await pick(page, 'Riferimento tecnico', tecnico);
      await inDialog(page, 'Assegnato').click();
      await sees(dialog(page), new RegExp(`${busy.codice}.*Procedere\\?$`));
      await inDialog(page, 'Procedi').click();
      await dialogClosed(page);
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({ cod_stato: 'AS', id_tecnico: mine });
      await changeSettings({ BlockAssigned: '0' });
    }),
  );

  atNight(
    'that a colleague has changed is compared field by field before its state changes, and no change is lost',
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api, join }) => {
      const { id } = await made(api, { note: 'La nota di prima' });
      await page.goto(`/dettaglio-odl/${id}`);
      await state(page).getByRole('button', { name: 'Annullato' }).click();
      await sees(dialog(page), /Procedere\?$/);
      const { api: theirs } = await join({ as: 'SUADMIN' });
      await theirs('PUT', `/odl/${id}`, { note: 'La nota del collega', priorita: 3 });
      await inDialog(page, 'Procedi').click();
      await sees(dialog(page), 'Un collega ha salvato prima di te');
      await sees(dialog(page), 'Giulia Marchetti');
      expect((await api<Row>('GET', `/odl/${id}`)).cod_stato).toBe('AP');
      const choice = (field: string) => dialog(page).getByRole('radiogroup', { name: field, exact: true });
      const chosen = (field: string) => choice(field).getByRole('radio', { checked: true });
      await expect.poll(() => chosen('Stato').inputValue()).toBe('mine');
      await expect.poll(() => chosen('Note').inputValue()).toBe('theirs');
      await sees(choice('Stato'), 'Annullato');
      await sees(choice('Note'), 'La nota del collega');
      await expect.poll(() => dialog(page).getByRole('radiogroup').count()).toBe(3);
      expect(await violations(page)).toEqual([]);
      await choice('Priorità').getByRole('radio').first().check();
      await inDialog(page, 'Salva le scelte').click();
      await dialogClosed(page);
      await sees(page, "L'intervento è passato allo stato Annullato");
      await expect
        .poll(() => api<Row>('GET', `/odl/${id}`))
        .toMatchObject({
          cod_stato: 'AN',
          note: 'La nota del collega',
          priorita: 2,
        });
    }),
  );

  it(
    'has costs and comments, with questions before deletion [cost-required] [cost-flag] [cost-admin-all] [comment-required] [comment-empty] [comment-confirm] [cost-page-list] [D-empty]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id } = await made(api);
      await page.goto(`/add-costo-odl/${id}`);
      await dialog(page).waitFor();
      await inDialog(page, 'Salva').click();
      await complains(page, 'Questo campo è obbligatorio');
      await box(dialog(page), 'Descrizione').fill('Guarnizione');
      await pick(page, 'Tipo costo', 'Materiale');
      for (const [label, from, key, to, step] of [
        ['Quantità', '4', 'ArrowDown', '3', '1'],
        ['Costo unitario', '1,34', 'ArrowUp', '1,35', '0.01'],
      ] as const) {
        await box(dialog(page), label).fill(from);
        await box(dialog(page), label).press(key);
        expect(await box(dialog(page), label).inputValue()).toBe(to);
        expect(await box(dialog(page), label).getAttribute('step')).toBe(step);
      }
      await complains(page, 'Totale: 4,05 €');
      await inDialog(page, 'Salva').click();
      await dialogClosed(page);
      await sees(page.getByRole('row', { name: /Guarnizione/ }), '4,05 €');
      await sees(page, 'Totale passivo: 4,05 €');
      await press(page, 'Modifica: Guarnizione');
      await box(dialog(page), 'Quantità').fill('2');
      await inDialog(page, 'Salva').click();
      await dialogClosed(page);
      await sees(page, 'Totale passivo: 2,70 €');
      await press(page, 'Elimina: Guarnizione');
      await sees(dialog(page), 'Sicuro di voler eliminare il costo?');
      await inDialog(page, 'Elimina').click();
      await sees(page, 'Nessun dato presente');
      await sees(page, "Nessun costo registrato per l'intervento");

      await tab(page, /^Commenti/);
      await sees(page, 'Nessun commento presente');
      await press(page, 'Aggiungi Commento');
      await inDialog(page, 'Salva').click();
      await complains(page, 'Questo campo è obbligatorio');
      await box(dialog(page), 'Testo').fill('Manca la chiave del quadro');
      await inDialog(page, 'Salva').click();
      await dialogClosed(page);
      await sees(page, 'Manca la chiave del quadro');
      await page.getByRole('tab', { name: 'Commenti (1)' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await press(page, /^Elimina: /);
      await sees(dialog(page), 'Sicuro di voler eliminare il commento?');
      await inDialog(page, 'Elimina').click();
      await sees(page, 'Nessun commento presente');
    }),
  );

  atNight(
    "a colleague's change of a cost or a note is shown next to mine, to choose from [I21]",
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api, join }) => {
      const { id } = await made(api, { id_checklist: await checklist(api, [['Serrare', 0]]) });
      const [type] = await api<Row[]>('GET', '/costo/tipo-costo/?pag=-1');
      const cost = {
        descrizione: 'Guarnizione',
        tipo: type!.id_tipo_costo ?? type!.id,
        quantita: 3,
        costo: 2,
      };
      const { id: line } = await api<Row>('POST', `/odl/${id}/costo/`, cost);
      const { api: theirs } = await join({ as: 'SUADMIN' });

      await page.goto(`/dettaglio-odl/${id}?tab=costi`);
      await press(page, 'Modifica: Guarnizione');
      await theirs('PUT', `/odl/${id}/costo/${line}`, {
        ...cost,
        quantita: 5,
        descrizione: 'Guarnizione piana',
      });
      await box(dialog(page).first(), 'Quantità').fill('4');
      await inDialog(page, 'Salva').click();
      const compared = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await sees(compared, 'Guarnizione piana');
      expect(await violations(page)).toEqual([]);
      await compared.getByRole('button', { name: 'Salva le scelte' }).click();
      await dialogClosed(page);
      const [saved] = await api<Row[]>('GET', `/odl/${id}/costo/`);
      expect(saved).toMatchObject({ quantita: 4, descrizione: 'Guarnizione piana' });

      await tab(page, /^Checklist/);
      await press(page, /^Aggiungi nota/);
      await page.getByRole('textbox', { name: 'Nota: Serrare' }).fill('La mia nota');
      const [item] = await api<Row[]>('GET', `/odl/${id}/checklist`);
      await theirs('PUT', `/odl/${id}/checklist/${item!.id}`, { note: 'La nota del collega' });
      await press(page, 'Salva');
      await sees(page, /ha modificato la nota mentre scrivevi: «La nota del collega»/);
      expect((await api<Row[]>('GET', `/odl/${id}/checklist`))[0]!.note).toBe('La nota del collega');
      await press(page, 'Salva');
      await sees(page, 'La mia nota');
      await expect
        .poll(async () => (await api<Row[]>('GET', `/odl/${id}/checklist`))[0]!.note)
        .toBe('La mia nota');
    }),
  );

  atNight(
    'a comment has an address: its author finds it open for editing, others read it [comment-views]',
    visit({ as: 'SUPER' }, async ({ page, api, join }) => {
      const { page: other, api: theirs } = await join({ as: 'RIFTEC' });
      await other.goto('/home');
      const self = Number(await other.evaluate(() => localStorage.id_utente));
      const { id } = await made(api, {
        id_oggetto: await assetSeenBy(self, api),
        id_stato: await stateCalled(api, 'AS'),
        id_tecnico: self,
      });
      const { id: comment } = await api('POST', `/commento/intervento/${id}`, { testo: 'Da rivedere' });
      await page.goto(`/add-commento-intervento/${id}/${comment}`);
      await page.getByRole('dialog', { name: 'Modifica commento' }).waitFor();
      await expect.poll(() => box(dialog(page), 'Testo').inputValue()).toBe('Da rivedere');
      await box(dialog(page), 'Testo').fill('Rivisto');
      await inDialog(page, 'Salva').click();
      await dialogClosed(page);
      await sees(page, 'Rivisto');
      await go(other, `/add-commento-intervento/${id}/${comment}`);
      await sees(other, 'Rivisto');
      await expect.poll(() => dialog(other).count()).toBe(0);
      await expect.poll(() => other.getByRole('button', { name: /^Modifica: / }).count()).toBe(0);
      expect((await theirs<Row>('GET', `/commento/${comment}`)).modificabile).toBe(0);
    }),
  );

  it(
    'reserves, withdraws, changes and returns parts, and refuses missing stock with a message [pren-quantity] [pren-state] [pren-locked] [prel-quantity] [prel-negative] [prel-not-below] [prel-stock] [prel-sign] [prel-no-stock] [return-quantity] [qr-mismatch] [O9]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id } = await made(api);
      const part = await stocked(api, 10);
      const none = await stocked(api, 0);
      await page.goto(`/dettaglio-odl/${id}?tab=prenotazioni`);
      await press(page, 'Aggiungi Prenotazione Ricambio');
      await pick(page, 'Ricambio', part.codice);
      await sees(dialog(page), 'Giacenza attuale: 10,00, disponibile: 10,00');
      await quantity(page).fill('-1');
      await inDialog(page, 'Prenota').click();
      await complains(page, 'La quantità deve essere positiva');
      await quantity(page).fill('4');
      await inDialog(page, 'Prenota').click();
      await dialogClosed(page);
      const row = page.getByRole('row', { name: new RegExp(part.codice) });
      await sees(row, 'Da prelevare');

      await press(page, `Preleva: ${part.codice}`);
      await press(page, 'Scansiona il QR del ricambio');
      const scan = page.getByRole('dialog', { name: 'Scansiona il QR del ricambio' });
      await scan.getByRole('textbox').fill(none.codice);
      await scan.getByRole('textbox').press('Enter');
      await sees(scan, 'Il codice del ricambio scansionato è diverso da quello della prenotazione');
      await scan.getByRole('button', { name: 'Chiudi' }).click();
      await sees(dialog(page), 'Giacenza attuale: 10,00, disponibile: 6,00');
      await sees(dialog(page), '(10,00, disponibile 6,00)');
      await quantity(page).fill('11');
      await inDialog(page, 'Preleva').click();
      await complains(page, 'Non è possibile prelevare una quantità maggiore di quella a magazzino');
      await quantity(page).fill('-2');
      await inDialog(page, 'Preleva').click();
      await complains(page, 'Non è possibile prelevare una quantità negativa');
      await quantity(page).fill('3');
      await inDialog(page, 'Preleva').click();
      await dialogClosed(page);
      await sees(row, 'Prelevata in parte');
      await expect.poll(() => row.getByRole('button', { name: /^(Modifica|Elimina): / }).count()).toBe(0);
      await row.getByRole('button', { name: `Modifica dettagli: ${part.codice}` }).click();
      await sees(dialog(page), 'Giacenza attuale: 7,00, disponibile: 6,00');
      await quantity(page).fill('-4');
      await inDialog(page, 'Salva').click();
      await complains(page, 'Non è possibile scaricare una quantità maggiore di quella attuale');
      await quantity(page).fill('1');
      await inDialog(page, 'Salva').click();
      await dialogClosed(page);
      await sees(row, /^Prelevata$/);

      await go(page, `/add-ricambio-odl/${id}`);
      await pick(page, 'Ricambio', none.codice);
      await complains(page, 'Il ricambio selezionato non ha alcuna giacenza a magazzino');
      await inDialog(page, 'Annulla').click();
      await page.getByRole('tab', { name: 'Ricambi (1)' }).waitFor();
      await page.getByRole('link', { name: part.codice }).waitFor();
      await press(page, `Rendi Ricambio: ${part.codice}`);
      await quantity(page).fill('0');
      await inDialog(page, 'Rendi').click();
      await complains(page, 'La quantità deve essere positiva');
      await quantity(page).fill('1,5');
      await inDialog(page, 'Rendi').click();
      await dialogClosed(page);
      await sees(page.getByRole('row', { name: new RegExp(part.codice) }), '2,50');
      expect(await violations(page)).toEqual([]);
      await press(page, `Elimina: ${part.codice}`);
      await sees(dialog(page), 'Sicuro di voler eliminare il ricambio?');
      await inDialog(page, 'Elimina').click();
      await sees(page, "Nessun ricambio prelevato per l'intervento");
      const stock = await api<{ quantita: number }[]>('GET', `/ricambio/${part.id}/giacenza/`);
      expect(stock.map(({ quantita }) => quantita)).toEqual([10]);
    }),
  );

  atNight(
    'offers the parts of its asset to choose from, with switches that begin as the plant has set them [SelectPartsByObj] [SelectPartsPositive] [SelectPartsSuggested]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const were = await changeSettings({
        SelectPartsByObj: '0',
        SelectPartsPositive: '1',
        SelectPartsSuggested: '0',
      });
      onTestFinished(async () => void (await changeSettings(were)));
      const { line, moved, recommended } = await partsOfLine(api);
      const { id } = await made(api, { id_oggetto: line });
      await page.goto(`/dettaglio-odl/${id}?tab=prenotazioni`);
      await press(page, 'Aggiungi Prenotazione Ricambio');
      await press(page, "Cerca il ricambio nell'elenco");
      const list = page.getByRole('dialog', { name: 'Scegli il ricambio' });
      const [byAsset, positive, below, suggested] = [
        "Già movimentati sull'oggetto",
        'Solo quantità positiva',
        'Includi oggetti figli',
        "Consigliati per l'oggetto",
      ].map((label) => toggle(list, label));
      await expect.poll(() => positive!.isChecked()).toBe(true);
      for (const off of [byAsset, below, suggested]) await expect.poll(() => off!.isChecked()).toBe(false);
      const row = (part: { codice: string }) => list.getByRole('row', { name: new RegExp(part.codice) });
      await list.getByRole('searchbox').fill(recommended.codice);
      await sees(list, 'Nessun elemento corrisponde ai filtri');
      await positive!.click();
      await row(recommended).waitFor();
      await suggested!.click();
      await row(recommended).waitFor();
      expect(await violations(page)).toEqual([]);
      await list.getByRole('searchbox').fill(moved.codice);
      await sees(list, 'Nessun elemento corrisponde ai filtri');
      await suggested!.click();
      await row(moved).waitFor();
      await byAsset!.click();
      await sees(list, 'Nessun elemento corrisponde ai filtri');
      await below!.click();
      await row(moved)
        .getByRole('button', { name: /^Aggiungi: / })
        .click();
      await list.waitFor({ state: 'detached' });
      await expect.poll(() => box(dialog(page), 'Ricambio').inputValue()).toContain(moved.codice);
      await sees(dialog(page), 'Giacenza attuale: 8,00, disponibile: 8,00');
    }),
  );

  atNight(
    'offers on a phone the parts used on its asset first, if the setting says so [SelectPartsByObj]',
    visit({ as: 'SUPER', phone: true }, async ({ page, api }) => {
      const were = await changeSettings({ SelectPartsByObj: '1', SelectPartsPositive: '0' });
      onTestFinished(async () => void (await changeSettings(were)));
      const { machine, moved, recommended } = await partsOfLine(api);
      const { id } = await made(api, { id_oggetto: machine });
      await page.goto(`/add-ricambio-odl/${id}`);
      await press(page, "Cerca il ricambio nell'elenco");
      const list = page.getByRole('dialog', { name: 'Scegli il ricambio' });
      await list.getByRole('searchbox').fill(recommended.codice);
      await sees(list, 'Nessun elemento corrisponde ai filtri');
      await list.getByRole('searchbox').fill(moved.codice);
      const add = list.getByRole('button', { name: new RegExp(`^Aggiungi: ${moved.codice}`) });
      await add.waitFor();
      expect((await add.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      expect(await violations(page)).toEqual([]);
      await add.click();
      await list.waitFor({ state: 'detached' });
      await sees(dialog(page), 'Giacenza attuale: 8,00, disponibile: 8,00');
    }),
  );

  atNight(
    'is a link away from the part and the asset that it was done with',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { machine, moved, used } = await partsOfLine(api);
      const leads = (page: Page) =>
        page
          .locator(`a[href="/dettaglio-odl/${used.id}"]`)
          .filter({ hasText: used.codice })
          .first()
          .waitFor();
      for (const tabName of ['interventi', 'movimentazioni']) {
        await open(page, `/dettaglio-ricambio/${moved.id}?tab=${tabName}`);
        await leads(page);
      }
      await go(page, `/info-oggetto/${machine}?tab=ricambi`);
      await page.getByRole('searchbox', { name: 'Cerca nei ricambi usati' }).fill(moved.codice);
      await leads(page);
      expect(await violations(page)).toEqual([]);
    }),
  );

  it(
    'is done by a technician on a phone: ticked, signed, closed [odl-status-nonadmin] [checklist-item] [report-11] [report-confirm] [report-signature-modes] [report-generate-disabled] [report-signature-redo] [report-signature-empty] [report-signature-network] [report-success] [report-canvas] [report-png]',
    visit(
      { as: 'RIFTEC', phone: true, says: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ },
      async ({ page, join }) => {
        const { api, page: other } = await join({ as: 'SUADMIN' });
        await other.close();
        const states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
        const closing = states.find(({ codice }) => codice === 'CH')!;
        const needsSignature = (value: 0 | 1, by: Api) =>
          by('PUT', `/stato/${closing.id}`, { richiedi_firma_rapportino: value });
        await needsSignature(1, api);
        onTestFinished(async () => void (await needsSignature(0, await apiAs(plantUrl(), 'SUADMIN'))));
        const id_checklist = await checklist(api, [
          ['Serraggio bulloni', 1],
          ['Pulizia', 0],
        ]);
        await page.goto('/home');
        const me = Number(await page.evaluate(() => localStorage.id_utente));
        const { id } = await made(api, {
          id_checklist,
          id_oggetto: await assetSeenBy(me, api),
          id_stato: await stateCalled(api, 'AS'),
          id_tecnico: me,
        });
        await page.goto(`/dettaglio-odl/${id}?tab=checklist`);
        const foot = (name: string) => page.getByRole('button', { name: `Passa allo stato: ${name}` });
        await foot('In corso').click();
        await inDialog(page, 'Procedi').click();
        // Checks the message first, because it disappears automatically.
        const message = page
          .getByRole('status')
          .filter({ hasText: "L'intervento è passato allo stato In corso" });
        const toastBox = (await message.boundingBox())!;
        await dialogClosed(page);
        // The message does not cover the next states.
        const bar = (await state(page).boundingBox())!;
        expect(Math.min(toastBox.y + toastBox.height, bar.y + bar.height)).toBeLessThan(
          Math.max(toastBox.y, bar.y),
        );
        await sees(state(page), /Mancano le voci obbligatorie della checklist: Serraggio bulloni/);
        // A pause is not the next step, so nothing takes the place of the closing.
        await expect.poll(() => page.getByRole('button', { name: /^Passa allo stato/ }).count()).toBe(0);
        await state(page).getByRole('button', { name: 'Sospeso' }).waitFor();
        expect(await violations(page)).toEqual([]);

        await page.getByRole('checkbox', { name: 'Serraggio bulloni' }).click();
        await sees(page, 'Voci eseguite: 1 su 2');
        await press(page, 'Aggiungi nota: Serraggio bulloni');
        await page.getByRole('textbox', { name: 'Nota: Serraggio bulloni' }).fill('40 Nm');
        await press(page, 'Salva');
        await sees(page, '40 Nm');
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: 'bullone.png',
            mimeType: 'image/png',
            buffer: Buffer.from(
              'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
              'base64',
            ),
          });
        await page.getByRole('button', { name: 'Visualizza: bullone.png' }).waitFor();

        await foot('Chiuso').click();
        await inDialog(page, 'Procedi').click();
        await sees(
          dialog(page),
          'Il passaggio allo stato selezionato richiede la creazione di un rapportino. Procedere?',
        );
        await inDialog(page, 'Procedi').click();
        const technician = page.getByRole('region', { name: 'Firma del tecnico' });
        await technician.getByRole('button', { name: 'Salva firma' }).click();
        await sees(technician, 'Inserire la firma');
        await expect.poll(() => inDialog(page, 'Genera rapportino').isDisabled()).toBe(true);
        await sees(dialog(page), 'Manca: Firma del tecnico');
        const canvas = page.getByRole('img', { name: 'Firma del tecnico: firmare qui' });
        expect(await canvas.evaluate((one: HTMLCanvasElement) => [one.width, one.height])).toEqual([
          380, 200,
        ]);
        await draw(page, 'Firma del tecnico: firmare qui');
        await page.route('**/rapportini/firme/**', (route) => route.abort());
        await technician.getByRole('button', { name: 'Salva firma' }).click();
        await sees(technician, 'Impossibile connettersi al server. Riprova più tardi.');
        await page.unroute('**/rapportini/firme/**');
        await technician.getByRole('button', { name: 'Salva firma' }).click();
        await sees(page, 'Firma salvata correttamente');
        await signed(page, 'Firma del tecnico').click();
        await draw(page, 'Firma del tecnico: firmare qui');
        await technician.getByRole('textbox', { name: 'Nome di chi firma' }).fill('Luca Ferri');
        await technician.getByRole('button', { name: 'Salva firma' }).click();
        await signed(page, 'Firma del tecnico').waitFor();
        await sees(technician, /Luca Ferri/);
        expect(await violations(page)).toEqual([]);
        await inDialog(page, 'Genera rapportino').click();
        await sees(page, 'Rapportino generato correttamente');
        await dialogClosed(page);
        await expect
          .poll(() => api<Row>('GET', `/odl/${id}`))
          .toMatchObject({ cod_stato: 'CH', num_documenti: 1 });
      },
    ),
  );

  atNight(
    'has its job report made from its page where the status change does not ask for it, with the signatures the plant wants [report-signature-modes]',
    visit({ as: 'RIFTEC', phone: true }, async ({ page, join }) => {
      const { api, page: other } = await join({ as: 'SUADMIN' });
      await other.close();
      const closing = await stateCalled(api, 'CH');
      await api('PUT', `/stato/${closing}`, { richiedi_firma_rapportino: 1 });
      const settings = await changeSettings({
        RappValidCambioStat: '0',
        RappFirmaTecnico: '1',
        RappFirmaSegnalatore: '0',
      });
      onTestFinished(async () => {
        await changeSettings(settings);
        const admin = await apiAs(plantUrl(), 'SUADMIN');
        await admin('PUT', `/stato/${closing}`, { richiedi_firma_rapportino: 0 });
      });
      const admin = await apiAs(plantUrl(), 'SUADMIN');
      await page.goto('/home');
      const me = Number(await page.evaluate(() => localStorage.id_utente));
      const { id } = await made(admin, {
        id_oggetto: await assetSeenBy(me, admin),
        id_stato: await stateCalled(admin, 'AS'),
        id_tecnico: me,
      });
      const report = page.getByRole('button', { name: 'Rapportino', exact: true });
      await page.goto(`/dettaglio-odl/${id}?tab=generali`);
      await page.getByRole('button', { name: 'Passa allo stato: In corso' }).waitFor();
      await expect.poll(() => report.count()).toBe(0);
      await admin('PUT', `/odl/${id}`, { id_stato: await stateCalled(admin, 'IC') });
      await page.reload();
      await report.click();
      const technician = page.getByRole('region', { name: 'Firma del tecnico' });
      await sees(technician, 'facoltativa');
      await sees(dialog(page), 'Rapportino: Chiuso');
      await expect.poll(() => page.getByRole('region', { name: 'Firma del segnalatore' }).count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await draw(page, 'Firma del tecnico: firmare qui');
      await technician.getByRole('button', { name: 'Salva firma' }).click();
      await signed(page, 'Firma del tecnico').waitFor();
      await inDialog(page, 'Genera rapportino').click();
      await sees(page, 'Rapportino generato correttamente');
      await dialogClosed(page);
      await report.waitFor({ state: 'detached' });
      await expect
        .poll(() => admin<Row>('GET', `/odl/${id}`))
        .toMatchObject({ cod_stato: 'IC', num_documenti: 1 });
    }),
  );

  atNight(
    'shows the documents of its asset next to its own, read-only',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id } = await made(api);
      await page.goto('/home');
      const name = `${mark()}.png`;
      const status = await page.evaluate(
        async ([asset, file]) => {
          const blob = await new Promise<Blob | null>((resolve) =>
            document.createElement('canvas').toBlob(resolve, 'image/png'),
          );
          const form = new FormData();
          form.append('file', blob!, String(file));
          const headers = { Authorization: `Bearer ${localStorage.access_token}` };
          const folders = await fetch('/api/cmms/oggetto/documento/cartella/', { headers });
          const [folder] = (await folders.json()).data;
          const address = `/api/cmms/oggetto/${asset}/documento/?idCartella=${folder.id}`;
          return (await fetch(address, { method: 'POST', body: form, headers })).status;
        },
        [await assetOf(api), name],
      );
      expect(status).toBe(200);
      await page.goto(`/dettaglio-odl/${id}?tab=documenti`);
      await page.getByRole('heading', { level: 2, name: /^Oggetto: FOL-L1-PR/ }).waitFor();
      await page.getByRole('button', { name: `Visualizza: ${name}` }).click();
      await dialog(page).getByText(name).first().waitFor();
      await page.keyboard.press('Escape');
      await dialogClosed(page);
      await expect
        .poll(() => page.getByRole('button', { name: new RegExp(`^(Modifica|Elimina): ${name}`) }).count())
        .toBe(0);
      // The tooltip is outside the page while the button has the pointer or the focus.
      await page.mouse.move(0, 0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
      expect(await violations(page)).toEqual([]);
    }),
  );

  it(
    'is followed by another, once [followup-allowed] [followup-prefix] [followup-required] [followup-technician] [followup-default-flags] [followup-stock-warning]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id, codice, descrizione } = await made(api, {
        id_stato: await stateCalled(api, 'AS'),
        id_tecnico: await technicianOf(api),
      });
      const part = await stocked(api, 2);
      const [place] = await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`);
      await api('POST', `/odl/${id}/ricambio/`, { ...where(place!), id_ricambio: part.id, quantita: -2 });
      for (const code of ['IC', 'CH'])
        await api('PUT', `/odl/${id}`, { id_stato: await stateCalled(api, code) });
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Crea follow-up');
      await expect
        .poll(() => box(dialog(page), 'Descrizione').inputValue())
        .toBe(`FOLLOW-UP - ${descrizione}`);
      await inDialog(page, 'Crea').click();
      await complains(page, 'Questo campo è obbligatorio');
      await pick(page, 'Stato', 'Aperto');
      await dialog(page).getByRole('checkbox', { name: 'Prenota i ricambi prelevati' }).check();
      await inDialog(page, 'Crea').click();
      await dialogClosed(page);
      await sees(page, `Giacenza insufficiente per i seguenti ricambi: ${part.codice}.`);
      await page.getByRole('heading', { level: 1, name: new RegExp(`FOLLOW-UP - ${descrizione}`) }).waitFor();
      await tab(page, /^Errori/);
      await sees(page.getByRole('table'), part.codice);
      await tab(page, /^Generali/);
      await page.getByRole('link', { name: new RegExp(codice) }).click();
      await page.getByRole('tab', { name: 'Follow-up (1)' }).click();
      await sees(page, `FOLLOW-UP - ${descrizione}`);
      await press(page, /^Filtri$/);
      const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
      await pick(page, 'Tipo Intervento', String(types.find((type) => type.codice === 'GUA')!.descrizione));
      await press(page, /^Cerca$/);
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await press(page, 'Azzera filtri');
      await sees(page, `FOLLOW-UP - ${descrizione}`);
      await tab(page, /^Generali/);
      await expect.poll(() => page.getByRole('button', { name: 'Filtri', exact: true }).count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Crea follow-up' }).count()).toBe(0);
    }),
  );

  it(
    'shows which field became required in the meantime, after and before the button [odl-status-whole]',
    visit({ as: 'SUPER', provokes: [422] }, async ({ page, api }) => {
      const configures = await apiAs(plantUrl(), 'SUADMIN');
      const name = mark();
      const { id: of } = await configures<{ id: number }>('POST', '/odl/classe/', {
        codice: name,
        descrizione: name,
      });
      const definition = {
        id_classe: of,
        campo_tabella: 'campo_str9',
        label: `Ordine ${name}`,
        visibile: 1,
        editabile: 1,
        obbligatorio: 0,
      };
      const { id: field } = await configures<{ id: number }>('POST', '/odl/campo/', definition);
      const { id } = await made(api, { id_classe_intervento: of });
      await page.goto(`/dettaglio-odl/${id}`);
      await state(page).getByRole('button', { name: 'Annullato' }).click();
      await sees(dialog(page), /Procedere\?$/);
      await configures('PUT', `/odl/campo/${field}`, { obbligatorio: 1 });
      await inDialog(page, 'Procedi').click();
      await dialogClosed(page);
      await sees(page, `Il campo Ordine ${name} è obbligatorio`);
      // One line lists all states with the same reason, and none of them is a button.
      await sees(state(page), new RegExp(`Annullato.*Il campo Ordine ${name} è obbligatorio`));
      await expect.poll(() => state(page).getByRole('button').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'shows a technician the states of other roles, and no follow-up that requires a technician [followup-technician]',
    visit({ as: 'RIFTEC' }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      await page.goto('/home');
      const self = Number(await page.evaluate(() => localStorage.id_utente));
      const name = mark();
      const type = { codice: name, descrizione: name };
      const { id: id_tipo_guasto } = await api<{ id: number }>('POST', '/odl/tipoGuasto/', type);
      const assigned = await stateCalled(api, 'AS');
      await api('POST', '/stato/struttura/', {
        ...{ id_stato: assigned, id_stato_padre: -1, id_ruolo: -1 },
        id_tipo_intervento: id_tipo_guasto,
      });
      const { id, descrizione } = await made(api, {
        ...{ id_tipo_guasto, id_stato: assigned, id_tecnico: self },
        id_oggetto: await assetSeenBy(self, api),
      });
      await page.goto(`/dettaglio-odl/${id}`);
      await state(page).getByRole('button', { name: 'In corso' }).waitFor();
      await sees(state(page), /Aperto, Annullato: Il tuo ruolo non può portare l'intervento in questi stati/);
      await expect.poll(() => state(page).getByRole('button', { name: 'Annullato' }).count()).toBe(0);
      expect(await violations(page)).toEqual([]);

      for (const code of ['IC', 'CH'])
        await api('PUT', `/odl/${id}`, { id_stato: await stateCalled(api, code) });
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Crea follow-up');
      // The only allowed state is selected.
      await sees(dialog(page), 'Aperto');
      await inDialog(page, 'Crea').click();
      await dialogClosed(page);
      await page.getByRole('heading', { level: 1, name: new RegExp(`FOLLOW-UP - ${descrizione}`) }).waitFor();
    }),
  );

  it(
    'has a follow-up on another asset if the plant allows it, without a technician who does not see it, and several with a warning [followup-exists-warning]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const before = await changeSettings({
        SelObjSuFollowUp: '1',
        FollowupAllowMulti: '1',
        FollowupDefaultPren: '1',
        FollowupDefaultRic: '1',
        FollowupDefaultCost: '1',
        FollowupDefaultChk: '0',
      });
      onTestFinished(async () => void (await changeSettings(before)));
      const { utenti: all } = await api<{ utenti: Row[] }>('GET', '/odl/tecnico/');
      const seeing = async (asset: Row) =>
        (await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset.id}`)).utenti;
      const assets = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=60&sort=id,ASC');
      const sights = await Promise.all(assets.map(async (asset) => ({ asset, seen: await seeing(asset) })));
      const knows = (seen: Row[], technician: Row) => seen.some(({ id }) => id === technician.id);
      const hidden = sights.find(({ seen }) => all.some((one) => !knows(seen, one)))!;
      const blind = all.find((one) => !knows(hidden.seen, one))!;
      const first = sights.find(({ seen }) => knows(seen, blind))!;
      const { id, descrizione } = await made(api, {
        id_oggetto: first.asset.id,
        id_stato: await stateCalled(api, 'AS'),
        id_tecnico: blind.id,
      });
      for (const code of ['IC', 'CH'])
        await api('PUT', `/odl/${id}`, { id_stato: await stateCalled(api, code) });
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Crea follow-up');
      await expect.poll(() => box(dialog(page), 'Oggetto').inputValue()).toContain(first.asset.codice);
      const ticks = dialog(page).getByRole('checkbox');
      const ticked = await ticks.evaluateAll((all: HTMLInputElement[]) => all.map(({ checked }) => checked));
      expect(ticked).toEqual([true, true, true, false]);
      await pick(page, 'Riferimento tecnico', String(blind.descrizione));
      await pick(page, 'Oggetto', String(hidden.asset.codice));
      await sees(page, "Il tecnico selezionato non ha visibilità sull'oggetto scelto");
      await expect.poll(() => box(dialog(page), 'Riferimento tecnico').innerText()).not.toMatch(/\w/);
      await pick(page, 'Stato', 'Aperto');
      await pick(page, 'Utente notifica mail');
      expect(await violations(page)).toEqual([]);
      await inDialog(page, 'Crea').click();
      await dialogClosed(page);
      await page.getByRole('heading', { level: 1, name: new RegExp(`FOLLOW-UP - ${descrizione}`) }).waitFor();
      const next = Number(new URL(page.url()).pathname.split('/').at(-1));
      await expect
        .poll(() => api<Row>('GET', `/odl/${next}`))
        .toMatchObject({
          id_oggetto: hidden.asset.id,
          id_intervento_originale: id,
          id_usr_notifica: expect.any(Number),
        });
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Crea follow-up');
      await sees(dialog(page), 'Esistono già follow-up per questo intervento');
    }),
  );

  it(
    'shows a requester neither parts nor forbidden actions [odl-tab-parts-roles] [odl-edit-button] [odl-copy-button]',
    visit({ as: 'RESP', language: 'en', mode: 'dark' }, async ({ page, api }) => {
      const [one] = (await api<Row[]>('GET', '/odl/?pag=1&max_rows=50&mostraChiusi=1')).filter(
        ({ modificabile }) => modificabile === 0,
      );
      await page.goto(`/dettaglio-odl/${one!.id}`);
      await page.getByRole('tab', { name: /^Costs/ }).waitFor();
      for (const name of [/^Reservations/, /^Spare parts/])
        await expect.poll(() => page.getByRole('tab', { name }).count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: /^Edit$/ }).count()).toBe(0);
      await expect
        .poll(() => page.getByRole('button', { name: /^Copy$/ }).count())
        .toBe(Number(one!.copiabile));
      expect(await violations(page)).toEqual([]);
    }),
  );
});

const where = ({ id_magazzino, id_ubicazione, id_lotto }: Row): Row => ({
  id_magazzino,
  id_ubicazione,
  id_lotto,
});

describe('other actions', () => {
  atNight(
    'its report is downloaded as a PDF, named by code and description',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { id, codice, descrizione } = await made(api);
      await page.goto(`/dettaglio-odl/${id}`);
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Scarica PDF')]);
      expect(file.suggestedFilename()).toBe(`${codice} - ${descrizione}.pdf`);
    }),
  );

  it(
    "a colleague's change is shown while the page is open",
    visit({ as: 'SUPER' }, async ({ page, api, join }) => {
      const { id } = await made(api);
      const listening = page.waitForResponse((reply) => reply.url().includes(`/odl/${id}/novita`));
      await page.goto(`/dettaglio-odl/${id}`);
      await listening;
      const other = await join({ as: 'SUADMIN' });
      await other.api('PUT', `/odl/${id}`, { note: 'Vista insieme' });
      await sees(page, "Giulia Marchetti ha appena modificato l'elemento aperto qui.");
      await press(page, 'Mostra la versione attuale');
      await sees(page, 'Vista insieme');
    }),
  );
});
