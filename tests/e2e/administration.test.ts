/** Features of single configuration screens beyond the common list and form. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { sentFrom } from './browser/sent.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import {
  addButton,
  box,
  confirmDelete,
  pick,
  rowAction,
  saveButton,
  searchBox,
  toggle,
} from './user/forms.ts';
import { go, open as openPage, path, sees } from './user/navigation.ts';

const newCode = (): string => `Z${Date.now().toString(36)}`;

const settingNamed = async (api: Api, codice: string): Promise<{ id: number; valore: string | null }> => {
  const all = await api<{ id: number; codice: string; valore: string | null }[]>('GET', '/parametro/?pag=-1');
  return all.find((one) => one.codice === codice)!;
};

describe('settings', () => {
  const open = async (page: Page, api: Api, codice: string): Promise<void> => {
    await openPage(page, `/upd-parametro/${(await settingNamed(api, codice)).id}`);
    await page.getByRole('heading', { level: 1, name: codice }).waitFor();
  };
  const save = async (page: Page, api: Api, codice: string): Promise<string | null> => {
    await saveButton(page).click();
    await page.waitForURL('**/conf-parametri*');
    return (await settingNamed(api, codice)).valore;
  };

  it(
    'are grouped by area, can be searched, and long values are truncated [param-cut-50]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id, valore } = await settingNamed(api, 'QRObjPrefix');
      const long = `${'x'.repeat(50)}yyy`;
      await api('PUT', `/parametro/${id}`, { valore: long });
      await page.goto('/conf-parametri');
      for (const area of ['Accessi', 'Generale', 'Oggetti e codici QR'])
        await page.getByRole('rowheader', { name: area, exact: true }).waitFor();
      await expect.poll(() => addButton(page).count()).toBe(0);
      await searchBox(page).fill('QRObjPrefix');
      await sees(page, '1 - 1 / 1');
      const cell = page.getByRole('cell', { name: /^x+/ });
      expect((await cell.innerText()).trim()).toBe(`${'x'.repeat(50)}…`);
      await api('PUT', `/parametro/${id}`, { valore });
    }),
  );

  it(
    'have an editor for each kind: list, boolean, number and text [param-types, param-readonly]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      await open(page, api, 'BlockAssigned');
      await expect.poll(() => box(page, 'Codice').getAttribute('readonly')).not.toBeNull();
      await expect.poll(() => box(page, 'Descrizione').getAttribute('readonly')).not.toBeNull();
      await pick(page, 'Valore');
      expect(await save(page, api, 'BlockAssigned')).toBe('0');
      await open(page, api, 'VisCalendarMobile');
      const before = await toggle(page, 'Valore').isChecked();
      await toggle(page, 'Valore').setChecked(!before);
      expect(await save(page, api, 'VisCalendarMobile')).toBe(before ? '0' : '1');
      await open(page, api, 'VisCalendarMobile');
      await toggle(page, 'Valore').setChecked(before);
      expect(await save(page, api, 'VisCalendarMobile')).toBe(before ? '1' : '0');
      await open(page, api, 'IntervalloUpdInt');
      await box(page, 'Valore').fill('15000');
      await box(page, 'Valore').blur();
      expect(await save(page, api, 'IntervalloUpdInt')).toBe('15000');
      await open(page, api, 'OreLavoroGiorno');
      await box(page, 'Valore').fill('7,5');
      await box(page, 'Valore').blur();
      expect(await save(page, api, 'OreLavoroGiorno')).toBe('7.5');
      await open(page, api, 'ClienteURL');
      await box(page, 'Valore').fill('https://manutenzione.example');
      await box(page, 'Valore').blur();
      expect(await save(page, api, 'ClienteURL')).toBe('https://manutenzione.example');
      await changeSettings({ ClienteURL: '', OreLavoroGiorno: '8' }, api);
    }),
  );

  atNight(
    'refuse values that are too long, and missing required ones [param-value-500]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      await open(page, api, 'QRObjPrefix');
      await box(page, 'Valore').fill('x'.repeat(501));
      await box(page, 'Valore').blur();
      await saveButton(page).click();
      await sees(page, 'Valore troppo lungo');
      // Left by loading another page, which asks nothing.
      await page.goto('/home');
      await open(page, api, 'FusoOrario');
      await box(page, 'Valore').fill('');
      await box(page, 'Valore').blur();
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      expect(path(page)).toMatch(/^\/upd-parametro\//);
    }),
  );
});

