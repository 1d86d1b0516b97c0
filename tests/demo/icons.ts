/** The icon of the site as PNG, for home screens: with round corners, and filling the square for systems that cut it. */
import { readFile, writeFile } from 'node:fs/promises';
import { launchChromium } from '../processes/chromium.ts';

const DRAWING = 'public/favicon.svg';
const FOLDER = 'public/icons';
/** The icon's own background, and how much of a square every system leaves visible. */
const BACKGROUND = '#0b6e74';
const SAFE = 0.86;

const ICONS = [
  { name: 'icon-192', size: 192, whole: false },
  { name: 'icon-512', size: 512, whole: false },
  { name: 'maskable-192', size: 192, whole: true },
  { name: 'maskable-512', size: 512, whole: true },
  { name: 'touch-180', size: 180, whole: true },
];

export async function drawIcons(): Promise<void> {
  const drawing = await readFile(DRAWING, 'utf8');
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const { name, size, whole } of ICONS) {
      await page.setViewportSize({ width: size, height: size });
      const inner = whole ? size * SAFE : size;
      await page.setContent(
        `<style>body { margin: 0; display: grid; place-items: center; height: 100vh; ${whole ? `background: ${BACKGROUND};` : ''} }
         svg { width: ${inner}px; }</style>${drawing}`,
      );
      await writeFile(`${FOLDER}/${name}.png`, await page.screenshot({ omitBackground: !whole }));
    }
  } finally {
    await browser.close();
  }
}
