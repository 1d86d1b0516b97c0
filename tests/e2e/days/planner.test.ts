/** A planner's Monday: overdue work, assignments, dates, the coming months, costs; and an urgent case by phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { visit } from '../browser/visit.ts';
import { pick, saveButton, searchBox } from '../user/forms.ts';
import { add, choose, dialog, dialogClosed, pickTyped, press, saved, title, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';

const URGENT = 'ODL-26-00027 - Rullo rumoroso in curva';
const LIST = 'List of interventions';
const row = (page: Page, code: string): Locator => page.getByRole('row').filter({ hasText: code });
const cell = (page: Page, text: string): Locator => page.getByRole('cell', { name: text, exact: true });
const home = (page: Page): Promise<void> => page.getByRole('link', { name: 'Officina, Home' }).click();

const countOf = async (link: Locator): Promise<number> =>
  Number(/\d+$/.exec((await link.getAttribute('aria-label')) ?? (await link.innerText()))![0]);

async function looksAtWhatIsLate(page: Page): Promise<void> {
  const late = page.getByRole('link', { name: /^\d+ late$/ });
  const count = Number(/^\d+/.exec((await late.innerText()).trim())![0]);
  expect(count).toBeGreaterThan(0);
  await late.click();
  await title(page, LIST);
  await sees(page, `1 - ${count} / ${count}`);
  await press(page, 'Reset filters');
}

async function savesAFilter(page: Page): Promise<void> {
  await press(page, 'Filters');
  await pickTyped(page, 'Technician', 'Luca Ferri');
  await press(dialog(page), 'Search');
  await dialogClosed(page);
  await page.getByRole('button', { name: 'Remove the filter Technician: Luca Ferri' }).waitFor();
  await row(page, 'ODL-26-00023').waitFor();
  await press(page, 'Saved filters');
  await type(dialog(page), 'Save these filters as', 'Luca');
  await press(dialog(page), 'Save');
  await sees(page, 'Filter saved: Luca');
  await page.keyboard.press('Escape');
  await dialogClosed(page);
  await press(page, 'Reset filters');
  await row(page, 'ODL-26-00025').waitFor();
  await press(page, 'Saved filters');
  await press(dialog(page), 'Luca');
  await row(page, 'ODL-26-00025').waitFor({ state: 'detached' });
}

async function reassigns(page: Page): Promise<void> {
  await cell(page, 'ODL-26-00023').click();
  await title(page, /^ODL-26-00023 - /);
  await press(page, 'Edit');
  await pick(page, 'Technician', 'Andrea Barbieri');
  await saveButton(page, 'en').click();
  await title(page, /^ODL-26-00023 - /);
  await sees(page.getByRole('tabpanel'), 'Andrea Barbieri');
}

/** Assigns what was reported over the weekend. */
async function givesSeveral(page: Page): Promise<void> {
  await choose(page, 'Interventions', LIST);
  await press(page, 'Reset filters');
  for (const code of ['ODL-26-00021', 'ODL-26-00025']) await row(page, code).getByRole('checkbox').check();
  await sees(page.getByRole('toolbar'), '2 selected');
  await press(page.getByRole('toolbar'), 'Change');
  await pick(page, 'State', 'Assigned');
  await pick(page, 'Technician', 'Luca Ferri');
  await press(dialog(page), 'Save');
  // Work that waits for parts is refused, with the reason.
  await sees(dialog(page), 'Changed 1 of 2');
  await sees(dialog(page), 'The state Assigned cannot follow the state Waiting for parts');
  await press(dialog(page), 'Close');
  await dialogClosed(page);
  await sees(row(page, 'ODL-26-00025'), 'Assigned');
}

