/** The page behind a job report's QR code: anyone, without a session, compares a file with the signed one. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { apiAs } from './data/api.ts';
import { plantUrl } from './plant/plant-url.ts';
import { menuBar, sees } from './user/navigation.ts';

let code: string;
let signed: Buffer;

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const changed = (): Buffer => Buffer.concat([signed, Buffer.from(' ')]);

beforeAll(async () => {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  const states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
  const stateOf = (code: string) => states.find(({ codice }) => codice === code)!.id as number;
  await api('PUT', `/stato/${stateOf('CH')}`, { richiedi_firma_rapportino: 1 });
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const [type] = (await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1')).filter(
    ({ codice }) => codice === 'LUB',
  );
  const { utenti } = await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  const { id } = await api<Row>('POST', '/odl/', {
    descrizione: 'Con rapportino',
    id_oggetto: asset!.id,
    id_tipo_guasto: type!.id,
    id_stato: stateOf('AS'),
    id_tecnico: utenti[0]!.id,
    campo_nota1: 'Usura',
    campo_float1: 1,
    priorita: 2,
  });
  await api('PUT', `/odl/${id}`, { id_stato: stateOf('IC') });
  const report = await api<Row>('POST', `/rapportini/odl/${id}/stato/${stateOf('CH')}`, {});
  const document = await api<Row>('GET', `/odl/${id}/documento/${report.id}`);
  code = report.codice as string;
  signed = Buffer.from(document.contenuto as string, 'base64');
});

const input = (page: Page) => page.locator('input[type=file]');
const codeBox = (page: Page) => page.getByLabel('Codice del rapportino');
const check = (page: Page) => page.getByRole('button', { name: 'Verifica' });

/** Drops a file from a folder. */
const drop = (page: Page, content: Buffer) =>
  page.evaluate(
    ([name, bytes]) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes!), (one) => one.charCodeAt(0));
      dataTransfer.items.add(new File([content], name!, { type: 'application/pdf' }));
      document
        .querySelector('.drop')!
        .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    ['Trascinato.pdf', content.toString('base64')],
  );

describe('the check of a job report', () => {
  it(
    'opens without a session from the address in the QR code, and distinguishes the signed file from others [route-public-list]',
    visit({ phone: true }, async ({ page }) => {
      const scripts: string[] = [];
      page.on('request', (one) => one.resourceType() === 'script' && scripts.push(one.url()));
      await page.goto(`/verifica-rapportino/${code}`);
      await sees(page, 'Esiste un rapportino con questo codice.');
      await expect.poll(() => menuBar(page).count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await input(page).setInputFiles(pdf('Rapportino.pdf', signed));
      await sees(page, 'È il rapportino che è stato firmato: «Rapportino.pdf»');
      expect(await violations(page)).toEqual([]);
      await input(page).setInputFiles(pdf('Ritoccato.pdf', changed()));
      await sees(page, 'Non è il rapportino che è stato firmato: «Ritoccato.pdf»');
      expect(await violations(page)).toEqual([]);
      await drop(page, signed);
      await sees(page, 'È il rapportino che è stato firmato: «Trascinato.pdf»');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      // Visitors do not load the scripts of the application.
      expect(scripts.length).toBeLessThan(10);
    }),
  );

  atNight(
    'accepts a typed code in any notation, and reports an unknown one',
    visit({ provokes: [404], mode: 'dark' }, async ({ page }) => {
      await page.goto('/verifica-rapportino');
      await check(page).click();
      await sees(page, 'Scrivi il codice del rapportino');
      await codeBox(page).fill('ZZZZZ-ZZZZZ');
      await input(page).setInputFiles(pdf('Rapportino.pdf', signed));
      await sees(page, 'Nessun rapportino ha questo codice.');
      expect(await violations(page)).toEqual([]);
      await codeBox(page).fill(code.toLowerCase().replace('-', ' '));
      await check(page).click();
      await sees(page, 'È il rapportino che è stato firmato');
    }),
  );

  atNight(
    'works in English too, and computes the fingerprint itself on pages without https',
    visit({ language: 'en' }, async ({ page }) => {
      await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
      await page.goto(`/verifica-rapportino/${code}`);
      await sees(page, 'There is a job report with this code.');
      await input(page).setInputFiles(pdf('Report.pdf', signed));
      await sees(page, 'This is the job report that was signed');
      await input(page).setInputFiles(pdf('Other.pdf', changed()));
      await sees(page, 'This is not the job report that was signed');
    }),
  );
});
