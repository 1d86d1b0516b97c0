/** The list of interventions as planners and technicians use it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { changeSettings, keepSettings } from './data/settings.ts';
import { box, pick } from './user/forms.ts';
import { go, path, sees } from './user/navigation.ts';

let count = 0;
const mark = (): string => `Z${Date.now().toString(36)}${++count}`;

keepSettings({
  IntervalloUpdInt: '1000',
  OdlConTimestamp: '0',
  BlockAssigned: '0',
  UserMailNotif: '1',
});

const PATIENCE = { timeout: 15_000 };
const filtered = (filter: Row, address = '/conf-odl'): string =>
  `${address}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
const row = (page: Page, text: string) => page.getByRole('row', { name: new RegExp(text) });

interface ListData {
  assets: Row[];
  states: Row[];
  types: Row[];
}

async function addListData(api: Api): Promise<ListData> {
  const [assets, states, types] = await Promise.all([
    api<Row[]>('GET', '/oggetto/?pag=1&max_rows=100'),
    api<Row[]>('GET', '/stato/?all=1&pag=-1'),
    api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
  ]);
  return { assets, states, types: types.filter(({ codice }) => codice !== '*') };
}

const stateOf = ({ states }: ListData, code: string): Row => states.find(({ codice }) => codice === code)!;

async function made(api: Api, plant: ListData, more: Row = {}): Promise<Row> {
  const body = {
    descrizione: mark(),
    id_oggetto: plant.assets[0]!.id,
    id_tipo_guasto: plant.types[0]!.id,
    id_stato: stateOf(plant, 'AP').id,
    priorita: 1,
    ...more,
  };
  return { ...body, ...(await api<Row>('POST', '/odl/', body)) };
}

/** Creates a class with a text field of its own. */
async function classWithField(api: Api): Promise<{ name: string; label: string }> {
  const common = await api<Row[]>('GET', '/odl/template/-1');
  const everywhere = new Set(common.map(({ label }) => label));
  for (const one of await api<Row[]>('GET', '/odl/classe/?pag=-1')) {
    const fields = await api<Row[]>('GET', `/odl/template/${one.id}`);
    const own = fields.find(
      ({ label, campo_tabella: column, visibile }) =>
        visibile === 1 && String(column).startsWith('campo_str') && !everywhere.has(label),
    );
    if (own) return { name: String(one.descrizione), label: String(own.label) };
  }
  throw new Error('No class of interventions has a field of its own');
}

