/** Schedules: created, filled by the tree, previewed on a calendar, generated, copied, deleted. */

import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateText } from '../../schemas/date-texts.ts';
import type { Row } from '../../schemas/entity.ts';
import { DAYS, MONTHS } from '../../schemas/recurring-days.ts';
import { pdf } from '../files/sample-files.ts';
import { atNight } from '../runner/nightly.ts';
import { inDays } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs, apiWith, logIn } from './data/api.ts';
import { type Made, mark, nameOf, newAsset, newClass } from './data/asset-trees.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { addButton, box, confirmDelete, pick, rowAction, saveButton } from './user/forms.ts';
import { path, sees } from './user/navigation.ts';

const PERIODIC = 2;
const DUPLICATED = 3;

/** Shared rows of these tests, and some of another organisation. */
const data: { organisation: number; department: number; type: Row; kind: number } = {
  organisation: 0,
  department: 0,
  type: {},
  kind: 0,
};
let inside: Made;
let outside: Made;

beforeAll(async () => {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  const made = async (resource: string, body: Row): Promise<number> =>
    (await api('POST', `/${resource}/`, body)).id as number;
  const code = mark();
  data.organisation = await made('organizzazione', { codice: code, descrizione: `Sede ${code}` });
  data.department = await made('reparto', { codice: code, descrizione: `Reparto ${code}` });
  const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
  data.type = types.find(({ codice }) => codice !== '*')!;
  data.kind = (await newClass(api)).id;
  inside = await asset(api, 'Pressa della sede');
  outside = await newAsset(api, data.kind, {
    descrizione: 'Pressa di altri',
    id_organizzazione: 2,
    id_reparto: 3,
  });
});

const asset = (api: Api, descrizione: string): Promise<Made> =>
  newAsset(api, data.kind, {
    descrizione,
    id_organizzazione: data.organisation,
    id_reparto: data.department,
  });

async function newSchedule(api: Api, values: Row = {}): Promise<Made> {
  const codice = `S${mark()}`;
  return api<Made>('POST', '/manutenzione/schedulazione/', {
    codice,
    descrizione: `Lubrificazione ${codice}`,
    id_organizzazione: data.organisation,
    id_reparto: data.department,
    id_tipo_guasto: data.type.id,
    id_tipo_odl: DUPLICATED,
    frequenza: 1,
    unita_misura: MONTHS,
    tipo_rinnovo: 1,
    interno: 1,
    priorita: 1,
    ...values,
  });
}

const under = (api: Api, schedule: Made, asset: Made, day: string): Promise<Row> =>
  api('POST', '/manutenzione/', { id_schedulazione: schedule.id, id_oggetto: asset.id, data_inizio: day });

const pageOf = ({ id }: Made, tab?: string): string => `/upd-schedulazione/${id}${tab ? `?tab=${tab}` : ''}`;
const main = (page: Page): Locator => page.getByRole('main');
const tabs = (page: Page): Promise<string[]> => page.getByRole('tab').allInnerTexts();
const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });
const buttons = (page: Page, name: string): Locator => main(page).getByRole('button', { name, exact: true });
const generate = (page: Page): Locator => buttons(page, 'Genera duplicati');

/** Types a date part by part. */
async function typeDay(page: Page, label: string, day: string): Promise<void> {
  const group = page.getByRole('group', { name: label, exact: true });
  await group.getByRole('spinbutton').first().click();
  await page.keyboard.type(day.replaceAll('/', ''));
}

