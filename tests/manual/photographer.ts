/** Takes screenshots of the product in one language, for a role, on a desktop or a phone. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fill, type Messages, type TextParams, translator } from '../../i18n/messages.ts';
import type { Family } from '../../schemas/access.ts';
import type { Row } from '../../schemas/entity.ts';
import { type Language, LOCALES, type Text } from '../../schemas/language.ts';
import { launchChromium } from '../processes/chromium.ts';
import { withPalette } from './palette.ts';

const ACCOUNTS: Record<Family, string> = {
  SUADMIN: 'superadmin@officina.example',
  SUPER: 'admin@officina.example',
  RIFTEC: 'tecnico@officina.example',
  RESP: 'segnalatore@officina.example',
};
export const PASSWORD = 'Officina2026!';
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const STILL_MS = 400;
const PATIENCE_MS = 60_000;

export type Ask = (path: string, method?: string, body?: unknown) => Promise<Row[] & Row>;
/** Returns a text by key, or a text that a schema or the plant has in both languages. */
export type Say = (word: string | Text, params?: TextParams) => string;

export interface Shot {
  /** Name of its file, by language. */
  name: Text;
  /** Without it, nobody is signed in. */
  as?: Family;
  phone?: boolean;
  /** With the service worker, for what a device stores. */
  worker?: boolean;
  /** For a page that is mostly empty. */
  height?: number;
  /** An address, or a function that finds it through the API. */
  at: string | ((ask: Ask, say: Say) => Promise<string>);
  /** Actions before the screenshot. */
  act?(page: Page, say: Say, ask: Ask): Promise<void>;
}

interface Session {
  ask: Ask;
  storage: { name: string; value: string }[];
}

function wordsIn(language: Language): Say {
  const t = translator(JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8')) as Messages);
  return (word, params) => (typeof word === 'string' ? t(word, params) : fill(word[language], params));
}

export class Photographer {
  private readonly sessions = new Map<Family, Promise<Session>>();
  private readonly say: Say;

  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
    readonly language: Language,
  ) {
    this.say = wordsIn(language);
  }

  static async at(url: string, language: Language): Promise<Photographer> {
    return new Photographer(await launchChromium(), url, language);
  }

  private async call(path: string, token?: string, method = 'GET', body?: unknown): Promise<Row[] & Row> {
    const reply = await fetch(`${this.url}/api/cmms${path}`, {
      method,
      headers: {
        'Accept-Language': this.language,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const { result, description, data } = (await reply.json()) as Row;
    if (result !== 0) throw new Error(`${method} ${path}: ${description}`);
    return data as Row[] & Row;
  }

  private async signIn(family: Family): Promise<Session> {
    const pair = await this.call('/utente/login', undefined, 'POST', {
      username: ACCOUNTS[family],
      pwd: PASSWORD,
    });
    const token = String(pair.access_token);
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    return {
      ask: (path, method, body) => this.call(path, token, method, body),
      storage: Object.entries({
        access_token: token,
        refresh_token: String(pair.refresh_token),
        id_utente: String(claims.user.idUtente),
      }).map(([name, value]) => ({ name, value })),
    };
  }

  private session(family: Family): Promise<Session> {
    const session = this.sessions.get(family) ?? this.signIn(family);
    this.sessions.set(family, session);
    return session;
  }

  /** API calls of a user of this family. */
  async as(family: Family): Promise<Ask> {
    return (await this.session(family)).ask;
  }

  private async enter({ as, phone, worker, height }: Shot): Promise<{ context: BrowserContext; ask: Ask }> {
    const session = as && (await this.session(as));
    const storage = [
      ...(session?.storage ?? []),
      { name: 'lingua', value: this.language },
      { name: 'tema', value: 'light' },
    ];
    const context = await this.browser.newContext({
      baseURL: this.url,
      viewport: phone ? PHONE : { ...DESK, height: height ?? DESK.height },
      hasTouch: phone === true,
      locale: LOCALES[this.language],
      timezoneId: 'Europe/Rome',
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
      storageState: { cookies: [], origins: [{ origin: this.url, localStorage: storage }] },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return { context, ask: session?.ask ?? ((path) => this.call(path)) };
  }

  async take(shot: Shot): Promise<Buffer> {
    const { context, ask } = await this.enter(shot);
    try {
      const page = await context.newPage();
      await page.goto(typeof shot.at === 'string' ? shot.at : await shot.at(ask, this.say));
      await settle(page);
      await shot.act?.(page, this.say, ask);
      await settle(page);
      return withPalette(await page.screenshot());
    } finally {
      await context.close();
    }
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** Waits until nothing loads: no skeletons, no progress, all pictures and fonts. */
async function settle(page: Page): Promise<void> {
  const busy = '.MuiSkeleton-root, .MuiCircularProgress-root, .MuiLinearProgress-root, [aria-busy="true"]';
  await page.locator('h1, form').first().waitFor();
  await page.waitForFunction((moving) => !document.querySelector(moving), busy);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  // Some elements, such as trees, open without a mark after the last reply.
  await page.waitForTimeout(STILL_MS);
}
