/** One entity in full: all features of lists and forms, on the costs. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight, NIGHTLY } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { plantUrl } from './plant/plant-url.ts';
import { addButton, box, confirmDelete, pick, rowAction, saveButton, searchBox } from './user/forms.ts';
import { path, sees } from './user/navigation.ts';

let count = 0;
const newCode = (): string => {
  count += 1;
  return `E2E-${Date.now().toString(36)}-${count}`;
};

/** Creates a cost that points to the first row of each target. */
async function cost(api: Api, values: Row = {}): Promise<Row & { id_costo: number; codice: string }> {
  const [type] = await api<{ id_tipo_costo: number }[]>('GET', '/costo/tipo-costo/?pag=-1');
  const body = {
    codice: newCode(),
    descrizione: 'Ora di collaudo',
    costo_unitario: 12.5,
    id_organizzazione: 1,
    id_reparto: 1,
    tipo: type!.id_tipo_costo,
    ...values,
  };
  return { ...body, ...(await api<{ id_costo: number }>('POST', '/costo/', body)) };
}

const complaintOf = async (page: Parameters<typeof box>[0], label: string): Promise<string> => {
  const id = await box(page, label).getAttribute('aria-describedby');
  return (await page.locator(`[id="${id}"]`).innerText()).trim();
};

describe('a new cost', () => {
  it(
    'shows missing values at their fields, and focuses the first [form-required, error-save-nonzero]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/list-costi');
      await addButton(page).click();
      await page.waitForURL('**/upd-costi');
      await saveButton(page).click();
      for (const label of [
        'Codice',
        'Descrizione',
        'Tipo costo',
        'Costo unitario',
        'Organizzazione',
        'Reparto',
      ])
        await expect.poll(() => complaintOf(page, label)).toBe('Questo campo è obbligatorio');
      await expect
        .poll(() => box(page, 'Codice').evaluate((element) => element === document.activeElement))
        .toBe(true);
      expect(path(page)).toBe('/upd-costi');
    }),
  );

  atNight(
    'reports values that are too long or no numbers [form-too-long]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/upd-costi');
      await box(page, 'Codice').fill('C'.repeat(21));
      await box(page, 'Descrizione').fill('d'.repeat(201));
      await box(page, 'Costo unitario').fill('molto');
      await saveButton(page).click();
      await expect
        .poll(() => complaintOf(page, 'Codice'))
        .toBe('Valore troppo lungo. Caratteri: 21, al massimo 20');
      await expect
        .poll(() => complaintOf(page, 'Descrizione'))
        .toBe('Valore troppo lungo. Caratteri: 201, al massimo 200');
      await expect.poll(() => complaintOf(page, 'Costo unitario')).not.toBe('');
      await box(page, 'Codice').fill('C');
      await expect.poll(() => box(page, 'Codice').getAttribute('aria-invalid')).toBe('false');
    }),
  );

  atNight(
    'shows refusals of the server at the field, and keeps all input [error-save-nonzero]',
    visit({ as: 'SUADMIN', provokes: [409] }, async ({ page, api }) => {
      const { codice } = await cost(api);
      await page.goto('/upd-costi');
      await box(page, 'Codice').fill(codice.toLowerCase());
      await box(page, 'Descrizione').fill('Un doppione');
      await box(page, 'Costo unitario').fill('1.234,5');
      await pick(page, 'Tipo costo', 'Manodopera');
      await pick(page, 'Organizzazione', 'Parma');
      await pick(page, 'Reparto', 'Mulino');
      await saveButton(page).click();
      await expect.poll(() => box(page, 'Codice').getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => complaintOf(page, 'Codice')).not.toBe('');
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe('Un doppione');
      const code = newCode();
      await box(page, 'Codice').fill(code);
      await box(page, 'Codice').press('Tab');
      await saveButton(page).click();
      await page.waitForURL('**/list-costi');
      await sees(page, `Salvato: ${code} - Un doppione`);
      const [row] = await api<Row[]>('GET', `/costo/?filtro=${code}`);
      expect(row).toMatchObject({ descrizione: 'Un doppione', costo_unitario: 1234.5, reparto: 'Mulino' });
    }),
  );

  it(
    'asks before input is lost',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/list-costi');
      await addButton(page).click();
      await box(page, 'Descrizione').fill('Non ancora salvato');
      await box(page, 'Codice').focus();
      await page.getByRole('link', { name: 'Annulla' }).click();
      const dialog = page.getByRole('dialog', { name: 'Uscire senza salvare?' });
      await dialog.getByRole('button', { name: 'Continua a modificare' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe('Non ancora salvato');
      await page.goBack();
      await dialog.getByRole('button', { name: 'Esci senza salvare' }).click();
      await page.waitForURL('**/list-costi*');
    }),
  );
});