describe('a schedule', () => {
  it(
    'is created, and then gets its assets from the tree of its organisation and department [sched-tabs-editing, sched-header, man-asset-pick, man-schedule-readonly, man-after-save, sched-tree-call]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const codice = `N${mark()}`;
      await page.goto('/conf-schedulazioni');
      await addButton(page).click();
      await page.waitForURL('**/upd-schedulazione');
      await saveButton(page).waitFor();
      await expect.poll(() => page.getByRole('tab').count()).toBe(0);
      await box(page, 'Codice').fill(codice);
      await box(page, 'Descrizione').fill('Ingrassaggio cuscinetti');
      await pick(
        page,
        'Organizzazione',
        codeOf(data.organisation, await api<Row[]>('GET', '/organizzazione/?pag=-1')),
      );
      await pick(page, 'Reparto', codeOf(data.department, await api<Row[]>('GET', '/reparto/?pag=-1')));
      await pick(page, 'Tipo schedulazione', 'Duplicato');
      await box(page, 'Frequenza').fill('1');
      await pick(page, 'Tipo Intervento', String(data.type.descrizione));
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Tipo rinnovo' }).innerText())
        .toBe('dalla data prevista');
      await saveButton(page).click();
      await page.waitForURL(/\/upd-schedulazione\/\d+/);
      await tab(page, 'Manutenzioni').waitFor();
      await expect
        .poll(() => tabs(page))
        .toEqual(['Dati schedulazione', 'Manutenzioni', 'Documenti', 'Genera', 'Prossimi 12 mesi']);
      const address = path(page);
      await tab(page, 'Documenti').click();
      await buttons(page, 'Aggiungi Documento').waitFor();
      await tab(page, 'Genera').click();
      await generate(page).waitFor();
      await expect.poll(() => saveButton(page).count()).toBe(0);
      await tab(page, 'Dati schedulazione').click();
      await saveButton(page).waitFor();
      await expect.poll(() => generate(page).count()).toBe(0);

      await tab(page, 'Manutenzioni').click();
      await buttons(page, 'Aggiungi').click();
      await page.waitForURL(`**/upd-manutenzione/${address.split('/').at(-1)}`);
      const schedule = page.getByRole('combobox', { name: 'Intervento periodico' });
      await expect.poll(() => schedule.inputValue()).toBe(`${codice} - Ingrassaggio cuscinetti`);
      await expect.poll(() => schedule.getAttribute('readonly')).not.toBeNull();
      const crumbs = page.getByRole('navigation', { name: 'Percorso' }).getByRole('link');
      await expect
        .poll(() => crumbs.allInnerTexts())
        .toEqual(['Interventi periodici', `${codice} - Ingrassaggio cuscinetti`]);
      await expect.poll(() => crumbs.last().getAttribute('href')).toBe(`${address}?tab=manutenzioni`);
      const treeRequest = page.waitForRequest((request: Request) =>
        request.url().includes('/oggetto/livello/0'),
      );
      await page.getByRole('button', { name: 'Seleziona dalla struttura: Oggetto' }).click();
      const query = new URL((await treeRequest).url()).searchParams;
      expect(Object.fromEntries(query)).toMatchObject({
        all: '1',
        idOrganizzazione: String(data.organisation),
        idReparto: String(data.department),
        hideNonSelectableBranches: '1',
      });
      const dialog = page.getByRole('dialog', { name: 'Seleziona' });
      await dialog
        .getByRole('treeitem')
        .filter({ hasText: nameOf(inside) })
        .waitFor();
      await expect.poll(() => dialog.getByText(outside.codice).count()).toBe(0);
      await dialog.getByRole('button', { name: `Aggiungi: ${nameOf(inside)}` }).click();
      await typeDay(page, 'Data inizio', '31/01/2027');
      await saveButton(page).click();
      await page.waitForURL(`**${address}?tab=manutenzioni`);
      await sees(main(page).getByRole('table'), nameOf(inside));
      await sees(page, '31/01/2027');
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'of the other type has nothing to generate; in a plant without mail there is no user to notify [sched-tabs-editing]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api, { id_tipo_odl: PERIODIC });
      await page.goto(pageOf(schedule));
      await tab(page, 'Documenti').waitFor();
      await expect
        .poll(() => tabs(page))
        .toEqual(['Dati schedulazione', 'Manutenzioni', 'Documenti', 'Prossimi 12 mesi']);
      await page.getByRole('combobox', { name: 'Utente notifica mail' }).waitFor();
    }),
  );

  describe('in a plant without mail notifications', () => {
    let before: Awaited<ReturnType<typeof changeSettings>>;
    beforeAll(async () => {
      before = await changeSettings({ UserMailNotif: '0' });
    });
    afterAll(() => changeSettings(before));

    atNight(
      'has no field for the user to notify',
      visit({ as: 'SUPER' }, async ({ page, api }) => {
        await page.goto(pageOf(await newSchedule(api)));
        await page.getByRole('combobox', { name: 'Riferimento tecnico' }).waitFor();
        await expect.poll(() => page.getByRole('combobox', { name: 'Utente notifica mail' }).count()).toBe(0);
      }),
    );
  });

  it(
    'has documents, uploaded one at a time [sched-doc-one, sched-doc-columns]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api);
      await page.goto(pageOf(schedule, 'documenti'));
      await page
        .getByRole('link', { name: 'Aggiungi Documento' })
        .or(buttons(page, 'Aggiungi Documento'))
        .first()
        .click();
      await page.waitForURL(`**/add-documento-sched/${schedule.id}`);
      await pick(page, 'Cartella');
      const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });
      const chooser = page.locator('input[type=file]:not([capture])');
      await expect.poll(() => chooser.getAttribute('multiple')).toBeNull();
      await chooser.setInputFiles(file('ciclo.pdf'));
      await sees(page.getByRole('region', { name: 'File da aggiungere' }), /Caricato$/);
      await chooser.setInputFiles(file('secondo.pdf'));
      await sees(page, 'È ammesso un solo file per volta');
      await box(page, 'Descrizione').fill('Ciclo di lubrificazione');
      await saveButton(page).click();
      await page.waitForURL(`**${pageOf(schedule, 'documenti')}`);
      await sees(page.getByRole('table'), 'ciclo.pdf');
      const headers = await page.getByRole('columnheader').allInnerTexts();
      expect(headers.map((text) => text.trim())).toEqual(
        expect.arrayContaining(['Descrizione', 'Cartella', 'Utente', 'Data documento', 'Data caricamento']),
      );
      for (const name of ['Visualizza', 'Scarica', 'Elimina'])
        await page
          .getByRole('button', { name: new RegExp(`^${name}: ciclo.pdf`) })
          .first()
          .waitFor();
    }),
  );
});

