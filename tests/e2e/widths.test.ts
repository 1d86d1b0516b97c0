/** No page scrolls sideways, from a small phone to a wide desk: each is opened once and drawn at every width. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../../resources/routes.ts';
import type { Row } from '../../schemas/entity.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import type { Api } from './api.ts';
import { visit } from './browser.ts';
import { go } from './person.ts';
import { screensFor, settled } from './screens.ts';
import { changeSettings } from './settings.ts';
import { NIGHTLY, OPEN } from './walk.ts';

const ALL = [320, 390, 768, 961, 1024, 1280, 1440];
/** The nightly run walks at every width, and through the tabs and dialogs of every screen. */
const WIDTHS = NIGHTLY ? ALL : [320, 961, 1024];
const HEIGHT = 800;

/** The pages of records. */
async function detailsFor(api: Api): Promise<string[]> {
  const addresses: string[] = [];
  for (const { routes, resource, id } of readSchemas().entities) {
    if (!routes.detail) continue;
    const [row] = await api<Row[]>('GET', `/${resource}/?pag=1`);
    if (row) addresses.push(addressOf(routes.detail, row[id] as number));
  }
  return addresses;
}

/** Wider than the window, the page or a dialog on it: by how much, and what sticks out. */
const overflow = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.documentElement;
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1,
    );
    if (root.scrollWidth <= innerWidth && dialogs.length === 0) return undefined;
    const out = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 0.5,
    );
    const told = [...dialogs, ...out].slice(0, 3);
    return `${root.scrollWidth}: ${told.map((one) => `${one.tagName}.${String(one.className).slice(0, 60)}`)}`;
  });

async function faultsAt(page: Page, what: string, widths = WIDTHS): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    if (!(await overflow(page))) continue;
    // What is fetched at a width, and what follows the window, comes a moment later.
    await settled(page);
    const stays = await overflow(page);
    if (stays) faults.push(`${what} at ${width} is ${stays}`);
  }
  return faults;
}

async function faultsOfTabs(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  const tabs = await page.getByRole('main').getByRole('tab').all();
  for (const tab of tabs.slice(1)) {
    const name = await tab.textContent();
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await tab.click();
    await settled(page);
    faults.push(...(await faultsAt(page, `${address} ${name}`)));
  }
  return faults;
}

let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings(OPEN);
});
afterAll(() => changeSettings(before));

it(
  `no screen scrolls sideways at ${WIDTHS.join(', ')} px`,
  visit({ as: 'SUADMIN', language: 'it', mode: 'light' }, async ({ page, api }) => {
    await page.goto('/home');
    const faults: string[] = [];
    const details = await detailsFor(api);
    // By day an empty form stands for that of a record: they have the same fields.
    const screens = (await screensFor('SUADMIN', api)).filter(
      (address) => NIGHTLY || !/^\/upd-.*\/\d+$/.test(address),
    );
    for (const address of [...screens, ...details]) {
      await go(page, address);
      await settled(page);
      faults.push(...(await faultsAt(page, address)));
      if (NIGHTLY) faults.push(...(await faultsOfTabs(page, address)));
    }
    expect(faults).toEqual([]);
  }),
  900_000,
);

it(
  'nor what stands over it, nor the tabs of an intervention, nor the bar under a long name in either language',
  visit({ as: 'SUADMIN', language: 'en' }, async ({ page, api }) => {
    const faults: string[] = [];
    const [work] = await api<Row[]>('GET', '/odl/?pag=1');
    await page.goto('/home');
    await settled(page);
    await page.evaluate(() => {
      document.querySelector('.user-name')!.textContent = 'Maximiliana Bartholomew-Featherstonehaugh';
    });
    faults.push(...(await faultsAt(page, 'the bar', [320, 390, 768, 961, 1024, 1100, 1239, 1240, 1440])));
    const OVERLAYS: [string, string, (page: Page) => Promise<void>][] = [
      [
        'the filters',
        '/conf-odl',
        (one) => one.getByRole('button', { name: 'Filters', exact: true }).click(),
      ],
      [
        'a deletion',
        '/list-costi',
        (one) =>
          one
            .getByRole('button', { name: /^Delete: / })
            .first()
            .click(),
      ],
      ['the changes', '/upd-costi/1', (one) => one.getByRole('button', { name: 'Changes' }).click()],
    ];
    for (const [what, address, open] of OVERLAYS) {
      await page.setViewportSize({ width: 1440, height: HEIGHT });
      await go(page, address);
      await settled(page);
      await open(page);
      await page.getByRole('dialog').waitFor();
      faults.push(...(await faultsAt(page, what, [320, 1024])));
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    if (!NIGHTLY) {
      await go(page, `/dettaglio-odl/${work!.id}`);
      await settled(page);
      faults.push(...(await faultsOfTabs(page, 'an intervention')));
    }
    expect(faults).toEqual([]);
  }),
  300_000,
);