describe('the list of costs', () => {
  it(
    'is searched, sorted and paged, all of it in the address, and Back works [list-page-report]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const mark = newCode();
      for (const last of ['A', 'B', 'C'])
        await cost(api, { codice: `${mark.slice(-16)}${last}`, descrizione: `Trova ${mark} ${last}` });
      await page.goto('/list-costi');
      await page.getByText(/^1 - \d+ \/ \d+$/).waitFor();
      await searchBox(page).fill(mark);
      await sees(page, '1 - 3 / 3');
      await sees(page.getByRole('region', { name: 'Filtri attivi' }), mark);
      const order = () =>
        page
          .locator('tbody tr')
          .evaluateAll((rows) => rows.map((row) => row.textContent?.match(/Trova \S+ (\w)/)?.[1]));
      const header = page.getByRole('columnheader', { name: 'Descrizione' }).getByRole('button');
      await header.click();
      await expect.poll(order).toEqual(['A', 'B', 'C']);
      await header.click();
      await expect.poll(order).toEqual(['C', 'B', 'A']);
      const address = page.url();
      expect(decodeURIComponent(address)).toContain(mark);
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await page.waitForURL('**/upd-costi/*');
      await page.goBack();
      await expect.poll(order).toEqual(['C', 'B', 'A']);
      expect(page.url()).toBe(address);
      await page.reload();
      await expect.poll(order).toEqual(['C', 'B', 'A']);
      await page.getByRole('button', { name: 'Azzera filtri' }).click();
      await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(3);
    }),
  );

  atNight(
    'is filtered in the drawer, and chips show the filters',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id_costo } = await cost(api, { descrizione: 'Filtrabile', costo_unitario: 77_777 });
      onTestFinished(async () => {
        const again = await apiAs(plantUrl(), 'SUADMIN');
        await again('DELETE', `/costo/${id_costo}`);
      });
      await page.goto('/list-costi');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      await drawer.getByLabel('Costo unitario: da').fill('77000');
      await pick(page, 'Tipo costo', 'Manodopera');
      await drawer.getByRole('button', { name: 'Cerca' }).click();
      await drawer.waitFor({ state: 'detached' });
      const chips = page.getByRole('region', { name: 'Filtri attivi' });
      await sees(chips, 'Manodopera');
      await sees(chips, 'Costo unitario: da');
      await sees(page, 'Filtrabile');
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      await sees(page.locator('tbody'), /77[.\s]?777,00\s€/);
      await chips.getByRole('button', { name: /Togli il filtro Tipo costo/ }).press('Delete');
      await expect.poll(() => decodeURIComponent(page.url())).not.toContain('"tipo"');
    }),
  );

  atNight(
    'shows what to do if nothing matches',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/list-costi');
      await searchBox(page).fill('nonesisteaffatto');
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await page.getByRole('main').getByRole('button', { name: 'Azzera filtri' }).last().click();
      await page.getByText(/^1 - \d+ \/ \d+$/).waitFor();
    }),
  );

  atNight(
    'is exported as CSV and XLSX, with its filters',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { codice } = await cost(api, { descrizione: 'Da scaricare; "così"', costo_unitario: 9.5 });
      await page.goto('/list-costi');
      await searchBox(page).fill(codice);
      await sees(page, '1 - 1 / 1');
      const take = async (format: string): Promise<Buffer> => {
        await page.getByRole('button', { name: 'Scarica', exact: true }).click();
        const file = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: format }).click();
        return readFile(await (await file).path());
      };
      const csv = (await take('CSV')).toString();
      expect(csv.charCodeAt(0)).toBe(0xfeff);
      const lines = csv.slice(1).trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toContain('Codice;Descrizione');
      expect(lines[1]).toContain(`${codice};"Da scaricare; ""così"""`);
      expect(lines[1]).toContain('9,5');
      expect((await take('Excel (XLSX)')).subarray(0, 2).toString()).toBe('PK');
    }),
  );

  atNight(
    'shows the columns one chooses, in the order one chooses, and remembers it',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      const headers = async (): Promise<string[]> => {
        const all = await page.getByRole('columnheader').allInnerTexts();
        return all
          .map((text) => text.trim())
          .filter((text) => ['Codice', 'Descrizione', 'Reparto'].includes(text));
      };
      await page.goto('/list-costi');
      await expect.poll(headers).toEqual(['Codice', 'Descrizione', 'Reparto']);
      await page.getByRole('button', { name: 'Colonne' }).click();
      await page.getByRole('switch', { name: 'Reparto' }).click();
      await page.getByRole('button', { name: 'Sposta su: Descrizione' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(headers).toEqual(['Descrizione', 'Codice']);
      await page.reload();
      await expect.poll(headers).toEqual(['Descrizione', 'Codice']);
      await page.getByRole('button', { name: 'Colonne' }).click();
      await page.getByRole('button', { name: 'Ripristina le colonne' }).click();
      await page.keyboard.press('Escape');
      await expect.poll(headers).toEqual(['Codice', 'Descrizione', 'Reparto']);
    }),
  );

  atNight(
    'deletes the chosen rows together, after asking',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const mark = newCode();
      for (const last of ['A', 'B'])
        await cost(api, { codice: `${mark.slice(-16)}${last}`, descrizione: mark });
      await page.goto('/list-costi');
      await searchBox(page).fill(mark);
      await sees(page, '1 - 2 / 2');
      await page.getByRole('columnheader').getByRole('checkbox').click();
      await sees(page, '2 selezionati');
      await page.getByRole('toolbar').getByRole('button', { name: 'Elimina' }).click();
      await confirmDelete(page);
      await sees(page, '2 elementi eliminati');
      await sees(page, 'Nessun elemento corrisponde ai filtri');
    }),
  );

  it(
    'is cards on a phone, with the same actions [layout-mobile-threshold]',
    visit({ as: 'SUADMIN', phone: true }, async ({ page, api }) => {
      const { codice } = await cost(api, { descrizione: 'Sul telefono' });
      await page.goto('/list-costi');
      await searchBox(page).fill(codice);
      await sees(page, '1 - 1 / 1');
      await expect.poll(() => page.getByRole('table').count()).toBe(0);
      await rowAction(page, 'edit', `${codice} - Sul telefono`).click();
      await page.getByRole('heading', { name: `${codice} - Sul telefono` }).waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }),
  );
});

