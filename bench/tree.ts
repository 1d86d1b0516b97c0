/** Waiting times in a tree of 100,000 rows: the first level, a level of a thousand rows, the memory of the page. */
import type { BrowserContext, Page } from 'playwright-core';
import { launch, signIn } from './pages.ts';
import type { Plant } from './plants.ts';
import { type Figure, milliseconds } from './report.ts';

const RUNS = 5;
/** The first line of the large plant has a thousand machines; see seed/volume.ts. */
const [SITE, LINE, CHILDREN] = ['V000001', 'V000021', 1000];

const node = (page: Page, code: string) =>
  page.getByRole('treeitem').filter({ has: page.getByText(new RegExp(`^${code} - `)) });

/**
 * Page script: milliseconds from the next click until a matching line of the tree is painted. A text, because helpers
 * that the loader adds to functions do not exist in the page.
 */
const watch = (line: RegExp): string => `
  window.painted = new Promise((done) => {
    let begun = 0;
    addEventListener('pointerdown', () => { begun = performance.now(); }, { capture: true, once: true });
    const looked = () => {
      const lines = [...document.querySelectorAll('[role="treeitem"]')];
      if (begun === 0 || !lines.some((one) => ${line}.test(one.textContent))) requestAnimationFrame(looked);
      else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
    };
    looked();
  });
  undefined`;

async function painted(page: Page, line: RegExp, click: () => Promise<void>): Promise<number> {
  await page.evaluate(watch(line));
  await click();
  return page.evaluate<number>('window.painted');
}

/** Opens the list of assets from the menu. */
async function openList(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^(Oggetti|Objects)/ })
    .click();
  await page.locator('a[href="/conf-oggetti"]').first().waitFor();
}

async function measure(context: BrowserContext, plant: Plant) {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${plant.port}/home`);
  await openList(page);
  const first = await painted(page, new RegExp(`^${SITE} - `), () =>
    page.locator('a[href="/conf-oggetti"]').first().click(),
  );
  await node(page, SITE).locator('svg').first().click();
  await node(page, LINE).waitFor();
  await page.waitForLoadState('networkidle');
  const level = await painted(page, /^V00(102[1-9]|10[3-9]|1[1-9]|20[01])\d* - /, () =>
    node(page, LINE).locator('svg').first().click(),
  );
  const memory = await memoryOf(context, page);
  await page.close();
  return { first, level, memory };
}

/** Returns the memory of the page after scrolling through every level and a garbage collection. */
async function memoryOf(context: BrowserContext, page: Page): Promise<number> {
  await node(page, LINE).focus();
  for (let pages = 0; pages < CHILDREN / 20; pages++) await page.keyboard.press('PageDown');
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

export async function treeFigures(plant: Plant): Promise<Figure[]> {
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${plant.port}/login`);
    await signIn(page, plant.port);
    const runs = [];
    // Each run starts with a collapsed tree; the first fills the browser's cache and does not count.
    for (let run = 0; run <= RUNS; run++) {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.endsWith('oggetto.open')) localStorage.removeItem(key);
      });
      runs.push(await measure(context, plant));
    }
    const [, ...counted] = runs;
    const most = Math.max(...counted.map(({ memory }) => memory));
    return [
      milliseconds(
        'first level of 100,000 assets, from the click in the menu to painted',
        counted.map(({ first }) => first),
        1000,
      ),
      milliseconds(
        `a level of ${CHILDREN} children, from the click to painted`,
        counted.map(({ level }) => level),
        200,
      ),
      {
        name: 'memory of the page with that level open and scrolled through',
        value: `${most.toFixed(0)} MB`,
        target: '< 300 MB',
        met: most < 300,
      },
    ];
  } finally {
    await browser.close();
  }
}
