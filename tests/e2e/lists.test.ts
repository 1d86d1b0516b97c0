/** Tables in the window: columns fit, rows have a name, truncated text has a tooltip. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listAddress } from '../../resources/context/routes.ts';
import type { Row } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { atNight } from '../runner/nightly.ts';
import { hold } from './browser/held.ts';
import { visit } from './browser/visit.ts';
import { newPlant } from './data/asset-trees.ts';
import { sampleOf } from './screens/sample.ts';
import { screensFor, settled } from './screens/screens.ts';
import { go, sees } from './user/navigation.ts';

const WIDTHS = [1280, 1366, 1440];
const { entities } = readSchemas();
const LISTS = new Set(entities.map((entity) => listAddress(entity, entities)));

/** Finds cells below the fixed column or another cell, and rows named by an instant. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const faults: string[] = [];
    for (const wrapper of document.querySelectorAll('.RaDataTable-tableWrapper')) {
      const over = wrapper.scrollWidth - wrapper.clientWidth;
      if (over > 0) faults.push(`the table is ${over}px wider than its room`);
      const fixed = wrapper.querySelector('th.row-actions')?.getBoundingClientRect().left ?? Infinity;
      for (const row of wrapper.querySelectorAll('tbody tr')) {
        for (const cell of row.querySelectorAll<HTMLElement>('td:not(.row-actions)')) {
          const { right } = cell.getBoundingClientRect();
          const text = document.createRange();
          text.selectNodeContents(cell);
          const end = Math.min(text.getBoundingClientRect().right, right);
          if (end > fixed + 1) faults.push(`"${cell.innerText}" lies under the actions`);
          if (
            getComputedStyle(cell).overflowX === 'visible' &&
            text.getBoundingClientRect().right > right + 1
          )
            faults.push(`"${cell.innerText}" lies under its neighbour`);
        }
        const link = row.querySelector<HTMLElement>('td:not(.row-actions) :is(a[href^="/"], button)');
        if (/^\d\d\/\d\d\/\d\d(\d\d)? \d\d:\d\d$/.test(link?.innerText.trim() ?? ''))
          faults.push(`a row is called "${link?.innerText}"`);
      }
    }
    return [...new Set(faults)].slice(0, 5);
  });

atNight(
  'no list has a column under the fixed actions or under another, from 1280 px on, and no row is called by a moment',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
    await page.goto('/home');
    const faults: Record<string, string[]> = {};
    const lists = (await screensFor('SUADMIN', api, sampleOf(entities))).filter((address) =>
      LISTS.has(address),
    );
    for (const address of lists) {
      await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
      await go(page, address);
      await settled(page);
      if ((await page.locator('.RaDataTable-tableWrapper').count()) === 0) continue;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const found = await faultsOf(page);
        if (found.length > 0) faults[`${address} at ${width}`] = found;
      }
    }
    expect(faults).toEqual({});
  }),
  240_000,
);

atNight(
  'a row is called by its code, at the desk and on a phone',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api, join }) => {
    const rows = await api<Row[]>('GET', '/odl/?pag=1');
    const { codice, descrizione, id } = rows[0]!;
    await page.goto('/conf-odl');
    const link = page.getByRole('link', { name: String(codice), exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe(`/dettaglio-odl/${id}`);
    // Without its column, another column names the row.
    await page.getByRole('button', { name: 'Colonne' }).click();
    await page.getByRole('switch', { name: 'Codice', exact: true }).click();
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: String(descrizione), exact: true })
      .first()
      .waitFor();
    const { page: phone } = await join({ as: 'SUPER', phone: true, language: 'it' });
    await phone.goto('/conf-odl');
    const card = phone.getByRole('link', { name: `${codice} - ${descrizione}`, exact: true });
    await expect.poll(() => card.getAttribute('href')).toBe(`/dettaglio-odl/${id}`);
  }),
);

/** Returns the storage key of react-admin's store for the page's user. */
const placeIn = (page: Page, key: string): Promise<string> =>
  page.evaluate((name) => {
    const store = Object.keys(localStorage).flatMap(
      (stored) => /^RaStore.*officina-\d+/.exec(stored)?.[0] ?? [],
    )[0];
    return `${store}.${name}`;
  }, key);

const headersOf = (page: Page): Promise<string[]> =>
  page
    .locator('thead th')
    .evaluateAll((headers) => headers.map((head) => head.textContent!.trim()).filter(Boolean));

atNight(
  'columns stay as they were chosen and moved after the page is opened again, and go back to the usual',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page }) => {
    const open = async () => {
      await page.goto('/conf-utenti');
      await page.getByRole('button', { name: 'Colonne' }).waitFor();
      await page.locator('tbody tr').first().waitFor();
    };
    await open();
    const usual = await headersOf(page);
    const [first, second, third] = usual as [string, string, string];
    await page.getByRole('button', { name: 'Colonne' }).click();
    const menu = page.getByRole('dialog', { name: 'Colonne' });
    await menu.getByRole('button', { name: `Sposta giù: ${first}`, exact: true }).click();
    await menu.getByRole('switch', { name: third, exact: true }).click();
    const expected = [second, first, ...usual.slice(3)];
    await expect.poll(() => headersOf(page)).toEqual(expected);
    await open();
    await expect.poll(() => headersOf(page)).toEqual(expected);
    await page.getByRole('button', { name: 'Colonne' }).click();
    await menu.getByRole('button', { name: 'Ripristina le colonne' }).click();
    await expect.poll(() => headersOf(page)).toEqual(usual);
    await open();
    await expect.poll(() => headersOf(page)).toEqual(usual);
  }),
);

