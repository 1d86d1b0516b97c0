/** The home page of each role. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAMILIES } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import { atNight, NIGHTLY } from '../runner/nightly.ts';
import { plantYear } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { type Visit, visit } from './browser/visit.ts';
import { ACCOUNTS, type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { path, sees } from './user/navigation.ts';

let count = 0;
const mark = (): string => `H${Date.now().toString(36)}${++count}`;
const PATIENCE = { timeout: 15_000 };
const DAY_MS = 86_400_000;

const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
const drawn = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.home-panel') &&
      !document.querySelector('.MuiSkeleton-root, [aria-busy="true"]'),
  );
const instant = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const codes = async (api: Api): Promise<(code: string) => number> => {
  const states = await api<{ id: number; codice: string }[]>('GET', '/stato/?all=1&pag=-1');
  return (code) => states.find(({ codice }) => codice === code)!.id;
};

async function typeOf(api: Api): Promise<number> {
  const types = await api<{ id: number; codice: string }[]>('GET', '/odl/tipoGuasto/?pag=-1');
  return types.find(({ codice }) => codice === 'LUB')!.id;
}

/** Creates work for the demo plant's technician. */
async function workFor(technician: Api, more: Row = {}): Promise<Row> {
  const admin = await apiAs(plantUrl(), 'SUADMIN');
  const [asset] = await technician<{ id: number }[]>('GET', '/oggetto/?pag=1&max_rows=1');
  const people = await admin<{ id: number; mail: string }[]>('GET', '/utente/?pag=-1');
  const id_tecnico = people.find(({ mail }) => mail === ACCOUNTS.RIFTEC)!.id;
  const body = {
    descrizione: `Lavoro ${mark()}`,
    id_oggetto: asset!.id,
    id_tipo_guasto: await typeOf(admin),
    id_stato: (await codes(admin))('AS'),
    id_tecnico,
    id_usr_notifica: id_tecnico,
    campo_nota1: 'Usura',
    campo_float1: 1,
    priorita: 3,
    ...more,
  };
  return { ...body, ...(await admin<Row>('POST', '/odl/', body)) };
}

