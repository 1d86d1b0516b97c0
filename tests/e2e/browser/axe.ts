/** Runs axe in the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { target: string[]; html: string; failureSummary?: string }[];
}

const LOOKS = 4;
const REST_MS = 500;

/** Returns the violations that remain once the page is idle. */
export async function violations(page: Page): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const found = await lookAt(page);
    if (found.length === 0 || look === LOOKS) return found;
    await page.waitForTimeout(REST_MS);
  }
}

/** Colours in a transition have no final contrast. */
const coloursRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
  });

async function lookAt(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await coloursRest(page);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    // Descriptions of passed checks take half of the time.
    // Frames contain mails and documents, whose contents are not ours.
    return (await axe.run({ resultTypes: ['violations'], iframes: false })).violations;
  });
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary} (${nodes.length})`,
  );
}

/** Returns texts inside a part of the page with a contrast below 7:1, or 4.5:1 where they are large. */
export async function lowContrast(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await coloursRest(page);
  const found = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as {
      axe: { run(context: string, options: object): Promise<{ violations: Violation[] }> };
    };
    const rule = 'color-contrast-enhanced';
    const runOnly = { type: 'rule', values: [rule] };
    return (await axe.run(selector, { runOnly, rules: { [rule]: { enabled: true } } })).violations;
  }, part);
  return found.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`));
}
