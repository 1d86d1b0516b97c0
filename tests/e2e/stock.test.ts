/** Parts and warehouses: stock by place, load, unload, transfer, and the movements. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { todayIn } from '../../resources/format/plant-time.ts';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { path, sees } from './user/navigation.ts';

let count = 0;
const mark = (): string => `${Date.now().toString(36)}${++count}`;

/** Returns values for the fields that the demo plant requires of every class. */
async function demanded(api: Api, resource: string, idClass: number): Promise<Row> {
  const fields = await api<Row[]>('GET', `/${resource}/template/${idClass}`);
  const value = (column: string): unknown =>
    column.includes('date') ? '2026-01-01' : column.includes('str') || column.includes('nota') ? 'x' : 1;
  return Object.fromEntries(
    fields
      .filter((field) => field.obbligatorio === 1 && !String(field.campo_tabella).includes('file'))
      .map((field) => [field.campo_tabella, value(String(field.campo_tabella))]),
  );
}

async function made(api: Api, resource: 'ricambio' | 'magazzino', code: string, more: Row = {}) {
  const [first] = await api<{ id: number }[]>('GET', `/${resource}/classe/?pag=-1`);
  const row = {
    codice: code,
    descrizione: `Prova ${code}`,
    id_classe: first!.id,
    id_organizzazione: 1,
    id_reparto: 1,
    ...(await demanded(api, resource, first!.id)),
    ...more,
  };
  return { ...row, ...(await api<{ id: number }>('POST', `/${resource}/`, row)) };
}

const load = (api: Api, idPart: number, idWarehouse: number, quantita: number, more: Row = {}) =>
  api('POST', `/ricambio/${idPart}/giacenza/`, {
    id_ricambio: idPart,
    id_magazzino: idWarehouse,
    quantita,
    ...more,
  });

async function store(api: Api) {
  const name = mark();
  const part = await made(api, 'ricambio', `R${name}`, { unita_di_misura: 'pz' });
  const from = await made(api, 'magazzino', `A${name}`);
  const to = await made(api, 'magazzino', `B${name}`);
  return { name, part, from, to };
}

const dialog = (page: Page) => page.getByRole('dialog');
const quantity = (page: Page) => box(dialog(page), 'Quantità');
const complaint = async (page: Page): Promise<string> => {
  const id = await quantity(page).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id}"]`).innerText()).trim();
};
const act = (page: Page, name: string) =>
  dialog(page).locator('button[type=submit]', { hasText: name }).click();

async function setting(api: Api, code: string, valore: string): Promise<void> {
  const [row] = await api<{ id: number }[]>('GET', `/parametro/?filtro=${code}`);
  await api('PUT', `/parametro/${row!.id}`, { valore });
}

/** Uploads a cover image with the browser's session. */
async function upload(page: Page, idPart: number, idFolder: number): Promise<void> {
  await page.goto('/home');
  const status = await page.evaluate(
    async ([part, folder]) => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')!.fillRect(0, 0, 8, 8);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      const form = new FormData();
      form.append('file', blob!, 'copertina.png');
      const reply = await fetch(
        `/api/cmms/ricambio/${part}/documento/?idCartella=${folder}&is_immagine_copertina=1`,
        { method: 'POST', body: form, headers: { Authorization: `Bearer ${localStorage.access_token}` } },
      );
      return reply.status;
    },
    [idPart, idFolder],
  );
  expect(status).toBe(200);
}

