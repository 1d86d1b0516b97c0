/** What single screens of the configuration do beyond the common list and form. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import type { Api } from './api.ts';
import { visit } from './browser.ts';
import { addButton, box, confirmDelete, pick, rowAction, saveButton, searchBox, toggle } from './forms.ts';
import { path, sees } from './person.ts';
import { changeSettings } from './settings.ts';

const newCode = (): string => `Z${Date.now().toString(36)}`;

const settingNamed = async (api: Api, codice: string): Promise<{ id: number; valore: string | null }> => {
  const all = await api<{ id: number; codice: string; valore: string | null }[]>('GET', '/parametro/?pag=-1');
  return all.find((one) => one.codice === codice)!;
};

describe('settings', () => {
  const open = async (page: Page, api: Api, codice: string): Promise<void> => {
    await page.goto(`/upd-parametro/${(await settingNamed(api, codice)).id}`);
    await page.getByRole('heading', { level: 1, name: codice }).waitFor();
  };
  const save = async (page: Page, api: Api, codice: string): Promise<string | null> => {
    await saveButton(page).click();
    await page.waitForURL('**/conf-parametri*');
    return (await settingNamed(api, codice)).valore;
  };

  it(
    'stand under their areas, are searched, and long values are cut [param-cut-50]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const { id, valore } = await settingNamed(api, 'QRObjPrefix');
      const long = `${'x'.repeat(50)}yyy`;
      await api('PUT', `/parametro/${id}`, { valore: long });
      await page.goto('/conf-parametri');
      for (const area of ['Accessi', 'Generale', 'Oggetti e codici QR'])
        await page.getByRole('rowheader', { name: area, exact: true }).waitFor();
      expect(await addButton(page).count()).toBe(0);
      await searchBox(page).fill('QRObjPrefix');
      await sees(page, '1 - 1 / 1');
      const cell = page.getByRole('cell', { name: /^x+/ });
      expect((await cell.innerText()).trim()).toBe(`${'x'.repeat(50)}…`);
      await api('PUT', `/parametro/${id}`, { valore });
    }),
  );

  it(
    'of the kind list, boolean, number and text have their own editor [param-types, param-readonly]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      await open(page, api, 'BlockAssigned');
      expect(await box(page, 'Codice').getAttribute('readonly')).not.toBeNull();
      expect(await box(page, 'Descrizione').getAttribute('readonly')).not.toBeNull();
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
      await open(page, api, 'ClienteURL');
      await box(page, 'Valore').fill('https://manutenzione.example');
      await box(page, 'Valore').blur();
      expect(await save(page, api, 'ClienteURL')).toBe('https://manutenzione.example');
      await changeSettings({ ClienteURL: '' });
    }),
  );

  it(
    'refuse what is too long, and what is missing where it is required [param-value-500]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      await open(page, api, 'QRObjPrefix');
      await box(page, 'Valore').fill('x'.repeat(501));
      await box(page, 'Valore').blur();
      await saveButton(page).click();
      await sees(page, 'Valore troppo lungo');
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
  it(
    'of states: two tabs, a tree beside the table, a new row, and its removal',
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
    'of classes: the tab with tree, table and help; a child is not its own mother [class-tabs, class-structure]',
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
  it(
    'have three tabs, each with its own add, and its form comes back to it [checklist-tabs, checklist-return, checklist-link-item]',
    visit({ as: 'SUPER', provokes: [422] }, async ({ page }) => {
      const name = newCode();
      await page.goto('/conf-checklist');
      await addButton(page).click();
      await page.waitForURL('**/upd-voce-checklist');
      await box(page, 'Descrizione').fill(`${name} voce`);
      await saveButton(page).click();
      await page.waitForURL(/\/conf-checklist$/);
      const tab = (label: string) =>
        page
          .getByRole('main')
          .getByRole('tab', { name: label })
          .or(page.getByRole('main').getByRole('link', { name: label, exact: true }))
          .first();
      await tab('Checklist').click();
      await page.waitForURL('**/conf-checklist/checklist');
      await addButton(page).click();
      await page.waitForURL('**/upd-checklist');
      await box(page, 'Descrizione').fill(`${name} lista`);
      await saveButton(page).click();
      await page.waitForURL('**/conf-checklist/checklist');
      await tab('Relazioni').click();
      await page.waitForURL('**/conf-checklist/relazioni');
      await addButton(page).click();
      await pick(page, 'Checklist', `${name} lista`);
      await saveButton(page).click();
      await sees(page, /Questo campo è obbligatorio|Selezionare una Voce/);
      await pick(page, 'Voce', `${name} voce`);
      await sees(page.getByRole('main'), 'No');
      await box(page, 'Ordine').fill('3');
      await box(page, 'Ordine').blur();
      await saveButton(page).click();
      await page.waitForURL('**/conf-checklist/relazioni');
      await page.getByRole('rowheader', { name: `${name} lista` }).waitFor();
      const action = `${name} lista > ${name} voce`;
      await rowAction(page, 'edit', action).click();
      await pick(page, 'Obbligatoria', 'Sì');
      await saveButton(page).click();
      await page.waitForURL('**/conf-checklist/relazioni*');
      await sees(page.getByRole('row').filter({ hasText: `${name} voce` }), 'Sì');
      await rowAction(page, 'delete', action).click();
      await confirmDelete(page);
      await rowAction(page, 'delete', action).waitFor({ state: 'detached' });
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
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url());
      });
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
      expect(await api<Row[]>('GET', `/utente/${id}/organizzazione/`)).toHaveLength(1);
      await section.getByRole('button', { name: 'Togli Stabilimento di Parma' }).click();
      await sees(section, 'Nessun elemento collegato');
    }),
  );

  it(
    'need a mail, a good one; a system user gets a dash and is not active [user-mail, user-system, user-required]',
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
      await page.goto('/conf-utenti');
      await searchBox(page).fill(code);
      await sees(page, '1 - 1 / 1');
      expect(await page.getByRole('button', { name: /^Elimina: / }).count()).toBe(0);
    }),
  );

  it(
    'who are super administrators are only looked at by an admin [user-suadmin-readonly, user-suadmin-edit, user-row-actions]',
    visit({}, async ({ join }) => {
      await changeSettings({ VisConfAdmin: '1', VisConfUtenti: '1' });
      const { page } = await join({ as: 'SUPER' });
      await page.goto('/conf-utenti');
      await searchBox(page).fill('Marchetti');
      await page.getByRole('link', { name: 'Visualizza: Giulia Marchetti' }).click();
      await sees(page, 'Sola lettura');
      expect(await box(page, 'Nome').getAttribute('readonly')).not.toBeNull();
      expect(await saveButton(page).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Elimina', exact: true }).count()).toBe(0);
    }),
  );

  it(
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
      expect(await api<Row>('GET', `/utente/${id}`)).toMatchObject({ mail });
    }),
  );

  it(
    'who are not active yet are sent the activation mail from the list [user-activation-mail, user-row-actions]',
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
      expect(await page.getByRole('button', { name: ACTIVATION }).count()).toBe(0);
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
        expect(await toggle(page, flag).isChecked()).toBe(true);
      expect(await toggle(page, "Mostra sull'intervento").isChecked()).toBe(false);
      await pick(page, 'Classe', `${code} classe`);
      const column = page.getByRole('combobox', { name: 'Colonna' });
      await column.click();
      await page.getByRole('option', { name: left! }).waitFor();
      expect(await page.getByRole('option', { name: taken!, exact: true }).count()).toBe(0);
      const folders = page.getByRole('combobox', { name: 'Cartella', includeHidden: true });
      expect(await folders.count()).toBe(0);
      await page.getByRole('option', { name: left! }).click();
      await box(page, 'Etichetta').fill(`${code} manuale`);
      await box(page, 'Etichetta').blur();
      await saveButton(page).click();
      await sees(page, 'Questo campo è obbligatorio');
      await pick(page, 'Cartella', 'Manuali');
      await saveButton(page).click();
      await page.waitForURL('**/conf-campi-obj*');
      const [row] = await api<Row[]>('GET', `/oggetto/campo/?filtro=${code}`);
      await page.goto(`/upd-campo-obj/${row!.id}`);
      expect(await box(page, 'Classe').getAttribute('readonly')).not.toBeNull();
      await sees(page.getByRole('combobox', { name: 'Colonna' }), left!);
    }),
  );

  it(
    'of the system keep their label [field-sys]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page, api }) => {
      const all = await api<Row[]>('GET', '/ricambio/campo/?pag=-1');
      const system = all.find((row) => row.sys === 1);
      expect(system, 'the demo plant has a system field').toBeDefined();
      await page.goto(
        `/conf-campi-ricambi?filter=${encodeURIComponent(JSON.stringify({ filtro: system!.label }))}`,
      );
      await page.getByRole('table').waitFor();
      expect(await rowAction(page, 'delete', String(system!.label)).count()).toBe(0);
      await page.goto(`/upd-campo-ricambio/${system!.id}`);
      await page.getByRole('heading', { level: 1, name: String(system!.label) }).waitFor();
      if ((await box(page, 'Etichetta').getAttribute('readonly')) === null) {
        await box(page, 'Etichetta').fill('Altra etichetta');
        await box(page, 'Etichetta').blur();
        await saveButton(page).click();
        await expect.poll(() => box(page, 'Etichetta').getAttribute('aria-invalid')).toBe('true');
      }
      expect(await api<Row>('GET', `/ricambio/campo/${system!.id}`)).toMatchObject({ label: system!.label });
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
      expect(await preview.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 255, 255)');
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

  it(
    'with the code * are neither changed nor deleted [type-protected]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-tipi-guasto');
      const star = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '*', exact: true }) });
      await star.waitFor();
      expect(await star.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
      expect(await star.getByRole('link', { name: /^Modifica/ }).count()).toBe(0);
      await star.getByRole('link', { name: /^Visualizza/ }).click();
      await sees(page, 'Sola lettura');
      expect(await saveButton(page).count()).toBe(0);
    }),
  );
});

