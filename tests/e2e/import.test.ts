/** Import of a sheet: template, columns, dry run, import, undo. */
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Cell, sheet, sheetsOf } from '../files/workbooks.ts';
import { atNight, NIGHTLY } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiWith, logIn } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { go, menuBar, sees, userMenu } from './user/navigation.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADERS = ['CODICE', 'DESCRIZIONE', 'CLASSE', 'ORGANIZZAZIONE', 'REPARTO'];
const LONG_MS = 240_000;

let count = 0;
const mark = (): string => `I${Date.now().toString(36)}${++count}`;

const sent = async (rows: Cell[][], name = 'magazzini.xlsx') => ({
  name,
  mimeType: XLSX,
  buffer: await sheet(rows),
});

/** Creates a class of warehouses without required fields. */
async function plainClass(api: Api): Promise<string> {
  const codice = mark().slice(-20);
  await api('POST', '/magazzino/classe/', { codice, descrizione: `Classe ${codice}` });
  for (const field of await api<Row[]>('GET', '/magazzino/template/-1'))
    expect(field.obbligatorio, `${field.label} is required of all`).not.toBe(1);
  return codice;
}

const rowsOf = (name: string, classe: string, many: number): Cell[][] =>
  Array.from({ length: many }, (_, index) => [`${name}-${index}`, `Deposito ${index}`, classe, '*', '*']);

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^(Importa|Import): / });
const press = (page: Page, name: string | RegExp): Promise<void> =>
  dialog(page)
    .getByRole('button', { name, exact: typeof name === 'string' })
    // The dialog has a close button in its corner too.
    .last()
    .click();
const bring = (page: Page, file: Awaited<ReturnType<typeof sent>>): Promise<void> =>
  dialog(page).locator('input[type=file]').setInputFiles(file);

async function openImport(page: Page, address = '/conf-magazzini'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Importa', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Carica un file' }).click();
  await dialog(page).getByRole('button', { name: 'Scegli il file' }).waitFor();
}

/** The button with a number of the result, which also filters the rows below. */
const figure = (page: Page, name: string): Locator =>
  dialog(page)
    .getByRole('group', { name: 'Righe da mostrare' })
    .getByRole('button', { name: new RegExp(`${name}$`) });

async function listed(page: Page, text: string): Promise<void> {
  await page.goto(`/conf-magazzini?filter=${encodeURIComponent(JSON.stringify({ filtro: text }))}`);
}

const contentOf = async (file: Download): Promise<unknown[][]> =>
  (await sheetsOf(await readFile(await file.path())))[0]!.rows;

/** Settings that let an admin open the users. */
let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings({ VisConfAdmin: '1', VisConfUtenti: '1' });
});
afterAll(() => changeSettings(before));

describe('the import template', () => {
  atNight(
    'is downloaded under its fixed name by an admin [import-template-names] [asset-import-admin] [user-import-admin]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      const templates = [
        ['/conf-oggetti', 'template-import-oggetti.xlsx', 'CODICE_PADRE'],
        ['/conf-ricambi', 'template-import-ricambi.xlsx', 'UNITA_DI_MISURA'],
        ['/conf-magazzini', 'template-import-magazzini.xlsx', 'CLASSE'],
        ['/conf-utenti', 'template-import-utenti.xlsx', 'RUOLO'],
      ] as const;
      for (const [address, name, head] of templates) {
        await page.goto(address);
        await page.getByRole('button', { name: 'Importa', exact: true }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: 'Scarica il modello' }).click(),
        ]);
        expect(file.suggestedFilename()).toBe(name);
        expect((await contentOf(file))[0]).toContain(head);
      }
    }),
  );

  atNight(
    'is not offered to users who may not import [asset-import-admin] [part-admin]',
    visit({ as: 'RIFTEC' }, async ({ page }) => {
      for (const address of ['/conf-oggetti', '/conf-ricambi']) {
        await page.goto(address);
        await page.getByRole('button', { name: 'Scarica', exact: true }).waitFor();
        await expect.poll(() => page.getByRole('button', { name: 'Importa', exact: true }).count()).toBe(0);
      }
    }),
  );
});

