/**
 * The promise of docs/adding-an-entity.md: a file gives an entity its screens, and a property appears everywhere, in
 * our own entities too.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language, Row } from '../../schemas/entity.ts';
import type { EntitySchema } from '../../schemas/read-entity.ts';
import { SCHEMAS } from '../../schemas/read-schemas.ts';
import { atNight, byDay } from '../runner/nightly.ts';
import { ADDED, EXAMPLE } from '../source/documented.ts';
import { type Scene, visit } from './browser/visit.ts';
import { reopenPlant } from './plant/worker-server.ts';
import { addButton, box, confirmDelete, rowAction, saveButton, searchBox } from './user/forms.ts';
import { menuBar, sees } from './user/navigation.ts';

let folder: string;

/** Starts the server with the files as they are now. */
const start = (): Promise<string> => reopenPlant({ OFFICINA_SCHEMAS: folder });

/** An entity below the supplier: listed next to the suppliers, edited in a dialog. */
const CONTACT: EntitySchema = {
  title: 'Contact',
  type: 'object',
  required: ['id_fornitore', 'nome'],
  'x-title': { it: 'Contatto', its: 'Contatti', ens: 'Contacts' },
  'x-resource': 'fornitore/contatto',
  'x-routes': { list: '/conf-contatti' },
  'x-display': '{nome}',
  'x-search': ['nome'],
  'x-master': 'id_fornitore',
  'x-dialog': {},
  'x-access': { read: [{ role: 'SUADMIN' }], write: [{ role: 'SUADMIN' }] },
  properties: {
    id_fornitore: {
      type: 'integer',
      title: 'Supplier',
      'x-title': { it: 'Fornitore' },
      'x-ref': 'fornitore',
      'x-ref-text': 'fornitore',
    },
    nome: { type: 'string', title: 'Name', 'x-title': { it: 'Nome' } },
    telefono: {
      type: 'string',
      title: 'Phone',
      'x-title': { it: 'Telefono' },
      'x-when': { id_fornitore: [1, 2, 3] },
    },
  },
};

/** An act over a call that its entity has: a file, and nothing else. */
const act = (on: string, resource: string, words: EntitySchema): EntitySchema => ({
  'x-on': on,
  'x-like': on,
  'x-call': { method: 'PUT', path: `/${resource}/:id`, made: `${resource}.update` },
  'x-access': [{ role: 'SUADMIN' }],
  additionalProperties: true,
  'x-reply': on,
  'x-stale': [on],
  ...words,
});

const ACTS: Record<string, EntitySchema> = {
  'move-supplier': act('supplier', 'fornitore', {
    title: 'Move',
    'x-title': { it: 'Trasferisci' },
    'x-icon': 'apartment',
    'x-place': ['page', 'row'],
    'x-when': { attivo: 1 },
    required: ['mail'],
    properties: { mail: {} },
  }),
  'annotate-asset': act('asset', 'oggetto', {
    title: 'Annotate',
    'x-title': { it: 'Annota' },
    'x-icon': 'description',
    'x-place': ['row'],
    required: ['note'],
    properties: { note: {} },
  }),
  'raise-priority': act('intervention', 'odl', {
    title: 'Set priority',
    'x-title': { it: 'Imposta priorità' },
    'x-icon': 'flag',
    'x-many': true,
    'x-place': ['page', 'selection'],
    required: ['priorita'],
    properties: { priorita: {} },
  }),
};

const write = (schema: EntitySchema, name = 'supplier'): Promise<void> =>
  writeFile(join(folder, `${name}.json`), JSON.stringify(schema));

