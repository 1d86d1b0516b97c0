/** Custom fields as users see them: a new definition is in the form, the list and the filters at the next visit. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { box, pick, saveButton } from './user/forms.ts';
import { sees } from './user/navigation.ts';

interface Class {
  id: number;
  descrizione: string;
}

let count = 0;

/** Creates two warehouse classes: one with a required diameter, one with a colour; both with a serial number. */
async function classes(api: Api) {
  const mark = `${Date.now().toString(36)}${++count}`;
  const made = (name: string) =>
    api<Class>('POST', '/magazzino/classe/', { codice: `${name[0]}${mark}`, descrizione: `${name} ${mark}` });
  const [silo, cabinet] = [await made('Silo'), await made('Armadio')];
  const define = (idClass: number, column: string, label: string, required = 0) =>
    api('POST', '/magazzino/campo/', {
      id_classe: idClass,
      campo_tabella: column,
      label,
      obbligatorio: required,
    });
  await define(silo.id, 'campo_float4', 'Diametro', 1);
  await define(cabinet.id, 'campo_str17', 'Colore anta');
  for (const { id } of [silo, cabinet]) await define(id, 'campo_str18', 'Numero di serie');
  return { mark, silo, cabinet, define };
}

const warehouse = (api: Api, code: string, idClass: number, more: Row = {}) =>
  api<{ id: number }>('POST', '/magazzino/', {
    codice: code,
    descrizione: 'Prova campi',
    id_classe: idClass,
    id_organizzazione: 1,
    id_reparto: 1,
    ...more,
  });

describe('the form', () => {
  it(
    'has the fields of the selected class; input and focus are kept [asset-template-reload]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { mark, silo, cabinet } = await classes(api);
      await page.goto('/upd-magazzino');
      await box(page, 'Codice').fill(`W-${mark}`);
      await box(page, 'Descrizione').fill('Prima della classe');
      await pick(page, 'Classe', cabinet.descrizione);
      await box(page, 'Colore anta').fill('Rosso');
      await box(page, 'Numero di serie').fill('SN-1');
      await pick(page, 'Classe', silo.descrizione);
      await box(page, 'Diametro').waitFor();
      await expect.poll(() => box(page, 'Colore anta').count()).toBe(0);
      await expect.poll(() => box(page, 'Numero di serie').inputValue()).toBe('SN-1');
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe('Prima della classe');
      await expect
        .poll(() => box(page, 'Classe').evaluate((element) => element === document.activeElement))
        .toBe(true);
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await saveButton(page).click();
      await expect.poll(() => box(page, 'Diametro').getAttribute('aria-invalid')).toBe('true');
      await box(page, 'Diametro').fill('2,5');
      await box(page, 'Diametro').press('Tab');
      await saveButton(page).click();
      await page.waitForURL('**/dettaglio-magazzino/*');
      await sees(page, 'SN-1');
      const [row] = await api<Row[]>('GET', `/magazzino/?filtro=W-${mark}`);
      expect(row).toMatchObject({ campo_float4: 2.5, campo_str18: 'SN-1', campo_str17: null });
    }),
  );

  atNight(
    'loses no key while the fields of a class arrive',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { mark, cabinet } = await classes(api);
      await page.goto('/upd-magazzino');
      await box(page, 'Codice').waitFor();
      await page.route(`**/template/${cabinet.id}`, async (route) => {
        await new Promise((wait) => setTimeout(wait, 700));
        await route.continue();
      });
      await pick(page, 'Classe', cabinet.descrizione);
      const text = `Scritta mentre arriva ${mark}`;
      await box(page, 'Descrizione').pressSequentially(text, { delay: 50 });
      await box(page, 'Colore anta').waitFor();
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe(text);
      await expect
        .poll(() => box(page, 'Descrizione').evaluate((element) => element === document.activeElement))
        .toBe(true);
    }),
  );

  it(
    'loses no press of Save, and no refusal, while the fields of a class arrive',
    visit({ as: 'SUADMIN', says: /422/ }, async ({ page, api }) => {
      const { mark, silo } = await classes(api);
      await page.goto('/upd-magazzino');
      await box(page, 'Codice').fill(`W-${mark}`);
      await pick(page, 'Organizzazione');
      await pick(page, 'Reparto');
      await box(page, 'Descrizione').fill('Salvato troppo presto');
      let arrive = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route(`**/template/${silo.id}`, async (route) => {
        await held;
        await route.continue();
      });
      await pick(page, 'Classe', silo.descrizione);
      await saveButton(page).hover();
      await page.mouse.down();
      const arrived = page.waitForResponse(`**/template/${silo.id}`);
      arrive();
      await (await arrived).finished();
      // The form has the time to be drawn again.
      await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 400)));
      await page.mouse.up();
      await sees(page.getByRole('alert'), 'Alcuni campi non sono validi.');
      await expect.poll(() => box(page, 'Diametro').getAttribute('aria-invalid')).toBe('true');
      await box(page, 'Diametro').fill('2,5');
      await box(page, 'Diametro').press('Tab');
      await saveButton(page).click();
      await page.waitForURL('**/dettaglio-magazzino/*');
    }),
  );

  atNight(
    'has a definition at the next look, with nothing restarted',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { mark, cabinet, define } = await classes(api);
      const { id } = await warehouse(api, `W-${mark}`, cabinet.id);
      await page.goto(`/upd-magazzino/${id}`);
      await box(page, 'Colore anta').waitFor();
      await define(cabinet.id, 'campo_str19', 'Serratura');
      await page.goto(`/upd-magazzino/${id}`);
      await box(page, 'Serratura').fill('A codice');
      await saveButton(page).click();
      await page.waitForURL(`**/dettaglio-magazzino/${id}`);
      await sees(page, 'Serratura');
      await sees(page, 'A codice');
    }),
  );
});

describe('the list', () => {
  it(
    'is filtered by the fields of a class, and forgets them with the class [asset-class-filter]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { mark, cabinet, define } = await classes(api);
      await warehouse(api, `W-${mark}-1`, cabinet.id, { campo_str17: 'Verde bosco' });
      await warehouse(api, `W-${mark}-2`, cabinet.id, { campo_str17: 'Giallo' });
      await define(-1, 'campo_str16', `Ovunque ${mark}`);
      await page.goto('/conf-magazzini');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      await box(drawer, 'Classe').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await drawer.getByLabel('Colore anta').count()).toBe(0);
      expect(await drawer.getByLabel(`Ovunque ${mark}`).count()).toBe(0);
      await pick(page, 'Classe', cabinet.descrizione);
      await box(drawer, `Ovunque ${mark}`).waitFor();
      await box(drawer, 'Colore anta').fill('bosco');
      await drawer.getByRole('button', { name: 'Cerca', exact: true }).click();
      await sees(page, '1 - 1 / 1');
      const chips = page.getByRole('region', { name: 'Filtri attivi' });
      await sees(chips, 'Colore anta');
      await chips.getByRole('button', { name: /Togli il filtro Classe/ }).press('Delete');
      await chips.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).not.toContain('campo_str17');
    }),
  );
});
