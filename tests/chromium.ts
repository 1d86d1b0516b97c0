/** The Chromium of tests and manual, started so that its own window costs as little as can be. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The suggestions of an address bar that nobody sees load two pages of their own for each new window. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** What Playwright turns off: Chromium heeds the last list alone. */
const PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [
  // Pages of tests do not live long enough to be worth the best code.
  '--js-flags=--no-opt --no-maglev',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

/** The one without a window of its own does the same for a fifth less, but for showing PDF. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

export function launchChromium(more: string[] = [], whole = false): Promise<Browser> {
  const { CHROMIUM } = process.env;
  const isShell = CHROMIUM === undefined || CHROMIUM === SHELL;
  const wanted = isShell ? (whole ? [WHOLE] : [SHELL, WHOLE]) : [CHROMIUM];
  return chromium.launch({
    executablePath: wanted.find((path) => existsSync(path)),
    args: [...FLAGS, ...more],
  });
}
