/** The frame: the menu of each family, refused addresses, the user menu, the palette. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { hold } from './browser/held.ts';
import { visit } from './browser/visit.ts';
import { changeSettings } from './data/settings.ts';
import { go, menuBar, path, sees, userMenu } from './user/navigation.ts';

type Menu = Record<string, Record<string, string[]>>;

const CLASSES = ['Classi', 'Campi', 'Cartelle documenti'];
const OBJECTS: Menu = { Oggetti: { Oggetti: ['Oggetti'] } };
const PARTS: Menu = { Ricambi: { Ricambi: ['Gestione ricambi', 'Gestione magazzini'] } };
/** The menu of all users. */
const WORK: Menu = { Interventi: { Interventi: ['Calendario', 'Elenco Interventi', 'Nuovo intervento'] } };
/** The technician's part of it. */
const REPAIRS: Menu = {
  Interventi: { Interventi: ['Calendario', 'Elenco Interventi', 'MTBF-MTTR', 'Nuovo intervento'] },
};
/** The menu of all admins, whatever the settings. */
const ADMIN: Menu = {
  Interventi: {
    Interventi: [
      'Calendario',
      'Elenco Interventi',
      'MTBF-MTTR',
      'Nuovo intervento',
      'Interventi periodici',
      'Checklist',
    ],
  },
  ...PARTS,
  ...OBJECTS,
};
const FULL: Menu = {
  Configura: {
    Utenti: ['Ruoli', 'Utenti', 'Organizzazioni', 'Reparti', 'Dispositivi', 'Operazioni trattenute'],
    Oggetti: ['Classi', 'Campi', 'Tipi asset critico', 'Cartelle documenti'],
    Magazzini: CLASSES,
    Ricambi: CLASSES,
    Interventi: [
      'Classi',
      'Campi',
      'Stati',
      'Tipi',
      'Controlli',
      'Modelli mail',
      'Costi',
      'Centri di Costo',
      'Campi report',
      'Cartelle documenti',
      'Cartelle interventi periodici',
    ],
    Parametri: ['Parametri'],
    Sistema: [
      'Attività automatiche',
      'Lavori in background',
      'Posta in uscita',
      'Webhook',
      'Consegne dei webhook',
      'Chiavi API',
    ],
  },
  ...ADMIN,
};

const OFF = { VisConfAdmin: '0', VisConfUtenti: '0', VisCostCentersSup: '0' };
const HOME = /^(Buongiorno|Buon pomeriggio|Buonasera)/;

async function readMenu(page: Page): Promise<Menu> {
  const menu: Menu = {};
  const bar = menuBar(page);
  await bar.waitFor();
  for (const part of await bar.getByRole('button').all()) {
    await part.click();
    const columns: Record<string, string[]> = {};
    for (const column of await bar.getByRole('region').all())
      columns[(await column.getAttribute('aria-label'))!] = await column.getByRole('link').allInnerTexts();
    menu[(await part.innerText()).trim()] = columns;
    await page.keyboard.press('Escape');
  }
  return menu;
}

let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings(OFF);
});
afterAll(() => changeSettings(before));

