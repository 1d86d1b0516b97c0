/** Addresses and presses that several screenshots share. */
import type { Page } from 'playwright-core';
import type { Text } from '../../schemas/language.ts';
import type { Ask, Say } from './photographer.ts';
import { escaped } from './words.ts';

/** Returns the page of the first row that a list finds. */
export const first =
  (list: string, page: string) =>
  async (ask: Ask): Promise<string> => {
    const [row] = await ask(list);
    if (!row) throw new Error(`${list} has no rows`);
    return page.replace(':id', String(row.id));
  };

export const intervention = (code: string, tab = '') =>
  first(`/odl/?pag=1&mostraChiusi=1&codice=${code}`, `/dettaglio-odl/:id${tab && `?tab=${tab}`}`);

/** Returns the first button whose label starts with a name. */
export const button = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${escaped(name)}`) }).first();
export const press = (word: string | Text) => async (page: Page, say: Say) => {
  await button(page, say(word)).click();
};