describe('the list of interventions', () => {
  it(
    'has its columns, chips and marks, opens a row, and has the colours that the user chose before [list-columns] [list-gridconfig] [list-priority-marks] [list-colour-choice] [list-row-click] [list-add] [list-page-report] [list-download]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const due = new Date(Date.now() - 4 * 86_400_000).toISOString();
      const one = await made(api, plant, { priorita: 3, data_ordine: due });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('/conf-odl');
      await page.getByRole('heading', { level: 1, name: 'Elenco Interventi' }).waitFor();
      const headers = async () =>
        (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
      await expect
        .poll(headers)
        .toEqual([
          'Ultima modifica',
          'Codice',
          'Descrizione',
          'Oggetto',
          'Oggetto padre',
          'Stato',
          'Data prevista',
          'Riferimento tecnico',
          'Data fine',
          'Priorità',
          'Tipo Intervento',
          'Frequenza',
        ]);
      expect(await violations(page)).toEqual([]);
      await page.goto(filtered({ filtro: one.descrizione }));
      await sees(page, '1 - 1 / 1');
      await row(page, String(one.descrizione)).getByText('4 giorni di ritardo', { exact: true }).waitFor();
      // Next to the tree, the technician column fits without scrolling.
      const technician = page.getByRole('columnheader', { name: 'Riferimento tecnico' });
      const { x, width } = (await technician.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(1280 - 24);
      // The arrow of the sorted column is visible, and a short state is not truncated.
      const sorted = page.getByRole('columnheader', { name: 'Data prevista' });
      const arrow = (await sorted.locator('svg').boundingBox())!;
      const head = (await sorted.boundingBox())!;
      expect(arrow.x + arrow.width).toBeLessThanOrEqual(head.x + head.width + 1);
      const state = row(page, String(one.descrizione)).getByText('Aperto', { exact: true });
      expect(await state.evaluate((chip) => chip.scrollWidth - chip.clientWidth)).toBe(0);
      await row(page, String(one.descrizione)).getByRole('img', { name: 'Alta' }).waitFor();
      const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome' }).format();
      const changed = row(page, String(one.descrizione))
        .getByRole('cell')
        .filter({ hasText: `${today} ` });
      await expect.poll(() => changed.first().innerText()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
      await page.getByRole('button', { name: 'Colore: tipo' }).click();
      const [listRequest] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('tipoColore=2')),
        page.getByRole('menuitemradio', { name: 'stato' }).click(),
      ]);
      expect(listRequest.url()).toContain('/odl/');
      await page.reload();
      await page.getByRole('button', { name: 'Colore: stato' }).waitFor();
      await expect
        .poll(() =>
          page.getByRole('main').getByRole('link', { name: 'Aggiungi' }).first().getAttribute('href'),
        )
        .toBe('/upd-odl');
      await page.getByRole('button', { name: 'Scarica', exact: true }).click();
      const [sheet, file] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('/odl/download/')),
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: /Excel/ }).click(),
      ]);
      expect(new URL(sheet.url()).searchParams.get('filtro')).toBe(one.descrizione);
      expect(file.suggestedFilename()).toMatch(/^interventi-\d{4}-\d\d-\d\d\.xlsx$/);
      await row(page, String(one.descrizione)).click();
      await page.waitForURL(`**/dettaglio-odl/${one.id}`);
    }),
  );

  it(
    'is limited to an asset and those below it, and widened by its breadcrumbs; to a state by its address [list-tree] [list-switches] [list-states-multiple] [list-reset]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const child = plant.assets.find((asset) => asset.id_obj_padre)!;
      const parent = await api<Row>('GET', `/oggetto/${child.id_obj_padre}`);
      const text = mark();
      await made(api, plant, { id_oggetto: child.id, descrizione: `${text} sotto` });
      await made(api, plant, { id_oggetto: parent.id, descrizione: `${text} sopra` });
      await page.goto(filtered({ filtro: text, idOggetto: parent.id, aggiungiFigli: '1' }));
      await sees(page, '1 - 2 / 2');
      const way = page.getByRole('navigation', { name: 'Percorso nella struttura' });
      await page.goto(filtered({ filtro: text, idOggetto: child.id, aggiungiFigli: '1' }));
      await sees(page, '1 - 1 / 1');
      await way.getByRole('button', { name: new RegExp(`^${parent.codice} `) }).click();
      await sees(page, '1 - 2 / 2');
      await way.getByRole('button', { name: 'Mostra tutto' }).click();
      await way.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Azzera filtri' }).first().click();
      await expect.poll(() => page.url()).not.toContain(text);
      const [open, assigned] = [stateOf(plant, 'AP'), stateOf(plant, 'AS')];
      await page.goto(filtered({ filtro: text, idStato: `${open.id},${assigned.id}` }));
      await sees(page, '1 - 2 / 2');
      await sees(page.getByRole('region', { name: 'Filtri attivi' }), String(assigned.descrizione));
      await page.goto(`/list-odl/${open.id}`);
      await page.getByRole('region', { name: 'Filtri attivi' }).getByText(String(open.descrizione)).waitFor();
      expect(path(page)).toBe(`/list-odl/${open.id}`);
      await page.goto('/list-odl/aperti');
      await page.getByRole('heading', { level: 1, name: 'Elenco Interventi' }).waitFor();
      await sees(page, /^1 - \d+ \/ \d+$/);
    }),
  );

  it(
    'refreshes without disturbing the selection or open menus [list-reload] [list-refresh-positive]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const text = mark();
      const first = await made(api, plant, { descrizione: `${text} uno` });
      await page.goto(filtered({ filtro: text }));
      await sees(page, '1 - 1 / 1');
      await row(page, `${text} uno`).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Colonne' }).click();
      await api('PUT', `/odl/${first.id}`, { descrizione: `${text} cambiato` });
      await made(api, plant, { descrizione: `${text} due` });
      await page.getByText('1 - 2 / 2').waitFor(PATIENCE);
      await page.getByText(`${text} cambiato`).waitFor({ state: 'attached' });
      await expect.poll(() => page.locator('.MuiPopover-root').count()).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await expect.poll(() => row(page, `${text} cambiato`).getByRole('checkbox').isChecked()).toBe(true);
      await sees(page, '1 selezionato');
    }),
  );

  it(
    'changes several at once, and shows the result of each',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const text = mark();
      const [technician] = (
        await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${plant.assets[0]!.id}`)
      ).utenti as [Row];
      const free = await made(api, plant, { descrizione: `${text} libero` });
      const given = await made(api, plant, {
        descrizione: `${text} assegnato`,
        id_stato: stateOf(plant, 'AS').id,
        id_tecnico: technician.id,
      });
      await page.goto(filtered({ filtro: text }));
      await sees(page, '1 - 2 / 2');
      await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
      const bar = page.getByRole('toolbar');
      await bar.getByRole('button', { name: 'Modifica' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, 'Scegliere che cosa cambiare');
      await pick(page, 'Riferimento tecnico', String(technician.descrizione));
      await pick(page, 'Stato', String(stateOf(plant, 'AS').descrizione));
      // A plant may require a notified user for assignments.
      await pick(page, 'Utente notifica mail', String(technician.descrizione));
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, /^Modificati \d di 2$/);
      await sees(dialog, `${text} libero`);
      await dialog.getByRole('button', { name: 'Chiudi' }).click();
      await expect
        .poll(() => api<Row>('GET', `/odl/${free.id}`))
        .toMatchObject({
          id_tecnico: technician.id,
          cod_stato: 'AS',
          id_usr_notifica: expect.any(Number),
        });
      await expect.poll(() => api<Row>('GET', `/odl/${given.id}`)).toMatchObject({ cod_stato: 'AS' });
      await row(page, `${text} libero`).getByRole('checkbox').check();
      await row(page, `${text} assegnato`).getByRole('checkbox').check();
      await bar.getByRole('button', { name: 'Modifica' }).click();
      await pick(page, 'Stato', String(stateOf(plant, 'FA').descrizione));
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, 'Modificati 0 di 2');
      await dialog.getByRole('button', { name: 'Chiudi' }).click();
      // Refused rows stay selected, to be corrected.
      await sees(bar, '2 selezionati');
    }),
  );

  atNight(
    'a selection moves no row, ends with the filter, and is only available to users who see all of it',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const seeing = async (asset: Row) =>
        (await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset.id}`)).utenti;
      const first = plant.assets[0]!;
      const near = await seeing(first);
      const sights = await Promise.all(
        plant.assets.slice(0, 60).map(async (asset) => ({ asset, people: await seeing(asset) })),
      );
      const seesNot = (people: Row[]) => near.find(({ id }) => !people.some((one) => one.id === id));
      const far = sights.find(({ people }) => people.length > 0 && seesNot(people))!;
      const blind = String(seesNot(far.people)!.descrizione);
      const text = mark();
      await made(api, plant, { descrizione: `${text} uno`, id_oggetto: first.id });
      await made(api, plant, { descrizione: `${text} due`, id_oggetto: far.asset.id });
      await page.goto(filtered({ filtro: text }));
      await sees(page, '1 - 2 / 2');
      const one = row(page, `${text} uno`);
      // The columns get their widths when the rows are there.
      let place = await one.boundingBox();
      const isStill = async () => {
        const before = place;
        place = await one.boundingBox();
        return JSON.stringify(before) === JSON.stringify(place);
      };
      await expect.poll(isStill, { interval: 300 }).toBe(true);
      await one.getByRole('checkbox').check();
      await sees(page, '1 selezionato');
      expect(await one.boundingBox()).toEqual(place);
      expect(await violations(page)).toEqual([]);
      const offered = async () => {
        await page.getByRole('toolbar').getByRole('button', { name: 'Modifica' }).click();
        const people = page.getByRole('combobox', { name: 'Riferimento tecnico' });
        await people.click();
        await page.getByRole('option').first().waitFor();
        const names = await page.getByRole('option').allInnerTexts();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
        return names;
      };
      // The dialog offers nobody until it has read the technicians.
      await expect.poll(offered).toContain(blind);
      await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
      await sees(page, '2 selezionati');
      expect(await offered()).not.toContain(blind);
      await page.route(/\/odl\/tecnico\/\?.*idOdl=/, (route) =>
        route.fulfill({ json: { result: 0, description: '', data: { utenti: [] } } }),
      );
      await page.getByRole('toolbar').getByRole('button', { name: 'Modifica' }).click();
      await sees(page, 'Nessun tecnico vede gli oggetti di tutti gli interventi selezionati');
      await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
      await page.getByRole('searchbox', { name: /^Cerca in/ }).fill(`${text} uno`);
      await sees(page, '1 - 1 / 1');
      await expect.poll(() => page.getByRole('toolbar').count()).toBe(0);
      await expect.poll(() => one.getByRole('checkbox').isChecked()).toBe(false);
    }),
  );

  it(
    'stores filters under a name, opens neighbouring records, and shows the fields of a class [list-filters] [list-class-fields]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const plant = await addListData(api);
      const text = mark();
      await made(api, plant, { descrizione: `${text} a`, data_ordine: '2030-01-02' });
      await made(api, plant, { descrizione: `${text} b`, data_ordine: '2030-01-01' });
      await page.goto('/conf-odl');
      await page.getByRole('searchbox', { name: /^Cerca in/ }).fill(text);
      await sees(page, '1 - 2 / 2');
      await page.getByRole('button', { name: 'Filtri salvati' }).click();
      await box(page.getByRole('dialog'), 'Salva questi filtri come').fill('I miei');
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
      await page.goto('/conf-odl?filter=%7B%7D&page=1&perPage=30');
      await page.getByRole('row').nth(2).waitFor();
      await page.getByRole('button', { name: 'Filtri salvati' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'I miei', exact: true }).click();
      await sees(page, '1 - 2 / 2');
      const classed = await classWithField(api);
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      for (const label of [
        'Stato',
        'Tipo Intervento',
        'Frequenza',
        'Priorità',
        'Riferimento tecnico',
        'Richiedente',
      ])
        await box(drawer, label).waitFor();
      await expect.poll(() => drawer.getByLabel(classed.label, { exact: true }).count()).toBe(0);
      await pick(page, 'Classe Intervento', classed.name);
      await drawer.getByLabel(classed.label, { exact: true }).first().waitFor();
      await drawer.getByRole('button', { name: 'Chiudi' }).first().click();
      await row(page, `${text} a`).click();
      await sees(page, '1 / 2');
      await page.getByRole('button', { name: 'Successivo' }).click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`${text} b`) }).waitFor();
    }),
  );

  it(
    'shows closed interventions at first where the plant wants it, and hides them otherwise; a search begins on the first page, among all states [list-switches] [list-search-page-one] [list-states-all]',
    visit({ as: 'SUPER' }, async ({ page, join }) => {
      const chip = (on: Page) => on.getByRole('region', { name: 'Filtri attivi' }).getByText(/chius/i);
      const states = page.waitForRequest(/\/stato\/\?.*all=1/);
      await page.goto('/conf-odl?filter=%7B%7D&sort=id&order=ASC&page=2&perPage=10');
      await states;
      await page.getByRole('row').nth(2).waitFor();
      await expect.poll(() => chip(page).count()).toBe(0);
      await page.getByRole('searchbox', { name: /^Cerca in/ }).fill('ODL');
      await page.waitForURL(/page=1(&|$)/);
      await changeSettings({ ShowClosedList: '1' });
      const { page: other } = await join({ as: 'RIFTEC' });
      await other.goto('/conf-odl');
      await chip(other).waitFor();
      await other.waitForURL(/mostraChiusi/);
      await changeSettings({ ShowClosedList: '0' });
    }),
  );

  it(
    'is a list of cards on a phone, with the tree in a drawer; if it is empty, it shows what it leaves out',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page }) => {
      await page.goto('/conf-odl');
      await page.getByRole('link', { name: /ODL-/ }).first().waitFor();
      await expect.poll(() => page.getByRole('table').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Struttura' }).click();
      await page.getByRole('dialog', { name: 'Struttura' }).getByRole('treeitem').first().waitFor();
      await page.keyboard.press('Escape');
      // Closed interventions are hidden by default; a message says so when nothing else matches.
      await page.goto(filtered({ filtro: 'Collaudo formato' }));
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await sees(page, '1 elemento non è mostrato qui.');
      await page.getByRole('button', { name: 'Mostra chiusi' }).click();
      await page.getByRole('link', { name: /Collaudo dopo il cambio formato/ }).waitFor();
      await go(page, filtered({ filtro: 'zzzzqqqq' }));
      await sees(page, 'Cambia o azzera i filtri per vedere altri elementi.');
      expect(await page.getByRole('button', { name: 'Mostra chiusi' }).count()).toBe(0);
    }),
  );
});