describe('the menu', () => {
  const CASES: [string, Family, Record<string, string>, Menu][] = [
    [
      'of the super admin has everything, whatever the settings [menu-entries, menu-super-only, menu-roles-orgs-deps, menu-desktop-mobile]',
      'SUADMIN',
      OFF,
      FULL,
    ],
    [
      'of an admin has no Configure while VisConfAdmin is 0 [menu-configure, menu-periodic-checklist]',
      'SUPER',
      { ...OFF, VisConfUtenti: '1', VisCostCentersSup: '1' },
      ADMIN,
    ],
    [
      'of an admin has costs with VisConfAdmin 1 [menu-configure, menu-costs, role-admin-fewer]',
      'SUPER',
      { ...OFF, VisConfAdmin: '1' },
      { Configura: { Interventi: ['Costi'] }, ...ADMIN },
    ],
    [
      'of an admin has users with VisConfUtenti 1 too [menu-users]',
      'SUPER',
      { ...OFF, VisConfAdmin: '1', VisConfUtenti: '1' },
      {
        Configura: { Utenti: ['Utenti', 'Dispositivi', 'Operazioni trattenute'], Interventi: ['Costi'] },
        ...ADMIN,
      },
    ],
    [
      'of an admin has cost centres with VisCostCentersSup 1 too [menu-cost-centres]',
      'SUPER',
      { ...OFF, VisConfAdmin: '1', VisCostCentersSup: '1' },
      { Configura: { Interventi: ['Costi', 'Centri di Costo'] }, ...ADMIN },
    ],
    [
      'of a technician has interventions, parts and objects, and no configuration [menu-mtbf]',
      'RIFTEC',
      { ...OFF, VisConfAdmin: '1', VisConfUtenti: '1' },
      { ...REPAIRS, ...PARTS, ...OBJECTS },
    ],
    [
      'of a reporter has interventions and objects alone',
      'RESP',
      { ...OFF, VisConfAdmin: '1', VisConfUtenti: '1' },
      { ...WORK, ...OBJECTS },
    ],
  ];
  for (const [what, as, settings, expected] of CASES)
    it(
      what,
      visit({}, async ({ join }) => {
        await changeSettings(settings);
        const { page } = await join({ as });
        await page.goto('/home');
        await expect.poll(() => readMenu(page)).toEqual(expected);
        await expect.poll(() => menuBar(page).getByRole('link', { name: 'Home' }).count()).toBe(1);
      }),
    );

  it(
    'folds into a drawer below 960 px, with the same entries [layout-menu-960, menu-desktop-mobile]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/home');
      const open = page.getByRole('button', { name: 'Apri il menu' });
      await page.setViewportSize({ width: 960, height: 800 });
      await menuBar(page).waitFor();
      await expect.poll(() => open.count()).toBe(0);
      await page.setViewportSize({ width: 959, height: 800 });
      await open.click();
      const drawer = menuBar(page);
      for (const part of Object.keys(FULL))
        await drawer.locator('summary', { hasText: part }).first().click();
      for (const entry of ['Ruoli', 'Centri di Costo', 'Checklist', 'Parametri'])
        await drawer.getByRole('link', { name: entry, exact: true }).waitFor();
      await drawer.getByRole('link', { name: 'Ruoli' }).click();
      await page.waitForURL('**/conf-ruoli');
    }),
  );

  atNight(
    'stays open when the requested screen arrives',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-odl');
      await menuBar(page).getByRole('button', { name: 'Configura' }).click();
      await go(page, '/conf-utenti');
      await page.getByRole('heading', { level: 1, name: 'Utenti' }).waitFor();
      await menuBar(page).getByRole('link', { name: 'Stati', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Stati' }).waitFor();
    }),
  );
});

describe('a refused address', () => {
  const REFUSED: Partial<Record<Family, string[]>> = {
    SUPER: ['/conf-ruoli', '/upd-parametro/1', '/api-description'],
    RIFTEC: ['/list-costi', '/info', '/upd-costi'],
    RESP: ['/conf-utenti', '/history', '/conf-checklist'],
  };
  for (const [as, addresses] of Object.entries(REFUSED))
    atNight(
      `redirects ${as} to the home page, with the reason [R1]`,
      visit({ as: as as Family, language: 'it' }, async ({ page }) => {
        for (const address of addresses) {
          await page.goto(address);
          await page.getByRole('heading', { name: HOME }).waitFor();
          expect(path(page)).toBe('/home');
          await sees(
            page,
            /^La pagina «.+» non è prevista per il tuo ruolo\. Se ti serve, chiedi a un amministratore\.$/,
          );
        }
      }),
    );

  atNight(
    'that creates a record redirects those who only read such records; with an id it shows the record [R1]',
    visit({ as: 'RIFTEC', language: 'it' }, async ({ page, api }) => {
      await page.goto('/home');
      for (const resource of ['oggetto', 'ricambio', 'magazzino']) {
        await go(page, `/upd-${resource}`);
        await sees(page, new RegExp(`^La pagina «${resource}» non è prevista per il tuo ruolo`, 'i'));
        await page.getByRole('heading', { name: HOME }).waitFor();
        const [row] = await api<Row[]>('GET', `/${resource}/?pag=1`);
        await go(page, `/upd-${resource}/${row!.id}`);
        await page.getByRole('heading', { level: 1, name: String(row!.codice) }).waitFor();
        expect(await page.getByRole('button', { name: 'Salva' }).count()).toBe(0);
      }
    }),
  );

  atNight(
    'of a form without an id leads to the list if no record can be created',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/upd-parametro');
      await page.getByRole('heading', { level: 1, name: 'Parametri' }).waitFor();
      expect(path(page)).toBe('/conf-parametri');
    }),
  );
});