const codeOf = (id: number, rows: Row[]): string => String(rows.find((row) => row.id === id)!.descrizione);

describe('generation', () => {
  it(
    'is looked at on a calendar first, then made and counted; the period after it is proposed [sched-generated-count, sched-generate-period, sched-new-period, sched-period-required]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api);
      await under(api, schedule, inside, '2027-01-31');
      await under(api, schedule, await asset(api, 'Tornio della sede'), '2027-01-31');
      await page.goto(pageOf(schedule, 'genera'));
      await typeDay(page, 'Dal', '01/01/2027');
      await typeDay(page, 'Al', '31/12/2026');
      await sees(page, 'La data di fine non può precedere la data di inizio');
      await typeDay(page, 'Al', '30/04/2027');
      await sees(page, '8 interventi da generare');
      const day = (label: string): Locator => page.getByRole('button', { name: label, exact: true });
      await day('28/02/2027: 2 interventi da generare').click();
      await sees(page.getByRole('status'), nameOf(inside));
      await expect.poll(() => page.getByRole('region', { name: 'marzo 2027' }).count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      await generate(page).click();
      await sees(page, 'Periodo generato. Sono stati generati 8 interventi.');
      await sees(page, 'Ultimo periodo generato: dal 01/01/2027 al 30/04/2027. Il prossimo comincia dopo.');
      await expect
        .poll(() => page.getByRole('group', { name: 'Dal', exact: true }).locator('input').inputValue())
        .toBe('31/05/2027');
      const made = await api<Row[]>('GET', `/odl/?idSchedulazione=${schedule.id}&mostraChiusi=1&pag=-1`);
      expect(made).toHaveLength(8);
      await typeDay(page, 'Dal', '01/04/2027');
      await sees(page, "Il periodo deve iniziare dopo il 30/04/2027, fine dell'ultimo generato");
      await tab(page, 'Prossimi 12 mesi').click();
      await sees(page, /8 già presenti/);
    }),
  );

  atNight(
    'keeps unsaved input in other tabs, and compares it with changes in the meantime',
    visit({ as: 'SUPER', provokes: [409] }, async ({ page, api }) => {
      const schedule = await newSchedule(api);
      await under(api, schedule, inside, '2027-01-31');
      await page.goto(pageOf(schedule));
      await box(page, 'Descrizione').fill('Ancora da salvare');
      await tab(page, 'Genera').click();
      await typeDay(page, 'Dal', '01/01/2027');
      await typeDay(page, 'Al', '31/01/2027');
      await generate(page).click();
      await sees(page, 'Periodo generato. Sono stati generati 1 interventi.');
      await sees(page, 'Ultimo periodo generato: dal 01/01/2027 al 31/01/2027. Il prossimo comincia dopo.');
      await tab(page, 'Dati schedulazione').click();
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe('Ancora da salvare');
      await saveButton(page).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await page.waitForURL('**/conf-schedulazioni');
      await expect
        .poll(() => api<Row>('GET', `/manutenzione/schedulazione/${schedule.id}`))
        .toMatchObject({
          descrizione: 'Ancora da salvare',
          data_generazione_end: '2027-01-31',
        });
    }),
  );

  atNight(
    'of many continues in the background, and is found again',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api, { unita_misura: DAYS });
      for (const name of ['Uno', 'Due', 'Tre'])
        await under(api, schedule, await asset(api, name), '2027-01-01');
      await page.goto(pageOf(schedule, 'genera'));
      await typeDay(page, 'Dal', '01/01/2027');
      await typeDay(page, 'Al', '31/12/2027');
      await sees(page, '1095 interventi da generare');
      await generate(page).click();
      await page.getByRole('progressbar', { name: 'Generazione degli interventi in corso' }).waitFor();
      await page.goto('/home');
      await page.goto(pageOf(schedule, 'genera'));
      await page.getByText('Sono stati generati 1095 interventi.').first().waitFor({ timeout: 150_000 });
      const [job] = await api<Row[]>('GET', '/lavoro');
      expect(job).toMatchObject({ tipo: 'generazione', stato: 'fatto', fatto: 1095 });
      await sees(page, 'Ultimo periodo generato: dal 01/01/2027 al 31/12/2027. Il prossimo comincia dopo.');
    }),
  );
});

