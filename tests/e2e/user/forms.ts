/** Lists and forms of any entity. */
import type { Locator, Page } from 'playwright-core';
import { displayOf, type Entity, type Field, type Language, type Row } from '../../../schemas/entity.ts';

const WORDS = {
  it: { add: 'Aggiungi', save: 'Salva', edit: 'Modifica', delete: 'Elimina', search: /^Cerca in/ },
  en: { add: 'Add', save: 'Save', edit: 'Edit', delete: 'Delete', search: /^Search in/ },
};

/** The input of a field, by its exact label. */
export const box = (page: Page | Locator, label: string): Locator =>
  page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }));

/** A yes-or-no field: a checkbox in a form, a switch where it applies at once. */
export const toggle = (page: Page | Locator, label: string): Locator =>
  page
    .getByRole('checkbox', { name: label, exact: true })
    .or(page.getByRole('switch', { name: label, exact: true }));

/** Picks the choice with a text, or the first. */
export async function pick(page: Page, label: string, text?: string): Promise<void> {
  const combobox = page.getByRole('combobox', { name: label, exact: true });
  const isTyped = await combobox.evaluate((element) => element instanceof HTMLInputElement);
  await combobox.click();
  if (text && isTyped) await combobox.fill(text);
  // Options may be replaced while a request is pending.
  const options = page.locator('[role=listbox]:not([aria-busy=true])').getByRole('option');
  await (text ? options.filter({ hasText: text }) : options).first().click();
}

export const saveButton = (page: Page, language: Language = 'it'): Locator =>
  page.getByRole('button', { name: WORDS[language].save, exact: true });

/** An empty list has the button twice: above the list and inside it. */
export const addButton = (page: Page, language: Language = 'it'): Locator =>
  page.getByRole('main').getByRole('link', { name: WORDS[language].add, exact: true }).first();

export const searchBox = (page: Page, language: Language = 'it'): Locator =>
  page.getByRole('searchbox', { name: WORDS[language].search });

/** A row's action, by the name of the record. */
export const rowAction = (
  page: Page,
  action: 'edit' | 'delete',
  name: string,
  language: Language = 'it',
): Locator =>
  page
    .getByRole(action === 'delete' ? 'button' : 'link', {
      name: `${WORDS[language][action]}: ${name}`,
      exact: true,
    })
    .first();

export async function confirmDelete(page: Page, language: Language = 'it'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: WORDS[language].delete, exact: true }).click();
}

/** A list with the newest record first. */
export const newestFirst = (entity: Entity, address: string): string =>
  `${address}?sort=${entity.id}&order=DESC&page=1&perPage=30`;

export async function deleteRow(
  page: Page,
  entity: Entity,
  row: Row,
  language: Language = 'it',
): Promise<void> {
  const button = rowAction(page, 'delete', displayOf(entity, row), language);
  await button.click();
  await confirmDelete(page, language);
}

/** Types or selects a value in a form. */
export async function fill(
  page: Page,
  field: Field,
  value: string | number,
  language: Language,
): Promise<void> {
  const label = field.title[language];
  if (field.kind === 'reference' || field.kind === 'choice' || field.choicesFrom)
    return pick(page, label, value === '' ? undefined : String(value));
  if (field.kind === 'flag') return toggle(page, label).setChecked(value === 1);
  await box(page, label).fill(String(value));
  // The form moves when the error disappears; a person sees that before the next click.
  await box(page, label).blur();
}
