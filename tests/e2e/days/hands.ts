/** What a day is made of: the menu, keys, taps, and a look at what stands there then. */
import type { Locator, Page } from 'playwright-core';
import { box, saveButton } from '../forms.ts';
import { menuBar } from '../person.ts';

export const title = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

export const press = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  place
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

export const gone = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'detached' });

/** On the desk a panel under the bar, on the phone a drawer; both lead to the page of that title. */
export async function choose(
  page: Page,
  part: string,
  entry: string,
  heading: string | RegExp = entry,
): Promise<void> {
  const drawer = page.getByRole('button', { name: /^(Apri il menu|Open the menu)$/ });
  await drawer.or(menuBar(page)).first().waitFor();
  if (await drawer.isVisible()) {
    await drawer.click();
    const opened = menuBar(page).locator('details').filter({ hasText: part });
    if ((await opened.getAttribute('open')) === null) await opened.locator('summary').click();
    await opened.getByRole('link', { name: entry, exact: true }).first().click();
  } else {
    await press(menuBar(page), part);
    await menuBar(page).getByRole('link', { name: entry, exact: true }).first().click();
  }
  await title(page, heading);
}

/** The button of a list for one more: it names what it adds on a phone. */
export const add = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^(Aggiungi|Add)(: |$)/ })
    .first()
    .click();

/** Key by key, into a box that one has touched. */
export async function type(place: Page | Locator, label: string, text: string): Promise<void> {
  await box(place, label).click();
  await box(place, label).pressSequentially(text);
}

/** In the place of what stands there. */
export async function retype(place: Page | Locator, label: string, text: string): Promise<void> {
  await box(place, label).click();
  await box(place, label).press('ControlOrMeta+a');
  await box(place, label).pressSequentially(text);
}

/** Of the choices, found by the name that people call it. */
export async function pickTyped(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.keyboard.type(name);
  const found = page.locator('[role=listbox]:not([aria-busy=true])').getByRole('option');
  await found.filter({ hasText: name }).first().click();
}

/** A date as people type it: the digits, from the day on. */
export async function typeDate(place: Page | Locator, label: string, digits: string): Promise<void> {
  const day = place.getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first();
  await day.click();
  await day.pressSequentially(digits);
}

/** Saves, and waits until what was saved is told. */
export async function saved(page: Page, name: string, language: 'it' | 'en' = 'it'): Promise<void> {
  await saveButton(page, language).click();
  const told = language === 'it' ? `Salvato: ${name}` : `Saved: ${name}`;
  await page.getByRole('status').filter({ hasText: told }).first().waitFor();
}