describe('the user menu', () => {
  it(
    'shows name, role, flags and the pages of an admin [menu-user-items, menu-user-name, menu-info]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/home');
      const panel = await userMenu(page);
      await sees(panel, 'Marco Bianchi');
      await sees(panel, /Amministratore/);
      await expect
        .poll(() => panel.getByRole('link').allInnerTexts())
        .toEqual(['Il mio account', 'Licenza', 'Storico modifiche']);
      await panel.getByRole('button', { name: 'Manuale utente' }).waitFor();
      await panel.getByRole('button', { name: 'Esci' }).waitFor();
      await panel.getByRole('button', { name: 'English' }).click();
      await panel.getByRole('link', { name: 'Licence' }).waitFor();
      await sees(panel, 'Administrator');
      await expect
        .poll(() => page.locator('.home-day').innerText())
        .toMatch(/^\w+day,? \d{1,2} [A-Z]\w+ \d{4}$/);
      await page.getByRole('button', { name: 'Assets', includeHidden: true }).waitFor();
      await panel.getByRole('button', { name: 'User manual', exact: true }).waitFor();
    }),
  );

  for (const as of ['RIFTEC', 'RESP'] as const)
    atNight(
      `offers ${as} no licence, history or manual [menu-info]`,
      visit({ as }, async ({ page }) => {
        await page.goto('/home');
        const panel = await userMenu(page);
        await expect.poll(() => panel.getByRole('link').allInnerTexts()).toEqual(['Il mio account']);
        await expect.poll(() => panel.getByRole('button', { name: 'Manuale utente' }).count()).toBe(0);
        await panel.getByRole('button', { name: 'Esci' }).waitFor();
      }),
    );

  it(
    'shows no name below 767 px [layout-user-menu-767]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/home');
      const name = page.getByRole('button', { name: /^Menu utente/ }).getByText('Marco Bianchi');
      await page.setViewportSize({ width: 768, height: 800 });
      await name.waitFor();
      await page.setViewportSize({ width: 766, height: 800 });
      await name.waitFor({ state: 'hidden' });
    }),
  );

  for (const [language, name, making, confirmation] of [
    ['it', 'Manuale utente', 'Preparazione del manuale in corso', 'Manuale scaricato'],
    ['en', 'User manual', 'Preparing the manual', 'Manual downloaded'],
  ] as const)
    atNight(
      `downloads the manual in ${language} under its fixed name [manual-document]`,
      visit({ as: 'SUADMIN', language }, async ({ page }) => {
        await page.goto('/home');
        const panel = await userMenu(page);
        const file = page.waitForEvent('download', { timeout: 40_000 });
        await panel.getByRole('button', { name, exact: true }).click();
        await sees(page, making);
        expect((await file).suggestedFilename()).toBe(`Officina - ${name}.pdf`);
        const content = await readFile(await (await file).path());
        expect(content.subarray(0, 5).toString()).toBe('%PDF-');
        await sees(page, confirmation);
      }),
    );

  it(
    'shows the reason if there is no manual [error-manual]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      const refusal = { result: -1, description: 'Il manuale non è disponibile.', data: null };
      await page.route('**/info/user-manual/', (route) => route.fulfill({ json: refusal }));
      await page.goto('/home');
      await (await userMenu(page)).getByRole('button', { name: 'Manuale utente' }).click();
      await sees(page.getByRole('alert'), 'Il manuale non è disponibile.');
    }),
  );

  atNight(
    'changes the theme, also after a reload',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/home');
      const panel = await userMenu(page);
      await panel.getByRole('button', { name: 'Tema scuro' }).click();
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.reload();
      await page.getByRole('heading', { name: HOME }).waitFor();
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    }),
  );

  it(
    'changes the language at once, without loading the page again',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-reparti');
      await page.getByRole('heading', { name: 'Reparti' }).waitFor();
      await page.evaluate(() => Object.assign(window, { same: true }));
      await (await userMenu(page)).getByRole('button', { name: 'English' }).click();
      await page.getByRole('heading', { name: 'Departments', includeHidden: true }).waitFor();
      expect(await page.evaluate(() => 'same' in window)).toBe(true);
      await expect.poll(() => page.title()).toContain('Departments');
    }),
  );
});

describe('the information pages', () => {
  it(
    'licence: version, seats, disk, and the API description for the super admin [info-content, openapi-super, disk-gauge]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      await page.goto('/info');
      await page.getByRole('heading', { name: 'Licenza', exact: true }).waitFor();
      // The public address is not set; a change elsewhere arrives with the next response.
      const address = page.getByText(/Il parametro ClienteURL.* è vuoto/);
      await address.waitFor();
      const settings = await api<{ id: number; codice: string }[]>('GET', '/parametro/?pag=-1');
      const { id } = settings.find(({ codice }) => codice === 'ClienteURL')!;
      await api('PUT', `/parametro/${id}`, { valore: 'https://officina.example' });
      await page.getByText('Scarica la specifica OpenAPI').click();
      await address.waitFor({ state: 'detached' });
      await api('PUT', `/parametro/${id}`, { valore: '' });
      for (const text of [
        'Versione',
        'Scadenza della licenza',
        'Supervisori',
        'Tecnici',
        'Ospiti',
        'Connettori API',
      ])
        await sees(page, text);
      await sees(page, 'Spazio libero');
      await page.getByText('Scarica la specifica OpenAPI').waitFor();
      await expect.poll(() => page.locator('.levels > span').count()).toBe(50);
    }),
  );

  atNight(
    'licence: an admin is offered no API description [openapi-super]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/info');
      await sees(page, 'Supervisori');
      await expect.poll(() => page.getByText('Scarica la specifica OpenAPI').count()).toBe(0);
    }),
  );

  atNight(
    'change history shows its text [history-content]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/history');
      await page.getByRole('heading', { name: 'Storico modifiche' }).waitFor();
      await sees(page, /0\.\d+/);
      await sees(page, 'Il nucleo: un JSON Schema diventa tabella');
      await page.locator('code', { hasText: /^npm run backup$/ }).waitFor();
      expect(await page.getByText('`').count()).toBe(0);
      await (await userMenu(page)).getByRole('button', { name: 'English' }).click();
      await sees(page, 'The kernel: one JSON Schema becomes table');
    }),
  );

  atNight(
    'the API page lists the calls',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/api-description');
      await sees(page, '/utente/login');
      await sees(page, /\d{3} chiamate/);
    }),
  );
});