describe('the list', () => {
  it(
    'is filtered, copied from and deleted from, with a question [sched-filters, sched-delete-confirm]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api);
      await page.goto('/conf-schedulazioni');
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const filters = page.getByRole('dialog', { name: 'Filtri' });
      for (const name of [
        'Codice',
        'Descrizione',
        'Organizzazione',
        'Reparto',
        'Tipo Intervento',
        'Tipo schedulazione',
        'Frequenza',
        'Unità di misura',
      ])
        await filters.getByLabel(name, { exact: false }).first().waitFor();
      await filters.getByLabel('Codice').fill(schedule.codice);
      await filters.getByRole('button', { name: 'Cerca', exact: true }).click();
      await sees(page, '1 - 1 / 1');
      const chip = page.getByRole('cell').getByText(String(data.type.descrizione));
      await expect
        .poll(() => chip.evaluate((element) => getComputedStyle(element).backgroundColor))
        .not.toBe('rgba(0, 0, 0, 0)');
      await expect.poll(() => page.getByRole('button', { name: 'Importa', exact: true }).count()).toBe(0);
      await page.getByRole('link', { name: `Copia: ${nameOf(schedule)}` }).click();
      await page.waitForURL(`**/copia-schedulazione/${schedule.id}`);
      await expect.poll(() => box(page, 'Descrizione').inputValue()).toBe(schedule.descrizione);
      await expect.poll(() => box(page, 'Codice').inputValue()).toBe('');
      await box(page, 'Codice').fill(`C${schedule.codice}`);
      await saveButton(page).click();
      await page.waitForURL(/\/upd-schedulazione\/\d+/);
      await page.goto(
        `/conf-schedulazioni?filter=${encodeURIComponent(JSON.stringify({ codice: schedule.codice }))}`,
      );
      await rowAction(page, 'delete', nameOf(schedule)).click();
      await sees(page.getByRole('dialog'), 'Sicuro di voler eliminare la schedulazione?');
      await confirmDelete(page);
      await rowAction(page, 'delete', nameOf(schedule)).waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'is filled from a sheet by the super admin alone [sched-import-super]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-schedulazioni');
      await page.getByRole('button', { name: 'Importa', exact: true }).click();
      const sheet = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Scarica il modello' }).click();
      expect((await sheet).suggestedFilename()).toBe('template-import-interventi-periodici.xlsx');
    }),
  );

  atNight(
    'shows which schedule has a fault, as its page does, the next date of each and its delay',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const broken = await asset(api, 'Macchina che se ne va');
      const schedule = await newSchedule(api);
      const start = inDays(-4);
      await under(api, schedule, broken, start);
      await under(api, schedule, inside, start);
      await api('PUT', `/oggetto/${broken.id}`, { dismesso: 1 });
      await api('POST', `/manutenzione/schedulazione/${schedule.id}/periodo/`, {
        data_generazione_start: start,
        data_generazione_end: inDays(10),
      });
      await page.goto(pageOf(schedule));
      await sees(page.getByRole('alert'), broken.codice);
      await tab(page, /^Manutenzioni/).click();
      await sees(page.getByRole('table'), new RegExp(broken.codice));
      await sees(page.getByRole('table'), '4 giorni di ritardo');
      await page.goto(
        `/conf-schedulazioni?filter=${encodeURIComponent(JSON.stringify({ codice: schedule.codice }))}`,
      );
      const fault = page.getByRole('cell').filter({ hasText: broken.codice });
      await page.getByRole('columnheader', { name: 'Prossima scadenza' }).waitFor();
      await sees(page.getByRole('table'), dateText(start));
      await sees(page.getByRole('table'), '4 giorni di ritardo');
      // Once a month, and not "1 mesi".
      await page.getByRole('cell', { name: 'mese', exact: true }).waitFor();
      // Truncated text appears once, in the table's tooltip.
      await page.setViewportSize({ width: 1024, height: 800 });
      await fault.hover();
      await sees(page.getByRole('tooltip'), await fault.innerText());
      expect(await fault.locator('[title]').count()).toBe(0);
    }),
  );
});