describe('structures', () => {
  atNight(
    'of states: two tabs, a tree next to the table, a new row, and its removal',
    visit({ as: 'SUADMIN', provokes: [409, 422] }, async ({ page, api }) => {
      const [role] = await api<Row[]>('GET', '/ruolo/?pag=-1&codice=QUAL');
      await page.goto('/conf-stati');
      await page.getByRole('heading', { level: 1, name: 'Stati' }).waitFor();
      await page
        .getByRole('navigation')
        .getByText('Struttura')
        .or(page.getByRole('tab', { name: 'Struttura' }))
        .first()
        .click();
      await page.waitForURL('**/conf-struttura-stati');
      await page.getByRole('heading', { level: 2, name: 'Struttura' }).waitFor();
      await page.getByRole('table').waitFor();
      await page
        .getByRole('button', { name: /^Aperto/ })
        .first()
        .waitFor();
      await addButton(page).click();
      await page.waitForURL('**/upd-struttura-stati');
      await pick(page, 'Stato figlio', 'Aperto');
      await pick(page, 'Ruolo', String(role!.nome));
      await saveButton(page).click();
      await page.waitForURL('**/conf-struttura-stati');
      const row = page.getByRole('row').filter({ hasText: String(role!.nome) });
      await row.waitFor();
      await row.getByRole('button', { name: /^Elimina/ }).click();
      await confirmDelete(page);
      await row.waitFor({ state: 'detached' });
    }),
  );

  it(
    'of classes: the tab with tree, table and help; a class is not its own parent [class-tabs, class-structure]',
    visit({ as: 'SUADMIN', provokes: [409, 422] }, async ({ page }) => {
      await page.goto('/conf-classi');
      await page.getByText('Struttura', { exact: true }).first().click();
      await page.getByRole('heading', { level: 2, name: 'Struttura' }).waitFor();
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: /^Aiuto/ }).click();
      const help = page.getByRole('dialog', { name: /^Aiuto/ });
      expect((await help.innerText()).length).toBeGreaterThan(40);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await addButton(page).click();
      await page.waitForURL('**/upd-struttura-classi');
      await pick(page, 'Classe madre');
      const mother = await box(page, 'Classe madre').inputValue();
      const child = page.getByRole('combobox', { name: 'Classe figlia' });
      await child.click();
      await page.getByRole('option').first().waitFor();
      const offered = await page.getByRole('option').allInnerTexts();
      expect(offered.map((text) => text.trim().split('\n')[0])).not.toContain(mother);
    }),
  );
});