async function closed(api: Api): Promise<Row> {
  const state = await codes(api);
  const [asset] = await api<{ id: number }[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const { utenti } = await api<{ utenti: { id: number }[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  const body = {
    descrizione: `Chiuso ${mark()}`,
    id_oggetto: asset!.id,
    id_tipo_guasto: await typeOf(api),
    id_stato: state('AS'),
    id_tecnico: utenti[0]!.id,
    id_usr_notifica: utenti[0]!.id,
    campo_nota1: 'Usura',
    campo_float1: 1,
    priorita: 2,
  };
  const row = await api<Row>('POST', '/odl/', body);
  for (const code of ['IC', 'CH']) await api('PUT', `/odl/${row.id}`, { id_stato: state(code) });
  return { ...body, ...row };
}

/** Returns the number of rows of the list behind an address, by the list's own request. */
async function behind(api: Api, href: string): Promise<number> {
  const url = new URL(href, plantUrl());
  const state = /^\/list-odl\/(\d+)$/.exec(url.pathname)?.[1];
  const filter = state ? { idStato: state } : JSON.parse(url.searchParams.get('filter')!);
  const query = new URLSearchParams({ pag: '-1', ...filter });
  return (await api<Row[]>('GET', `/odl/?${query}`)).length;
}

const numberIn = (text: string): number =>
  Number(/([\d.,]+)(?!.*\d)/.exec(text)![1]!.replaceAll(/[.,]/g, ''));

describe('the home', () => {
  const ROUNDS: Visit[] = FAMILIES.flatMap((as): Visit[] => [
    { as, language: 'it' },
    { as, language: 'en', mode: 'dark', phone: true },
  ]);
  // By day each family has one look, in turn desktop and phone.
  for (const round of NIGHTLY ? ROUNDS : ROUNDS.filter((_, index) => [0, 3, 4, 7].includes(index)))
    it(
      `of ${round.as} in ${round.language} ${round.phone ? 'on a phone' : 'on a desk'} fits, and axe is silent`,
      visit(round, async ({ page }) => {
        await page.goto('/home');
        await drawn(page);
        if (round.phone && ['RIFTEC', 'RESP'].includes(round.as!)) {
          await page.getByText('Overview').click();
          await panel(page, 'On time').waitFor();
          await drawn(page);
        }
        expect(await violations(page)).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        if (!round.phone) return;
        const low = await page
          .locator('main a:visible, main button:visible')
          .evaluateAll((all) =>
            all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
          );
        expect(low).toEqual([]);
      }),
      120_000,
    );
});

describe('the dashboard', () => {
  it(
    'has its panels, requests them as documented, and every number opens a list with the same count [dash-panels] [dash-delay] [dash-yearly] [dash-open-call] [dash-closed-call] [dash-title-off] [B3]',
    visit({ as: 'SUPER' }, async ({ page, api }) => {
      const queries: URLSearchParams[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/\/odl\/(statistica\/)?$/.test(url.pathname)) queries.push(url.searchParams);
      });
      await page.goto('/home');
      await drawn(page);
      for (const name of [
        'Puntualità',
        'Interventi per stato',
        `Andamento ${plantYear()}`,
        'Interventi aperti',
        'Interventi chiusi',
      ])
        await panel(page, name).waitFor();
      await expect.poll(() => page.locator('.gauge path').count()).toBe(20);
      const kinds = queries.map((query) => query.get('tipo')).filter(Boolean);
      expect(kinds.sort()).toEqual(['1', '2', '3']);
      const open = queries.find((query) => query.has('assegnati'))!;
      expect(Object.fromEntries(open)).toMatchObject({
        pag: '1',
        orderByCol: 'data_ordine',
        orderByDir: 'ASC',
      });
      const over = queries.find((query) => query.has('assegnatiChiusi'))!;
      expect(Object.fromEntries(over)).toMatchObject({
        pag: '1',
        mostraChiusi: '1',
        orderByCol: 'data_fine',
      });

      await page.getByText('Cifre per mese').click();
      const links = page.getByRole('main').locator('a[href*="odl?filter"], a[href^="/list-odl/"]');
      const figures = await links.evaluateAll((all) =>
        all.map((one) => ({
          href: one.getAttribute('href')!,
          text: (one.querySelector('strong') ?? one.firstChild)!.textContent!,
        })),
      );
      expect(figures.length).toBeGreaterThan(2 + 24 + 2 + 5);
      const wrong = await Promise.all(
        figures.map(async ({ href, text }) => {
          const there = await behind(api, href);
          return there === numberIn(text) ? [] : [`${text}: ${there} behind ${decodeURIComponent(href)}`];
        }),
      );
      expect(wrong.flat()).toEqual([]);

      const late = panel(page, 'Puntualità').getByRole('link', { name: /in ritardo/ });
      const number = numberIn(await late.innerText());
      await late.click();
      await page.waitForURL('**/conf-odl?**');
      await sees(page, new RegExp(`1 - \\d+ / ${number}$`));
      await page.getByRole('region', { name: 'Filtri attivi' }).getByText('Scaduto').waitFor();
    }),
    120_000,
  );

  atNight(
    'turns the pages of a panel [dash-pager]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/home');
      const over = panel(page, 'Interventi chiusi');
      const pager = over.getByRole('navigation', { name: /^Pagine/ });
      await pager.waitFor();
      const first = await over.locator('.work-title').first().innerText();
      await expect
        .poll(() => pager.getByRole('button', { name: /^Pagina \d+$/ }).count())
        .toBeLessThanOrEqual(5);
      const [second] = await Promise.all([
        page.waitForRequest((request) => /assegnatiChiusi=.*pag=2/.test(request.url())),
        pager.getByRole('button', { name: 'Pagina 2', exact: true }).click(),
      ]);
      expect(second.url()).toContain('/odl/');
      await expect.poll(() => over.locator('.work-title').first().innerText(), PATIENCE).not.toBe(first);
    }),
  );

  it(
    'sets a closed intervention to invoiced after a question, and shows the reason of a refusal [dash-invoice] [I22]',
    visit({ as: 'SUADMIN', provokes: [403, 409, 422] }, async ({ page, api }) => {
      const one = await closed(api);
      await page.goto('/home');
      const over = panel(page, 'Interventi chiusi');
      const row = over.getByRole('listitem').filter({ hasText: String(one.descrizione) });
      const invoice = row.getByRole('button', { name: /^Fattura/ });
      await invoice.click();
      const dialog = page.getByRole('dialog');
      await sees(dialog, "Impostare l'intervento come fatturato?");
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Annulla' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => api<Row>('GET', `/odl/${one.id}`)).toMatchObject({ cod_stato: 'CH' });
      await invoice.click();
      await dialog.getByRole('button', { name: 'Fattura' }).click();
      await sees(page, 'Intervento impostato come fatturato');
      await row.getByText('Fatturato').waitFor();
      await expect.poll(() => invoice.count()).toBe(0);
      await expect.poll(() => api<Row>('GET', `/odl/${one.id}`)).toMatchObject({ cod_stato: 'FA' });

      const other = await closed(api);
      await page.reload();
      const stale = over.getByRole('listitem').filter({ hasText: String(other.descrizione) });
      await stale.getByRole('button', { name: /^Fattura/ }).click();
      await api('PUT', `/odl/${other.id}`, { id_stato: (await codes(api))('IC') });
      await dialog.getByRole('button', { name: 'Fattura' }).click();
      const refusal = page.getByRole('alertdialog');
      await sees(refusal, /ha modificato questo elemento il/);
      await refusal.getByRole('button', { name: 'Chiudi' }).click();
      await stale.waitFor({ state: 'detached' });
      await expect.poll(() => api<Row>('GET', `/odl/${other.id}`)).toMatchObject({ cod_stato: 'IC' });
    }),
    120_000,
  );

  atNight(
    'draws a row with a button in two lines on a laptop, like a row without one',
    visit({ as: 'SUADMIN', size: { width: 1280, height: 720 } }, async ({ page, api }) => {
      const one = await closed(api);
      await page.goto('/home');
      const row = panel(page, 'Interventi chiusi')
        .getByRole('listitem')
        .filter({ hasText: String(one.descrizione) });
      await row.getByRole('button', { name: /^Fattura/ }).waitFor();
      expect((await row.boundingBox())!.height).toBeLessThan(60);
    }),
  );

  it(
    'follows the settings of the plant [dash-params] [dash-title-on]',
    visit({ as: 'SUPER' }, async ({ page }) => {
      const before = await changeSettings({
        DashTipoIntervAperti: '1',
        DashboardColRigaType: '2',
        DashboardGraficoMesi: '0',
      });
      onTestFinished(async () => {
        await changeSettings(before);
      });
      const [dashboardRequest] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('assegnati=1')),
        page.goto('/home'),
      ]);
      expect(dashboardRequest.url()).toContain('tipoColore=2');
      await panel(page, 'Interventi aperti del mese o assegnati a te').waitFor();
      await drawn(page);
      await expect.poll(() => panel(page, /^Andamento/).count()).toBe(0);
      await changeSettings({ DashboardAssegnati: '0', DashboardChiusiAss: '0', DashboardColRigaType: '0' });
      onTestFinished(async () => {
        await changeSettings({ DashboardAssegnati: '1', DashboardChiusiAss: '1' });
      });
      await page.reload();
      await panel(page, 'Interventi per stato').waitFor();
      await drawn(page);
      await expect.poll(() => panel(page, /^Interventi (aperti|chiusi)/).count()).toBe(0);
    }),
  );
});

