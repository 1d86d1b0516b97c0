/** Finds content wider than the page, by width. */
import type { Page } from 'playwright-core';
import { NIGHTLY } from '../../runner/nightly.ts';
import { settled } from './screens.ts';

const ALL = [320, 390, 768, 961, 1024, 1280, 1440];
/** The nightly run checks every width. */
export const WIDTHS = NIGHTLY ? ALL : [320, 961, 1024];
export const HEIGHT = 800;

/** Returns by how much the page or a dialog exceeds the window, and which element does. */
const overflow = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const root = document.documentElement;
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1,
    );
    if (root.scrollWidth <= innerWidth && dialogs.length === 0) return undefined;
    const out = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 0.5,
    );
    const reported = [...dialogs, ...out].slice(0, 3);
    return `${root.scrollWidth}: ${reported.map((one) => `${one.tagName}.${String(one.className).slice(0, 60)}`)}`;
  });

export async function faultsAt(page: Page, what: string, widths = WIDTHS): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    if (!(await overflow(page))) continue;
    // Content that loads for a width, or follows the window, arrives later.
    await settled(page);
    const stays = await overflow(page);
    if (stays) faults.push(`${what} at ${width} is ${stays}`);
  }
  return faults;
}
