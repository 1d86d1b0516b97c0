/** Drawings as pictures of one size and background, like those of a catalogue. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withPalette } from '../manual/palette.ts';
import { launchChromium } from '../processes/chromium.ts';

const SIZE = { width: 480, height: 360 };
const BACKGROUND = '#eef2f6';

type PictureOf = (name: string) => Promise<Buffer>;

export async function withDrawings(
  folder: string,
  act: (pictureOf: PictureOf) => Promise<void>,
): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await act(async (name) => {
      const drawing = await readFile(join(folder, name), 'utf8');
      await page.setContent(
        `<style>body { margin: 20px 27px; background: ${BACKGROUND}; } svg { overflow: visible; }</style>${drawing}`,
      );
      return withPalette(await page.screenshot(), { edge: false });
    });
  } finally {
    await browser.close();
  }
}