describe('checklists', () => {
  const tab = (page: Page, label: string) =>
    page.getByRole('navigation').getByRole('tab', { name: label, exact: true });
  const addLink = (page: Page) =>
    page.getByRole('main').getByRole('button', { name: 'Associa Voce' }).first();
  const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  const lists = (page: Page) => page.getByRole('listbox', { name: 'Checklist' });
  const visibleItems = async (page: Page): Promise<string[]> =>
    (await page.getByRole('table').locator('tbody tr td:nth-child(2)').allInnerTexts()).map((text) =>
      text.trim(),
    );

  /** Creates two checklists and two items; the first checklist holds both items, and the second sorts first. */
  async function prepare(api: Api): Promise<{ name: string; full: number; empty: number; items: number[] }> {
    const name = newCode();
    const make = async (resource: string, descrizione: string) =>
      (await api<{ id: number }>('POST', `/${resource}/`, { descrizione })).id;
    const [full, empty] = [await make('checklist', `${name} A`), await make('checklist', `${name} B`)];
    const items = [
      await make('checklist/voce', `${name} prima`),
      await make('checklist/voce', `${name} seconda`),
    ];
    for (const [index, id_voce] of items.entries())
      await api('POST', '/checklist/relazione/', { id_checklist: full, id_voce, ordine: 20 - index });
    return { name, full, empty, items };
  }

  it(
    'have three tabs, each with its own add button, and their forms return to the tab [checklist-tabs, checklist-return, checklist-link-item]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const name = newCode();
      await page.goto('/conf-checklist');
      await addButton(page).click();
      await page.waitForURL('**/upd-voce-checklist');
      await box(page, 'Descrizione').fill(`${name} voce`);
      await saveButton(page).click();
      await page.waitForURL(/\/conf-checklist$/);
      await tab(page, 'Checklist').click();
      await page.waitForURL('**/conf-checklist/checklist');
      await addButton(page).click();
      await page.waitForURL('**/upd-checklist');
      await box(page, 'Descrizione').fill(`${name} lista`);
      await saveButton(page).click();
      await page.waitForURL('**/conf-checklist/checklist');
      await tab(page, 'Relazioni').click();
      await page.waitForURL('**/conf-checklist/relazioni*');
      await searchBox(page).fill(name);
      await lists(page)
        .getByRole('option', { name: `${name} lista` })
        .click();
      await sees(page, `Qui compariranno gli elementi di «${name} lista». Inizia aggiungendo il primo.`);
      const address = page.url();
      await expect.poll(() => addButton(page).count()).toBe(0);
      await addLink(page).click();
      const dialog = dialogOf(page, 'Associa Voce');
      await sees(dialog, `Checklist: ${name} lista`);
      await expect.poll(() => box(dialog, 'Checklist').count()).toBe(0);
      await expect
        .poll(() => box(dialog, 'Voce').evaluate((element) => element === document.activeElement))
        .toBe(true);
      await saveButton(page).click();
      await sees(dialog, 'Selezionare una Voce');
      expect((await dialog.getByRole('combobox', { name: 'Obbligatoria' }).innerText()).trim()).toBe('No');
      await pick(page, 'Voce', `${name} voce`);
      await box(dialog, 'Ordine').fill('3');
      await saveButton(page).click();
      await dialog.waitFor({ state: 'detached' });
      expect(page.url()).toBe(address);
      const row = page.getByRole('row').filter({ hasText: `${name} voce` });
      await expect
        .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(1, 4))
        .toEqual([`${name} voce`, 'No', '3']);
      const [stored] = await api<Row[]>(
        'GET',
        `/checklist/relazione/?sort=id_relazione,DESC&pag=1&max_rows=1`,
      );
      expect(stored).toMatchObject({ checklist: `${name} lista`, voce: `${name} voce`, obbligatoria: '0' });
    }),
  );

  atNight(
    'are to the left of the items of the selected one, in its order; the selection is in the address [checklist-relations-view]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { name, full } = await prepare(api);
      await page.goto('/conf-checklist');
      await tab(page, 'Relazioni').click();
      // The first one is selected initially, and only its rows are visible.
      const [first] = await api<Row[]>('GET', '/checklist/?sort=descrizione,ASC&pag=1&max_rows=1');
      const chosen = lists(page).getByRole('option', { selected: true });
      await expect.poll(() => chosen.allInnerTexts()).toEqual([first!.descrizione]);
      expect(decodeURIComponent(page.url())).toContain(`"id_checklist":${first!.id}`);
      const own = await api<Row[]>('GET', `/checklist/relazione/?id_checklist=${first!.id}&pag=-1`);
      await expect.poll(() => visibleItems(page)).toEqual(own.map(({ voce }) => voce));
      const headers = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
      expect(headers.filter(Boolean)).toEqual(['Voce', 'Obbligatoria', 'Ordine', 'Azioni']);

      await searchBox(page).fill(name);
      await expect
        .poll(() => lists(page).getByRole('option').allInnerTexts())
        .toEqual([`${name} A`, `${name} B`]);
      await lists(page)
        .getByRole('option', { name: `${name} A` })
        .click();
      await expect.poll(() => visibleItems(page)).toEqual([`${name} seconda`, `${name} prima`]);
      await expect.poll(() => page.getByRole('region', { name: 'Filtri attivi' }).count()).toBe(0);
      const address = page.url();

      await lists(page)
        .getByRole('option', { name: `${name} A` })
        .focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await sees(page, `Qui compariranno gli elementi di «${name} B»`);
      await page.goBack();
      await expect.poll(() => visibleItems(page)).toEqual([`${name} seconda`, `${name} prima`]);
      expect(page.url()).toBe(address);
      // A filter is set and removed, and the checklist stays selected.
      await page.getByRole('button', { name: 'Filtri', exact: true }).click();
      await pick(page, 'Obbligatoria', 'Sì');
      await page.getByRole('dialog').getByRole('button', { name: 'Cerca' }).click();
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await page.getByRole('button', { name: 'Azzera filtri' }).first().click();
      await expect.poll(() => visibleItems(page)).toEqual([`${name} seconda`, `${name} prima`]);
      await page.reload();
      await expect.poll(() => visibleItems(page)).toEqual([`${name} seconda`, `${name} prima`]);
      await page.getByRole('heading', { level: 2, name: `${name} A` }).waitFor();

      // A link to a deleted checklist shows the first.
      await api('DELETE', `/checklist/${full}`);
      await page.goto(address);
      await expect.poll(() => chosen.allInnerTexts()).toEqual([first!.descrizione]);
    }),
  );

  it(
    'have items that are edited and removed in a dialog, which asks before input is lost [checklist-relations-view]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const { name, full, items } = await prepare(api);
      const stored = async (): Promise<Row[]> =>
        api('GET', `/checklist/relazione/?id_checklist=${full}&pag=-1`);
      await page.goto(`/conf-checklist/relazioni?filter=${encodeURIComponent(`{"id_checklist":${full}}`)}`);
      const action = `${name} A > ${name} prima`;
      const edit = page.getByRole('button', { name: `Modifica: ${action}`, exact: true });
      await edit.click();
      const dialog = dialogOf(page, `Modifica: ${action}`);
      await expect.poll(() => box(dialog, 'Voce').getAttribute('readonly')).not.toBeNull();
      await box(dialog, 'Ordine').fill('7');
      const question = dialogOf(page, 'Uscire senza salvare?');
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: 'Annulla' }).click(),
        () => dialog.getByRole('button', { name: 'Chiudi' }).click(),
        () => page.goBack(),
      ]) {
        await leave();
        await question.getByRole('button', { name: 'Continua a modificare' }).click();
        await question.waitFor({ state: 'detached' });
        await dialog.waitFor();
      }
      await pick(page, 'Obbligatoria', 'Sì');
      await box(dialog, 'Ordine').fill('5');
      await saveButton(page).click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: `${name} prima` });
      await expect
        .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(2, 4))
        .toEqual(['Sì', '5']);
      await expect.poll(() => visibleItems(page)).toEqual([`${name} prima`, `${name} seconda`]);
      await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);
      expect((await stored())[0]).toMatchObject({ id_voce: items[0], obbligatoria: '1', ordine: 5 });

      // Without input there is no question, and Back closes the dialog instead of the page.
      await row.getByRole('button', { name: `${name} prima`, exact: true }).click();
      await dialog.getByRole('button', { name: 'Modifiche' }).click();
      await sees(page.getByRole('dialog', { name: `Modifiche di ${action}` }), 'Marco Bianchi');
      await page.keyboard.press('Escape');
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      await row.waitFor();

      await rowAction(page, 'delete', action).click();
      await confirmDelete(page);
      await row.waitFor({ state: 'detached' });
      await expect.poll(async () => (await stored()).map(({ id_voce }) => id_voce)).toEqual([items[1]]);
    }),
  );

  atNight(
    'are a select above the items on a phone, where the dialog is full screen [checklist-relations-view]',
    visit({ as: 'SUPER', phone: true }, async ({ page, api }) => {
      const { name, empty } = await prepare(api);
      await page.goto('/conf-checklist/relazioni');
      await pick(page, 'Checklist', `${name} A`);
      await page.getByRole('button', { name: `Modifica: ${name} A > ${name} prima` }).waitFor();
      await pick(page, 'Checklist', `${name} B`);
      await sees(page, `Qui compariranno gli elementi di «${name} B»`);
      await expect.poll(() => lists(page).count()).toBe(0);
      await addLink(page).click();
      const dialog = dialogOf(page, 'Associa Voce');
      expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
      await pick(page, 'Voce', `${name} prima`);
      await saveButton(page).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Modifica: ${name} B > ${name} prima` }).waitFor();
      await expect
        .poll(() => api<Row[]>('GET', `/checklist/relazione/?id_checklist=${empty}&pag=-1`))
        .toHaveLength(1);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }),
  );
});

describe('users', () => {
  const ACTIVATION = /attivazione/i;

  async function user(api: Api, values: Row = {}): Promise<{ id: number; name: string }> {
    const [role] = await api<{ id: number }[]>('GET', '/ruolo/?pag=-1&codice=TEC');
    const code = newCode();
    const person = {
      nome: 'Prova',
      cognome: code,
      mail: `${code}@officina.example`,
      id_utente_ruolo: role!.id,
    };
    const { id } = await api<{ id: number }>('POST', '/utente/', { ...person, ...values });
    return { id, name: `Prova ${code}` };
  }

  it(
    'have sub-lists of organisations and departments; nothing chosen adds nothing [user-empty-selection]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id } = await user(api);
      const posts = sentFrom(page, 'POST');
      await page.goto(`/upd-utente/${id}`);
      const section = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: "Organizzazioni dell'utente" }) });
      await sees(section, 'Nessun elemento collegato');
      await section.getByRole('button', { name: 'Aggiungi' }).click();
      expect(posts).toEqual([]);
      await pick(page, 'Organizzazione', 'Parma');
      await section.getByRole('button', { name: 'Aggiungi' }).click();
      await section.getByRole('button', { name: 'Togli Stabilimento di Parma' }).waitFor();
      await expect.poll(() => api<Row[]>('GET', `/utente/${id}/organizzazione/`)).toHaveLength(1);
      await section.getByRole('button', { name: 'Togli Stabilimento di Parma' }).click();
      await sees(section, 'Nessun elemento collegato');
    }),
  );

  it(
    'need a valid mail address; a system user gets a dash and is not active [user-mail, user-system, user-required]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      await page.goto('/upd-utente');
      const code = newCode();
      await box(page, 'Nome').fill('Sistema');
      await box(page, 'Cognome').fill(code);
      await box(page, 'E-mail').fill('non-valida');
      await box(page, 'E-mail').blur();
      await saveButton(page).click();
      await sees(page, 'Indirizzo E-mail non valido');
      await toggle(page, 'Utente di sistema').setChecked(true);
      await pick(page, 'Ruolo', 'Tecnico');
      await saveButton(page).click();
      await page.getByRole('heading', { level: 1, name: `Sistema ${code}` }).waitFor();
      const [stored] = await api<Row[]>('GET', `/utente/?cognome=${code}`);
      expect(stored).toMatchObject({ mail: '-', attivo: 0, sys: 1 });
      await go(page, '/conf-utenti');
      await searchBox(page).fill(code);
      await sees(page, '1 - 1 / 1');
      await expect.poll(() => page.getByRole('button', { name: /^Elimina: / }).count()).toBe(0);
    }),
  );

  it(
    'of the family super administrator are read-only for an admin [user-suadmin-readonly, user-suadmin-edit, user-row-actions]',
    visit({}, async ({ join }) => {
      await changeSettings({ VisConfAdmin: '1', VisConfUtenti: '1' });
      const { page } = await join({ as: 'SUPER' });
      await page.goto('/conf-utenti');
      await searchBox(page).fill('Marchetti');
      // Until then rows move under the pointer.
      await sees(page, '1 - 1 / 1');
      await page.getByRole('link', { name: 'Visualizza: Giulia Marchetti' }).click();
      await sees(page, 'Sola lettura');
      await expect.poll(() => box(page, 'Nome').getAttribute('readonly')).not.toBeNull();
      await expect.poll(() => saveButton(page).count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Elimina', exact: true }).count()).toBe(0);
    }),
  );

  atNight(
    'keep their mail when an admin edits them [user-mail-edit]',
    visit({}, async ({ join }) => {
      await changeSettings({ VisConfAdmin: '1', VisConfUtenti: '1' });
      const { page, api } = await join({ as: 'SUPER', provokes: [422] });
      const { id, name } = await user(api);
      const { mail } = await api<Row>('GET', `/utente/${id}`);
      await page.goto(`/upd-utente/${id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      if ((await box(page, 'E-mail').getAttribute('readonly')) === null) {
        await box(page, 'E-mail').fill('altra@officina.example');
        await box(page, 'E-mail').blur();
        await saveButton(page).click();
        await expect.poll(() => box(page, 'E-mail').getAttribute('aria-invalid')).toBe('true');
      }
      await expect.poll(() => api<Row>('GET', `/utente/${id}`)).toMatchObject({ mail });
    }),
  );

  atNight(
    'cannot change their own role, state and scope as admins, nor delete themselves [R2]',
    visit({}, async ({ join }) => {
      await changeSettings({ VisConfAdmin: '1', VisConfUtenti: '1' });
      const { page, api } = await join({ as: 'SUPER' });
      const [self] = await api<Row[]>('GET', '/utente/?pag=1&mail=admin@officina.example');
      await page.goto(`/upd-utente/${self!.id}`);
      await page.getByRole('heading', { level: 2, name: "Organizzazioni dell'utente" }).waitFor();
      await expect.poll(() => box(page, 'Ruolo').getAttribute('readonly')).not.toBeNull();
      await expect.poll(() => box(page, 'Nome').getAttribute('readonly')).toBeNull();
      for (const name of ['Elimina', 'Aggiungi'])
        expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
      expect(await page.getByRole('button', { name: /^Togli / }).count()).toBe(0);
      const { id } = await user(api);
      await go(page, `/upd-utente/${id}`);
      await page.getByRole('button', { name: 'Aggiungi', exact: true }).first().waitFor();
    }),
  );

  atNight(
    'that are not active yet get the activation mail from the list [user-activation-mail, user-row-actions]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const waiting = await user(api);
      await page.goto('/conf-utenti');
      await searchBox(page).fill(waiting.name.split(' ')[1]!);
      await sees(page, '1 - 1 / 1');
      const sent = page.waitForRequest(`**/utente/${waiting.id}/send-mail-attiva`);
      await page.getByRole('row').last().getByRole('button', { name: ACTIVATION }).click();
      expect((await sent).method()).toBe('POST');
      await page.goto('/conf-utenti');
      await searchBox(page).fill('Marchetti');
      await page.getByRole('link', { name: 'Modifica: Giulia Marchetti' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: ACTIVATION }).count()).toBe(0);
    }),
  );
});