describe('a stored cost', () => {
  it(
    'can be changed, its code is locked, and its history shows user and values [cost-def-required, toast-duration, toast-titles]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id_costo, codice } = await cost(api);
      await page.goto(`/upd-costi/${id_costo}`);
      await page.getByRole('heading', { name: `${codice} - Ora di collaudo` }).waitFor();
      await expect.poll(() => page.title()).toContain(codice);
      await expect.poll(() => box(page, 'Codice').getAttribute('readonly')).not.toBeNull();
      await box(page, 'Costo unitario').fill('15,25');
      await saveButton(page).click();
      await page.waitForURL('**/list-costi*');
      const toast = page.getByRole('status').filter({ hasText: `Salvato: ${codice} - Ora di collaudo` });
      await sees(toast, 'Info');
      await toast.waitFor({ state: 'detached' });
      await page.goto(`/upd-costi/${id_costo}`);
      await page.getByRole('button', { name: 'Modifiche' }).click();
      const history = page.getByRole('dialog', { name: new RegExp(`Modifiche di ${codice}`) });
      const [latest, first] = [history.getByRole('listitem').nth(0), history.getByRole('listitem').nth(1)];
      await sees(latest, 'Giulia Marchetti');
      await sees(latest, /12,50\s€/);
      await sees(latest, /15,25\s€/);
      await sees(first, 'Inserimento');
      await page.keyboard.press('Escape');
      await history.waitFor({ state: 'detached' });
    }),
  );

  it(
    'is deleted after a confirmation that names it',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id_costo, codice } = await cost(api);
      await page.goto(`/upd-costi/${id_costo}`);
      await page.getByRole('button', { name: 'Elimina', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: new RegExp(`Eliminare .*${codice}`) });
      await dialog.waitFor();
      // By day the device asks for no movement, at night it does not.
      if (!NIGHTLY) expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await dialog.getByRole('button', { name: 'Annulla' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Elimina', exact: true }).click();
      await confirmDelete(page);
      await page.waitForURL('**/list-costi*');
      await sees(page, `Eliminato: ${codice} - Ora di collaudo`);
      await expect.poll(() => api<Row[]>('GET', `/costo/?filtro=${codice}`)).toEqual([]);
    }),
  );

  atNight(
    'that does not exist shows a message',
    visit({ as: 'SUADMIN', provokes: [404] }, async ({ page }) => {
      await page.goto('/upd-costi/999999');
      await sees(page, "L'elemento richiesto non esiste o non è visibile");
    }),
  );

  atNight(
    'leads to its neighbours in the filtered list',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const mark = newCode();
      for (const last of ['A', 'B'])
        await cost(api, { codice: `${mark.slice(-16)}${last}`, descrizione: `${mark} ${last}` });
      await page.goto('/list-costi');
      await searchBox(page).fill(mark);
      await sees(page, '1 - 2 / 2');
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await sees(page, '1 / 2');
      await page.getByRole('button', { name: 'Successivo' }).click();
      await page.getByRole('heading', { name: `${mark} B` }).waitFor();
      await sees(page, '2 / 2');
    }),
  );
});

