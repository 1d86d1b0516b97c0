/**
 * The technician's whole day without a network, from the scan of the machine to signatures and closing: record, stock and job report are
 * those of the same day with a network. A report that would say something else closes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { readPdf } from '../../files/pdf.ts';
import { png } from '../../files/sample-files.ts';
import { atNight } from '../../runner/nightly.ts';
import { hasPageOf, hasTaken, isHeld } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { box } from '../user/forms.ts';
import { dialog, press } from '../user/input.ts';
import { go, sees } from '../user/navigation.ts';
import { draw } from '../user/signature.ts';
import {
  bothSign,
  checklist,
  labelled,
  raised,
  reserved,
  scansAndOpens,
  stateCalled,
  stateOf,
  takes,
} from './work.ts';

const folder = mkdtempSync(join(tmpdir(), 'officina-label-'));
const FILM = join(folder, 'machine.y4m');
let machine: Row;

bothSign();
beforeAll(async () => {
  machine = await labelled(FILM);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Day {
  work: Row;
  parts: Row[];
}

async function dayOf(admin: Api, list: unknown, parts = 2): Promise<Day> {
  const work = await raised(admin, { id_checklist: list, id_oggetto: machine.id });
  const all: Row[] = [];
  for (let part = 0; part < parts; part += 1) all.push(await reserved(admin, work));
  return { work, parts: all };
}

async function withdraws(page: Page, { codice }: Row): Promise<void> {
  const section = page.getByRole('region', { name: 'Ricambi' });
  await section.getByRole('button', { name: new RegExp(`${codice} - .*S${codice}`, 's') }).click();
  await section.getByRole('button', { name: /^Preleva 1/ }).click();
  await section.getByRole('button', { name: /^Preleva 1/ }).waitFor({ state: 'detached' });
}

/** Opens the card and waits until the device has everything that the whole day needs. */
async function opened(page: Page, admin: Api, { work }: Day): Promise<void> {
  const { id: begun } = await stateCalled(admin, 'IC');
  const ahead = page.waitForResponse((reply) => reply.url().includes(`daStato=${begun}`));
  const signatures = page.waitForResponse((reply) => reply.url().includes('/firme/segnalatore/'));
  await page.goto(`/dettaglio-odl/${work.id}`);
  await page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox').first().waitFor();
  await Promise.all([ahead, signatures]);
  await isHeld(page);
}

/** Takes over, begins, ticks, withdraws, takes a photo and fills in what the closed state requires. */
async function works(page: Page, { parts }: Day): Promise<void> {
  await press(page, 'Prendi in carico');
  await sees(stateOf(page), /^Assegnato$/);
  await press(page, 'Inizia');
  await sees(stateOf(page), /^In corso$/);
  const items = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
  for (const item of await items.all()) {
    await item.click();
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
  }
  for (const part of parts) await withdraws(page, part);
  await takes(page, 'Scatta una foto', 'guasto.png', png());
  await box(page, 'Causa del guasto').pressSequentially('Cuscinetto usurato');
  await box(page, 'Ore di fermo').pressSequentially('1,5');
}

async function signsAndCloses(page: Page): Promise<void> {
  await press(page, 'Firma e chiudi');
  await draw(page, 'Firma del tecnico: firmare qui');
  await draw(page, 'Firma del segnalatore: firmare qui');
  await press(dialog(page), 'Firma e chiudi');
  await sees(stateOf(page), /^Chiuso$/);
}

/** Returns the text of the signed report, without what differs between two works. */
async function reportOf(api: Api, { work, parts }: Day): Promise<string[]> {
  const { documenti } = await api<{ documenti: Row[] }>('GET', `/odl/${work.id}/documento/`);
  const pdf = documenti.find(({ content_type: type }) => type === 'application/pdf')!;
  const reply = await fetch(`${plantUrl()}${pdf.url}`);
  const own = [work.codice, work.descrizione, ...parts.map(({ codice }) => codice)];
  const pages = readPdf(Buffer.from(await reply.arrayBuffer())).map(({ texts }) => texts.join(''));
  return pages
    .map((text) => own.reduce<string>((all, one, at) => all.replaceAll(String(one), `{${at}}`), text))
    .map((text) => text.replaceAll(/\d\d\/\d\d\/\d{4}( \d\d:\d\d)?/g, '{date}'))
    .map((text) => text.replaceAll(/[0-9A-Z]{5}-[0-9A-Z]{5}/g, '{code}'));
}

const stockOf = (api: Api, { parts }: Day) =>
  Promise.all(
    parts.map(async ({ id }) => {
      const rows = await api<Row[]>('GET', `/ricambio/${id}/giacenza/`);
      return rows.map(({ quantita }) => quantita);
    }),
  );

async function recordOf(api: Api, { work }: Day) {
  const row = await api('GET', `/odl/${work.id}`);
  const names = ['cod_stato', 'campo_nota1', 'campo_float1', 'numero_ricambi', 'num_documenti', 'tecnico'];
  const signed = ['is_firmato_tecnico', 'is_firmato_segnalatore', 'tempi_stimati'];
  const items = await api<Row[]>('GET', `/odl/${work.id}/checklist/`);
  return {
    ...Object.fromEntries([...names, ...signed].map((name) => [name, row[name]])),
    ticks: items.map(({ checked }) => checked),
  };
}

