/**
 * Windows of a real Chromium. Unchanged windows are cleaned and reused, which halves the load time of their next
 * page.
 */
import type { Browser, BrowserContext, CDPSession, Clock, ConsoleMessage, Page } from 'playwright-core';
import { launchChromium } from '../../processes/chromium.ts';
import { NIGHTLY } from '../../runner/nightly.ts';

export interface Outfit {
  phone?: boolean;
  size?: { width: number; height: number };
  zone?: string;
  camera?: string | 'denied';
  /** A browser with a window, which alone displays PDF. */
  whole?: boolean;
  /** Lets the service worker of the site run; by default windows have none, so that tests see every request. */
  worker?: boolean;
}

export interface Ear {
  console(message: ConsoleMessage): void;
  error(error: Error): void;
}

export interface Window {
  page: Page;
  /** Cleans the window for the next test; closes it after a failure or a lasting change. */
  leave(failed: boolean): Promise<void>;
}

interface Pane {
  page: Page;
  origin: string;
  devtools: CDPSession;
  spoilt: boolean;
  ear?: Ear;
  /** Removes the test's listeners from the page. */
  deaf: (() => void)[];
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 40_000;
const NOTE = 'given-by-the-test';

/** A browser per camera film, because Chromium takes it at the start. They end with the worker. */
const browsers = new Map<string, Promise<Browser>>();
const idle = new Map<string, Pane[]>();

const cameraOf = (film: Outfit['camera']): string[] => {
  if (!film) return [];
  const device = '--use-fake-device-for-media-stream';
  if (film === 'denied') return [device];
  return [device, '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
};

/** Runs in each page before the application: stores initial values once. */
function takeNote(name: string): void {
  if (self !== top || location.protocol !== 'http:') return;
  const note = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  if (!note) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is asynchronous, and would be too late.
  document.cookie = `${name}=; max-age=0; path=/`;
  localStorage.clear();
  sessionStorage.clear();
  const values: Record<string, string> = JSON.parse(decodeURIComponent(note.slice(name.length + 1)));
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
}

/** SLOW_BROWSER (factor) and SLOW_NETWORK (milliseconds) reveal faults that fast machines hide. */
async function slowDown(devtools: CDPSession): Promise<void> {
  const { SLOW_BROWSER: rate, SLOW_NETWORK: latency } = process.env;
  if (rate) await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(rate) });
  if (!latency) return;
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { ...unlimited, latency: Number(latency) });
}

/** Methods that change a window permanently. */
const LASTING: (keyof Page)[] = [
  'addInitScript',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
];
const LASTING_OF_CONTEXT: (keyof BrowserContext)[] = [
  'addInitScript',
  'grantPermissions',
  'newCDPSession',
  'setGeolocation',
];

const LASTING_OF_CLOCK: (keyof Clock)[] = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'];

function watch<T extends object>(
  thing: T,
  names: (keyof T)[],
  happened: (...given: unknown[]) => void,
): void {
  for (const name of names) {
    const act = thing[name] as (...given: unknown[]) => unknown;
    Object.assign(thing, {
      [name](...given: unknown[]) {
        happened(...given);
        return act.apply(thing, given);
      },
    });
  }
}

function browserFor({ camera, whole }: Outfit): Promise<Browser> {
  // A browser without a window never asks for permissions, and cannot refuse.
  const needsFullBrowser = whole || camera === 'denied';
  const key = JSON.stringify([camera, needsFullBrowser]);
  const browser = browsers.get(key) ?? launchChromium(cameraOf(camera), needsFullBrowser);
  browsers.set(key, browser);
  return browser;
}

async function newPane(outfit: Outfit, url: string): Promise<Pane> {
  const { phone, zone, camera, whole, worker } = outfit;
  const browser = browserFor(outfit);
  const context = await (await browser).newContext({
    baseURL: url,
    viewport: phone ? PHONE : DESK,
    hasTouch: phone === true,
    locale: 'en-US',
    timezoneId: zone ?? 'Europe/Rome',
    // Movement takes an eighth of the time; at night it is tested too.
    reducedMotion: NIGHTLY ? 'no-preference' : 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
  });
  await context.addInitScript(takeNote, NOTE);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const pane: Pane = {
    page,
    origin: new URL(url).origin,
    devtools: await context.newCDPSession(page),
    // Only the whole browser starts its workers without a page.
    spoilt: camera !== undefined || (worker === true && whole === true),
    deaf: [],
  };
  await slowDown(pane.devtools);
  page.on('pageerror', (error) => pane.ear?.error(error));
  page.on('console', (message) => pane.ear?.console(message));
  const spoil = (): void => {
    pane.spoilt = true;
  };
  watch(page, LASTING, spoil);
  watch(page, ['on'], (...[event, listener]) =>
    pane.deaf.push(() => page.off(event as 'request', listener as () => void)),
  );
  watch(context, LASTING_OF_CONTEXT, spoil);
  watch(context.clock, LASTING_OF_CLOCK, spoil);
  return pane;
}

async function empty({ page, origin, devtools, deaf }: Pane): Promise<void> {
  for (const stop of deaf.splice(0)) stop();
  const context = page.context();
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'wait' });
  await context.unrouteAll({ behavior: 'wait' });
  await context.setOffline(false);
  await context.clearCookies();
  // The files of the pages stay, and the service worker that has them.
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.mouse.move(0, 0);
  await devtools.send('Page.resetNavigationHistory');
}

/** `values`: initial contents of the storage. */
export async function openWindow(
  outfit: Outfit,
  url: string,
  values: Record<string, string>,
  ear: Ear,
): Promise<Window> {
  const key = JSON.stringify([url, outfit.phone, outfit.zone, outfit.camera, outfit.whole, outfit.worker]);
  const pane = idle.get(key)?.pop() ?? (await newPane(outfit, url));
  const { page } = pane;
  const size = outfit.size ?? (outfit.phone ? PHONE : DESK);
  await page.setViewportSize(size);
  const value = encodeURIComponent(JSON.stringify(values));
  await page.context().addCookies([{ name: NOTE, value, url }]);
  pane.ear = ear;
  return {
    page,
    async leave(failed) {
      pane.ear = undefined;
      const isAlone = !page.isClosed() && page.context().pages().length === 1;
      if (failed || pane.spoilt || !isAlone) return page.context().close();
      await empty(pane);
      idle.set(key, [...(idle.get(key) ?? []), pane]);
    },
  };
}