describe('on a phone, in English', () => {
  it(
    'the list has its filters, and the period is a list of days [sched-mobile-filter]',
    visit({ as: 'SUPER', phone: true, language: 'en', mode: 'dark' }, async ({ page, api }) => {
      const schedule = await newSchedule(api);
      await under(api, schedule, inside, '2027-01-31');
      await page.goto('/conf-schedulazioni');
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      const filters = page.getByRole('dialog', { name: 'Filters' });
      await filters.getByLabel('Code').fill(schedule.codice);
      await filters.getByRole('button', { name: 'Search', exact: true }).click();
      await sees(page, '1 - 1 / 1');
      await sees(main(page), /Next due\s*31\/01\/2027/);
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('link', { name: new RegExp(`^${schedule.codice}`) })
        .first()
        .click();
      await saveButton(page, 'en').waitFor();
      await page.goto(pageOf(schedule, 'genera'));
      await typeDay(page, 'From', '01/01/2027');
      await typeDay(page, 'To', '31/03/2027');
      await sees(page.getByRole('region', { name: 'February 2027' }), '28/02/2027');
      await sees(page, '3 interventions to generate');
      expect(await violations(page)).toEqual([]);
      await main(page).getByRole('button', { name: 'Generate interventions' }).click();
      await sees(page, 'Period generated. 3 interventions have been generated.');
    }),
  );
});

