/** The backup of the plant as one file, from the information page. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SEAL, SEAL_BYTES } from '../../server/domains/backup/manifest.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';

const EXPORT = "Esporta tutta l'azienda";

describe('the export of the whole company', () => {
  it(
    'is made in the background, and handed to the super admin',
    visit({ as: 'SUADMIN' }, async ({ page }) => {
      await page.goto('/info');
      const button = page.getByRole('button', { name: EXPORT });
      await button.waitFor();
      expect(await violations(page)).toEqual([]);
      const saved = page.waitForEvent('download', { timeout: 60_000 });
      await button.click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^officina-\d{4}-\d\d-\d\d\.zip$/);
      const bytes = readFileSync(await file.path());
      expect(bytes.subarray(-SEAL_BYTES).toString('latin1')).toContain(SEAL);
      await button.waitFor();
      await page.getByRole('button', { name: /Attività terminate/ }).click();
      await page
        .getByText(/Esportazione di tutta l'azienda terminata/)
        .first()
        .waitFor();
    }),
  );

  atNight(
    'is not there for administrators',
    visit({ as: 'SUPER' }, async ({ page }) => {
      await page.goto('/info');
      await page.getByRole('heading', { name: 'Spazio su disco' }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: EXPORT }).count()).toBe(0);
    }),
  );

  atNight(
    'fits a phone, in English and in the dark',
    visit({ as: 'SUADMIN', phone: true, language: 'en', mode: 'dark' }, async ({ page }) => {
      await page.goto('/info');
      const button = page.getByRole('button', { name: 'Export the whole company' });
      await button.waitFor();
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: '.cache/e2e/backup-phone.png', fullPage: true });
    }),
  );
});