const added = (schema: EntitySchema): EntitySchema => ({
  ...schema,
  properties: { ...schema.properties, ...ADDED },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-entity-'));
  await write(EXAMPLE);
  await writeFile(join(folder, 'contact.json'), JSON.stringify(CONTACT));
  await mkdir(join(folder, 'actions'));
  for (const [name, file] of Object.entries(ACTS)) await write(file, `actions/${name}`);
  await start();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const there = (language: Language, play: (scene: Scene) => Promise<void>, phone?: boolean) =>
  visit({ as: 'SUADMIN', language, phone }, play);

const WORDS = {
  it: {
    none: 'Nessun dato presente',
    parts: 'Ricambi',
    configure: 'Configura',
    many: 'Fornitori',
    code: 'Codice',
    company: 'Ragione sociale',
    mail: 'E-mail',
    required: 'Questo campo è obbligatorio',
    badMail: 'Indirizzo E-mail non valido',
  },
  en: {
    none: 'No data',
    parts: 'Spare parts',
    configure: 'Configure',
    many: 'Suppliers',
    code: 'Code',
    company: 'Company name',
    mail: 'E-mail',
    required: /required/i,
    badMail: /not valid|invalid/i,
  },
};

async function openByMenu(page: Page, language: Language): Promise<void> {
  const words = WORDS[language];
  await page.goto('/home');
  await menuBar(page).getByRole('button', { name: words.configure }).click();
  await menuBar(page)
    .getByRole('region', { name: words.parts })
    .getByRole('link', { name: words.many })
    .click();
  await page.getByRole('heading', { level: 1, name: words.many }).waitFor();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await box(page, label).fill(text);
  await box(page, label).blur();
}

/** Our entities whose screens are partly hand-written. */
const OURS = [
  { name: 'asset', list: '/conf-oggetti', form: '/upd-oggetto', offered: true },
  { name: 'intervention', list: '/conf-odl', form: '/upd-odl', offered: true },
  { name: 'schedule', list: '/conf-schedulazioni', form: '/upd-schedulazione', offered: true },
  { name: 'spare-part', list: '/conf-ricambi', form: '/upd-ricambio', offered: true },
  { name: 'state', list: '/conf-stati', form: '/upd-stato', offered: false },
  { name: 'user', list: '/conf-utenti', form: '/upd-utente', offered: true },
];

/** Stores an arrangement of columns from before optional columns existed. */
async function arrangedBefore(page: Page, name: string): Promise<void> {
  const { 'x-resource': resource } = JSON.parse(await readFile(join(SCHEMAS, `${name}.json`), 'utf8'));
  await page.evaluate((place) => {
    const store = Object.keys(localStorage).flatMap(
      (key) => /^RaStore.*officina-\d+/.exec(key)?.[0] ?? [],
    )[0];
    if (!store) throw new Error(`no store among ${Object.keys(localStorage)}`);
    localStorage.setItem(`${store}.${place}`, '["reparto"]');
    localStorage.removeItem(`${store}.${place}_offered`);
  }, `${resource}.datatable`);
}

describe('a second file that hangs on the first', () => {
  atNight(
    'shows the master list next to its list, waits for its rows, and opens its form in a dialog',
    there('it', async ({ page, api }) => {
      await page.goto('/conf-contatti');
      await sees(page, 'Gli elementi di Contatti appartengono a quelli di Fornitori');
      await page.getByRole('link', { name: 'Aggiungi: Fornitore' }).click();
      await type(page, 'Codice', 'F-1');
      await type(page, 'Ragione sociale', 'Rossi');
      await saveButton(page).click();
      await page.waitForURL('**/conf-fornitori');
      await page.goto('/conf-contatti');
      await page.getByRole('option', { name: 'F-1 - Rossi', selected: true }).waitFor();
      // Fewer than ten columns have no search of their own; the only search box is the list's.
      await expect.poll(() => searchBox(page).count()).toBe(1);
      await page.getByRole('button', { name: 'Aggiungi', exact: true }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Aggiungi: Contatto' });
      await sees(dialog, 'Fornitore: F-1 - Rossi');
      await type(page, 'Nome', 'Anna');
      // A hidden field with a fixed value makes this one apply.
      await type(page, 'Telefono', '0742 1234');
      await saveButton(page).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Modifica: Anna' }).waitFor();
      const [contact] = await api<Row[]>('GET', '/fornitore/contatto/');
      expect(contact).toMatchObject({ nome: 'Anna', telefono: '0742 1234', fornitore: 'F-1 - Rossi' });
      await api('DELETE', `/fornitore/contatto/${contact!.id}`);
      await api('DELETE', `/fornitore/${contact!.id_fornitore}`);
      await page.reload();
      await sees(page, 'Gli elementi di Contatti appartengono a quelli di Fornitori');
    }),
  );
});

describe('a file of an act', () => {
  it(
    'has its button on the page of a record and in its row, while it is offered',
    there('it', async ({ page, api }) => {
      const { id } = await api<Row>('POST', '/fornitore/', { codice: 'ATTO', ragione_sociale: 'Bianchi' });
      await page.goto('/conf-fornitori');
      await page.getByRole('button', { name: 'Trasferisci: ATTO - Bianchi' }).click();
      const dialog = page.getByRole('dialog', { name: 'Trasferisci: ATTO - Bianchi' });
      await dialog.getByRole('button', { name: 'Trasferisci' }).click();
      await sees(dialog, WORDS.it.required);
      await type(page, WORDS.it.mail, 'sede@bianchi.example');
      await dialog.getByRole('button', { name: 'Trasferisci' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await api<Row>('GET', `/fornitore/${id}`)).toMatchObject({ mail: 'sede@bianchi.example' });
      await page.goto(`/upd-fornitore/${id}`);
      await page.getByRole('button', { name: 'Trasferisci' }).click();
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await api('PUT', `/fornitore/${id}`, { attivo: 0 });
      await page.reload();
      await box(page, WORDS.it.company).waitFor();
      expect(await page.getByRole('button', { name: 'Trasferisci' }).count()).toBe(0);
      await api('DELETE', `/fornitore/${id}`);
    }),
  );

  atNight(
    'is in the menu of a row too, where rows have one',
    there(
      'it',
      async ({ page, api }) => {
        const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
        const name = `${asset!.codice} - ${asset!.descrizione}`;
        await page.goto('/conf-oggetti');
        const menu = page.getByRole('button', { name: `Menu: ${name}` });
        const entry = page.getByRole('menuitem', { name: 'Annota' });
        await menu.click();
        await entry.click();
        const dialog = page.getByRole('dialog', { name: `Annota: ${name}` });
        await type(page, 'Note', 'Dal telefono');
        await dialog.getByRole('button', { name: 'Annota' }).click();
        await dialog.waitFor({ state: 'detached' });
        expect(await api<Row>('GET', `/oggetto/${asset!.id}`)).toMatchObject({ note: 'Dal telefono' });
        await menu.click();
        await page.getByRole('menuitem', { name: 'Elimina' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
        await menu.click();
        await entry.waitFor();
      },
      true,
    ),
  );

  atNight(
    'has its button above the selected rows, and shows the result of each',
    there('it', async ({ page, api }) => {
      const rows = await api<Row[]>('GET', '/odl/?pag=1&max_rows=30&statoLav=0');
      const [one, other] = rows.filter(({ modificabile }) => modificabile === 1);
      await page.goto('/conf-odl?filter=%7B%7D');
      for (const { codice } of [one!, other!])
        await page
          .getByRole('row')
          .filter({ hasText: String(codice) })
          .getByRole('checkbox')
          .click();
      await page.getByRole('button', { name: 'Imposta priorità' }).click();
      const dialog = page.getByRole('dialog', { name: 'Imposta priorità: 2 selezionati' });
      await dialog.getByRole('combobox', { name: 'Priorità' }).click();
      await page.getByRole('option').last().click();
      await dialog.getByRole('button', { name: 'Imposta priorità' }).click();
      await sees(page.getByRole('dialog', { name: 'Modificati 2 di 2' }), String(one!.codice));
      await page.getByRole('button', { name: 'Chiudi' }).click();
      const now = async ({ id }: Row) => (await api<Row>('GET', `/odl/${id}`)).priorita;
      expect(await now(one!)).toBe(await now(other!));
      await page.goto(`/dettaglio-odl/${one!.id}`);
      await page.getByRole('button', { name: 'Imposta priorità' }).waitFor();
    }),
  );
});

describe('one file', () => {
  for (const language of ['it', 'en'] as const)
    it(
      `is a screen to make, find, change and delete a supplier, in ${language} [list-empty]`,
      there(language, async ({ page, api }) => {
        const words = WORDS[language];
        const code = `F-${language}-1`;
        // Rows that an earlier attempt left behind.
        for (const { id } of await api<Row[]>('GET', '/fornitore/?pag=-1'))
          await api('DELETE', `/fornitore/${id}`);
        await openByMenu(page, language);
        await sees(page, words.none);
        await addButton(page, language).click();
        await page.waitForURL('**/upd-fornitore');
        await saveButton(page, language).click();
        await sees(page, words.required);
        await type(page, words.code, code);
        await type(page, words.company, 'Cuscinetti Rossi');
        await type(page, words.mail, 'sbagliata');
        await saveButton(page, language).click();
        await sees(page, words.badMail);
        await type(page, words.mail, 'vendite@rossi.example');
        await saveButton(page, language).click();
        await page.waitForURL('**/conf-fornitori');
        await searchBox(page, language).fill('cuscinetti');
        // The reply draws the rows again.
        await page.waitForURL(/cuscinetti/);
        await rowAction(page, 'edit', `${code} - Cuscinetti Rossi`, language).click();
        await type(page, words.company, 'Cuscinetti Rossi e figli');
        await saveButton(page, language).click();
        await page.waitForURL('**/conf-fornitori*');
        const changed = `${code} - Cuscinetti Rossi e figli`;
        const [row] = await api<Row[]>('GET', '/fornitore/?filtro=figli');
        expect(row).toMatchObject({ codice: code, mail: 'vendite@rossi.example', attivo: 1, versione: 2 });
        await rowAction(page, 'delete', changed, language).click();
        await confirmDelete(page, language);
        await rowAction(page, 'delete', changed, language).waitFor({ state: 'detached' });
        await expect.poll(() => api<Row[]>('GET', '/fornitore/?filtro=figli')).toEqual([]);
      }),
    );

  it('and two properties more, written nowhere but among the properties, are columns, fields, filters and lines of the API description [quantities-display]', async (context) => {
    await write(added(EXAMPLE));
    // A file of the same name replaces ours.
    for (const { name } of OURS)
      await write(added(JSON.parse(await readFile(join(SCHEMAS, `${name}.json`), 'utf8'))), name);
    await start();
    await there('it', async ({ page, api }) => {
      await api('POST', '/fornitore/', { codice: 'ALTRO', ragione_sociale: 'Un altro', citta: 'Terni' });
      await page.goto('/upd-fornitore');
      await type(page, 'Codice', 'NUOVO');
      await type(page, 'Ragione sociale', 'Filtri Umbri');
      await type(page, 'Città', 'Foligno');
      await sees(page, 'Dove ha sede il fornitore.');
      await saveButton(page).click();
      await page.waitForURL('**/conf-fornitori');
      await page.getByRole('columnheader', { name: 'Città' }).waitFor();
      await page.getByRole('columnheader', { name: 'Ordine minimo' }).waitFor();
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Filtri' });
      await drawer.getByRole('textbox', { name: 'Città' }).fill('folig');
      await drawer.getByRole('button', { name: 'Cerca' }).click();
      await sees(page, '1 - 1 / 1');
      await sees(page.getByRole('table'), 'Foligno');
      const specification = await api<Row>('GET', '/info/openapi-specification/');
      expect(JSON.stringify(specification)).toContain('Where the supplier is based.');
    })(context);
  });

  for (const { name, list, form, offered } of byDay(OURS))
    it(
      `and the same properties, added to our own ${name}, are on its screens`,
      there('it', async ({ page }) => {
        await page.goto(form);
        await box(page, 'Città').waitFor();
        await sees(page, 'Dove ha sede il fornitore.');
        if (offered) await arrangedBefore(page, name);
        await page.goto(list);
        await page.getByRole('button', { name: 'Colonne', exact: true }).click();
        const columns = page.getByRole('dialog', { name: 'Colonne' });
        const town = columns.getByRole('switch', { name: 'Città' });
        await expect.poll(() => town.isChecked()).toBe(!offered);
        if (offered) await town.click();
        await page.keyboard.press('Escape');
        await columns.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Filtri', exact: true }).click();
        const drawer = page.getByRole('dialog', { name: 'Filtri' });
        await drawer.getByRole('textbox', { name: 'Città' }).waitFor();
      }),
    );
});