describe('definitions of fields', () => {
  it(
    'offer only free columns, and ask for the folder of a file [field-required, field-folder, field-defaults, field-locked]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const code = newCode();
      const { id } = await api<{ id: number }>('POST', '/classe/', {
        codice: code,
        descrizione: `${code} classe`,
      });
      const [folder] = await api<Row[]>('GET', '/oggetto/documento/cartella/?pag=-1');
      const free = await api<{ codice: string }[]>('GET', `/oggetto/campo/tabella?idClasse=${id}`);
      const [taken, left] = free.map(({ codice }) => codice).filter((name) => name.startsWith('campo_file'));
      const taking = { id_classe: id, campo_tabella: taken, label: 'Occupata', id_cartella: folder!.id };
      await api('POST', '/oggetto/campo/', taking);
      await page.goto('/upd-campo-obj');
      for (const flag of [
        'Visibile',
        'Modificabile',
        'Obbligatorio',
        'Visibile al tecnico',
        'Visibile al segnalatore',
      ])
        await expect.poll(() => toggle(page, flag).isChecked()).toBe(true);
      await expect.poll(() => toggle(page, "Mostra sull'intervento").isChecked()).toBe(false);
      await pick(page, 'Classe', `${code} classe`);
      const column = page.getByRole('combobox', { name: 'Colonna' });
      await column.click();
      await page.getByRole('option', { name: left! }).waitFor();
      await expect.poll(() => page.getByRole('option', { name: taken!, exact: true }).count()).toBe(0);
      const folders = page.getByRole('combobox', { name: 'Cartella', includeHidden: true });
      await expect.poll(() => folders.count()).toBe(0);
      await page.getByRole('option', { name: left! }).click();
      await box(page, 'Etichetta').fill(`${code} manuale`);
      await box(page, 'Etichetta').blur();
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await pick(page, 'Cartella', 'Manuali');
      await saveButton(page).click();
      await page.waitForURL('**/conf-campi-obj*');
      const [row] = await api<Row[]>('GET', `/oggetto/campo/?filtro=${code}`);
      await go(page, `/upd-campo-obj/${row!.id}`);
      await expect.poll(() => box(page, 'Classe').getAttribute('readonly')).not.toBeNull();
      await sees(page.getByRole('combobox', { name: 'Colonna' }), left!);
    }),
  );

  atNight(
    'of the system keep their label [field-sys]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      const all = await api<Row[]>('GET', '/ricambio/campo/?pag=-1');
      const system = all.find((row) => row.sys === 1);
      expect(system, 'the demo plant has a system field').toBeDefined();
      await page.goto(
        `/conf-campi-ricambi?filter=${encodeURIComponent(JSON.stringify({ filtro: system!.label }))}`,
      );
      await page.getByRole('table').waitFor();
      await expect.poll(() => rowAction(page, 'delete', String(system!.label)).count()).toBe(0);
      await go(page, `/upd-campo-ricambio/${system!.id}`);
      await page.getByRole('heading', { level: 1, name: String(system!.label) }).waitFor();
      if ((await box(page, 'Etichetta').getAttribute('readonly')) === null) {
        await box(page, 'Etichetta').fill('Altra etichetta');
        await box(page, 'Etichetta').blur();
        await saveButton(page).click();
        await expect.poll(() => box(page, 'Etichetta').getAttribute('aria-invalid')).toBe('true');
      }
      await expect
        .poll(() => api<Row>('GET', `/ricambio/campo/${system!.id}`))
        .toMatchObject({ label: system!.label });
    }),
  );
});