describe('a file to import', () => {
  it(
    'accepts one XLSX file, and refuses anything else with a message [import-xlsx]',
    visit({ as: 'SUADMIN', provokes: [415, 422] }, async ({ page }) => {
      await openImport(page);
      const refused = dialog(page).getByText('File non valido. Sono ammessi solo file XLSX', { exact: true });
      const text = Buffer.from('CODICE;DESCRIZIONE\r\nA;B\r\n');
      const chosen = dialog(page).locator('input[type=file]');
      await chosen.setInputFiles({ name: 'elenco.csv', mimeType: 'text/csv', buffer: text });
      await refused.waitFor();
      await bring(page, await sent([['CODICE']], 'vuoto.xlsx'));
      await sees(dialog(page), 'Il foglio non ha righe sotto le intestazioni.');
      await expect.poll(() => refused.count()).toBe(0);
      // A text file named as a workbook: the server inspects the contents.
      await chosen.setInputFiles({ name: 'elenco.xlsx', mimeType: XLSX, buffer: text });
      await refused.waitFor();
      await page.reload();
      await dialog(page).getByRole('button', { name: 'Scegli il file' }).waitFor();
      const two = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        for (const name of ['uno.xlsx', 'due.xlsx']) transfer.items.add(new File(['x'], name));
        return transfer;
      });
      await dialog(page)
        .getByText('Trascina qui il file Excel, oppure')
        .dispatchEvent('drop', { dataTransfer: two });
      await refused.waitFor();
    }),
  );

  it(
    'with its own headers is mapped, checked in a dry run, imported, and the list shows its rows [import-success]',
    visit({ as: 'SUPER' }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      const [name, classe] = [mark(), await plainClass(api)];
      const rows = rowsOf(name, classe, 3).map((row) => [...row, 'altro']);
      await listed(page, name);
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await page.getByRole('button', { name: 'Importa', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Carica un file' }).click();
      await bring(
        page,
        await sent([['Sigla', 'Descrizione', 'Classe', 'Società', 'Reparto', 'Extra'], ...rows]),
      );

      const columnOf = (label: string) =>
        dialog(page).getByRole('combobox', { name: new RegExp(`^${label}`) });
      await columnOf('Descrizione').waitFor();
      await expect.poll(() => columnOf('Descrizione').inputValue()).toBe('Descrizione');
      await expect.poll(() => columnOf('Codice').inputValue()).toBe('');
      await sees(dialog(page), 'Deposito 0 · Deposito 1 · Deposito 2');
      await sees(dialog(page), /non si possono aggiungere elementi nuovi.*: Codice, Organizzazione\./);
      for (const [label, head] of [
        ['Codice', 'Sigla'],
        ['Organizzazione', 'Società'],
      ] as const) {
        await columnOf(label).click();
        await page.getByRole('option', { name: head, exact: true }).click();
      }
      await expect
        .poll(() =>
          dialog(page)
            .getByText(/non si possono aggiungere/)
            .count(),
        )
        .toBe(0);
      await sees(dialog(page), 'Colonne del file che non saranno importate: Extra.');
      await press(page, 'Prova senza scrivere');
      await sees(dialog(page), 'Prova terminata. Righe che si possono importare: 3; righe errate: 0.');
      await expect.poll(() => api<Row[]>('GET', `/magazzino/?filtro=${name}`)).toHaveLength(0);
      await press(page, 'Importa 3 righe');
      await dialog(page).getByText('Import terminato con successo', { exact: true }).waitFor();
      await press(page, 'Chiudi');
      await sees(page, '1 - 3 / 3');
    }),
  );

  it(
    'with errors imports the correct rows, counts the others, and its result downloads automatically [import-errors]',
    visit({ as: 'SUPER' }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      const [name, classe] = [mark(), await plainClass(api)];
      const rows = rowsOf(name, classe, 5);
      rows[1]![2] = 'NON-ESISTE';
      rows[3]![1] = null;
      await openImport(page);
      // Its headers are those of the template, so there is nothing to map.
      await bring(page, await sent([HEADERS, ...rows]));
      await sees(dialog(page), 'Prova terminata. Righe che si possono importare: 3; righe errate: 2.');
      await expect.poll(() => figure(page, 'Errate').getAttribute('aria-pressed')).toBe('true');
      const table = dialog(page).getByRole('table', { name: 'Righe del file' });
      await sees(table, 'CLASSE: Nessun elemento ha il codice NON-ESISTE');
      await expect.poll(() => table.getByRole('row').count()).toBe(3);
      await figure(page, 'Tutte').click();
      await expect.poll(() => table.getByRole('row').count()).toBe(6);
      const [tried] = await Promise.all([page.waitForEvent('download'), press(page, "Scarica l'esito")]);
      expect((await contentOf(tried))[0]).toEqual([...HEADERS, 'ESITO']);

      const arrived = page.waitForEvent('download');
      await press(page, 'Importa 3 righe');
      await dialog(page)
        .getByText(
          'Import terminato con 2 errori. Consultare il file scaricato in automatico per un dettaglio del risultato delle operazioni',
          { exact: true },
        )
        .waitFor();
      const file = await arrived;
      expect(file.suggestedFilename()).toMatch(/^esito-import-magazzini-\d{4}-\d\d-\d\d\.xlsx$/);
      const outcome = await contentOf(file);
      expect(outcome).toHaveLength(6);
      expect(outcome.map((row) => String(row.at(-1)).split('.')[0])).toEqual([
        'ESITO',
        'Inserita',
        'Errore',
        'Inserita',
        'Errore',
        'Inserita',
      ]);
      await expect.poll(() => api<Row[]>('GET', `/magazzino/?filtro=${name}`)).toHaveLength(3);

      // The corrected file is sent again unchanged: rows that exist already stay as they are.
      const corrected = outcome.map((row) => row.map((cell) => (cell === 'NON-ESISTE' ? classe : cell)));
      corrected[4]![1] = 'Deposito 3';
      await press(page, 'Carica un altro file');
      await bring(page, await sent(corrected as Cell[][], file.suggestedFilename()));
      await sees(dialog(page), 'Prova terminata. Righe che si possono importare: 5; righe errate: 0.');
      await expect.poll(() => figure(page, 'Invariate').textContent()).toBe('3Invariate');
      await press(page, 'Importa 2 righe');
      await dialog(page).getByText('Import terminato con successo', { exact: true }).waitFor();
    }),
  );

  atNight(
    'is undone row by row, except rows that have changed since, which are listed',
    visit({ as: 'SUPER' }, async ({ page, join }) => {
      const { api } = await join({ as: 'SUADMIN' });
      const [name, classe] = [mark(), await plainClass(api)];
      await openImport(page);
      await bring(page, await sent([HEADERS, ...rowsOf(name, classe, 3)]));
      await press(page, 'Importa 3 righe');
      await dialog(page).getByText('Import terminato con successo', { exact: true }).waitFor();
      const rows = await api<Row[]>('GET', `/magazzino/?filtro=${name}`);
      const changed = rows.find(({ codice }) => codice === `${name}-1`)!;
      await api('PUT', `/magazzino/${changed.id}`, { descrizione: 'Cambiato da altri' });
      await press(page, "Annulla l'import");
      const question = page.getByRole('dialog', { name: "Annullare l'import?" });
      await sees(question, 'Gli elementi aggiunti (3) saranno eliminati');
      await question.getByRole('button', { name: "Annulla l'import" }).click();
      await sees(dialog(page), /Righe ripristinate: 2; lasciate .*: 1\./);
      await expect.poll(() => figure(page, 'Nuove, non annullate').getAttribute('aria-pressed')).toBe('true');
      await sees(
        dialog(page).getByRole('row', { name: new RegExp(`${name}-1`) }),
        /Modificato dopo l'importazione da .+: resta com'è/,
      );
      await expect.poll(() => api<Row[]>('GET', `/magazzino/?filtro=${name}`)).toHaveLength(1);
      await api('DELETE', `/magazzino/${changed.id}`);
    }),
  );
});

