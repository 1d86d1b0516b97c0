/**
 * The connection breaks after the server has processed a request: the page repeats the request, and it takes effect
 * once.
 */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { box, saveButton } from './user/forms.ts';

const LOST = { as: 'SUADMIN' as const, says: /ERR_FAILED|ERR_CONNECTION|503/ };

describe('a form whose reply is lost', () => {
  it(
    'is sent again automatically with the same key, and creates one record',
    visit(LOST, async ({ page, api }) => {
      const codice = `R${Date.now().toString(36)}`;
      const keys: (string | undefined)[] = [];
      await page.route('**/api/cmms/cdc/', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      await page.goto('/upd-cdc');
      await box(page, 'Codice').fill(codice);
      await box(page, 'Descrizione').fill('Linea caduta');
      await saveButton(page).click();
      await page.waitForURL('**/list-cdc*');
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(keys[1]).toBe(keys[0]);
      const rows = await api<Row[]>('GET', `/cdc/?pag=-1&codice=${codice}`);
      expect(rows.filter((row) => row.codice === codice)).toHaveLength(1);
    }),
  );

  atNight(
    'waits for a server that is away for a moment, and has another key for another act',
    visit(LOST, async ({ page, api }) => {
      const codice = `S${Date.now().toString(36)}`;
      const keys: (string | undefined)[] = [];
      await page.route('**/api/cmms/cdc/', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length < 3) return route.fulfill({ status: 503, body: 'away' });
        return route.continue();
      });
      for (const name of [codice, `${codice}B`]) {
        await page.goto('/upd-cdc');
        await box(page, 'Codice').fill(name);
        await box(page, 'Descrizione').fill('Server via');
        await saveButton(page).click();
        await page.waitForURL('**/list-cdc*');
      }
      expect(keys).toHaveLength(4);
      expect(new Set(keys).size).toBe(2);
      expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
      const rows = await api<Row[]>('GET', `/cdc/?pag=-1`);
      expect(rows.filter((row) => String(row.codice).startsWith(codice))).toHaveLength(2);
    }),
  );
});
