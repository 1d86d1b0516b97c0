/** Fields drawn by rjsf: constraints on the input, its error message, values as users type them. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { box, pick, saveButton, toggle } from './user/forms.ts';

/** Returns the text that screen readers announce with a field. */
const describes = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  );

const openState = async (page: Page, state: Row): Promise<void> => {
  await page.goto(`/upd-stato/${state.id}`);
  await box(page, 'Ordine').waitFor();
};

describe('the constraints of a field', () => {
  it(
    'reaches its box: demanded, how far and by which steps, and the keys that a phone shows',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const [state] = await api<Row[]>('GET', '/stato/?pag=1');
      await openState(page, state!);
      const order = box(page, 'Ordine');
      const has = (name: string): Promise<string | null> => order.getAttribute(name);
      expect(await Promise.all(['type', 'inputmode', 'min', 'max', 'step'].map(has))).toEqual([
        'text',
        'numeric',
        '0',
        '9999',
        '1',
      ]);
      expect(await order.getAttribute('required')).toBeNull();
      expect(await box(page, 'Descrizione').getAttribute('required')).not.toBeNull();
      await page.goto('/upd-utente/');
      await box(page, 'E-mail').waitFor();
      // Required for people, not for system users: the mark follows the input.
      expect(await box(page, 'E-mail').getAttribute('required')).not.toBeNull();
      await toggle(page, 'Utente di sistema').check();
      await expect.poll(() => box(page, 'E-mail').getAttribute('required')).toBeNull();
    }),
  );

  it(
    'changes with the arrow keys within its limits; invalid numbers are reported and kept',
    visit({ as: 'SUADMIN', language: 'it', provokes: [422] }, async ({ page, api }) => {
      const [state] = await api<Row[]>('GET', '/stato/?pag=1');
      await openState(page, state!);
      const order = box(page, 'Ordine');
      await order.fill('0');
      await order.press('ArrowDown');
      expect(await order.inputValue()).toBe('0');
      await order.press('ArrowUp');
      expect(await order.inputValue()).toBe('1');
      await order.fill('due');
      await saveButton(page).click();
      await expect.poll(() => describes(order)).toContain('numero');
      const message = page.getByRole('alert').getByText('Controlla i campi segnalati');
      await message.waitFor();
      expect(await order.inputValue()).toBe('due');
      await expect.poll(() => order.evaluate((element) => element === document.activeElement)).toBe(true);
      await order.fill('1.234');
      // The form moves when the error disappears; a person sees that before the next click.
      await order.blur();
      await message.waitFor({ state: 'hidden' });
      await saveButton(page).click();
      await page.waitForURL(/conf-stati/);
      expect((await api<Row>('GET', `/stato/${state!.id}`)).ordine).toBe(1234);
    }),
  );
});

atNight(
  'the help of a field, and then its complaint, are read out with it, of a flag too',
  visit({ as: 'SUADMIN', language: 'en' }, async ({ page }) => {
    await page.goto('/upd-utente/');
    const mail = box(page, 'E-mail');
    await mail.waitFor();
    expect(await describes(mail)).toBe('The user name at sign-in. A system user has a dash.');
    expect(await describes(toggle(page, 'Active'))).toContain('activation');
    await saveButton(page, 'en').click();
    await expect.poll(() => describes(mail)).toBe('This field is required');
    await expect.poll(() => mail.getAttribute('aria-invalid')).toBe('true');
    await mail.fill('a@officina.example');
    await mail.blur();
    await expect.poll(() => mail.getAttribute('aria-invalid')).toBe('false');
  }),
);

atNight(
  'offers the empty choice only if the field may be empty',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
    const [state] = await api<Row[]>('GET', '/stato/?pag=1');
    await openState(page, state!);
    const options = page.getByRole('listbox').getByRole('option');
    await page.getByRole('combobox', { name: 'Tipo stato', exact: true }).click();
    expect(await options.allTextContents()).not.toContain('Nessuno');
    await page.keyboard.press('Escape');
    const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&codice=FOL-L1');
    await page.goto('/upd-odl/');
    await pick(page, 'Oggetto', String(asset!.codice));
    const technician = page.getByRole('combobox', { name: 'Riferimento tecnico', exact: true });
    await expect
      .poll(async () => {
        await technician.click();
        const all = await options.allTextContents();
        if (all.length < 2) await page.keyboard.press('Escape');
        return all.length;
      })
      .toBeGreaterThan(1);
    const [none, first] = await options.allTextContents();
    expect(none).toBe('Nessuno');
    await options.nth(1).click();
    await expect.poll(() => technician.textContent()).toBe(first);
    await pick(page, 'Riferimento tecnico', 'Nessuno');
    await expect.poll(() => technician.textContent()).not.toContain(first);
  }),
);

atNight(
  'code and type of a fixed state are read-only, those of another state are not',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
    const states = await api<Row[]>('GET', '/stato/?pag=1');
    const editable = async (codice: string): Promise<boolean[]> => {
      await openState(page, states.find((state) => state.codice === codice)!);
      const code = await box(page, 'Codice').isEditable();
      await box(page, 'Tipo stato').click();
      return [code, (await page.getByRole('option').count()) > 0];
    };
    expect(await editable('CH')).toEqual([false, false]);
    expect(await editable('IC')).toEqual([true, true]);
  }),
);

atNight(
  'read-only values are not greyed: they can have the focus and be copied',
  visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
    const [part] = await api<Row[]>('GET', '/ricambio/?pag=1');
    await page.goto(`/upd-ricambio/${part!.id}`);
    const code = box(page, 'Codice');
    await code.waitFor();
    expect([await code.isEnabled(), await code.isEditable()]).toEqual([true, false]);
    await code.focus();
    expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await code.inputValue()).toBe(part!.codice);
  }),
);