describe('intervention types', () => {
  it(
    'have a name in each language and a colour with a preview [type-required, type-translations, colour-contrast]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const code = newCode();
      await page.goto('/upd-tipo-guasto');
      await box(page, 'Codice').fill(code);
      await box(page, 'Descrizione').fill(`${code} nero`);
      await box(page, 'Descrizione (inglese)').fill(`${code} black`);
      await box(page, 'Colore').fill('#101010');
      await box(page, 'Colore').blur();
      const preview = page.getByText(`${code} nero`, { exact: true }).last();
      await preview.waitFor();
      await expect
        .poll(() => preview.evaluate((element) => getComputedStyle(element).color))
        .toBe('rgb(255, 255, 255)');
      await saveButton(page).click();
      await page.waitForURL('**/conf-tipi-guasto');
      const [row] = await api<{ colore: string; traduzioni: Row }[]>(
        'GET',
        `/odl/tipoGuasto/?filtro=${code}`,
      );
      expect(JSON.parse(row!.colore)).toMatchObject({ r: 16, g: 16, b: 16 });
      expect(row!.traduzioni).toMatchObject({ en: `${code} black` });
    }),
  );

  atNight(
    'with the code * can be neither changed nor deleted [type-protected]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-tipi-guasto');
      const star = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '*', exact: true }) });
      await star.waitFor();
      await expect.poll(() => star.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
      await expect.poll(() => star.getByRole('link', { name: /^Modifica/ }).count()).toBe(0);
      await star.getByRole('link', { name: /^Visualizza/ }).click();
      await sees(page, 'Sola lettura');
      await expect.poll(() => saveButton(page).count()).toBe(0);
    }),
  );
});