describe('the palette', () => {
  atNight(
    'opens by Ctrl+K and leads to a screen by its name',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('heading', { name: HOME }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Cerca schermate e record' }).fill('centri di');
      await page.getByRole('option', { name: /^Centri di Costo/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/list-cdc');
    }),
  );

  atNight(
    'lists only screens that the user may open',
    visit({ as: 'RESP' }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('heading', { name: HOME }).waitFor();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Cerca schermate e record' });
      await box.waitFor();
      await expect
        .poll(() => page.getByRole('option').allInnerTexts())
        .toEqual([
          'Home',
          'Il mio account',
          'Inquadra un codice QR',
          'Interventi',
          'Oggetti',
          'Calendario\nInterventi',
          'Nuovo: Intervento',
        ]);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      expect(path(page)).toBe('/home');
    }),
  );

  it(
    'finds a record by its pasted code, and by words, by keyboard only',
    visit({ as: 'RIFTEC' }, async ({ page, api }) => {
      const [first] = await api<Row[]>('GET', '/odl/?mostraChiusi=1&pag=1&max_rows=1');
      const { codice, descrizione, id, stato } = first as Record<string, string>;
      await page.goto('/home');
      await page.getByRole('heading', { name: HOME }).waitFor();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Cerca schermate e record' });
      // Enter directly after pasting waits for the results.
      await box.fill(`  ${codice} `);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await page.keyboard.press('Control+k');
      await box.fill(descrizione!.split(' ').reverse().join(' '));
      const group = page.getByRole('group', { name: 'Interventi', exact: true });
      const hit = group
        .getByRole('option', { name: codice })
        .filter({ hasText: descrizione })
        .filter({ hasText: stato });
      await hit.waitFor();
      for (let step = 0; step < 20 && (await hit.getAttribute('aria-selected')) !== 'true'; step++)
        await page.keyboard.press('ArrowDown');
      expect(await hit.getAttribute('id')).toBe(await box.getAttribute('aria-activedescendant'));
      await box.fill('zzzz non esiste');
      await page
        .getByRole('status')
        .filter({ hasText: /^Nessun risultato: controlla il codice/ })
        .waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'shows quick hits while the others load, and keeps the selected hit',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const { codice, id } = asset as Record<string, string>;
      const release = await hold(page, /\/cerca\/\?(?!.*subito)/);
      await page.goto('/home');
      await page.getByRole('heading', { name: HOME }).waitFor();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Cerca schermate e record' });
      await box.fill(codice!);
      const hits = page.getByRole('group', { name: 'Oggetti', exact: true }).getByRole('option');
      const hit = hits.filter({ hasText: codice }).first();
      await hit.waitFor();
      for (let step = 0; step < 20 && (await hit.getAttribute('aria-selected')) !== 'true'; step++)
        await page.keyboard.press('ArrowDown');
      const answer = page.waitForResponse((response) => response.url().includes(`/cerca/?q=${codice}`));
      release();
      await answer;
      expect(await hit.getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/info-oggetto/${id}`);
    }),
  );

  atNight(
    'opens on a phone by the magnifier, and finds there',
    visit({ as: 'SUADMIN', phone: true, language: 'en' }, async ({ page, api }) => {
      const [first] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const { codice, id } = first as Record<string, string>;
      await page.goto('/home');
      await page.getByRole('button', { name: 'Search' }).tap();
      await page.getByRole('combobox', { name: 'Search screens and records' }).fill(codice!.toLowerCase());
      const hit = page.getByRole('option', { name: codice }).first();
      await hit.waitFor();
      const [seen, width] = [(await hit.boundingBox())!, page.viewportSize()!.width];
      expect(seen.height).toBeGreaterThanOrEqual(48);
      expect(seen.x + seen.width).toBeLessThanOrEqual(width);
      await hit.tap();
      await page.waitForURL(`**/info-oggetto/${id}`);
    }),
  );
});