describe('other screens', () => {
  for (const [address, name] of [
    ['/conf-org', 'organisation'],
    ['/conf-reparti', 'department'],
  ] as const)
    it(
      `the ${name} * is neither changed nor deleted [org-star]`,
      visit({ as: 'SUADMIN' }, async ({ page }) => {
        await page.goto(address);
        const star = page
          .getByRole('row')
          .filter({ has: page.getByRole('cell', { name: '*', exact: true }) });
        await star.waitFor();
        expect(await star.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
        expect(await star.getByRole('link', { name: /^Modifica/ }).count()).toBe(0);
      }),
    );

  it(
    'a class shows its icon and where the names are, and starts with its own [class-icons]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      for (const [address, icon] of [
        ['/upd-classe-magazzino', 'fas fa-warehouse'],
        ['/upd-classe-ricambio', 'fas fa-cog'],
        ['/upd-classe', 'fas fa-cogs'],
        ['/upd-classe-odl', 'fas fa-cogs'],
      ] as const) {
        await page.goto(address);
        await box(page, 'Icona').waitFor();
        expect(await box(page, 'Icona').inputValue()).toBe(icon);
        await page.getByRole('img', { name: "Anteprima dell'icona" }).waitFor();
        expect(await page.getByRole('link', { name: 'Elenco icone' }).getAttribute('href')).toMatch(
          /^https:/,
        );
      }
    }),
  );

  it(
    'a state that everything rests on is not deleted',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-stati');
      const open = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'AP', exact: true }) });
      await open.waitFor();
      expect(await open.getByRole('button', { name: /^Elimina/ }).count()).toBe(0);
    }),
  );

  it(
    'a refused deletion keeps the list, and says why until it is dismissed [error-delete-list-kept, error-minus-one, toast-sticky]',
    visit({ as: 'SUADMIN', provokes: [409, 422] }, async ({ page }) => {
      await page.goto('/conf-ruoli');
      const count = page.getByText(/^1 - \d+ \/ \d+$/);
      const before = await count.innerText();
      await rowAction(page, 'delete', 'Tecnico').click();
      await confirmDelete(page);
      const message = page.getByRole('alert').filter({ hasText: 'Attenzione' });
      await message.waitFor();
      await page.waitForTimeout(6000);
      await message.getByRole('button', { name: 'Chiudi il messaggio' }).click();
      await message.waitFor({ state: 'detached' });
      expect(await count.innerText()).toBe(before);
    }),
  );

  it(
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
      expect(await page.getByRole('combobox', { name: 'Classe oggetto' }).count()).toBe(0);
      await pick(page, 'Provenienza', 'Oggetto');
      await page.getByRole('combobox', { name: 'Classe oggetto' }).waitFor();
    }),
  );
});