describe('two users save the same cost', () => {
  atNight(
    'the second sees both values and chooses',
    visit({ as: 'SUADMIN', provokes: [409] }, async ({ page, api, join }) => {
      const { id_costo, codice } = await cost(api);
      const other = await join({ as: 'SUPER' });
      await page.goto(`/upd-costi/${id_costo}`);
      await box(page, 'Descrizione').fill('La mia descrizione');
      await box(page, 'Costo unitario').fill('20');
      await api('GET', `/costo/${id_costo}`);
      await other.page.goto(`/upd-costi/${id_costo}`);
      await box(other.page, 'Descrizione').fill('La sua descrizione');
      await saveButton(other.page).click();
      await other.page.waitForURL('**/list-costi*');
      await saveButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await sees(dialog, /Marco Bianchi ha salvato questo elemento/);
      const choice = dialog.getByRole('radiogroup', { name: 'Descrizione' });
      await sees(choice, 'La mia descrizione');
      await choice.getByRole('radio', { name: /La sua descrizione/ }).check();
      await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
      await page.waitForURL('**/list-costi*');
      const [row] = await api<Row[]>('GET', `/costo/?filtro=${codice}`);
      expect(row).toMatchObject({ descrizione: 'La sua descrizione', costo_unitario: 20, versione: 3 });
    }),
  );
});
