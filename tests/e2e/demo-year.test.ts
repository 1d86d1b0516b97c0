/** A new demo plant as its first user sees it: a year of work, and no page without data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import { atNight, byDay } from '../runner/nightly.ts';
import { inDays } from '../server/plant/days.ts';
import { type Visit, visit } from './browser/visit.ts';
import { type RunningServer, startServer } from './plant/server.ts';
import { screensFor, settled } from './screens/screens.ts';
import { go } from './user/navigation.ts';

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-year-'));
  server = await startServer({ folder, env: { OFFICINA_DEMO_YEAR: '1' } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Lists and pages; forms display no rows. */
const isVisible = (address: string): boolean => !address.startsWith('/upd-');
const emptyPlaces = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('status').getByRole('heading').allInnerTexts();

const LOOKS: (Visit & { as: Family })[] = [
  { as: 'RIFTEC', language: 'it', phone: true },
  { as: 'SUADMIN', language: 'en' },
];

describe('the demo plant of a first start', () => {
  for (const look of byDay(LOOKS))
    atNight(`has no empty page for ${look.as}`, (context) =>
      visit({ ...look, url: server.url }, async ({ page, api }) => {
        await page.goto('/home');
        const empty: Record<string, string[]> = {};
        for (const address of (await screensFor(look.as, api)).filter(isVisible)) {
          await go(page, address);
          await settled(page);
          const places = await emptyPlaces(page);
          if (places.length > 0) empty[address] = places;
        }
        expect(empty).toEqual({});
      })(context),
    );

  atNight('describes its background jobs', (context) =>
    visit({ as: 'SUADMIN', language: 'it', url: server.url }, async ({ page }) => {
      await page.goto('/conf-lavori');
      await page.getByRole('cell', { name: 'Oggetti', exact: true }).first().waitFor();
      await page.getByRole('cell', { name: 'Ricambi', exact: true }).first().waitFor();
      expect(await page.getByRole('cell', { name: 'oggetto', exact: true }).count()).toBe(0);
    })(context),
  );

  atNight('has work in every month of the year, and late, waiting and refused items', (context) =>
    visit({ as: 'SUPER', language: 'en', url: server.url }, async ({ page }) => {
      await page.goto('/home');
      await settled(page);
      await page.getByText('Figures by month').click();
      const months = page.getByRole('table').filter({ hasText: 'Opened' }).getByRole('row');
      const pastMonths = (await months.allInnerTexts()).slice(1, Number(inDays(0).slice(5, 7)));
      expect(pastMonths.filter((row) => /\t0\b/.test(row))).toEqual([]);
      const states = page.getByRole('main');
      for (const state of ['Suspended', 'Waiting for parts', 'To be tested', 'Cancelled', 'Invoiced'])
        expect(await states.getByText(state, { exact: true }).count()).toBeGreaterThan(0);
      await page
        .getByText(/^\d+ late$/)
        .first()
        .waitFor();
    })(context),
  );
});