/** A job of another user runs until the test ends it, so later jobs wait. */
async function otherUser(): Promise<{ api: Api; begin(): Promise<void>; end(): Promise<void> }> {
  const { access_token: token } = await logIn(plantUrl(), 'SUADMIN');
  const api = apiWith(plantUrl(), token);
  const form = new FormData();
  const rows = rowsOf(mark(), 'NON-ESISTE', 20_000);
  form.append('file', new File([new Uint8Array(await sheet([HEADERS, ...rows]))], 'lungo.xlsx'));
  const reply = await fetch(`${plantUrl()}/api/cmms/magazzino/importazione`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const { data } = (await reply.json()) as { data: Row };
  return {
    api,
    begin: async () => void (await api('POST', `/magazzino/importazione/${data.id}/prova`)),
    // On a fast machine it may have ended already.
    end: async () => {
      const { stato } = await api<Row>('GET', `/lavoro/${data.id}`);
      if (stato === 'in_corso') await api('POST', `/lavoro/${data.id}/annulla`);
    },
  };
}

describe('long work', () => {
  const MANY = 3000;
  atNight(
    'can be stopped, continued, left and found again; long exports too',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const other = await otherUser();
      const [name, classe] = [mark(), await plainClass(other.api)];
      await openImport(page);
      await bring(page, await sent([HEADERS, ...rowsOf(name, classe, MANY)]));
      await dialog(page).getByRole('button', { name: 'Importa 3.000 righe' }).click({ timeout: LONG_MS });
      const bar = dialog(page).getByRole('progressbar', { name: 'Import in corso' });
      await expect
        .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: LONG_MS })
        .toBeGreaterThan(0);
      await press(page, 'Interrompi');
      await sees(dialog(page), /Import interrotto\. Righe già salvate: \d+ su 3000\./);
      await other.begin();
      await press(page, 'Prosegui con le altre righe');
      await sees(dialog(page), 'In attesa che finisca un altro lavoro');
      await press(page, 'Chiudi');
      await dialog(page).waitFor({ state: 'detached' });

      await go(page, '/home');
      const underWay = page.getByRole('button', { name: 'Attività in corso: 1' });
      await underWay.waitFor();
      await page.reload();
      await underWay.click();
      const activity = page.getByRole('dialog', { name: 'Attività' });
      await activity.getByRole('progressbar', { name: 'Import: Magazzini' }).waitFor();
      await page.keyboard.press('Escape');
      await activity.waitFor({ state: 'detached' });
      await other.end();
      await page.getByRole('status').getByText('Import terminato con successo').waitFor({ timeout: LONG_MS });
      await page.getByRole('button', { name: 'Attività terminate: 1' }).click();
      await activity.getByRole('button', { name: 'Apri: Import: Magazzini' }).first().click();
      await dialog(page).getByText('Import terminato con successo', { exact: true }).waitFor();
      await page.goBack();
      await expect
        .poll(() => page.getByRole('button', { name: /^Attività (in corso|terminate)/ }).count())
        .toBe(0);

      await listed(page, name);
      await sees(page, '1 - 30 / 3.000');
      const download = page.getByRole('button', { name: 'Scarica', exact: true });
      await download.click();
      const [file] = await Promise.all([
        page.waitForEvent('download', { timeout: LONG_MS }),
        page.getByRole('menuitem', { name: 'CSV' }).click(),
        sees(page, 'Le righe sono 3.000: il file si prepara in background'),
      ]);
      expect(file.suggestedFilename()).toMatch(/^elenco-magazzini-\d{4}-\d\d-\d\d\.csv$/);
      expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(MANY + 1);

      // While the import is undone, an export waits for its turn and is cancelled.
      const [job] = (await api<Row[]>('GET', '/lavoro')).filter(({ tipo }) => tipo === 'importazione');
      await api('POST', `/magazzino/importazione/${job!.id}/annulla-importazione`);
      await download.click();
      await page.getByRole('menuitem', { name: 'Excel' }).click();
      await page.getByRole('button', { name: /^Preparazione/ }).click();
      await page.getByRole('menuitem', { name: 'Interrompi' }).click();
      await sees(page, "Operazione cancellata dall'utente.");
      await download.waitFor();
      await expect
        .poll(async () => (await api<Row>('GET', `/lavoro/${job!.id}`)).stato, { timeout: 2 * LONG_MS })
        .toBe('fatto');
    }),
    900_000,
  );

  atNight(
    'causes no question unless it is running',
    visit({ as: 'SUPER' }, async ({ page }) => {
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/lavoro')) requests.push(request.url());
      });
      await page.goto('/home');
      await menuBar(page).waitFor();
      await page.waitForTimeout(2500);
      expect(requests).toHaveLength(1);
    }),
  );

  atNight(
    'that is finished can be opened from the user menu',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/home');
      await (await userMenu(page)).getByRole('button', { name: 'Attività' }).click();
      const activity = page.getByRole('dialog', { name: 'Attività' });
      await sees(activity, /Import: Magazzini|Annullamento dell'import: Magazzini/);
      await page.waitForTimeout(400);
      expect(await violations(page)).toEqual([]);
      await activity.getByRole('button', { name: 'Chiudi' }).click();
      await activity.waitFor({ state: 'detached' });
      await menuBar(page).waitFor();
    }),
  );
});