describe('the generated interventions', () => {
  atNight(
    'show their schedule, for admins as a link [odl-schedule-link, odl-doc-schedule]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { schedule, intervention } = await generated(api);
      await page.goto(`/dettaglio-odl/${intervention}`);
      const facts = page.getByRole('main').locator('section').filter({ hasText: 'Frequenza' });
      await sees(facts, 'Ogni mese');
      await sees(facts, '31/01/2027');
      const token = await page.evaluate(() => localStorage.getItem('access_token'));
      await lend(api, token!, schedule);
      await tab(page, /^Documenti/).click();
      await readsLent(page, schedule);
      await tab(page, 'Generali').click();
      await facts.getByRole('link', { name: nameOf(schedule) }).click();
      await page.waitForURL(`**${pageOf(schedule)}`);
    }),
  );

  it(
    'show a technician the schedule without a link, and its documents read-only [odl-schedule-link, odl-doc-schedule]',
    visit({ as: 'RIFTEC' }, async ({ page, api }) => {
      const [machine] = await api<Made[]>('GET', '/oggetto/?pag=1');
      const tokens = await logIn(plantUrl(), 'SUPER');
      const admin = apiWith(plantUrl(), tokens.access_token);
      const place = { id_organizzazione: 1, id_reparto: 1 };
      const { schedule, intervention } = await generated(admin, place, machine);
      await lend(admin, tokens.access_token, schedule);
      await page.goto(`/dettaglio-odl/${intervention}`);
      const facts = main(page).locator('section').filter({ hasText: 'Frequenza' });
      await sees(facts, nameOf(schedule));
      await expect.poll(() => facts.getByRole('link').count()).toBe(0);
      await tab(page, /^Documenti/).click();
      await readsLent(page, schedule);
    }),
  );

  atNight(
    'are on the page of the asset',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const schedule = await newSchedule(api, { id_tipo_odl: PERIODIC });
      const machine = await asset(api, 'Macchina pianificata');
      const soon = inDays(30);
      await page.goto(`/info-oggetto/${machine.id}`);
      await tab(page, 'Manutenzioni programmate').click();
      await sees(page, "«Aggiungi manutenzione» lo mette in uno che c'è già");
      await page.getByRole('link', { name: 'Aggiungi manutenzione' }).click();
      await expect.poll(() => box(page, 'Oggetto').inputValue()).toBe(nameOf(machine));
      await pick(page, 'Intervento periodico', schedule.codice);
      await typeDay(page, 'Data inizio', soon.split('-').reverse().join('/'));
      await saveButton(page).click();
      await page.waitForURL(`**/info-oggetto/${machine.id}?tab=manutenzioni`);
      await sees(page.getByRole('table').first(), nameOf(schedule));
      await sees(page, /1 già present/);
      expect(await violations(page)).toEqual([]);
      // Another one, beside the first.
      await buttons(page, 'Aggiungi manutenzione').click();
      await expect.poll(() => box(page, 'Oggetto').inputValue()).toBe(nameOf(machine));
    }),
  );

  atNight(
    'lead back to the page on which they were begun, as other forms of an asset do',
    visit({ as: 'SUPER' }, async ({ page, api, join }) => {
      const schedule = await newSchedule(api, { id_tipo_odl: PERIODIC });
      const machine = await asset(api, 'Macchina da cui si parte');
      const here = `/info-oggetto/${machine.id}`;
      const plan = `${here}?tab=manutenzioni`;
      const cancel = (on: Page) => on.getByRole('link', { name: 'Annulla' });
      const crumbs = (on: Page) => on.getByRole('navigation', { name: 'Percorso' }).getByRole('link');
      const seesPath = async (to: string, on = page) => {
        await expect.poll(() => crumbs(on).allInnerTexts()).toEqual(['Oggetti', nameOf(machine)]);
        expect(await crumbs(on).last().getAttribute('href')).toBe(to);
      };
      await page.goto(plan);
      const begin = page.getByRole('link', { name: 'Aggiungi manutenzione' });
      await begin.click();
      await cancel(page).click();
      await page.waitForURL(`**${plan}`);
      // The arrow above the form, after a reload, and the browser's own button.
      await begin.click();
      await page.waitForURL('**/upd-manutenzione?*');
      await page.reload();
      await seesPath(plan);
      await page.getByRole('link', { name: `Torna a ${nameOf(machine)}` }).click();
      await page.waitForURL(`**${plan}`);
      await begin.click();
      await cancel(page).waitFor();
      await page.goBack();
      await page.waitForURL(`**${plan}`);
      await begin.waitFor();
      // A maintenance that is opened from the asset.
      await under(api, schedule, machine, inDays(30));
      await page.reload();
      const row = page.getByRole('row').filter({ hasText: nameOf(schedule) });
      await row.first().getByRole('cell').last().click();
      await page.waitForURL('**/upd-manutenzione/**');
      await box(page, 'Note').fill('Dal lato motore');
      await saveButton(page).click();
      await page.waitForURL(`**${plan}`);
      await row.first().getByRole('link').first().click();
      await cancel(page).click();
      await page.waitForURL(`**${plan}`);
      // An intervention, and a copy.
      await tab(page, /^Interventi/).click();
      await page.getByRole('button', { name: 'Aggiungi intervento' }).click();
      await page.waitForURL('**/apri-odl/**');
      await seesPath(`${here}?tab=interventi`);
      await crumbs(page).last().click();
      await page.waitForURL(`**${here}?tab=interventi`);
      await page.getByRole('button', { name: 'Copia' }).click();
      await cancel(page).click();
      await page.waitForURL(`**${here}?tab=interventi`);
      // A form that was begun nowhere leads to its list.
      await page.goto('/upd-manutenzione');
      await expect.poll(() => crumbs(page).allInnerTexts()).toEqual(['Interventi periodici']);
      await cancel(page).click();
      await page.waitForURL('**/conf-schedulazioni');

      const { page: phone } = await join({ as: 'SUADMIN', phone: true, language: 'it' });
      await phone.goto(plan);
      await phone
        .getByRole('link', { name: nameOf(schedule) })
        .first()
        .click();
      await phone.waitForURL('**/upd-manutenzione/**');
      await seesPath(plan, phone);
      await cancel(phone).click();
      await phone.waitForURL(`**${plan}`);
    }),
  );
});

