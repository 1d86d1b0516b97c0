/** A user in a real Chromium: signed in or not, with language, theme, and desktop or phone size. */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import type { Family } from '../../../schemas/access.ts';
import type { Language } from '../../../schemas/entity.ts';
import { type Api, apiWith, logIn, type Tokens } from '../data/api.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { type Ear, openWindow, type Window } from './windows.ts';

export interface Visit {
  /** The signed-in family; nobody by default. */
  as?: Family;
  language?: Language;
  mode?: 'light' | 'dark';
  phone?: boolean;
  /** Another window size than desktop or phone. */
  size?: { width: number; height: number };
  /** The browser's time zone; the plant's by default. */
  zone?: string;
  /** Another server than that of the run. */
  url?: string;
  /** Statuses that the test provokes: the browser logs each failed request. */
  provokes?: number[];
  /** The camera's film (.y4m). Without it there is no camera, or access is denied. */
  camera?: string | 'denied';
  /** A browser with a window, which alone displays PDF. */
  whole?: boolean;
  /** Lets the service worker of the site run. */
  worker?: boolean;
  /** Expected messages of the console. */
  says?: RegExp;
  /** Changes the tokens before the browser receives them. */
  tokens?(tokens: Tokens): Tokens;
}

export interface Scene {
  page: Page;
  /** API calls with the session of the browser's user. */
  api: Api;
  /** Opens a second browser, for another user. */
  join(visit: Visit): Promise<Scene>;
}

/** The message of Playwright in a window without a service worker. */
const NO_WORKER = 'Service Worker registration blocked by Playwright';
const PICTURES = '.cache/e2e';

/** Collects console messages that no user should cause. */
const earOf = ({ provokes = [], says }: Visit, faults: string[]): Ear => ({
  error: (error) => faults.push(`page error: ${error.stack ?? error.message}`),
  console(message) {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /^Failed to load resource:.*status of (\d+)/.exec(message.text())?.[1];
    if (status && provokes.includes(Number(status))) return;
    // A page that asks whether the server is there takes any reply, also from a busy one.
    if (status === '503' && message.location().url.endsWith('/health')) return;
    if (message.text() === NO_WORKER || says?.test(message.text())) return;
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  },
});

const stored = ({ language, mode }: Visit, tokens: Tokens | undefined): Record<string, string> => ({
  ...(tokens && { access_token: tokens.access_token }),
  ...(tokens?.user && { id_utente: `${tokens.user}` }),
  ...(language && { lingua: language }),
  tema: mode ?? 'light',
});

const sessionCookie = ({ cookie }: Tokens, url: string) => {
  const [name, value] = cookie.split('=') as [string, string];
  const { hostname: domain } = new URL(url);
  return { name, value, domain, path: '/api/cmms/utente', httpOnly: true, sameSite: 'Strict' } as const;
};

class Stage {
  readonly faults: string[] = [];
  readonly #windows: Window[] = [];

  async enter(visit: Visit): Promise<Scene> {
    const url = visit.url ?? plantUrl();
    const given = visit.as && (await logIn(url, visit.as));
    const tokens = given && (visit.tokens?.(given) ?? given);
    const ear = earOf(visit, this.faults);
    const window = await openWindow(visit, url, stored(visit, tokens), ear);
    this.#windows.push(window);
    const { page } = window;
    if (tokens) await page.context().addCookies([sessionCookie(tokens, url)]);
    return { page, api: apiWith(url, given?.access_token), join: (other) => this.enter({ url, ...other }) };
  }

  async picture(title: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    const name = title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80);
    for (const [index, { page }] of this.#windows.entries())
      await page.screenshot({ path: `${PICTURES}/${name}-${index}.png` }).catch(() => undefined);
  }

  async leave(failed: boolean): Promise<void> {
    for (const window of this.#windows) await window.leave(failed);
  }
}

/** A browser test. It fails on console messages, and saves a picture on failure. */
export const visit =
  (options: Visit, play: (scene: Scene) => Promise<void>) => async (context: TestContext) => {
    const stage = new Stage();
    let failed = true;
    try {
      await play(await stage.enter(options));
      expect(stage.faults).toEqual([]);
      failed = false;
    } catch (error) {
      await stage.picture(context.task.name);
      if (stage.faults.length === 0 || !(error instanceof Error)) throw error;
      throw new Error(`${error.message}\nThe console said: ${stage.faults.join('\n')}`, { cause: error });
    } finally {
      await stage.leave(failed);
    }
  };