describe('the dialog of an import', () => {
  const ROUNDS = [
    { language: 'en', mode: 'dark', phone: true },
    { language: 'it', mode: 'light', phone: false },
  ] as const;
  // By day, the narrower size is tested for both.
  for (const round of NIGHTLY ? ROUNDS : ROUNDS.slice(0, 1))
    it(
      `is without fault on every step, in ${round.language}, ${round.mode}, ${round.phone ? 'on a phone' : 'on a desk'}`,
      visit({ as: 'SUADMIN', ...round }, async ({ page, api }) => {
        const [name, classe] = [mark(), await plainClass(api)];
        const rows = rowsOf(name, classe, 2);
        rows[1]![2] = 'NON-ESISTE';
        const faults: Record<string, string[]> = {};
        const look = async (step: string): Promise<void> => {
          await page.waitForTimeout(400);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          const found = [
            ...(await violations(page)),
            ...(wide > 0 ? [`wider than the screen by ${wide}px`] : []),
          ];
          if (found.length > 0) faults[step] = found;
        };
        await page.goto('/conf-magazzini');
        const opener = page.getByRole('button', { name: /^(Importa|Import)$/ });
        await opener.click();
        await page.getByRole('menuitem', { name: /^(Carica un file|Upload a file)$/ }).click();
        await dialog(page).waitFor();
        await look('file');
        await bring(page, await sent([['Sigla', ...HEADERS.slice(1)], ...rows]));
        await dialog(page).getByRole('combobox').first().click();
        await page.getByRole('option', { name: 'Sigla' }).click();
        await look('columns');
        await press(page, /^(Prova senza scrivere|Dry run)$/);
        const run = dialog(page).getByRole('button', { name: /^(Importa una riga|Import one row)$/ });
        await run.waitFor();
        await look('trial');
        const arrived = page.waitForEvent('download');
        await run.click();
        const undo = /^(Annulla l'import|Undo the import)$/;
        await dialog(page).getByRole('button', { name: undo }).waitFor();
        await arrived;
        await look('outcome');
        await press(page, undo);
        await page.getByRole('dialog').last().getByRole('button', { name: undo }).click();
        await sees(dialog(page), /^Import undone\. Rows restored: 1;|Importazione annullata/);
        await look('undone');
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
        await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
        expect(faults).toEqual({});
      }),
    );
});
