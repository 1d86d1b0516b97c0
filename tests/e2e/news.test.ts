/** The bell in the bar: what others did with a user's work, marked as read by opening it. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { visit } from './browser/visit.ts';
import { apiAs } from './data/api.ts';

describe('the bell', () => {
  it(
    'tells the requester what the technician did, and a press on it opens the work and marks it as read',
    visit({ as: 'RESP', phone: true, language: 'it' }, async ({ page, api }) => {
      await page.goto('/home');
      const technician = await apiAs(new URL(page.url()).origin, 'RIFTEC');
      const [{ righe: old }] = [await api<{ righe: Row[] }>('GET', '/novita/')];
      if (old[0]) await api('POST', '/novita/lette/', { fino_a: old[0].id });
      const [work] = await api<Row[]>('GET', '/odl/?pag=1&max_rows=1');
      await technician('POST', `/commento/intervento/${work!.id}`, { testo: 'Arrivo alle dieci' });
      await page.goto('/home');
      const bell = page.getByRole('button', { name: '1 novità da leggere' });
      await bell.waitFor();
      expect((await bell.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await bell.click();
      const dialog = page.getByRole('dialog', { name: 'Novità' });
      const line = dialog.getByRole('link', { name: /Luca Ferri ha commentato/ }).first();
      await line.waitFor();
      await line.click();
      await page.waitForURL(`**/dettaglio-odl/${work!.id}`);
      await page.getByRole('button', { name: 'Novità', exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }),
  );
});
