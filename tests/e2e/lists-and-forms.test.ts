/** Features of all lists and forms, each shown on one entity. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Language, Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { box, pick, saveButton, searchBox, toggle } from './user/forms.ts';
import { go, path, sees } from './user/navigation.ts';

describe('filters', () => {
  it(
    'are kept on the screens of one area, and cleared after leaving it [route-area-filters-kept, route-area-filters-reset]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/list-costi');
      await searchBox(page).fill('MAT');
      const chip = page.getByRole('region', { name: 'Filtri attivi' });
      await sees(chip, 'MAT');
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await page.waitForURL('**/upd-costi/*');
      await page.getByRole('link', { name: 'Annulla' }).click();
      await sees(chip, 'MAT');
      await go(page, '/list-cdc');
      await page.getByRole('heading', { name: 'Centri di Costo' }).waitFor();
      await go(page, '/list-costi');
      await page.getByText(/^1 - \d+ \/ \d+$/).waitFor();
      await expect.poll(() => chip.count()).toBe(0);
      await expect.poll(() => searchBox(page).inputValue()).toBe('');
    }),
  );
});

describe('a search', () => {
  atNight(
    'that has not started yet does not leave the row that the user has opened',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-utenti');
      const row = page.getByRole('link', { name: 'Modifica: Giulia Marchetti' });
      await row.waitFor();
      // On a slow phone, the list is still visible when its search would start.
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await searchBox(page).focus();
      await row.evaluate((link: HTMLElement) => {
        // Clicks before the typing, whose rendering takes time: the search waits longer.
        setTimeout(() => link.click(), 200);
        document.execCommand('insertText', false, 'Marchetti');
      });
      await page.getByRole('heading', { level: 1, name: /Giulia Marchetti/ }).waitFor();
      expect(path(page)).toMatch(/^\/upd-utente\//);
    }),
  );
});

describe('filters saved under a name', () => {
  const open = async (page: Page, language: Language = 'it') => {
    await page.getByRole('button', { name: language === 'it' ? 'Filtri salvati' : 'Saved filters' }).click();
    return page.getByRole('dialog', { name: language === 'it' ? 'Filtri salvati' : 'Saved filters' });
  };

  it(
    'are shared by an administrator, applied by a colleague with their order, renamed, unshared and deleted [list-filters]',
    visit({ as: 'SUPER' }, async ({ page, join }) => {
      const name = `Nostri ${Date.now().toString(36)}`;
      await page.goto(
        '/conf-odl?filter=%7B%22priorita%22%3A%223%22%7D&sort=codice&order=DESC&page=1&perPage=30',
      );
      const chips = page.getByRole('region', { name: 'Filtri attivi' });
      await sees(chips, 'Alta');
      const panel = await open(page);
      await box(panel, 'Salva questi filtri come').fill(name);
      await panel.getByRole('checkbox', { name: 'Condividi con tutti' }).check();
      expect(await violations(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Salva' }).click();
      await sees(page, `Filtro salvato: ${name}`);

      const colleague = (await join({ as: 'RIFTEC', language: 'en' })).page;
      await colleague.goto('/conf-odl');
      const theirs = await open(colleague, 'en');
      const shared = theirs.getByRole('list', { name: 'Shared' }).getByRole('button', { name });
      await shared.waitFor();
      await expect.poll(() => theirs.getByRole('button', { name: `Actions: ${name}` }).count()).toBe(0);
      await shared.click();
      await sees(colleague.getByRole('region', { name: 'Active filters' }), 'High');
      await expect.poll(() => new URL(colleague.url()).searchParams.get('sort')).toBe('codice');
      await (await open(colleague, 'en')).getByLabel('Save these filters as').waitFor();
      await expect
        .poll(() => colleague.getByRole('checkbox', { name: 'Share with everyone' }).count())
        .toBe(0);

      const again = await open(page);
      const action = async (title: string, from = name) => {
        await again.getByRole('button', { name: `Azioni: ${from}` }).click();
        await page.getByRole('menuitem', { name: title }).click();
      };
      await action('Rinomina');
      // Escape leaves the new name, but not the panel.
      await box(again, 'Nuovo nome').press('Escape');
      await again.getByRole('button', { name: `${name} Condiviso con tutti` }).waitFor();
      await box(again, 'Salva questi filtri come').fill(name.replace('Nostri', 'Altri'));
      await again.getByRole('button', { name: 'Salva' }).click();
      await open(page);
      await action('Rinomina');
      await box(again, 'Nuovo nome').fill(name.replace('Nostri', 'ALTRI'));
      await again.getByRole('button', { name: 'Salva' }).first().click();
      await again.getByText('Hai già un filtro con questo nome').waitFor();
      await box(again, 'Nuovo nome').fill(`${name} bis`);
      await again.getByRole('button', { name: 'Salva' }).first().click();
      await again.getByRole('button', { name: `${name} bis Condiviso con tutti` }).waitFor();
      await action('Non condividere più', `${name} bis`);
      await again.getByRole('button', { name: `${name} bis`, exact: true }).waitFor();
      await colleague.reload();
      await (await open(colleague, 'en')).getByText('Priorità alta').waitFor();
      await expect.poll(() => colleague.getByRole('button', { name: new RegExp(name) }).count()).toBe(0);
      await action('Elimina', `${name} bis`);
      await page
        .getByRole('dialog', { name: /^Eliminare/ })
        .getByRole('button', { name: 'Elimina' })
        .click();
      await expect.poll(() => again.getByRole('button', { name: new RegExp(name) }).count()).toBe(0);
    }),
  );

  atNight(
    'are available in every list with filters, with the columns as arranged',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      const name = `Miei ${Date.now().toString(36)}`;
      await page.goto('/list-costi');
      await searchBox(page).fill('MAT');
      await sees(page.getByRole('region', { name: 'Filtri attivi' }), 'MAT');
      const column = page.getByRole('columnheader', { name: 'Descrizione' });
      const hide = async (visible: boolean) => {
        await page.getByRole('button', { name: 'Colonne' }).click();
        await toggle(page, 'Descrizione').setChecked(visible);
        await page.keyboard.press('Escape');
        await expect.poll(() => column.count()).toBe(visible ? 1 : 0);
      };
      await hide(false);
      const panel = await open(page);
      await box(panel, 'Salva questi filtri come').fill(name);
      await panel.getByRole('button', { name: 'Salva' }).click();
      await hide(true);
      await page.getByRole('button', { name: 'Azzera filtri' }).first().click();
      await (await open(page)).getByRole('button', { name, exact: true }).click();
      await sees(page.getByRole('region', { name: 'Filtri attivi' }), 'MAT');
      await expect.poll(() => column.count()).toBe(0);
    }),
  );
});

describe('days and moments', () => {
  for (const [language, from, first] of [
    ['it', 'Registrazione: da', 'lunedì'],
    ['en', 'Registered: from', 'Monday'],
  ] as const)
    it(
      `read and are typed day first, and the week begins on ${first} in ${language} [dates-display, dates-picker, dates-week-picker]`,
      visit({ as: 'SUADMIN', language }, async ({ page }) => {
        await page.goto('/conf-utenti');
        await page.getByRole('cell', { name: '01/01/2024', exact: true }).waitFor();
        await page
          .getByRole('button', { name: language === 'it' ? 'Filtri' : 'Filters', exact: true })
          .click();
        const group = page.getByRole('group', { name: from });
        await group.getByRole('spinbutton').first().click();
        await page.keyboard.type('08022024');
        await expect.poll(() => group.innerText()).toMatch(/08.*02.*2024/s);
        await group
          .getByRole('button', { name: /data|date/i })
          .first()
          .click();
        const calendar = page.getByRole('dialog').last();
        const day = calendar.getByRole('columnheader').first();
        expect((await day.getAttribute('aria-label'))!.toLowerCase()).toBe(first.toLowerCase());
        await page.keyboard.press('Escape');
        await page
          .getByRole('button', { name: language === 'it' ? 'Cerca' : 'Search', exact: true })
          .last()
          .click();
        await expect.poll(() => decodeURIComponent(page.url())).toContain('2024-02-08');
      }),
    );

  atNight(
    'of the history have hour and minute [dates-display]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const code = `D${Date.now().toString(36)}`;
      const { id } = await api<{ id: number }>('POST', '/cdc/', { codice: code, descrizione: 'Con la data' });
      await page.goto(`/upd-cdc/${id}`);
      await page.getByRole('button', { name: 'Modifiche' }).click();
      const times = page.getByRole('dialog').getByRole('time').or(page.locator('time'));
      await expect.poll(() => times.first().innerText()).toMatch(/^\d\d\/\d\d\/\d{4},? \d\d:\d\d$/);
    }),
  );
});

describe('choices', () => {
  it(
    'of more than ten have a box to search them, of fewer not [select-search-box]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/upd-campo-obj');
      await pick(page, 'Classe');
      const column = page.getByRole('combobox', { name: 'Colonna' });
      await expect.poll(() => column.evaluate((element) => element.tagName)).toBe('INPUT');
      await column.fill('campo_data');
      await column.fill('campo_date');
      await page
        .getByRole('option', { name: /campo_date/ })
        .first()
        .waitFor();
      await page.goto('/upd-stato');
      const type = page.getByRole('combobox', { name: 'Tipo stato' });
      expect(await type.evaluate((element) => element.tagName)).not.toBe('INPUT');
    }),
  );

  it(
    'that cannot be read are an empty list, without a message [error-lookups-logged]',
    visit({ as: 'SUADMIN', provokes: [500] }, async ({ page }) => {
      const broken = { result: -1, description: 'Guasto', data: null };
      await page.route(/\/reparto\/\?/, (route) => route.fulfill({ status: 500, json: broken }));
      await page.goto('/upd-costi');
      await page.getByRole('combobox', { name: 'Reparto' }).click();
      await sees(page, 'Nessun elemento trovato');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    }),
  );

  it(
    'of the settings that cannot be read leave the defaults in force [error-params-logged]',
    visit(
      { as: 'SUPER', provokes: [500], says: /The settings could not be read/, phone: true },
      async ({ page }) => {
        const broken = { result: -1, description: 'Guasto', data: null };
        await page.route(/\/parametro\/\?codici/, (route) => route.fulfill({ status: 500, json: broken }));
        await page.goto('/conf-checklist');
        await page.getByText(/^1 - \d+ \/ \d+$/).waitFor();
        await expect.poll(() => page.getByRole('table').count()).toBe(0);
        await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      },
    ),
  );
});

describe('mail templates', () => {
  it(
    'list their placeholders, and saving returns to the list, which truncates the body [mail-info-popover, mail-placeholders, mail-after-save, mail-list-cut]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const subject = `Avviso ${Date.now().toString(36)}`;
      await page.goto('/upd-mail-template');
      await page.getByRole('button', { name: /^Aiuto/ }).click();
      const help = page.getByRole('dialog', { name: /^Aiuto/ });
      await sees(help, /\$#\$codiceOdl\$#\$/);
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
      await pick(page, 'Stato', 'Aperto');
      await box(page, 'Oggetto della mail').fill(subject);
      await box(page, 'Testo').fill(`$#$odl$#$ ${'b'.repeat(300)}`);
      await box(page, 'Testo').blur();
      await saveButton(page).click();
      await page.waitForURL('**/list-mail-templates');
      expect(path(page)).toBe('/list-mail-templates');
      await searchBox(page).fill(subject);
      await sees(page, '1 - 1 / 1');
      const body = page.getByRole('cell', { name: /b{50}/ });
      expect((await body.innerText()).trim()).toMatch(/^\$#\$odl\$#\$ b{190}…$/);
      const [row] = await api<Row[]>('GET', `/mail-templates/?filtro=${encodeURIComponent(subject)}`);
      expect(row).toMatchObject({ active: 1, send_admin: 0, send_usr_notifica: 1 });
    }),
  );
});

