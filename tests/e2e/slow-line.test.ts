/** A phone on a line of 400 kbit/s and 300 ms: it opens from the device, and a tap is answered at once. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type SlowLine, slowLineTo } from '../processes/slow-line.ts';
import { atNight, NIGHTLY } from '../runner/nightly.ts';
import { hasAnswer, hasTaken, isHeld } from './browser/on-device.ts';
import { type Scene, type Visit, visit } from './browser/visit.ts';
import { forged, logIn } from './data/api.ts';
import { assigned, checklist, newPart, reserved, stateOf, takes } from './days/work.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box } from './user/forms.ts';
import { go, sees } from './user/navigation.ts';

let line: SlowLine;
beforeAll(async () => {
  line = await slowLineTo(Number(new URL(plantUrl()).port));
});
afterAll(() => line.close());

/** A test whose browser reaches the server by the line only. */
const onLine = (options: Visit, play: (scene: Scene) => Promise<void>) => (context: TestContext) =>
  visit({ phone: true, language: 'en', url: line.url, ...options }, play)(context);

/** The number of attempts, of which the fastest counts: on a busy machine the others measure the machine. */
const ATTEMPTS = NIGHTLY ? 5 : 3;
/** By day other tests share the processor: the limits of the titles hold at night. */
const limit = (milliseconds: number): number => (NIGHTLY ? milliseconds : milliseconds * 10);

async function fastest(what: string, measure: (attempt: number) => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) times.push(Math.round(await measure(attempt)));
  console.info(`${what}: ${times.join(', ')} ms`);
  return Math.min(...times);
}

/** Loads a page, and returns the time from the start of its navigation until it displays the text. */
async function opens(page: Page, address: string, text: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(
    (it) => document.body?.innerText.includes(it) && performance.now(),
    text,
  );
  return Number(await shown.jsonValue());
}

/** Presses, and returns the time until the page displays an element with this selector and all texts. */
const answers = (button: Locator, selector: string, ...texts: string[]): Promise<number> =>
  button.evaluate(
    (element: HTMLElement, [sought, words]) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const isShown = () =>
          document.querySelector(sought) && words.every((word) => document.body.innerText.includes(word));
        if (isShown()) throw new Error(`${sought} is there before the press`);
        const look = () => {
          const time = performance.now() - began;
          if (isShown() || time > 20_000) resolve(time);
          else requestAnimationFrame(look);
        };
        element.click();
        look();
      }),
    [selector, texts] as const,
  );

const BUSY = '.MuiButton-loading';

/** Returns the time from the choice of a file until the page displays an element with this selector. */
const timeAfterChange = (selector: string): Promise<number> =>
  new Promise((resolve) => {
    const begin = () => {
      const began = performance.now();
      const look = () => {
        if (document.querySelector(selector)) resolve(performance.now() - began);
        else requestAnimationFrame(look);
      };
      look();
    };
    addEventListener('change', begin, { capture: true, once: true });
  });

/** The session's token runs out while the phone is in the pocket. */
const expires = (page: Page, token: string): Promise<void> =>
  page.evaluate((expired) => localStorage.setItem('access_token', expired), token);

async function expiredToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  return forged(token!, { exp: Math.floor(Date.now() / 1000) - 60 });
}

