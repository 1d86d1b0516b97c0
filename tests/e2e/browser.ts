/** A person at a real Chromium: signed in or not, in a language, a theme, on a desk or a phone. */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import type { Language } from '../../schemas/entity.ts';
import { type Api, apiWith, logIn, type Tokens } from './api.ts';
import { plantUrl } from './plant-url.ts';
import { type Ear, openWindow, type Window } from './windows.ts';

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
  /** A browser with a window, which alone shows PDF. */
  whole?: boolean;
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

const PICTURES = '.cache/e2e';

/** What the console says that no person should have caused. */
const earOf = ({ provokes = [], says }: Visit, faults: string[]): Ear => ({
  error: (error) => faults.push(`page error: ${error.stack ?? error.message}`),
  console(message) {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /^Failed to load resource:.*status of (\d+)/.exec(message.text())?.[1];
    if (status && provokes.includes(Number(status))) return;
    if (says?.test(message.text())) return;
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

/** A test in the browser. It fails when the console says anything, and leaves a picture when it fails. */
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