describe('a technician who signs without a network', () => {
  atNight(
    'does the whole day without a network: then record, stock and report are those of a day with a network',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, camera: FILM, language: 'it', says: /ERR_/ },
      async ({ page, join: open }) => {
        const { api: admin } = await open({ as: 'SUADMIN' });
        const list = await checklist(admin, 6);
        const [online, offline] = [await dayOf(admin, list), await dayOf(admin, list)];
        await opened(page, admin, online);
        await works(page, online);
        await signsAndCloses(page);

        // The card is never opened with a network: the phone has taken the work along.
        await go(page, '/home');
        await hasTaken(page, offline.work);
        await hasPageOf(page, machine);
        await page.context().setOffline(true);
        await page.reload();
        await sees(page, 'Senza rete');
        await scansAndOpens(page, offline.work);
        await works(page, offline);
        await press(page, 'Firma e chiudi');
        const contents = page.getByRole('region', { name: 'Contenuto del rapportino' });
        for (const { codice } of offline.parts) await sees(contents, new RegExp(`^${codice} .*: 1`));
        await sees(contents, /^Inizio intervento: \d/);
        await draw(page, 'Firma del tecnico: firmare qui');
        await draw(page, 'Firma del segnalatore: firmare qui');
        await press(dialog(page), 'Firma e chiudi');
        await sees(stateOf(page), /^Chiuso$/);
        await press(page, 'Mostra');
        const parts = offline.parts.map(({ codice }) => new RegExp(`: ${codice} - `));
        for (const words of [
          /: Controllo 1 /,
          /: Controllo 6 /,
          /: Sì$/,
          ...parts,
          /: In corso$/,
          /: Chiuso$/,
        ])
          await dialog(page).getByText(words).first().waitFor();
        await press(dialog(page), 'Chiudi');
        await dialog(page).waitFor({ state: 'detached' });
        expect(await admin('GET', `/odl/${offline.work.id}`)).toMatchObject({ cod_stato: 'AP' });

        await page.context().setOffline(false);
        await page.getByText(/^Da inviare: /).waitFor({ state: 'detached' });
        await page.getByText('Non ancora inviato').first().waitFor({ state: 'detached' });
        const record = await recordOf(admin, offline);
        expect(record).toMatchObject({ cod_stato: 'CH', is_firmato_tecnico: 1, is_firmato_segnalatore: 1 });
        expect(record).toEqual(await recordOf(admin, online));
        expect(await stockOf(admin, offline)).toEqual(await stockOf(admin, online));
        expect(await reportOf(admin, offline)).toEqual(await reportOf(admin, online));
      },
    ),
  );

  it(
    'keeps what is drawn when the network is lost while signing, and closes when it is back',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join: open }) => {
        const { api: admin } = await open({ as: 'SUADMIN' });
        const day = await dayOf(admin, await checklist(admin, 1), 0);
        await opened(page, admin, day);
        await works(page, day);
        await press(page, 'Firma e chiudi');
        await draw(page, 'Firma del tecnico: firmare qui');
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await draw(page, 'Firma del segnalatore: firmare qui');
        await press(dialog(page), 'Firma e chiudi');
        await sees(dialog(page), 'La rete manca: non è stato salvato nulla.');
        await page.context().setOffline(false);
        await page.getByText('Senza rete').waitFor({ state: 'detached' });
        await press(dialog(page), 'Firma e chiudi');
        await sees(stateOf(page), /^Chiuso$/);
        await expect
          .poll(() => recordOf(admin, day))
          .toMatchObject({ cod_stato: 'CH', is_firmato_segnalatore: 1 });
      },
    ),
  );

  atNight(
    'closes nothing if the report would say something else, reads it as it is now, signs again and then closes',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/, provokes: [409] },
      async ({ page, join: open }) => {
        const { api: admin } = await open({ as: 'SUADMIN' });
        const day = await dayOf(admin, await checklist(admin, 1), 1);
        await opened(page, admin, day);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await works(page, day);
        await signsAndCloses(page);
        const [tipo] = await admin<Row[]>('GET', '/costo/tipo-costo/?pag=-1');
        const cost = { tipo: tipo!.id_tipo_costo, descrizione: 'Trasferta', quantita: 1, costo: 40, flag: 1 };
        await admin('POST', `/odl/${day.work.id}/costo/`, cost);
        await page.context().setOffline(false);
        await sees(page, /^Da rivedere: 1 · Da inviare: 1/);
        expect(await admin('GET', `/odl/${day.work.id}`)).toMatchObject({ cod_stato: 'IC' });
        await press(page, 'Mostra');
        await sees(
          dialog(page).getByRole('alert'),
          /^Il rapportino dice altro da ciò che è stato firmato. È cambiato: .*Trasferta.* Rileggerlo e firmare di nuovo.$/,
        );
        await press(dialog(page), 'Rileggi e firma di nuovo');
        const contents = page.getByRole('region', { name: 'Contenuto del rapportino' });
        await sees(contents, /^Trasferta: 40,00/);
        await draw(page, 'Firma del tecnico: firmare qui');
        await draw(page, 'Firma del segnalatore: firmare qui');
        await page.getByRole('button', { name: 'Genera rapportino' }).click();
        await sees(page, 'Tutto è stato inviato');
        await expect.poll(async () => (await admin('GET', `/odl/${day.work.id}`)).cod_stato).toBe('CH');
      },
    ),
  );
});
