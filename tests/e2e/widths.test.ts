/** No page scrolls sideways, from a small phone to a wide desktop: each is opened once and resized. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { NIGHTLY } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { changeSettings } from './data/settings.ts';
import { screensFor, settled } from './screens/screens.ts';
import { OPEN } from './screens/walk.ts';
import { faultsAt, HEIGHT, WIDTHS } from './screens/widths.ts';
import { go } from './user/navigation.ts';

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

// By day, the walk through the screens checks the widths.
it.runIf(NIGHTLY)(
  `no screen scrolls sideways at ${WIDTHS.join(', ')} px`,
  visit({ as: 'SUADMIN', language: 'it', mode: 'light' }, async ({ page, api }) => {
    await page.goto('/home');
    const faults: string[] = [];
    for (const address of await screensFor('SUADMIN', api)) {
      await go(page, address);
      await settled(page);
      faults.push(...(await faultsAt(page, address)), ...(await faultsOfTabs(page, address)));
    }
    expect(faults).toEqual([]);
  }),
  900_000,
);

it(
  'neither dialogs over it, the tabs of an intervention, nor the bar under a long name in either language',
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
