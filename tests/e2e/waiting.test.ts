/** Pages whose data do not arrive: they tell what they wait for, and offer to try again. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { hasAnswer, isHeld } from './browser/on-device.ts';
import { visit } from './browser/visit.ts';
import { mark } from './data/asset-trees.ts';
import { newPart } from './days/work.ts';
import { saveButton } from './user/forms.ts';
import { retype } from './user/input.ts';
import { go, path, sees } from './user/navigation.ts';

const WAITS = 'The server has not answered yet: the page';
const HELD = 'The server has not answered yet: the page shows what was last read';
const WRITES = 'The server has not answered yet: what you saved';
const NOT_HERE = 'This page is not on this device yet';

/** Holds the requests to an address. `open` lets later requests pass, and `release` lets the held ones go on. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = [];
  let isHeldBack = true;
  await page.route(address, (route) => (isHeldBack ? void held.push(route) : route.continue()));
  return {
    open: () => {
      isHeldBack = false;
    },
    release: () => Promise.all(held.map((route) => route.continue().catch(() => undefined))),
  };
}

const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first().click();

describe('a server that does not answer', () => {
  const asksAgain = (address: string, request: RegExp) =>
    visit({ as: 'SUADMIN', language: 'en', phone: true }, async ({ page }) => {
      await page.goto('/account');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { open, release } = await hold(page, request);
      await go(page, address);
      await sees(page, WAITS);
      open();
      await again(page);
      await page.getByText(WAITS).waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
      await release();
    });

  it('is named in a list, which asks again', asksAgain('/list-cdc', /\/cmms\/cdc\/\?/));
  atNight('is named in a form, which asks again', asksAgain('/upd-cdc/1', /\/cmms\/cdc\/1(\?|$)/));
  atNight('is named in the calendar, which asks again', asksAgain('/calendario', /\/cmms\/odl\/\?/));
  atNight('is named in reliability, which asks again', asksAgain('/mtbf-mttr', /\/cmms\/.*mtbf/));

  atNight(
    'is named while the code of a page is loading, which a reload requests again',
    visit({ as: 'SUADMIN', language: 'en', phone: true }, async ({ page }) => {
      await page.goto('/account');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { open, release } = await hold(page, /\/assets\/ReliabilityPage-.*\.js/);
      await go(page, '/mtbf-mttr');
      await sees(page, WAITS);
      open();
      await again(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(WAITS).waitFor({ state: 'detached' });
      await release();
    }),
  );

  atNight(
    'is named on a page that a phone shows from the device, which asks again',
    visit({ as: 'SUADMIN', language: 'en', phone: true }, async ({ page, api }) => {
      const { id, codice } = await newPart(api);
      await page.goto(`/dettaglio-ricambio/${id}`);
      await sees(page, String(codice));
      await hasAnswer(page, `/ricambio/${id}`);
      await page.goto('/account');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { open, release } = await hold(page, new RegExp(`/cmms/ricambio/${id}$`));
      await go(page, `/dettaglio-ricambio/${id}`);
      await sees(page, String(codice));
      await sees(page, HELD);
      open();
      await again(page);
      await page.getByText(HELD).waitFor({ state: 'detached' });
      await sees(page, String(codice));
      await release();
    }),
  );

  atNight(
    'is named while it keeps what was saved; the same change is sent again, and made once',
    visit({ as: 'SUADMIN', language: 'en', phone: true }, async ({ page, api }) => {
      const { id } = await api<Row>('POST', '/cdc/', { codice: mark(), descrizione: 'Slow' });
      await page.goto(`/upd-cdc/${id}`);
      await saveButton(page, 'en').waitFor();
      const keys: (string | undefined)[] = [];
      const held: Route[] = [];
      await page.route(`**/api/cmms/cdc/${id}`, (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length === 1 ? void held.push(route) : route.continue();
      });
      await retype(page, 'Description', 'Slow and sure');
      await saveButton(page, 'en').click();
      await sees(page, WRITES);
      await again(page);
      await page.waitForURL('**/list-cdc**');
      await page.getByText(WRITES).waitFor({ state: 'detached' });
      await Promise.all(held.map((route) => route.abort().catch(() => undefined)));
      expect(keys).toHaveLength(2);
      expect(keys[1]).toBe(keys[0]);
      expect(await api<Row>('GET', `/cdc/${id}`)).toMatchObject({
        descrizione: 'Slow and sure',
        versione: 2,
      });
    }),
  );
});

describe('a page that is not on the device', () => {
  it(
    'tells so without a network, keeps the way back, and opens when the network is there',
    visit(
      { as: 'SUADMIN', language: 'en', phone: true, worker: true, says: /ERR_/ },
      async ({ page, api }) => {
        const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
        await page.goto('/account');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await isHeld(page);
        await page.context().setOffline(true);
        await sees(page, 'No network: saved here');
        for (const address of [
          `/info-oggetto/${asset!.id}`,
          '/upd-cdc/1',
          '/list-cdc',
          `/segnala-guasto/${asset!.id}`,
          '/calendario',
          '/mtbf-mttr',
        ]) {
          await go(page, address);
          await page
            .getByText(/not on this device yet/)
            .first()
            .waitFor();
          await expect
            .poll(() => page.locator('main [aria-busy=true]').count(), { message: address })
            .toBe(0);
          // The page says it, so that no message repeats it.
          expect(await page.getByText('Cannot connect to the server').count(), address).toBe(0);
        }
        await go(page, `/info-oggetto/${asset!.id}`);
        await sees(page, NOT_HERE);
        await page.getByRole('button', { name: 'Back', exact: true }).click();
        await expect.poll(() => path(page)).toBe('/mtbf-mttr');
        await page.context().setOffline(false);
        await page.getByText('No network: saved here').waitFor({ state: 'detached' });
        await page.getByText(/not on this device yet/).waitFor({ state: 'detached' });
      },
    ),
  );
});
