/** Axe, in the page. */
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

/** What axe finds wrong with the page, and still finds when the page has come to rest. */
export async function violations(page: Page): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const found = await lookAt(page);
    if (found.length === 0 || look === LOOKS) return found;
    await page.waitForTimeout(REST_MS);
  }
}

async function lookAt(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // A colour on its way to another is neither.
    const fading = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    // What passes is not described: that is half of the time.
    // Frames hold what is not ours to mend: mails and documents.
    return (await axe.run({ resultTypes: ['violations'], iframes: false })).violations;
  });
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary} (${nodes.length})`,
  );
}