describe('other screens', () => {
  for (const [address, name] of [
    ['/conf-org', 'organisation'],
    ['/conf-reparti', 'department'],
  ] as const)
    atNight(
      `the ${name} * can be neither changed nor deleted [org-star]`,
      visit({ as: 'SUADMIN' }, async ({ page }) => {
        await page.goto(address);
        const star = page
          .getByRole('row')
          .filter({ has: page.getByRole('cell', { name: '*', exact: true }) });
        await star.waitFor();
        await expect.poll(() => star.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
        await expect.poll(() => star.getByRole('link', { name: /^Modifica/ }).count()).toBe(0);
      }),
    );

  atNight(
    'a class shows its icon, also in the list, links to the icon names, and starts with a default icon [class-icons]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      for (const [address, icon] of [
        ['/upd-classe-magazzino', 'fas fa-warehouse'],
        ['/upd-classe-ricambio', 'fas fa-cog'],
        ['/upd-classe', 'fas fa-cogs'],
        ['/upd-classe-odl', 'fas fa-cogs'],
      ] as const) {
        await openPage(page, address);
        await box(page, 'Icona').waitFor();
        await expect.poll(() => box(page, 'Icona').inputValue()).toBe(icon);
        await page.getByRole('img', { name: "Anteprima dell'icona" }).waitFor();
        await expect
          .poll(() => page.getByRole('link', { name: 'Elenco icone' }).getAttribute('href'))
          .toMatch(/^https:/);
      }
      await go(page, '/conf-classi');
      const row = page.getByRole('row').filter({ hasText: 'Compressore' });
      await row.getByRole('img', { name: 'Icona' }).waitFor();
      await expect.poll(() => row.innerText()).not.toContain('fa-');
    }),
  );

  atNight(
    'a state that everything rests on is not deleted',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-stati');
      const open = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'AP', exact: true }) });
      await open.waitFor();
      await expect.poll(() => open.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
    }),
  );

  it(
    'a refused deletion leaves the list unchanged, and shows the reason until it is dismissed [error-delete-list-kept, error-minus-one, toast-sticky]',
    visit({ as: 'SUADMIN', provokes: [409, 422] }, async ({ page, api }) => {
      const [firstRole] = await api<Row[]>('GET', '/ruolo/?pag=-1');
      const nome = `Ruolo ${Date.now().toString(36)}`;
      const family = firstRole!.id_famiglia_ruolo;
      const role = await api('POST', '/ruolo/', { codice: nome, nome, id_famiglia_ruolo: family });
      await page.goto('/conf-ruoli');
      const count = page.getByText(/^1 - \d+ \/ \d+$/);
      const before = await count.innerText();
      await rowAction(page, 'delete', nome).click();
      await sees(page.getByRole('dialog'), "L'operazione non può essere annullata.");
      // A user gets the role while the dialog is open.
      const person = { nome: 'Ada', cognome: 'Bo', mail: `${Date.now()}@officina.example` };
      await api('POST', '/utente/', { ...person, id_utente_ruolo: role.id });
      await confirmDelete(page);
      const message = page.getByRole('alert').filter({ hasText: 'Attenzione' });
      await message.waitFor();
      await page.waitForTimeout(6000);
      await message.getByRole('button', { name: 'Chiudi il messaggio' }).click();
      await message.waitFor({ state: 'detached' });
      await expect.poll(() => count.innerText()).toBe(before);
    }),
  );

  atNight(
    'a report field has an asset class only for the asset [report-field-asset-class, report-field-choices]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/upd-campi-report-odl');
      await pick(page, 'Classe intervento');
      const field = page.getByRole('combobox', { name: 'Campo', exact: true });
      const isTyped = await field.evaluate((element) => element instanceof HTMLInputElement);
      await field.click();
      const texts = await page.getByRole('option').allInnerTexts();
      expect(isTyped || texts.length > 0).toBe(true);
      expect(texts.join('|')).toMatch(/totale|costo/i);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('combobox', { name: 'Classe oggetto' }).count()).toBe(0);
      await pick(page, 'Provenienza', 'Oggetto');
      await page.getByRole('combobox', { name: 'Classe oggetto' }).waitFor();
    }),
  );
});
