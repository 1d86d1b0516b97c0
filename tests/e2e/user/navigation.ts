/** Actions on every screen. */
import type { Locator, Page } from 'playwright-core';
import type { Family } from '../../../schemas/access.ts';
import { ACCOUNTS, PASSWORD } from '../data/api.ts';

export const path = (page: Page): string => new URL(page.url()).pathname;

export const sees = (page: Page | Locator, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** The menu of the frame, in either language. */
export const menuBar = (page: Page): Locator =>
  page.getByRole('navigation', { name: /^(Menu principale|Main menu)$/ });

/** Opens the menu below 960 px: in the bar at the top, or at the bottom of a phone. */
export const menuButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Apri il menu|Open the menu|Altro|More)$/ });

/** Signs in on the sign-in page. */
export async function signIn(page: Page, family: Family): Promise<void> {
  await page.getByRole('textbox', { name: /^(Nome utente|Username|User name)$/ }).fill(ACCOUNTS[family]);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Accedi|Sign in)$/ }).click();
}

export async function userMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(Menu utente|User menu)/ }).click();
  const panel = page.getByRole('dialog', { name: /^(Menu utente|User menu)/ });
  await panel.waitFor();
  return panel;
}

/** Loads the application if the window is empty; otherwise navigates within it. */
export const open = (page: Page, address: string): Promise<unknown> =>
  page.url() === 'about:blank' ? page.goto(address) : go(page, address);

/** Navigates like a link, without a page load, and waits until the old page is gone. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(async (to) => {
    const state = { key: Math.random().toString(36).slice(2), idx: (history.state?.idx ?? 0) + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let frame = 0; frame < 3; frame += 1) await drawn();
  }, address);
}
