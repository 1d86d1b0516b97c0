/** What a technician types on the work card and has not sent: it is there after a reload, and gone once it is sent. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { isHeld, storedDrafts } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { dialog, press, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';
import { assigned, checklist, stateOf } from './work.ts';

const CAUSE = 'Causa del guasto';
const HOURS = 'Ore di fermo';
const COMMENT = 'Aggiungi Commento';

const inputOf = (page: Page, name: string | RegExp): Promise<string> =>
  page.getByRole('textbox', { name }).inputValue();

async function begins(page: Page, work: Row): Promise<void> {
  await page.goto(`/dettaglio-odl/${work.id}`);
  await press(page, 'Inizia');
  await sees(stateOf(page), /^In corso$/);
  await page.getByLabel(CAUSE).waitFor();
}

/** Reloads until the device has the page and its data. */
async function isStored(page: Page): Promise<void> {
  await isHeld(page);
  await page.reload();
  await page.getByLabel(CAUSE).waitFor();
}

describe('what is typed on the work card', () => {
  it(
    'is there after a reload without a network: fields, comment and note, and is gone once it is sent',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', worker: true, says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin, { id_checklist: await checklist(admin, 1) });
        await begins(page, work);
        await isStored(page);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await type(page, CAUSE, 'Cuscinetto usurato');
        await type(page, COMMENT, 'Manca la chiave');
        await page.getByRole('button', { name: /^Aggiungi nota/i }).click();
        await page.getByRole('textbox', { name: /^Nota/ }).fill('Gioco di 2 mm');
        await expect.poll(() => storedDrafts(page)).toContain('Gioco di 2 mm');

        await page.reload();
        await sees(page, 'Senza rete');
        await expect.poll(() => inputOf(page, CAUSE)).toBe('Cuscinetto usurato');
        expect(await inputOf(page, COMMENT)).toBe('Manca la chiave');
        expect(await inputOf(page, /^Nota/)).toBe('Gioco di 2 mm');

        await press(page, 'Salva');
        await press(page, 'Aggiungi commento');
        await expect.poll(() => inputOf(page, COMMENT)).toBe('');
        await page.getByRole('checkbox').click();
        await type(page, HOURS, '1,5');
        await press(page, 'Chiudi');
        await press(dialog(page), 'Chiudi');
        await sees(stateOf(page), /^Chiuso$/);
        await expect.poll(() => storedDrafts(page)).toBe('[]');
        await page.context().setOffline(false);
        await page.getByText('Da inviare').waitFor({ state: 'detached' });
        expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({
          cod_stato: 'CH',
          campo_nota1: 'Cuscinetto usurato',
        });
        const [item] = await admin<Row[]>('GET', `/odl/${work.id}/checklist/`);
        expect(item).toMatchObject({ note: 'Gioco di 2 mm', checked: 1 });
        const comments = await admin<Row[]>('GET', `/commento/intervento/${work.id}`);
        expect(comments.map(({ testo }) => testo)).toEqual(['Manca la chiave']);
      },
    ),
  );

  atNight(
    'is there after a reload with a network, and does not replace what a colleague has saved without a question',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', worker: true, says: /ERR_|409/, provokes: [409] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin);
        await begins(page, work);
        await isStored(page);
        await type(page, COMMENT, 'Aspetto il ricambio');
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await type(page, CAUSE, 'Usura');
        await expect.poll(() => storedDrafts(page)).toContain('Usura');
        const { versione } = await admin<Row>('GET', `/odl/${work.id}`);
        await admin('PUT', `/odl/${work.id}`, { campo_nota1: 'Urto', versione });
        await page.reload();
        await page.context().setOffline(false);
        await page.getByText('Senza rete').waitFor({ state: 'detached' });
        await expect.poll(() => inputOf(page, CAUSE)).toBe('Usura');
        expect(await inputOf(page, COMMENT)).toBe('Aspetto il ricambio');

        const refused = page.waitForResponse((reply) => reply.status() === 409);
        await page.getByRole('textbox', { name: CAUSE }).focus();
        await page.getByRole('textbox', { name: COMMENT }).focus();
        await refused;
        expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ campo_nota1: 'Urto' });
        expect(await inputOf(page, CAUSE)).toBe('Usura');
        await page.getByRole('textbox', { name: CAUSE }).focus();
        await page.getByRole('textbox', { name: COMMENT }).focus();
        await expect.poll(async () => (await admin<Row>('GET', `/odl/${work.id}`)).campo_nota1).toBe('Usura');
      },
    ),
  );
});
