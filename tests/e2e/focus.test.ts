/** Keyboard users see the focus: bar, tools, tabs, chips, tree and calendar, in both themes. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { byDay } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { settled } from './screens/screens.ts';
import { go } from './user/navigation.ts';

const STEPS = 45;

/** Returns the focused element, and whether an outline or a stronger border makes it visible. */
const focused = (page: Page): Promise<{ name: string; seen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const lined = (one: Element | null | undefined): boolean => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor);
    };
    const border = element
      .closest('.MuiInputBase-root, .MuiPickersInputBase-root')
      ?.querySelector('fieldset');
    const bordered =
      border !== null &&
      border !== undefined &&
      Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2;
    const seen = lined(element) || lined(element.closest('.Mui-focusVisible')) || bordered;
    const name = element.getAttribute('aria-label') ?? element.innerText ?? element.tagName;
    return { name: `${element.tagName} ${name.slice(0, 40)}`, seen };
  });

describe('the focus is seen', () => {
  for (const mode of byDay(['light', 'dark'] as const))
    it(
      `on every control that Tab leads to, ${mode}`,
      visit({ as: 'SUADMIN', language: 'it', mode }, async ({ page, api }) => {
        const [work] = await api<Row[]>('GET', '/odl/?pag=1');
        await page.goto('/home');
        const unseen: Record<string, string[]> = {};
        const met: string[] = [];
        const places = [
          `/conf-odl?filter=${encodeURIComponent('{"filtro":"a"}')}`,
          '/conf-oggetti',
          '/calendario',
          `/dettaglio-odl/${work!.id}`,
          '/upd-oggetto',
          '/mtbf-mttr',
        ];
        for (const address of places) {
          await go(page, address);
          await settled(page);
          await page.getByRole('heading', { level: 1 }).first().click();
          if (address === '/conf-oggetti') await page.keyboard.press('Shift+Tab');
          for (let step = 0; step < STEPS; step += 1) {
            await page.keyboard.press('Tab');
            const { name, seen } = await focused(page);
            // The browser's own controls follow the last element.
            if (name.startsWith('BODY')) break;
            met.push(name);
            if (!seen) unseen[address] = [...(unseen[address] ?? []), name];
          }
        }
        expect(unseen).toEqual({});
        const expected = ['BUTTON Filtri', 'BUTTON Colonne', 'BUTTON Generali', 'DIV BOL'];
        expect(expected.filter((name) => !met.some((one) => one.startsWith(name)))).toEqual([]);
      }),
    );
});