describe('truncated texts', () => {
  it(
    'are shown in full after a delay on the cell [tooltip-delay]',
    visit({ as: 'SUADMIN' }, async ({ page, api }) => {
      const descrizione = `Lunga ${'e ancora '.repeat(20)}fine`;
      await api('POST', '/cdc/', { codice: `L${Date.now().toString(36)}`, descrizione });
      await page.goto(`/list-cdc?filter=${encodeURIComponent(JSON.stringify({ filtro: 'Lunga e ancora' }))}`);
      const cell = page.getByRole('cell', { name: descrizione, exact: true });
      await cell.hover();
      const tooltip = page.getByRole('tooltip');
      expect((await tooltip.innerText()).trim()).toBe(descrizione);
    }),
  );
});

describe('a mail template that is refused', () => {
  it(
    'shows the reason in a dialog, and keeps the input [mail-popup]',
    visit({ as: 'SUADMIN', provokes: [422] }, async ({ page }) => {
      await page.goto('/upd-mail-template');
      await pick(page, 'Stato', 'Aperto');
      await box(page, 'Oggetto della mail').fill('Avviso');
      await box(page, 'Testo').fill('Testo');
      await box(page, 'Destinatari fissi').fill('nessuno');
      await box(page, 'Destinatari fissi').blur();
      await saveButton(page).click();
      const dialog = page.getByRole('alertdialog');
      await sees(dialog, 'Alcuni campi non sono validi.');
      await dialog.getByRole('button', { name: 'Chiudi' }).click();
      await sees(page, '«nessuno» non è un indirizzo e-mail.');
      await expect.poll(() => box(page, 'Testo').inputValue()).toBe('Testo');
    }),
  );
});

describe('states', () => {
  it(
    'show code, description, colour, reminder, follow-up, signature, type and order [state-columns]',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/conf-stati');
      await page.getByRole('columnheader', { name: 'Codice' }).waitFor();
      const headers = await page.getByRole('columnheader').allInnerTexts();
      expect(headers.map((text) => text.trim()).filter(Boolean)).toEqual([
        'Codice',
        'Descrizione',
        'Colore',
        'Invia promemoria',
        'Permetti follow-up',
        'Richiedi firma rapportino',
        'Tipo stato',
        'Ordine',
        'Azioni',
      ]);
    }),
  );
});