/** Drags to another day of the week. */
async function drags(page: Page, code: string): Promise<void> {
  await choose(page, 'Interventions', 'Calendar', 'Intervention calendar');
  await press(page, 'Week');
  const one = page.getByRole('link', { name: new RegExp(`^${code} `) }).first();
  await one.waitFor();
  await page.waitForLoadState('networkidle');
  const days = page.getByRole('link', { name: /: new intervention on / });
  const middleOf = async (place: Locator) => {
    const { x, width } = (await place.boundingBox())!;
    return x + width / 2;
  };
  const places = await Promise.all((await days.all()).map(middleOf));
  const from = (await one.boundingBox())!;
  const at = { x: from.x + Math.min(60, from.width / 2), y: from.y + from.height / 2 };
  const today = places.findIndex((x) => Math.abs(x - from.x - from.width / 2) < from.width);
  const there = places[today === places.length - 1 ? today - 1 : today + 1]!;
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 8, at.y + 4, { steps: 3 });
  await page.mouse.move(there, at.y, { steps: 8 });
  await page.mouse.move(there + 1, at.y + 1);
  const answered = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.mouse.up();
  const isPlanned = () =>
    expect.poll(async () => Math.abs((await middleOf(one)) - there)).toBeLessThan(from.width / 2 + 5);
  await isPlanned();
  // A refused drop goes back with the response.
  await answered;
  await isPlanned();
}

async function generates(page: Page): Promise<void> {
  await choose(page, 'Interventions', 'Periodic interventions');
  await cell(page, 'LUB-3M').click();
  await title(page, 'LUB-3M - Lubrificazione trimestrale');
  await page.getByRole('tab', { name: 'Generate' }).click();
  const heading = page.getByRole('heading', { name: /interventions to generate$/ });
  const count = /\d+/.exec(await heading.innerText())![0];
  await press(page, 'Generate interventions');
  await sees(page, new RegExp(`^Period generated\\. ${count} interventions have been generated`));
  await page.getByRole('tab', { name: 'Next 12 months' }).click();
  await sees(page, new RegExp(`${count} already exist`));
}

async function setsACost(page: Page): Promise<void> {
  await choose(page, 'Configure', 'Costs');
  await add(page);
  await type(page, 'Code', 'MO-EXT');
  await type(page, 'Description', 'External welder (hour)');
  await pick(page, 'Cost type');
  await type(page, 'Unit cost', '48.5');
  await pick(page, 'Organisation', 'Foligno');
  await pick(page, 'Department');
  await saved(page, 'MO-EXT', 'en');
  await searchBox(page, 'en').pressSequentially('MO-EXT');
  await sees(row(page, 'MO-EXT'), /48\.50/);
}

describe('a planner', () => {
  it(
    'begins the week at the desk: overdue work, assignments, and the coming months',
    visit({ as: 'SUPER', language: 'en' }, async ({ page }) => {
      await page.goto('/home');
      const assigned = page.getByRole('link', { name: /^Assigned \d+$/ });
      const inTheMorning = await countOf(assigned);
      await looksAtWhatIsLate(page);
      await savesAFilter(page);
      await reassigns(page);
      await givesSeveral(page);
      await drags(page, 'ODL-26-00023');
      await generates(page);
      await setsACost(page);
      await home(page);
      // The number stays until the next refresh.
      await expect.poll(() => countOf(assigned)).toBeGreaterThan(inTheMorning);
      const count = await countOf(assigned);
      await assigned.click();
      await title(page, LIST);
      await sees(page, `/ ${count}`);
    }),
  );

  it(
    'finds late unassigned work on the phone, and assigns it',
    visit({ as: 'SUPER', phone: true, language: 'it' }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('link', { name: /^\d+ in ritardo$/ }).click();
      await title(page, 'Elenco Interventi');
      await page
        .getByRole('link', { name: /ODL-26-00027/ })
        .first()
        .click();
      await title(page, URGENT);
      const state = page.getByRole('region', { name: 'Stato' });
      await sees(state, /^Aperto$/);
      await press(page, 'Passa allo stato: Assegnato');
      await pick(page, 'Riferimento tecnico', 'Roberto Sala');
      await press(dialog(page), 'Assegnato');
      await dialogClosed(page);
      await sees(state, /^Assegnato$/);
      await sees(page.getByRole('tabpanel'), 'Roberto Sala');
      await page.getByRole('tab', { name: /^Commenti/ }).click();
      await press(page, 'Aggiungi Commento');
      await type(dialog(page), 'Testo', 'Serve per domattina');
      await press(dialog(page), 'Salva');
      await dialogClosed(page);
      await sees(page, 'Serve per domattina');
      await page.getByRole('tab', { name: /^Cronologia/ }).click();
      await sees(page.getByRole('tabpanel'), 'Roberto Sala');
      await home(page);
      await page.getByRole('link', { name: /^\d+ in ritardo$/ }).click();
      const card = page.locator('.record-card').filter({ hasText: URGENT });
      await sees(card, /^Assegnato$/);
    }),
  );
});
