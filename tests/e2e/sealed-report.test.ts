/**
 * An outdated job report: the differences are named, a new one is created and signed; and the public check shows
 * them.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { sees } from './user/navigation.ts';
import { draw } from './user/signature.ts';

let settings: Awaited<ReturnType<typeof changeSettings>>;
let states: Row[];
const stateOf = (code: string) => states.find(({ codice }) => codice === code)!.id as number;

beforeAll(async () => {
  settings = await changeSettings({
    RappFirmaTecnico: '1',
    RappFirmaSegnalatore: '0',
    RappModificheAmmesse: '0',
  });
  const api = await apiAs(plantUrl(), 'SUADMIN');
  states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
  await api('PUT', `/stato/${stateOf('CH')}`, { richiedi_firma_rapportino: 1 });
});
afterAll(async () => {
  const api = await apiAs(plantUrl(), 'SUADMIN');
  await api('PUT', `/stato/${stateOf('CH')}`, { richiedi_firma_rapportino: 0 });
  await changeSettings(settings);
});

/** Creates an intervention in progress, ready for closing. */
async function inProgress(api: Api): Promise<number> {
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR');
  const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
  const { utenti } = await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  const { id } = await api<{ id: number }>('POST', '/odl/', {
    descrizione: `Sigillato ${Date.now().toString(36)}`,
    id_oggetto: asset!.id,
    id_tipo_guasto: types.find(({ codice }) => codice === 'LUB')!.id,
    id_tecnico: utenti[0]!.id,
    id_stato: stateOf('AS'),
    campo_nota1: 'Usura',
    campo_float1: 1,
    priorita: 2,
    note: 'Prima',
  });
  await api('PUT', `/odl/${id}`, { id_stato: stateOf('IC') });
  return id;
}

/** Signs and creates the report by the API, as another device would. */
async function reported(api: Api, id: number): Promise<string> {
  const { codice } = await api<Row>('POST', `/rapportini/odl/${id}/stato/${stateOf('CH')}`, {});
  return String(codice);
}

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const isClosed = (api: Api, id: number) =>
  expect.poll(async () => (await api<Row>('GET', `/odl/${id}`)).cod_stato).toBe('CH');

describe('a job report that differs from the recorded data', () => {
  it(
    'is reported on a phone, created and signed again with one tap, and the check says that it was replaced',
    visit({ as: 'SUPER', phone: true }, async ({ page, api }) => {
      const id = await inProgress(api);
      const code = await reported(api, id);
      await api('PUT', `/odl/${id}`, { note: 'Dopo la firma' });
      await page.goto(`/dettaglio-odl/${id}`);
      await page.getByRole('button', { name: 'Passa allo stato: Chiuso' }).click();
      await press(page, 'Procedi');
      await sees(dialog(page), /Il rapportino non corrisponde più a ciò che verrebbe registrato/);
      await sees(dialog(page), 'Note da Prima a Dopo la firma');
      expect(await violations(page)).toEqual([]);
      await press(page, 'Rifai e firma');
      const contents = page.getByRole('region', { name: 'Contenuto del rapportino' });
      await sees(contents, 'Note: Dopo la firma');
      await draw(page, 'Firma del tecnico: firmare qui');
      const technician = page.getByRole('region', { name: 'Firma del tecnico' });
      await technician.getByRole('button', { name: 'Salva firma' }).click();
      await technician.getByRole('button', { name: 'Rimuovi e rifai' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await press(page, 'Genera rapportino');
      await sees(page, 'Rapportino generato correttamente');
      await isClosed(api, id);
      await page.goto(`/verifica-rapportino/${code}`);
      await sees(page, 'È stato sostituito da un altro rapportino prima del cambio di stato.');
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'must be signed again if someone changes the intervention while it is open on a desktop',
    visit({ as: 'SUPER', language: 'en', provokes: [409] }, async ({ page, api }) => {
      const id = await inProgress(api);
      await page.goto(`/dettaglio-odl/${id}`);
      await page.getByRole('button', { name: 'Job report', exact: true }).click();
      const technician = page.getByRole('region', { name: "Technician's signature" });
      const sign = async () => {
        await draw(page, "Technician's signature: sign here");
        await technician.getByRole('button', { name: 'Save signature' }).click();
        await technician.getByRole('button', { name: 'Remove and redraw' }).waitFor();
      };
      await sees(page.getByRole('region', { name: 'Contents of the job report' }), 'Notes: Prima');
      await sign();
      const other = await apiAs(plantUrl(), 'SUADMIN');
      await other('PUT', `/odl/${id}`, { note: 'Meanwhile' });
      await press(page, 'Generate the job report');
      await sees(dialog(page), /The intervention has changed since the job report was shown/);
      await sees(page.getByRole('region', { name: 'Contents of the job report' }), 'Notes: Meanwhile');
      await sees(technician, /Signed before the intervention changed/);
      expect(await violations(page)).toEqual([]);
      await sign();
      await press(page, 'Generate the job report');
      await sees(page, 'Job report generated successfully');
    }),
  );

  atNight(
    'stays valid if the plant allows it, and its check shows both values',
    visit({ language: 'en' }, async ({ page }) => {
      const api = await apiAs(plantUrl(), 'SUPER');
      const before = await changeSettings({ RappModificheAmmesse: '1' });
      const id = await inProgress(api);
      const code = await reported(api, id);
      await api('PUT', `/odl/${id}`, { note: 'Afterwards' });
      await api('PUT', `/odl/${id}`, { id_stato: stateOf('CH') });
      await changeSettings(before);
      await page.goto(`/verifica-rapportino/${code}`);
      await sees(page, 'The intervention was recorded differently from this job report:');
      await page.getByRole('row', { name: 'Notes Prima Afterwards' }).waitFor();
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'is requested again by the form, with the data that the form saves',
    visit({ as: 'SUPER', language: 'en' }, async ({ page, api }) => {
      const id = await inProgress(api);
      await reported(api, id);
      await page.goto(`/upd-odl/${id}`);
      await page.getByRole('combobox', { name: /^State/ }).click();
      await page.getByRole('option', { name: 'Closed' }).click();
      await page.getByRole('textbox', { name: /^Note/ }).fill('From the form');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(dialog(page), 'Notes from Prima to From the form');
      await press(page, 'Redo and sign');
      await sees(page.getByRole('region', { name: 'Contents of the job report' }), 'Notes: From the form');
      await press(page, 'Generate the job report');
      await page.waitForURL(`**/dettaglio-odl/${id}`);
      await isClosed(api, id);
      expect(await api<Row>('GET', `/odl/${id}`)).toMatchObject({ note: 'From the form' });
    }),
  );
});
