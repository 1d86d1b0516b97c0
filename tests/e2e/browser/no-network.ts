/** A browser without a network, and what it says about drafts. */
import type { Page } from 'playwright-core';
import type { Language } from '../../../schemas/entity.ts';
import { sees } from '../user/navigation.ts';

/** The messages of the console about requests without a network. */
export const NO_NETWORK = /ERR_/;

export const KEPT = {
  en: 'No network: kept on this device as a draft',
  it: 'Senza rete: resta su questo dispositivo',
};

/** The line above a form that begins with a draft. */
export const DRAFT_OF = { en: /^Draft of .*, not saved/, it: /^Bozza del .*, non salvata/ };

export const noNetwork = (language: Language): string =>
  language === 'en' ? 'No network: saved here' : 'Senza rete: quanto fai';

export async function offline(page: Page, language: Language): Promise<void> {
  await page.context().setOffline(true);
  await sees(page, noNetwork(language));
}

export async function online(page: Page, language: Language): Promise<void> {
  await page.context().setOffline(false);
  await page.getByText(noNetwork(language)).waitFor({ state: 'detached' });
}
