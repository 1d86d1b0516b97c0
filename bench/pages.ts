/** Waiting times in the browser: scripts to load before typing, and a keystroke in a form with 60 fields. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { quantile } from './load.ts';
import type { Plant } from './plants.ts';
import type { Figure } from './report.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

const FIELDS = 60;
const KEYS = 60;

/** Writes an entity with 60 fields; returns its folder for OFFICINA_SCHEMAS. */
export function sixtyFields(): string {
  const folder = mkdtempSync(join(tmpdir(), 'officina-fields-'));
  const names = Array.from({ length: FIELDS }, (_, index) => `campo${index + 1}`);
  const kinds = [
    { type: 'string' },
    { type: 'integer' },
    { type: 'integer', 'x-kind': 'flag' },
    { type: 'string', format: 'date' },
  ];
  const properties = Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        ...kinds[index % 3 === 0 ? 0 : index % kinds.length],
        title: `Field ${index + 1}`,
        'x-title': { it: `Campo ${index + 1}` },
      },
    ]),
  );
  const schema = {
    title: 'Sheet',
    type: 'object',
    required: ['campo1'],
    'x-title': { it: 'Scheda', its: 'Schede' },
    'x-resource': 'scheda',
    'x-routes': { list: '/schede', form: '/scheda/:id?' },
    'x-display': '{campo1}',
    'x-access': { read: 'session', write: 'session' },
    'x-list': ['campo1'],
    properties,
  };
  writeFileSync(join(folder, 'sheet.json'), JSON.stringify(schema));
  return folder;
}

/** Signs in; `target` is the page that the sign-in page returns to. */
export async function signIn(page: Page, port: number, target = '/home'): Promise<void> {
  await page.locator('input[type=password]').waitFor();
  await page.locator('input').first().fill('superadmin@officina.example');
  await page.locator('input[type=password]').fill('Officina2026!');
  await page.keyboard.press('Enter');
  await page.waitForURL(`http://127.0.0.1:${port}${target}*`);
}

/** Counts the bytes of scripts as transferred. */
function countScripts(page: Page): Promise<() => number> {
  let bytes = 0;
  const scripts = new Set<string>();
  return page
    .context()
    .newCDPSession(page)
    .then(async (session) => {
      await session.send('Network.enable');
      session.on(
        'Network.responseReceived',
        ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
      );
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) bytes += encodedDataLength;
      });
      return () => bytes / 1000;
    });
}

async function scripts(context: BrowserContext, plant: Plant): Promise<Figure[]> {
  const page = await context.newPage();
  const loaded = await countScripts(page);
  // The rest of the application is prefetched when the page is idle, and does not count.
  await page.goto(`http://127.0.0.1:${plant.port}/list-costi`, { waitUntil: 'commit' });
  await page.locator('input[type=password]').waitFor();
  const login = loaded();
  // Returns to the list, because the home page also loads charts.
  await signIn(page, plant.port, '/list-costi');
  await page.getByRole('table').waitFor();
  await page.waitForLoadState('networkidle');
  const both = loaded();
  await page.close();
  return [
    {
      name: 'script before the login page can be typed in',
      value: `${login.toFixed(0)} kB`,
      target: '<= 150 kB',
      met: login <= 150,
    },
    {
      name: 'script of login and a list page together',
      value: `${both.toFixed(0)} kB`,
      target: '<= 400 kB',
      met: both <= 400,
    },
  ];
}

async function keystrokes(context: BrowserContext, plant: Plant): Promise<Figure> {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${plant.port}/scheda`);
  const field = page.locator('main input[type=text]').first();
  await field.waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  // Event Timing: 'processing' is the time that the page's handlers take for a key.
  await page.evaluate(() => {
    const seen: number[] = [];
    (window as unknown as { seen: number[] }).seen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown' || entry.name === 'input' || entry.name === 'keypress')
          seen.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  await field.focus();
  const times: number[] = [];
  for (let index = 0; index < KEYS; index++) {
    const started = await page.evaluate(() => performance.now());
    await page.keyboard.press('a');
    const ended = await page.evaluate(
      () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now()))),
    );
    times.push(ended - started);
  }
  const events = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  await page.close();
  const measured = events.length >= KEYS ? events : times;
  const p95 = quantile(measured, 0.95);
  return {
    name: `keystroke in a form of ${FIELDS} fields, 4x CPU throttle, p95`,
    value: `${p95.toFixed(0)} ms (median ${quantile(measured, 0.5).toFixed(0)} ms)`,
    target: '<= 50 ms',
    met: p95 <= 50,
  };
}

export async function pageFigures(plant: Plant): Promise<Figure[]> {
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return [...(await scripts(context, plant)), await keystrokes(context, plant)];
  } finally {
    await browser.close();
  }
}