describe('a technician', () => {
  it(
    "starts with late work, then today's; one tap opens it, and the numbers open the technician's lists",
    visit({ as: 'RIFTEC', phone: true }, async ({ page, api }) => {
      const late = await workFor(api, { data_ordine: instant(-3) });
      const now = await workFor(api, { data_ordine: new Date().toISOString() });
      await page.goto('/home');
      await panel(page, 'In ritardo').getByText(String(late.descrizione)).waitFor();
      await panel(page, 'Oggi').getByText(String(now.descrizione)).waitFor();
      const [first] = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
      expect(first).toBe('In ritardo');
      const links = page.locator('.agenda a[href*="?filter"]');
      for (const { href, text } of await links.evaluateAll((all) =>
        all.map((one) => ({ href: one.getAttribute('href')!, text: one.firstChild!.textContent! })),
      ))
        expect(await behind(api, href), text).toBe(numberIn(text));
      await expect.poll(() => page.getByRole('button', { name: /^Fattura/ }).count()).toBe(0);
      await panel(page, 'Oggi').getByText(String(now.descrizione)).tap();
      await page.waitForURL(`**/dettaglio-odl/${now.id}`);
    }),
    120_000,
  );
});

describe('a requester', () => {
  it(
    "has a button for a new request, and the user's requests below it",
    visit({ as: 'RESP', phone: true }, async ({ page, api }) => {
      const [asset] = await api<{ id: number }[]>('GET', '/oggetto/?pag=1&max_rows=1');
      const [state] = await api<{ id: number }[]>('GET', '/stato/?idOdl=-1');
      const report = {
        descrizione: `Segnalato ${mark()}`,
        id_oggetto: asset!.id,
        id_tipo_guasto: await typeOf(api),
        id_stato: state!.id,
        priorita: 1,
      };
      await api('POST', '/odl/', report);
      await page.goto('/home');
      const mine = panel(page, 'Le tue segnalazioni aperte');
      await mine.getByText(report.descrizione).waitFor();
      const all = mine.getByRole('link', { name: /^Tutte: / });
      expect(await behind(api, (await all.getAttribute('href'))!)).toBe(numberIn(await all.innerText()));
      await page.getByRole('link', { name: 'Nuova segnalazione' }).tap();
      await page.waitForURL('**/segnala-guasto');
      expect(path(page)).toBe('/segnala-guasto');
    }),
  );
});