describe('a spare part', () => {
  it(
    'is loaded into a new place, unloaded from it and transferred, and every step is recorded [part-tabs] [move-new-place] [move-single-place] [move-sign]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { part, from, to } = await store(api);
      await page.goto(`/dettaglio-ricambio/${part.id}`);
      for (const name of ['Generali', 'Documenti', 'Giacenze', 'Interventi', 'Movimentazioni'])
        await page.getByRole('tab', { name: new RegExp(`^${name}`) }).waitFor();
      await page.getByRole('tab', { name: 'Giacenze' }).click();
      await sees(page, "usare 'Carica / Scarica' per il primo carico");
      await page.getByRole('button', { name: 'Carica / Scarica', exact: true }).click();
      await expect.poll(() => box(dialog(page), 'Ubicazione').isDisabled()).toBe(true);
      await pick(page, 'Magazzino', from.codice);
      await box(dialog(page), 'Ubicazione').fill('Scaffale 7');
      await sees(dialog(page), 'Nuova: sarà creata con il movimento');
      await quantity(page).fill('12,5');
      await act(page, 'Carica');
      await dialog(page).waitFor({ state: 'detached' });
      await sees(page.getByRole('row', { name: /Scaffale 7/ }), '12,50');

      await page.getByRole('button', { name: 'Carica / Scarica', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Scarica', exact: true }).first().click();
      await pick(page, 'Magazzino', from.codice);
      // The only location selects itself.
      await expect.poll(() => box(dialog(page), 'Ubicazione').inputValue()).toBe('Scaffale 7');
      await sees(dialog(page), 'Giacenza attuale: 12,50, disponibile: 12,50');
      await quantity(page).fill('2,5');
      await act(page, 'Scarica');
      await dialog(page).waitFor({ state: 'detached' });
      await sees(page.getByRole('row', { name: /Scaffale 7/ }), '10,00');

      await page.getByRole('button', { name: 'Trasferisci' }).click();
      await pick(page, 'Al magazzino', to.codice);
      await quantity(page).fill('4');
      await act(page, 'Trasferisci');
      await dialog(page).waitFor({ state: 'detached' });
      await sees(page.getByRole('row', { name: /Scaffale 7/ }), '6,00');
      await sees(page.getByRole('row', { name: new RegExp(to.codice) }), '4,00');

      await page.getByRole('tab', { name: /^Movimentazioni/ }).click();
      await sees(page, '1 - 3 / 3');
      await page.getByRole('combobox', { name: 'Da: tipo' }).click();
      await page.getByRole('option', { name: 'Magazzino' }).click();
      await sees(page, '1 - 2 / 2');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(
        new RegExp(`^elenco-movimentazioni-${part.id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
      );
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
      expect(lines).toHaveLength(3);
    }),
  );

  atNight(
    'is found by several warehouses at once [W8]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { part, from, to } = await store(api);
      const other = await made(api, 'ricambio', `S${part.codice}`);
      await load(api, part.id, from.id, 1);
      await load(api, other.id, to.id, 1);
      await page.goto('/conf-ricambi');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      for (const { codice } of [from, to]) await pick(page, 'Magazzino', codice);
      await dialog(page).getByRole('button', { name: 'Cerca', exact: true }).click();
      await sees(page, '1 - 2 / 2');
      for (const { codice } of [part, other]) await sees(page, codice);
    }),
  );

  atNight(
    'shows its movements from the first page once the filters are reset, and names their CSV by the day of the plant [W3]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { part, from } = await store(api);
      for (let step = 0; step < 31; step += 1) await load(api, part.id, from.id, 1);
      await page.goto(`/dettaglio-ricambio/${part.id}?tab=movimentazioni`);
      await sees(page, '1 - 30 / 31');
      await page.getByRole('button', { name: 'Pagina successiva' }).click();
      await sees(page, '31 - 31 / 31');
      await page.getByRole('button', { name: 'Azzera filtri' }).click();
      await sees(page, '1 - 30 / 31');
      // At 23:30 UTC, it is tomorrow in the plant.
      const night = new Date();
      night.setUTCHours(23, 30);
      await page.clock.setFixedTime(night);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(
        `elenco-movimentazioni-${part.id}-${todayIn('Europe/Rome', night)}.csv`,
      );
    }),
  );

  it(
    'refuses impossible movements with a message, and keeps the input [move-quantity] [move-not-negative] [transfer-quantity] [move-part]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { part, from } = await store(api);
      await load(api, part.id, from.id, 3);
      await page.goto(`/dettaglio-ricambio/${part.id}?tab=giacenze`);
      await page.getByRole('button', { name: 'Carica / Scarica', exact: true }).click();
      await pick(page, 'Magazzino', from.codice);
      for (const [typed, said] of [
        ['', 'Questo campo è obbligatorio'],
        ['0', 'La quantità non può essere 0'],
        ['0,005', 'Sono ammessi al massimo due decimali'],
        ['1e309', 'Serve un numero'],
        ['-1', 'Inserire una quantità positiva: il segno dipende dalla scelta tra Carica e Scarica'],
      ] as const) {
        await quantity(page).fill(typed);
        await act(page, 'Carica');
        await expect.poll(() => complaint(page)).toBe(said);
      }
      await dialog(page).getByRole('button', { name: 'Scarica', exact: true }).first().click();
      await quantity(page).fill('3,01');
      await act(page, 'Scarica');
      await expect
        .poll(() => complaint(page))
        .toBe('Non è possibile scaricare una quantità maggiore di quella attuale');
      await expect.poll(() => quantity(page).inputValue()).toBe('3,01');
      await dialog(page).getByRole('button', { name: 'Annulla' }).click();
      await page.getByRole('button', { name: 'Trasferisci' }).click();
      for (const [typed, said] of [
        ['-1', 'Non è possibile prelevare una quantità negativa'],
        ['4', 'Non è possibile prelevare una quantità maggiore di quella a magazzino'],
      ] as const) {
        await quantity(page).fill(typed);
        await act(page, 'Trasferisci');
        await expect.poll(() => complaint(page)).toBe(said);
      }
    }),
  );

  it(
    'is deleted after the documented question, and not while it has stock [wh-delete-confirm]',
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api }) => {
      const { part, from, to } = await store(api);
      await load(api, part.id, from.id, 1);
      await page.goto(`/dettaglio-ricambio/${part.id}`);
      await page.getByRole('button', { name: 'Elimina', exact: true }).click();
      await dialog(page).getByText('Sicuro di voler eliminare il ricambio?').waitFor();
      await dialog(page).getByRole('button', { name: 'Elimina' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      expect(path(page)).toBe(`/dettaglio-ricambio/${part.id}`);
      await page.goto(`/dettaglio-magazzino/${to.id}`);
      await page.getByRole('button', { name: 'Elimina', exact: true }).click();
      await dialog(page).getByText('Sicuro di voler eliminare il magazzino?').waitFor();
      await dialog(page).getByRole('button', { name: 'Elimina' }).click();
      await page.waitForURL('**/conf-magazzini');
    }),
  );

  atNight(
    'is shown to a technician without the actions of admins [part-admin]',
    visit({ as: 'RIFTEC' }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      const { part, from } = await store(api);
      await load(api, part.id, from.id, 3);
      await page.goto(`/dettaglio-ricambio/${part.id}?tab=giacenze`);
      await sees(page, '3,00');
      await expect
        .poll(() => page.getByRole('button', { name: 'Carica / Scarica', exact: true }).count())
        .toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Trasferisci' }).count()).toBe(0);
      await page.getByRole('tab', { name: 'Generali' }).click();
      for (const name of ['Modifica', 'Copia', 'Elimina'])
        await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }),
  );
});

describe('the list of spare parts', () => {
  it(
    'is filtered by warehouse, marks low stock, and switches to a catalogue [part-views] [part-filters] [part-tree-menu] [part-columns]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { name, part, from } = await store(api);
      const low = await made(api, 'ricambio', `S${name}`, { scorta_minima: 10 });
      await load(api, part.id, from.id, 3);
      await page.goto(`/conf-ricambi?filter=${encodeURIComponent(JSON.stringify({ filtro: name }))}`);
      await sees(page, '1 - 2 / 2');
      const tree = page.getByRole('complementary', { name: 'Magazzini' });
      await tree.getByRole('button', { name: `${from.codice} - Prova ${from.codice}`, exact: true }).click();
      await sees(page, '1 - 1 / 1');
      await tree.getByRole('button', { name: 'Tutti i magazzini' }).click();
      await sees(page, '1 - 2 / 2');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      await drawer.getByRole('combobox', { name: 'Sotto scorta' }).click();
      await page.getByRole('option', { name: 'Sì', exact: true }).click();
      await drawer.getByRole('button', { name: 'Cerca', exact: true }).click();
      await sees(page, '1 - 1 / 1');
      await sees(page, low.codice);
      await page.getByRole('button', { name: 'Catalogo' }).click();
      await page.getByRole('list').getByText('Sotto scorta').waitFor();
      await page.reload();
      await page.getByRole('list').getByText('Sotto scorta').waitFor();
      await tree
        .getByRole('button', { name: `${from.codice} - Prova ${from.codice}`, exact: true })
        .click({ button: 'right' });
      for (const item of ['Dettagli', 'Modifica', 'Copia'])
        await page.getByRole('menuitem', { name: item }).waitFor();
      await page.getByRole('menuitem', { name: 'Dettagli' }).click();
      await page.waitForURL(`**/dettaglio-magazzino/${from.id}`);
    }),
  );

  it(
    'starts a search at the first page, and is downloaded under its documented name [part-search-page] [part-csv-names]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { name } = await store(api);
      await page.goto('/conf-ricambi?page=2&perPage=30&sort=codice&order=ASC');
      await page.getByText(/^31 - \d+ \/ \d+$/).waitFor();
      await page.getByRole('searchbox', { name: /^Cerca in/ }).fill(name);
      await sees(page, '1 - 1 / 1');
      await page.getByRole('button', { name: 'Scarica', exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^elenco-ricambi-\d{4}-\d\d-\d\d\.csv$/);
      expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);
    }),
  );

  it(
    'shows the cover images where the settings say so [part-cover]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { part } = await store(api);
      const [folder] = await api<{ id: number }[]>('GET', '/ricambio/documento/cartella?pag=-1');
      await upload(page, part.id, folder!.id);
      const address = `/conf-ricambi?filter=${encodeURIComponent(JSON.stringify({ filtro: part.codice }))}`;
      const image = page.getByRole('img', { name: new RegExp(part.codice) });
      await page.goto(address);
      await page.getByRole('button', { name: 'Catalogo' }).click();
      await image.waitFor();
      await page.getByRole('button', { name: 'Tabella' }).click();
      await image.waitFor({ state: 'detached' });
      await setting(api, 'ShowColImg', '1');
      await setting(api, 'ShowImgDesktop', '0');
      await page.goto(address);
      await image.waitFor();
      await page.getByRole('button', { name: 'Catalogo' }).click();
      await image.waitFor({ state: 'detached' });
      await setting(api, 'ShowColImg', '0');
      await setting(api, 'ShowImgDesktop', '1');
    }),
  );

  atNight(
    'is always a catalogue on a phone [part-views]',
    visit({ as: 'RIFTEC', phone: true }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      const { part, from } = await store(api);
      await load(api, part.id, from.id, 3);
      await page.goto(`/conf-ricambi?filter=${encodeURIComponent(JSON.stringify({ filtro: part.codice }))}`);
      await sees(page, '3,00 pz');
      await expect.poll(() => page.getByRole('table').count()).toBe(0);
      await page.getByRole('link', { name: new RegExp(part.codice) }).click();
      await page.waitForURL(`**/dettaglio-ricambio/${part.id}`);
    }),
  );
});

describe('a warehouse', () => {
  it(
    'shows its stock, and its locations can be added, changed and deleted [wh-tabs] [wh-row-click] [wh-stock-link] [loc-required]',
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api }) => {
      const { part, from } = await store(api);
      await load(api, part.id, from.id, 3);
      await page.goto(
        `/conf-magazzini?filter=${encodeURIComponent(JSON.stringify({ filtro: from.codice }))}`,
      );
      await page.getByRole('row', { name: new RegExp(from.codice) }).click();
      await page.waitForURL(`**/dettaglio-magazzino/${from.id}`);
      for (const name of ['Generali', 'Documenti', 'Giacenze Totali', 'Ubicazioni'])
        await page.getByRole('tab', { name: new RegExp(`^${name}`) }).waitFor();
      await page.getByRole('tab', { name: 'Ubicazioni' }).click();
      await sees(page, 'Il magazzino non ha ubicazioni');
      await page.getByRole('button', { name: 'Aggiungi Ubicazione' }).click();
      await page.waitForURL(`**/dettaglio-magazzino/${from.id}/upd-ubicazione`);
      await saveButton(page).click();
      await expect.poll(() => box(page, 'Descrizione').getAttribute('aria-invalid')).toBe('true');
      await box(page, 'Descrizione').fill('Corsia 1');
      await box(page, 'Descrizione').press('Tab');
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-magazzino/${from.id}?tab=ubicazioni`);
      await page.getByRole('button', { name: 'Modifica: Corsia 1' }).click();
      await box(page, 'Descrizione').fill('Corsia 2');
      await box(page, 'Descrizione').press('Tab');
      await saveButton(page).click();
      await page.getByRole('button', { name: 'Elimina: Corsia 2' }).click();
      await dialog(page).getByRole('button', { name: 'Elimina' }).click();
      await sees(page, 'Il magazzino non ha ubicazioni');
      await page.getByRole('tab', { name: 'Giacenze Totali' }).click();
      await page.getByRole('link', { name: part.codice }).click();
      await page.waitForURL(`**/dettaglio-ricambio/${part.id}`);
      expect(path(page)).toBe(`/dettaglio-ricambio/${part.id}`);
    }),
  );

  atNight(
    'is where a part is loaded, chosen in the dialog, and unloaded from the row of its stock [move-part] [move-single-place]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { part, from } = await store(api);
      await page.goto(`/dettaglio-magazzino/${from.id}?tab=giacenze`);
      await page.getByRole('button', { name: 'Carica / Scarica', exact: true }).click();
      await dialog(page)
        .getByRole('heading', { name: `Carica / Scarica: ${from.codice} - Prova ${from.codice}` })
        .waitFor();
      await act(page, 'Carica');
      for (const name of ['Ricambio', 'Quantità'])
        await expect.poll(() => box(dialog(page), name).getAttribute('aria-invalid')).toBe('true');
      await pick(page, 'Ricambio', part.codice);
      await box(dialog(page), 'Ubicazione').fill('Piano 2');
      await box(dialog(page), 'Lotto').fill('L-9');
      await quantity(page).fill('3');
      await sees(dialog(page), 'Giacenza attuale: 0,00, disponibile: 0,00');
      await act(page, 'Carica');
      await sees(page, 'Ricambio caricato');
      await sees(page.getByRole('row', { name: new RegExp(part.codice) }), '3,00');

      await page.getByRole('link', { name: part.codice }).click();
      await page.getByRole('tab', { name: 'Giacenze' }).click();
      await page.getByRole('button', { name: `Carica / Scarica: ${from.codice}` }).click();
      await expect.poll(() => box(dialog(page), 'Ubicazione').inputValue()).toBe('Piano 2');
      await expect.poll(() => box(dialog(page), 'Lotto').inputValue()).toBe('L-9');
      for (const name of ['Magazzino', 'Ubicazione', 'Lotto'])
        await expect.poll(() => box(dialog(page), name).getAttribute('readonly')).not.toBeNull();
      await quantity(page).fill('1');
      // The input stays when the act changes.
      await dialog(page).getByRole('button', { name: 'Scarica', exact: true }).first().click();
      await expect.poll(() => quantity(page).inputValue()).toBe('1');
      await sees(dialog(page), 'Giacenza attuale: 3,00, disponibile: 3,00');
      await act(page, 'Scarica');
      await sees(page, 'Ricambio scaricato');
      await sees(page.getByRole('row', { name: /Piano 2/ }), '2,00');
      await page.getByRole('button', { name: 'Modifiche', exact: true }).click();
      await sees(page, `Scarico di 1 da ${from.codice}`);
    }),
  );

  atNight(
    'selects its only place once: a user who clears it can load elsewhere, and another part is independent',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { part, from, to } = await store(api);
      await load(api, part.id, from.id, 2, { descrizione_ubicazione: 'Unica' });
      await page.goto(`/dettaglio-ricambio/${part.id}?tab=giacenze`);
      await page.getByRole('button', { name: 'Carica / Scarica', exact: true }).click();
      await pick(page, 'Magazzino', from.codice);
      const place = box(dialog(page), 'Ubicazione');
      await expect.poll(() => place.inputValue()).toBe('Unica');
      await sees(dialog(page), 'Giacenza attuale: 2,00, disponibile: 2,00');
      await place.fill('Unica bis');
      await sees(dialog(page), 'Nuova: sarà creata con il movimento');
      await sees(dialog(page), 'Giacenza attuale: 0,00, disponibile: 0,00');
      await pick(page, 'Magazzino', to.codice);
      await expect.poll(() => place.inputValue()).toBe('');
      await pick(page, 'Magazzino', from.codice);
      await expect.poll(() => place.inputValue()).toBe('Unica');
      await place.fill('');
      await quantity(page).fill('5');
      await act(page, 'Carica');
      await dialog(page).waitFor({ state: 'detached' });
      const rows = await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`);
      expect(rows.map((row) => [row.descrizione_ubicazione, row.quantita])).toEqual([
        [null, 5],
        ['Unica', 2],
      ]);
    }),
  );

  it(
    'is copied with another code, which is locked after saving [wh-code] [wh-required]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { name, from } = await store(api);
      await page.goto(`/copia-magazzino/${from.id}`);
      await box(page, 'Codice').fill(`C${name}`);
      await box(page, 'Codice').press('Tab');
      await saveButton(page).click();
      await page.waitForURL('**/dettaglio-magazzino/*');
      await sees(page, `C${name}`);
      await page.getByRole('button', { name: 'Modifica', exact: true }).click();
      await expect.poll(() => box(page, 'Codice').getAttribute('readonly')).not.toBeNull();
    }),
  );
});