describe('on a slow line', () => {
  it(
    'the sign-in page opens within 5 s',
    onLine({}, async ({ join }) => {
      line.slowDown();
      // Each time in a new browser, which has no files of it.
      const time = await fastest('sign-in page', async () => {
        const { page } = await join({ phone: true, language: 'en' });
        const time = await opens(page, '/login', 'Sign in');
        // What it loads afterwards would fill the line.
        await page.goto('about:blank');
        return time;
      });
      expect(time).toBeLessThan(limit(5000));
    }),
  );

  it(
    'My work opens from the device within 1.5 s, with an expired token, and a card within 300 ms',
    onLine({ as: 'RIFTEC', worker: true }, async ({ page, join }) => {
      line.speedUp();
      const { api: admin } = await join({ as: 'SUADMIN' });
      const works: Row[] = [];
      for (let count = 0; count < ATTEMPTS; count += 1) {
        const work = await assigned(admin, {
          id_checklist: await checklist(admin, 2),
          data_ordine: new Date().toISOString(),
        });
        await reserved(admin, work);
        works.push(work);
      }
      await page.goto('/home');
      await isHeld(page);
      for (const work of works) await hasTaken(page, work);
      const token = await expiredToken(page);
      line.slowDown();
      const home = await fastest('My work', async () => {
        await expires(page, token);
        return opens(page, '/home', String(works[0]!.codice));
      });
      const card = await fastest('card', async (attempt) => {
        const row = page.getByRole('link', { name: new RegExp(String(works[attempt]!.codice)) }).first();
        const time = await answers(row, '[id^=work-item-]', 'Begin', String(works[attempt]!.descrizione));
        await page.goBack();
        await sees(page, String(works[attempt]!.codice));
        return time;
      });
      expect(home).toBeLessThan(limit(1500));
      expect(card).toBeLessThan(limit(300));
      // Neither needs a reply.
      line.hold();
      await expires(page, token);
      await page.goto('/home', { waitUntil: 'commit' });
      await page
        .getByRole('link', { name: new RegExp(String(works[0]!.codice)) })
        .first()
        .click();
      await sees(page, String(works[0]!.descrizione));
      line.slowDown();
    }),
  );

  atNight(
    'a colleague’s change replaces what the device had, and nothing is read twice',
    onLine({ as: 'RIFTEC', worker: true }, async ({ page, join }) => {
      line.speedUp();
      const { api: admin } = await join({ as: 'SUADMIN', url: plantUrl() });
      const changed = await assigned(admin);
      await page.goto('/home');
      await isHeld(page);
      await hasTaken(page, changed);
      const whole = await admin('GET', `/odl/${changed.id}`);
      await admin('PUT', `/odl/${changed.id}`, { ...whole, descrizione: 'Noise at the gearbox' });
      line.hold();
      const reads: string[] = [];
      page.on('request', (request) => reads.push(new URL(request.url()).pathname));
      await go(page, `/dettaglio-odl/${changed.id}`);
      await sees(page, String(changed.descrizione));
      line.slowDown();
      await sees(page, 'Noise at the gearbox');
      expect(reads.filter((path) => path.endsWith(`/odl/${changed.id}`))).toHaveLength(1);
      expect(reads.filter((path) => path.endsWith(`/odl/${changed.id}/checklist/`))).toHaveLength(1);
    }),
  );

  atNight(
    'a record that somebody has deleted is replaced by the reason',
    onLine({ as: 'SUADMIN', provokes: [404] }, async ({ page, api }) => {
      line.speedUp();
      const { id, codice } = await newPart(api);
      const address = `/dettaglio-ricambio/${id}`;
      await page.goto(address);
      await sees(page, String(codice));
      await hasAnswer(page, `/ricambio/${id}`);
      await page.goto('/account');
      await api('DELETE', `/ricambio/${id}`);
      // The record of the device is displayed only until the answer is there.
      line.hold();
      await go(page, address);
      await sees(page, String(codice));
      line.slowDown();
      await page.getByText(String(codice)).first().waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'a session that ended leads to the sign-in page, though the pages open from the device',
    onLine({ as: 'RIFTEC', worker: true, provokes: [401] }, async ({ page }) => {
      line.speedUp();
      await page.goto('/home');
      await isHeld(page);
      const token = await expiredToken(page);
      await logIn(plantUrl(), 'RIFTEC');
      line.slowDown();
      await expires(page, token);
      await page.goto('/home', { waitUntil: 'commit' });
      await page.waitForURL('**/login');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    }),
  );

  it(
    'every act of the card answers a tap within 100 ms: tick, part, comment, photo, state',
    onLine({ as: 'RIFTEC' }, async ({ page, join }) => {
      line.speedUp();
      const { api: admin } = await join({ as: 'SUADMIN', url: plantUrl() });
      const work = await assigned(admin, { id_checklist: await checklist(admin, ATTEMPTS) });
      const others: Row[] = [];
      for (let count = 0; count < ATTEMPTS; count += 1) {
        await reserved(admin, work);
        others.push(await assigned(admin));
      }
      await page.goto(`/dettaglio-odl/${work.id}`);
      const ticks = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
      await expect.poll(() => ticks.count()).toBe(ATTEMPTS);
      line.slowDown();
      const times: Record<string, number> = {};
      times.tick = await fastest('tick', async (attempt) => {
        const tick = ticks.nth(attempt);
        const id = await tick.getAttribute('id');
        return answers(tick, `#${id}[aria-checked=true]`);
      });
      const parts = page.getByRole('region', { name: 'Parts' });
      times.part = await fastest('part', async (attempt) => {
        await parts.getByRole('button', { name: / - / }).nth(attempt).click();
        const withdraw = parts.getByRole('button', { name: /^Withdraw/ });
        const time = await answers(withdraw, '[aria-busy=true]');
        await withdraw.waitFor({ state: 'detached' });
        return time;
      });
      times.comment = await fastest('comment', async (attempt) => {
        await box(page, 'Add comment').fill(`Oil changed ${attempt}`);
        const time = await answers(page.locator('button:not(:disabled)', { hasText: 'Add comment' }), BUSY);
        await page.locator(BUSY).waitFor({ state: 'detached' });
        return time;
      });
      times.photo = await fastest('photo', async (attempt) => {
        const answer = page.evaluate(timeAfterChange, BUSY);
        await takes(page, 'Take a photo', `seal-${attempt}.png`);
        const time = await answer;
        await page.locator(BUSY).waitFor({ state: 'detached' });
        return time;
      });
      times.state = await fastest('state', async (attempt) => {
        await go(page, `/dettaglio-odl/${others[attempt]!.id}`);
        const begin = page.locator('button:not(:disabled)', { hasText: 'Begin' });
        await sees(page, String(others[attempt]!.descrizione));
        const time = await answers(begin, BUSY);
        await sees(stateOf(page), /^In progress$/);
        return time;
      });
      for (const time of Object.values(times)) expect(time).toBeLessThan(limit(100));
    }),
  );
});