/** Creates a schedule with its first intervention. */
async function generated(
  api: Api,
  values: Row = {},
  asset = inside,
): Promise<{ schedule: Made; intervention: number }> {
  const schedule = await newSchedule(api, values);
  await under(api, schedule, asset, '2027-01-31');
  await api('POST', `/manutenzione/schedulazione/${schedule.id}/periodo/`, {
    data_generazione_start: '2027-01-01',
    data_generazione_end: '2027-02-01',
  });
  const [made] = await api<Row[]>('GET', `/odl/?idSchedulazione=${schedule.id}&pag=-1`);
  return { schedule, intervention: made!.id as number };
}

/** Checks that the schedule's file is listed under the schedule's name, read-only. */
async function readsLent(page: Page, schedule: Made): Promise<void> {
  const lent = page.getByRole('region', { name: `Documenti, Intervento periodico: ${nameOf(schedule)}` });
  await sees(lent, 'ciclo.pdf');
  await lent.getByRole('button', { name: 'Scarica: ciclo.pdf' }).waitFor();
  await expect.poll(() => lent.getByRole('button', { name: /^(Elimina|Modifica):/ }).count()).toBe(0);
}

/** Uploads a file to a schedule. */
async function lend(api: Api, token: string, { id }: Made): Promise<void> {
  const [folder] = await api<Row[]>('GET', '/manutenzione/schedulazione/documento/cartella/?pag=-1');
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(pdf('Ciclo'))], { type: 'application/pdf' }), 'ciclo.pdf');
  const query = new URLSearchParams({
    idCartella: String(folder!.id),
    descrizione: 'Ciclo',
    data_validita: '2026-01-01',
  });
  const reply = await fetch(`${plantUrl()}/api/cmms/manutenzione/schedulazione/${id}/documento/?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  expect(reply.ok, await reply.clone().text()).toBe(true);
}
