/** The application on a device: users can install it, and its pages open without a network. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { isHeld } from './browser/on-device.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { plantUrl } from './plant/plant-url.ts';
import { box } from './user/forms.ts';
import { sees } from './user/navigation.ts';

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;

/** Raises work as the requester, and lets an administrator assign it: then the requester may comment. */
async function raised(api: Api, admin: Api): Promise<{ id: number }> {
  const [states, types, [asset]] = [
    await admin<Row[]>('GET', '/stato/?all=1&pag=-1'),
    await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
    await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1'),
  ];
  const idOf = (rows: Row[], code: string) => rows.find(({ codice }) => codice === code)!.id;
  const { id } = await api<{ id: number }>('POST', '/odl/', {
    descrizione: 'Pompa nel pozzo',
    id_oggetto: asset!.id,
    id_stato: idOf(states, 'AP'),
    id_tipo_guasto: idOf(types, 'LUB'),
    priorita: 1,
    data_ordine: '2020-01-01T08:00:00Z',
  });
  const { utenti } = await admin<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  await admin('PUT', `/odl/${id}`, { id_stato: idOf(states, 'AS'), id_tecnico: utenti[0]!.id });
  return { id };
}

async function comment(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Aggiungi Commento' }).first().click();
  const dialog = page.getByRole('dialog');
  await box(dialog, 'Testo').fill(text);
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('the application on a device', () => {
  it(
    'can be installed, and opens every address without a network after its first visit',
    visit({ as: 'RIFTEC', phone: true, worker: true, language: 'en', says: NO_NETWORK }, async ({ page }) => {
      await page.goto('/home');
      await page.getByRole('navigation', { name: 'Quick bar' }).waitFor();
      await isHeld(page);
      const devtools = await page.context().newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);
      const { url } = await devtools.send('Page.getAppManifest');
      expect(url).toMatch(/manifest\.en\.webmanifest$/);
      await page.context().setOffline(true);
      await page.reload();
      await sees(page, 'No network');
      await page.getByRole('navigation', { name: 'Quick bar' }).waitFor();
      await page.goto('/account');
      await sees(page, 'No network');
      await page.context().setOffline(false);
      await page.getByText('No network').waitFor({ state: 'detached' });
    }),
  );

  atNight(
    'says after a while what it waits for, and asks again when told to',
    visit({ as: 'RIFTEC', phone: true, language: 'en' }, async ({ page }) => {
      const held: Route[] = [];
      let isSlow = true;
      const answer = (route: Route) => (isSlow ? void held.push(route) : route.continue());
      await page.route('**/api/cmms/odl/?**', answer);
      await page.goto('/home');
      await sees(page, 'The server has not answered yet');
      isSlow = false;
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await page.getByText('The server has not answered yet').waitFor({ state: 'detached' });
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    }),
  );

  it(
    'keeps what was done without a network through a reload, and sends it once from two tabs',
    visit({ as: 'RESP', phone: true, worker: true, language: 'it', says: /ERR_/ }, async ({ page, api }) => {
      const { id } = await raised(api, await apiAs(plantUrl(), 'SUADMIN'));
      const address = `/dettaglio-odl/${id}?tab=commenti`;
      await page.goto(address);
      await sees(page, 'Nessun commento presente');
      await isHeld(page);
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await comment(page, 'Manca la chiave');
      await sees(page, 'Da inviare: 1');
      await page.reload();
      await sees(page, 'Da inviare: 1');
      const second = await page.context().newPage();
      await second.goto(address);
      await sees(second, 'Da inviare: 1');
      await page.context().setOffline(false);
      for (const tab of [page, second]) await tab.getByText('Da inviare').waitFor({ state: 'detached' });
      const comments = await api<Row[]>('GET', `/commento/intervento/${id}`);
      expect(comments.map(({ testo }) => testo)).toEqual(['Manca la chiave']);
      await sees(page, 'Manca la chiave');
      await second.close();
    }),
  );
});
