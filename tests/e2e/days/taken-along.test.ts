/** A technician's phone stores the open work: cards that were never opened before open without a network. */
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { hasPageOf, hasTaken, isHeld } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { box } from '../user/forms.ts';
import { dialog, press } from '../user/input.ts';
import { go, sees } from '../user/navigation.ts';
import { assigned, checklist, reserved, stateOf, takes } from './work.ts';

describe('open work on a phone', () => {
  it(
    'opens without a network from the home page, though its card was never opened, and goes on there',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin, { id_checklist: await checklist(admin, 2) });
        const part = await reserved(admin, work);
        await page.goto('/home');
        await isHeld(page);
        const asset = `/oggetto/${work.id_oggetto}`;
        const faults = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(asset));
        await hasTaken(page, work);
        await faults;
        await page.context().setOffline(true);
        await page.reload();
        await page.getByRole('region', { name: 'Su questo telefono' }).getByText(String(work.codice)).click();
        await sees(stateOf(page), 'Assegnato');
        const items = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
        await expect.poll(() => items.count()).toBe(2);
        const parts = page.getByRole('region', { name: 'Ricambi' });
        await parts.getByRole('button', { name: new RegExp(String(part.codice)) }).waitFor();
        await page
          .getByRole('region', { name: /Foto|Commenti/ })
          .first()
          .waitFor();
        await go(page, `/segnala-guasto/${work.id_oggetto}`);
        await box(page, 'Che cosa succede?').waitFor();
        await go(page, `/dettaglio-odl/${work.id}`);
        await press(page, 'Inizia');
        await sees(stateOf(page), /^In corso$/);
        await items.first().click();
        await sees(page, 'Da inviare: 2');
        await takes(page, 'Scatta una foto', 'trovato.png');
        await sees(page, 'Da inviare: 3');
        await page.context().setOffline(false);
        await page.getByText('Da inviare:').waitFor({ state: 'detached' });
        expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });
        const { documenti } = await admin<{ documenti: Row[] }>('GET', `/odl/${work.id}/documento/`);
        expect(documenti.map(({ nome_file_originale }) => nome_file_originale)).toContain('trovato.png');
      },
    ),
  );

  atNight(
    'is found by a scan of its asset, and other codes are not on this device',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin);
        const { codice } = await admin<Row>('GET', `/oggetto/${work.id_oggetto}`);
        await page.goto('/home');
        await isHeld(page);
        await hasTaken(page, work);
        await hasPageOf(page, { id: work.id_oggetto });
        await page.context().setOffline(true);
        await page.reload();
        await page.getByRole('button', { name: 'Inquadra' }).click();
        const code = dialog(page).getByLabel('Oppure scrivi il codice');
        await code.fill('QUALCOSA-DI-ALTRO');
        await code.press('Enter');
        await sees(dialog(page), 'Questo codice non è su questo dispositivo');
        await sees(dialog(page), /Senza rete si aprono solo i codici di ciò che è su questo dispositivo/);
        await code.fill(String(codice).toLowerCase());
        await code.press('Enter');
        await page.waitForURL(`**/info-oggetto/${work.id_oggetto}`);
        await page.getByRole('link', { name: 'Segnala un guasto' }).waitFor();
        const open = page.locator('section').filter({ hasText: 'Interventi aperti' }).last();
        await open.getByRole('link', { name: new RegExp(String(work.codice)) }).click();
        await sees(stateOf(page), 'Assegnato');
      },
    ),
  );

  atNight(
    'stands on the home page of the next morning without a network, under today',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const tomorrow = new Date(Date.now() + DAY_MS);
        const work = await assigned(admin, { data_ordine: tomorrow.toISOString() });
        await page.goto('/home');
        await isHeld(page);
        await hasTaken(page, work);
        await page.context().setOffline(true);
        await page.clock.setFixedTime(tomorrow);
        await page.reload();
        const today = page.getByRole('region', { name: /^(Oggi|In ritardo)$/ });
        await today.getByRole('link', { name: new RegExp(String(work.codice)) }).waitFor();
        expect(
          await page
            .getByRole('region', { name: 'Su questo telefono' })
            .getByText(String(work.codice))
            .count(),
        ).toBe(0);
      },
    ),
  );

  atNight(
    'is read again when it has changed, and no other work with it',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'en', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const [changed, other] = [await assigned(admin), await assigned(admin)];
        await page.goto('/home');
        await isHeld(page);
        for (const work of [changed, other]) await hasTaken(page, work);
        await page.context().setOffline(true);
        await sees(page, 'No network');
        await admin('POST', `/commento/intervento/${changed.id}`, { testo: 'Bring the long ladder' });
        const read: string[] = [];
        page.on('request', (request) => read.push(new URL(request.url()).pathname));
        const again = page.waitForRequest((request) =>
          request.url().includes(`/commento/intervento/${changed.id}`),
        );
        await page.context().setOffline(false);
        await again;
        await hasTaken(page, changed);
        expect(read.some((path) => path.includes(`/odl/${changed.id}/checklist`))).toBe(true);
        expect(read.filter((path) => path.includes(`/${other.id}`))).toEqual([]);
        await page.context().setOffline(true);
        await page.getByRole('region', { name: 'On this phone' }).getByText(String(changed.codice)).click();
        await sees(page, 'Bring the long ladder');
      },
    ),
  );
});
