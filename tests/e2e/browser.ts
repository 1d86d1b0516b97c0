/** A person at a real Chromium: signed in or not, in a language, a theme, on a desk or a phone. */
import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, type TestContext } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Language } from '../../schemas/entity.ts';
import { launchChromium } from '../chromium.ts';
import { type Api, apiWith, logIn, type Tokens } from './api.ts';
import { plantUrl } from './plant-url.ts';

export interface Visit {
  /** Who sits there; nobody when absent. */
  as?: Family;
  language?: Language;
  mode?: 'light' | 'dark';
  phone?: boolean;
  /** Another window than the desk's or the phone's. */
  size?: { width: number; height: number };
  /** Where the browser stands; where the plant does when absent. */
  zone?: string;
  /** Another server than the run's. */
  url?: string;
  /** Statuses the test provokes on purpose: the browser writes each refused call to its console. */
  provokes?: number[];
  /** What the camera sees: a film (.y4m). Without one there is no camera, or none that may be used. */
  camera?: string | 'denied';
  /** What the console is meant to say. */
  says?: RegExp;
  /** Changes the tokens before the browser gets them. */
  tokens?(tokens: Tokens): Tokens;
}

export interface Scene {
  page: Page;
  /** Calls with the session of the person at the browser. */
  api: Api;
  /** A second person, with a browser of their own. */
  join(visit: Visit): Promise<Scene>;
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 20_000;
const PICTURES = '.cache/e2e';

/** A browser for each camera: what it sees is told when it starts. */
const browsers = new Map<Visit['camera'], Promise<Browser>>();

const cameraOf = (film: Visit['camera']): string[] => {
  if (!film) return [];
  const device = '--use-fake-device-for-media-stream';
  if (film === 'denied') return [device];
  return [device, '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
};

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/** Runs in the page, before the application and once a person: what is signed out stays signed out. */
function remember([origin, values]: [string, Record<string, string | undefined>]): void {
  const given = 'given-by-the-test';
  if (location.origin !== origin || localStorage.getItem(given)) return;
  localStorage.setItem(given, 'yes');
  for (const [name, value] of Object.entries(values)) if (value) localStorage.setItem(name, value);
}

async function contextFor(visit: Visit, url: string, tokens: Tokens | undefined): Promise<BrowserContext> {
  const browser = browsers.get(visit.camera) ?? launchChromium(cameraOf(visit.camera));
  browsers.set(visit.camera, browser);
  const { user, ...pair } = tokens ?? {};
  const kept = { ...pair, id_utente: user?.toString(), lingua: visit.language, tema: visit.mode ?? 'light' };
  const context = await (await browser).newContext({
    baseURL: url,
    viewport: visit.size ?? (visit.phone ? PHONE : DESK),
    hasTouch: visit.phone === true,
    locale: 'en-US',
    timezoneId: visit.zone ?? 'Europe/Rome',
    reducedMotion: 'reduce',
  });
  // Playwright's storageState loads a page of its own for this: a third of a second each time.
  await context.addInitScript(remember, [url, kept] as [string, typeof kept]);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** SLOW_BROWSER (times) and SLOW_NETWORK (milliseconds) bring out what only a fast machine lets pass. */
async function slowDown(page: Page): Promise<void> {
  const { SLOW_BROWSER: rate, SLOW_NETWORK: latency } = process.env;
  if (!rate && !latency) return;
  const session = await page.context().newCDPSession(page);
  if (rate) await session.send('Emulation.setCPUThrottlingRate', { rate: Number(rate) });
  if (!latency) return;
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: Number(latency) });
}

/** What the console says that no person should have caused. */
function listen(page: Page, { provokes = [], says }: Visit, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /^Failed to load resource:.*status of (\d+)/.exec(message.text())?.[1];
    if (status && provokes.includes(Number(status))) return;
    if (says?.test(message.text())) return;
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

class Stage {
  readonly faults: string[] = [];
  readonly pages: Page[] = [];

  async enter(visit: Visit): Promise<Scene> {
    const url = visit.url ?? plantUrl();
    const given = visit.as && (await logIn(url, visit.as));
    const tokens = given && (visit.tokens?.(given) ?? given);
    const page = await (await contextFor(visit, url, tokens)).newPage();
    listen(page, visit, this.faults);
    await slowDown(page);
    this.pages.push(page);
    return { page, api: apiWith(url, given?.access_token), join: (other) => this.enter({ url, ...other }) };
  }

  async picture(title: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    const name = title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
    for (const [index, page] of this.pages.entries())
      await page.screenshot({ path: `${PICTURES}/${name}-${index}.png` }).catch(() => undefined);
  }

  async leave(): Promise<void> {
    for (const page of this.pages) await page.context().close();
  }
}

/** A test in the browser. It fails when the console says anything, and leaves a picture when it fails. */
export const visit =
  (options: Visit, play: (scene: Scene) => Promise<void>) => async (context: TestContext) => {
    const stage = new Stage();
    try {
      await play(await stage.enter(options));
      expect(stage.faults).toEqual([]);
    } catch (error) {
      await stage.picture(context.task.name);
      if (stage.faults.length === 0 || !(error instanceof Error)) throw error;
      throw new Error(`${error.message}\nThe console said: ${stage.faults.join('\n')}`, { cause: error });
    } finally {
      await stage.leave();
    }
  };
