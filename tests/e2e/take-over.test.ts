/** A technician on a phone takes over work with one press: on the home page, in the list and on the work's page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { sees } from './user/navigation.ts';

let count = 0;

/** Raises open work without a technician, as the technician. */
async function raised(api: Api): Promise<Row> {
  const [states, types, [asset]] = [
    await api<Row[]>('GET', '/stato/?all=1&pag=-1'),
    await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
    await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1'),
  ];
  const idOf = (rows: Row[], code: string) => rows.find(({ codice }) => codice === code)!.id;
  return api('POST', '/odl/', {
    descrizione: `Da prendere ${Date.now().toString(36)}${++count}`,
    id_oggetto: asset!.id,
    id_stato: idOf(states, 'AP'),
    id_tipo_guasto: idOf(types, 'LUB'),
    priorita: 1,
    data_ordine: '2020-01-01T08:00:00Z',
    campo_nota1: 'Usura',
    campo_float1: 1,
  });
}

const isAssigned = (api: Api, { id }: Row) =>
  expect.poll(async () => (await api('GET', `/odl/${id}`)).cod_stato).toBe('AS');
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

describe('a technician on a phone takes over work with one press', () => {
  it(
    'on the page of the work, at the thumb',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, api }) => {
      const work = await raised(api);
      await page.goto(`/dettaglio-odl/${work.id}`);
      const foot = page.getByRole('button', { name: 'Prendi in carico', exact: true }).last();
      await foot.waitFor();
      expect((await foot.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await fits(page);
      await foot.click();
      await sees(page, "L'intervento è ora assegnato a te");
      await isAssigned(api, work);
      await expect.poll(() => page.getByRole('button', { name: 'Prendi in carico' }).count()).toBe(0);
    }),
  );

  atNight(
    'in the list, on the card of the work',
    visit({ as: 'RIFTEC', phone: true, language: 'en' }, async ({ page, api }) => {
      const work = await raised(api);
      await page.goto(`/conf-odl?filter=${encodeURIComponent(JSON.stringify({ codice: work.codice }))}`);
      const button = page.getByRole('button', { name: `Take over: ${work.codice} - ${work.descrizione}` });
      await button.waitFor();
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await button.click();
      await sees(page, 'The intervention is yours');
      await isAssigned(api, work);
      await expect.poll(() => button.count()).toBe(0);
    }),
  );

  atNight(
    'on the home page, among the work that nobody has',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, api }) => {
      const work = await raised(api);
      await page.goto('/home');
      const panel = page.getByRole('region', { name: 'Da prendere in carico' });
      const button = panel.getByRole('button', {
        name: `Prendi in carico: ${work.codice} - ${work.descrizione}`,
      });
      await button.waitFor();
      await fits(page);
      await button.click();
      await isAssigned(api, work);
      await expect.poll(() => button.count()).toBe(0);
    }),
  );

  atNight(
    'and is told who has it, if a planner was quicker',
    visit({ as: 'RIFTEC', phone: true, language: 'it', provokes: [409] }, async ({ page, api, join }) => {
      const work = await raised(api);
      await page.goto(`/dettaglio-odl/${work.id}`);
      const foot = page.getByRole('button', { name: 'Prendi in carico', exact: true }).last();
      await foot.waitFor();
      const planner = await join({ as: 'SUADMIN' });
      const { utenti } = await planner.api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOdl=${work.id}`);
      const other = utenti.find(({ descrizione }) => descrizione === 'Matteo Caruso')!;
      const assigned = (await planner.api<Row[]>('GET', '/stato/?all=1&pag=-1')).find(
        ({ codice }) => codice === 'AS',
      )!;
      // The planner assigns it between the press and its arrival.
      await page.route('**/presa-in-carico', async (route) => {
        await planner.api('PUT', `/odl/${work.id}`, { id_stato: assigned.id, id_tecnico: other.id });
        await route.continue();
      });
      await foot.click();
      await sees(page, /già assegnato a Matteo Caruso/);
      expect((await api('GET', `/odl/${work.id}`)).id_tecnico).toBe(other.id);
    }),
  );
});
