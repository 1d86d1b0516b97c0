/** A person at a real Chromium: signed in or not, in a language, a theme, on a desk or a phone. */
import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject, type TestContext } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Language } from '../../schemas/entity.ts';
import { type Api, apiWith, logIn, type Tokens } from './api.ts';

export interface Visit {
  /** Who sits there; nobody when absent. */
  as?: Family;
  language?: Language;
  mode?: 'light' | 'dark';
  phone?: boolean;
  /** Another server than the run's. */
  url?: string;
  /** Statuses the test provokes on purpose: the browser writes each refused call to its console. */
  provokes?: number[];
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
const PATIENCE_MS = 10_000;
const PICTURES = '.cache/e2e';

let browser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  const known = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({
    executablePath: existsSync(known) ? known : undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

afterAll(async () => (await browser)?.close());

const entries = (values: Record<string, string | undefined>) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));

async function contextFor(visit: Visit, url: string, tokens: Tokens | undefined): Promise<BrowserContext> {
  browser ??= launch();
  const { user, ...pair } = tokens ?? {};
  const kept = { ...pair, id_utente: user?.toString(), lingua: visit.language, tema: visit.mode ?? 'light' };
  const context = await (await browser).newContext({
    baseURL: url,
    viewport: visit.phone ? PHONE : DESK,
    hasTouch: visit.phone === true,
    locale: 'en-US',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: entries(kept) }] },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
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
    const url = visit.url ?? inject('url');
    const given = visit.as && (await logIn(url, visit.as));
    const tokens = given && (visit.tokens?.(given) ?? given);
    const page = await (await contextFor(visit, url, tokens)).newPage();
    listen(page, visit, this.faults);
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