atNight(
  'columns hidden in an earlier version stay hidden, and the old settings are removed',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page }) => {
    await page.goto('/conf-utenti');
    await page.locator('tbody tr').first().waitFor();
    const usual = await headersOf(page);
    const place = await placeIn(page, 'utente.datatable');
    await page.evaluate((name) => {
      localStorage.setItem(name, '["mail"]');
      localStorage.setItem(`${name}_columnRanks`, '[0,2,1]');
    }, place);
    await page.goto('/conf-utenti');
    const [first, second, ...rest] = usual as [string, string, ...string[]];
    const expected = [second, first, ...rest.filter((name) => name !== 'E-mail')];
    await expect.poll(() => headersOf(page)).toEqual(expected);
    await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), place)).toBeNull();
    await page.goto('/conf-utenti');
    await expect.poll(() => headersOf(page)).toEqual(expected);
  }),
);

const LONG = 'Pressa con alimentatore a vite, quadro di comando separato e ripari mobili con blocco';

atNight(
  'truncated text is shown in full under the mouse, by keyboard, and after a long press',
  visit(
    { as: 'SUADMIN', language: 'it', size: { width: 1280, height: 800 } },
    async ({ page, api, join }) => {
      const { machine } = await newPlant(api);
      await api('PUT', `/oggetto/${machine.id}`, { descrizione: LONG });
      const open = async (one: Page) => {
        await one.goto(
          `/conf-oggetti?filter=${encodeURIComponent(JSON.stringify({ filtro: machine.codice }))}`,
        );
        await one.getByRole('cell', { name: LONG, exact: true }).waitFor();
      };
      await open(page);
      const tooltip = (one: Page) => one.getByRole('tooltip').filter({ hasText: LONG });
      await page.getByRole('cell', { name: LONG, exact: true }).hover();
      await tooltip(page).waitFor();
      await page.getByRole('heading', { level: 1 }).hover();
      await expect.poll(() => tooltip(page).count()).toBe(0);
      await page
        .getByRole('cell', { name: LONG, exact: true })
        .locator('xpath=..')
        .getByRole('checkbox')
        .focus();
      await page.keyboard.press('Tab');
      await sees(tooltip(page), `Descrizione: ${LONG}`);
      const { page: tablet } = await join({
        as: 'SUPER',
        language: 'it',
        phone: true,
        size: { width: 1280, height: 800 },
      });
      await open(tablet);
      const spot = (await tablet.getByRole('cell', { name: LONG, exact: true }).boundingBox())!;
      const finger = await tablet.context().newCDPSession(tablet);
      const at = [{ x: spot.x + 20, y: spot.y + spot.height / 2 }];
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
      await tooltip(tablet).waitFor();
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      // It searched, and did not navigate.
      expect(new URL(tablet.url()).pathname).toBe('/conf-oggetti');
    },
  ),
);

it(
  'a list loads at most 400 kB of script, including what every page loads',
  visit({ as: 'SUADMIN' }, async ({ page }) => {
    await page.goto('/list-costi');
    await page.getByRole('table').waitFor();
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes / 1000).toBeGreaterThan(100);
    expect(bytes / 1000).toBeLessThan(400);
  }),
);

/** The links of the first script; others are made when a page is opened. */
const CODE = 'link[rel=modulepreload][href^="/"]';

it(
  'the code of the application is requested at once by a browser with a session, and not on the sign-in page',
  visit({}, async ({ page, join }) => {
    await page.goto('/login');
    await page.locator('input[type=password]').waitFor();
    expect(await page.locator(CODE).count()).toBe(0);
    const { page: signedIn } = await join({ as: 'RIFTEC' });
    await signedIn.goto('/conf-odl');
    await signedIn.getByRole('heading', { level: 1 }).waitFor();
    expect(await signedIn.locator(CODE).count()).toBeGreaterThan(3);
    // Nothing is requested twice, or for nothing.
    const requested = await signedIn.evaluate((links) => {
      const scripts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      return [...document.querySelectorAll(links)].map((link) => {
        const address = link.getAttribute('href');
        return [address, scripts.filter((one) => one === address).length];
      });
    }, CODE);
    for (const [address, times] of requested) expect([address, times]).toEqual([address, 1]);
  }),
);

it(
  'a page that is loaded again requests its rows while its code is loading, once and for the same user',
  visit({ as: 'SUADMIN', provokes: [401] }, async ({ page }) => {
    const READ = /\/cmms\/cdc\/\?/;
    const row = page.locator('tbody tr').first();
    await page.goto('/list-cdc');
    await row.waitFor();
    const release = await hold(page, /\/assets\/Application-.*\.js/);
    let reads = 0;
    page.on('request', (request) => {
      if (READ.test(request.url())) reads += 1;
    });
    await Promise.all([page.waitForResponse(READ), page.reload({ waitUntil: 'commit' })]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    release();
    await row.waitFor();
    expect(reads).toBe(1);

    const noted = () => page.evaluate(() => localStorage.getItem('officina.first-reads'));
    expect(await noted()).toContain('cdc');
    await go(page, '/logout');
    await page.locator('input[type=password]').waitFor();
    expect(await noted()).toBeNull();
  }),
);
