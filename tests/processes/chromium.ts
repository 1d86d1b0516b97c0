/** The Chromium of tests and manual, with a minimal window of its own. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The invisible suggestions of the address bar load two pages for each new window. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** The list that Playwright disables: Chromium honours only the last list. */
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
  // Test pages are too short-lived for optimised code.
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

/** The headless build needs a fifth less time, but cannot display PDF. */
const SHELL = '/usr/bin/chromium-headless-shell';
const FULL_BROWSER = '/usr/bin/chromium';

export function launchChromium(more: string[] = [], whole = false): Promise<Browser> {
  const { CHROMIUM } = process.env;
  const isShell = CHROMIUM === undefined || CHROMIUM === SHELL;
  const candidates = isShell ? (whole ? [FULL_BROWSER] : [SHELL, FULL_BROWSER]) : [CHROMIUM];
  return chromium.launch({
    executablePath: candidates.find((path) => existsSync(path)),
    args: [...FLAGS, ...more],
  });
}
