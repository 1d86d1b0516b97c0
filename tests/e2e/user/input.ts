/** Basic user actions: menu, keys, taps, and checks of visible text. */
import type { Locator, Page } from 'playwright-core';
import { box, saveButton } from './forms.ts';
import { menuBar, menuButton } from './navigation.ts';

export const title = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

export const press = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  place
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

export const dialogClosed = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'detached' });

/** Opens a page by the menu: a panel on the desktop, a drawer on a phone. */
export async function choose(
  page: Page,
  part: string,
  entry: string,
  heading: string | RegExp = entry,
): Promise<void> {
  const drawer = menuButton(page);
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

/** The add button of a list; on a phone its label names the entity. */
export const add = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^(Aggiungi|Add)(: |$)/ })
    .first()
    .click();

/** Clicks a field and types key by key. */
export async function type(place: Page | Locator, label: string, text: string): Promise<void> {
  await box(place, label).click();
  await box(place, label).pressSequentially(text);
}

/** Replaces the text of a field. */
export async function retype(place: Page | Locator, label: string, text: string): Promise<void> {
  await box(place, label).click();
  await box(place, label).press('ControlOrMeta+a');
  await box(place, label).pressSequentially(text);
}

/** Picks a choice by typing its name. */
export async function pickTyped(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.keyboard.type(name);
  const found = page.locator('[role=listbox]:not([aria-busy=true])').getByRole('option');
  await found.filter({ hasText: name }).first().click();
}

/** Types a date digit by digit, starting with the day. */
export async function typeDate(place: Page | Locator, label: string, digits: string): Promise<void> {
  const day = place.getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first();
  await day.click();
  await day.pressSequentially(digits);
}

/** Saves and waits for the message. */
export async function saved(page: Page, name: string, language: 'it' | 'en' = 'it'): Promise<void> {
  await saveButton(page, language).click();
  const message = language === 'it' ? `Salvato: ${name}` : `Saved: ${name}`;
  await page.getByRole('status').filter({ hasText: message }).first().waitFor();
}
