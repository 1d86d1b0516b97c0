/** Draws a signature with the mouse. */
import type { Page } from 'playwright-core';

export async function draw(page: Page, name: string): Promise<void> {
  const canvas = page.getByRole('img', { name });
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas.boundingBox())!;
  await page.mouse.move(x + width * 0.1, y + height * 0.7);
  await page.mouse.down();
  for (const [right, down] of [
    [0.3, 0.2],
    [0.45, 0.8],
    [0.6, 0.3],
    [0.9, 0.6],
  ] as const)
    await page.mouse.move(x + width * right, y + height * down, { steps: 6 });
  await page.mouse.up();
}
