/** The application on a device: it can be installed, and its pages open without a network. */
import { describe, expect, it } from 'vitest';
import { visit } from './browser/visit.ts';
import { sees } from './user/navigation.ts';

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;

describe('the application on a device', () => {
  it(
    'can be installed, and opens every address without a network after its first visit',
    visit({ as: 'RIFTEC', phone: true, worker: true, language: 'en', says: NO_NETWORK }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('navigation', { name: 'Quick bar' }).waitFor();
      await page.evaluate(() => navigator.serviceWorker.ready);
      const devtools = await page.context().newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);
      const { url } = await devtools.send('Page.getAppManifest');
      expect(url).toMatch(/manifest\.en\.webmanifest$/);
      // The first page was not served by the worker: the files of the others are fetched while it is idle.
      await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
      const lacking = () =>
        page.evaluate(async () => {
          const files = (await (await fetch('/sw.js')).text()).match(/\/assets\/[\w.-]+/g) ?? [];
          const found = await Promise.all(files.map((path) => caches.match(path)));
          return files.filter((_, index) => !found[index]);
        });
      await expect.poll(lacking).toEqual([]);
      await page.context().setOffline(true);
      await page.reload();
      await sees(page, 'No network');
      await page.getByRole('navigation', { name: 'Quick bar' }).waitFor();
      await page.goto('/account');
      await sees(page, 'No network');
      await page.context().setOffline(false);
      await page.getByText('No network').waitFor({ state: 'detached' });
    }),
  );
});
