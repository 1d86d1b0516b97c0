/**
 * Opens the screens of a family one after the other, by links as users do: by day those of one entity of each shape,
 * by night all.
 */
import { expect } from 'vitest';
import { FAMILIES, type Family } from '../../../schemas/access.ts';
import { LANGUAGES } from '../../../schemas/entity.ts';
import { NIGHTLY } from '../../runner/nightly.ts';
import { type Visit, visit } from '../browser/visit.ts';
import { go } from '../user/navigation.ts';
import { faultsOf } from './faults.ts';
import { sampleOf } from './sample.ts';
import { entities, screensFor, settled } from './screens.ts';
import { faultsAt, WIDTHS } from './widths.ts';

/** Settings that open the most pages to an admin. */
export const OPEN = { VisConfAdmin: '1', VisConfUtenti: '1', VisCostCentersSup: '1' };

/** Every family, language, theme and size. */
export const EVERY_ROUND: Visit[] = FAMILIES.flatMap((as) =>
  LANGUAGES.flatMap((language) =>
    (['light', 'dark'] as const).flatMap((mode) =>
      [false, true].map((phone): Visit => ({ as, language, mode, phone })),
    ),
  ),
);

const nameOf = ({ as, language, mode, phone }: Visit, { widths }: Walk): string =>
  `of ${as}, in ${language}, ${mode ?? 'light'}, ${phone ? '390x844' : '1440x900'}${widths ? `; none scrolls sideways at ${WIDTHS.join(', ')} px` : ''}`;

/** Screens without violations need no second check in the same theme and size; other families see less of them. */
const silent = new Set<string>();

/** Each family has its own home page. */
const isOwn = (address: string): boolean => address === '/home';

const lookOf = ({ mode, phone }: Visit, address: string): string =>
  `${mode} ${phone} ${address.replaceAll(/\d+/g, '#')}`;

/** Time for hundreds of pages on a busy machine. */
const PATIENCE_MS = 900_000;

interface Walk {
  /** Also checks each page at every width. */
  widths?: boolean;
}

/** Returns title and body of a test. */
export function walk(
  round: Visit,
  { widths = false }: Walk = {},
): [string, ReturnType<typeof visit>, number] {
  const play = visit(round, async ({ page, api }) => {
    await page.goto('/home');
    const size = page.viewportSize()!;
    const faults: Record<string, string[]> = {};
    for (const address of await screensFor(round.as as Family, api, sampleOf(entities))) {
      await go(page, address);
      await settled(page);
      const look = lookOf(round, address);
      const axe = NIGHTLY || isOwn(address) || !silent.has(look);
      const found = await faultsOf(page, round.language!, axe);
      if (found.length === 0 && axe) silent.add(look);
      if (widths) {
        found.push(...(await faultsAt(page, address)));
        await page.setViewportSize(size);
      }
      if (found.length > 0) faults[address] = found;
    }
    expect(faults).toEqual({});
  });
  return [nameOf(round, { widths }), play, PATIENCE_MS];
}
