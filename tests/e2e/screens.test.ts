/** Every screen of every family: it opens, in one language only, without violations and console messages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Family } from '../../schemas/access.ts';
import { LANGUAGES } from '../../schemas/entity.ts';
import { NIGHTLY } from '../runner/nightly.ts';
import { type Visit, visit } from './browser/visit.ts';
import { tokenWith } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { faultsOf } from './screens/faults.ts';
import { settled } from './screens/screens.ts';
import { EVERY_ROUND, OPEN, walk } from './screens/walk.ts';
import { go } from './user/navigation.ts';

let before: Record<string, string | null>;
beforeAll(async () => {
  before = await changeSettings(OPEN);
});
afterAll(() => changeSettings(before));

describe('every screen', () => {
  // Administrators see fewer screens of the super admin; technicians and requesters have pages of their own.
  const BY_DAY: readonly Family[] = ['SUADMIN', 'RIFTEC', 'RESP'];
  const ROUNDS = BY_DAY.map((as): Visit => ({ as, language: 'it' }));
  // At night, widths have a test of their own that includes tabs.
  for (const round of NIGHTLY ? EVERY_ROUND : ROUNDS)
    it(...walk(round, { widths: !NIGHTLY && round.as === 'SUADMIN' }));

  const PUBLIC = [
    '/login',
    '/recuperaPwd',
    '/errore',
    '/verifica-rapportino',
    `/attiva-account/${tokenWith({ idUtente: 1, exp: 4_000_000_000 })}`,
    `/reset-password/${tokenWith({ idUtente: 1, exp: 4_000_000_000 })}`,
  ];
  // By day, each language is tested in the look in which the other language is not.
  for (const [index, language] of LANGUAGES.entries())
    for (const mode of NIGHTLY ? (['light', 'dark'] as const) : ([index === 0 ? 'light' : 'dark'] as const))
      it(
        `that is public, in ${language}, ${mode}`,
        visit({ language, mode, phone: mode === 'dark' }, async ({ page }) => {
          const faults: Record<string, string[]> = {};
          await page.goto(PUBLIC[0]!);
          for (const address of PUBLIC) {
            await go(page, address);
            await settled(page);
            const found = await faultsOf(page, language);
            if (found.length > 0) faults[address] = found;
          }
          expect(faults).toEqual({});
        }),
      );
});
