/** What was typed into the dialog of an act and did not reach the server: kept on the device, performed once. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { DRAFT_OF, KEPT, NO_NETWORK, offline, online } from './browser/no-network.ts';
import { isHeld, storedDrafts } from './browser/on-device.ts';
import { visit } from './browser/visit.ts';
import type { Api } from './data/api.ts';
import { mark } from './data/asset-trees.ts';
import { box, pick } from './user/forms.ts';
import { dialog, dialogClosed, press, retype, typeDate } from './user/input.ts';
import { go, sees } from './user/navigation.ts';

async function store(api: Api) {
  const [part] = await api<Row[]>('GET', '/ricambio/?pag=1&max_rows=1');
  const [warehouse] = await api<Row[]>('GET', '/magazzino/?pag=1&max_rows=1');
  return { part: part!, warehouse: warehouse! };
}

/** Returns the stock of a part in the place of a name. */
const stockIn = async (api: Api, part: Row, place: string): Promise<unknown[]> =>
  (await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`))
    .filter(({ descrizione_ubicazione }) => descrizione_ubicazione === place)
    .map(({ quantita }) => quantita);

const submit = (page: Page, name: string) =>
  dialog(page).locator('button[type=submit]', { hasText: name }).click();

/** Creates an intervention, open or closed. */
async function newWork(api: Api, descrizione: string, closed = false): Promise<Row> {
  const [asset] = await api<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
  const states = await api<Row[]>('GET', '/stato/?all=1&pag=-1');
  const types = await api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1');
  const id_stato = (code: string) => states.find(({ codice }) => codice === code)!.id;
  const body = {
    descrizione,
    id_oggetto: asset!.id,
    id_tipo_guasto: types.find(({ codice }) => codice !== '*')!.id,
    id_stato: id_stato('AP'),
    priorita: 1,
  };
  const made = await api<Row>('POST', '/odl/', body);
  if (!closed) return made;
  const { utenti } = await api<{ utenti: Row[] }>('GET', `/odl/tecnico/?idOggetto=${asset!.id}`);
  await api('PUT', `/odl/${made.id}`, { id_stato: id_stato('AS'), id_tecnico: utenti[0]!.id });
  await api('PUT', `/odl/${made.id}`, { id_stato: id_stato('IC'), campo_nota1: 'Usura', campo_float1: 0 });
  await api('PUT', `/odl/${made.id}`, { id_stato: id_stato('CH') });
  return made;
}

/** Opens the draft of the list of drafts. */
async function openDraft(page: Page, language: 'it' | 'en'): Promise<void> {
  await press(page, language === 'en' ? 'Show' : 'Mostra');
  await dialog(page)
    .getByRole('link', { name: language === 'en' ? 'Open the form' : 'Apri il modulo' })
    .click();
  await sees(dialog(page), DRAFT_OF[language]);
}

describe('an act that does not reach the server', () => {
  it(
    'is kept through a reload and on other pages, opens from the list of drafts, and is performed once',
    visit(
      { as: 'SUPER', language: 'en', phone: true, worker: true, says: NO_NETWORK },
      async ({ page, api }) => {
        const { part, warehouse } = await store(api);
        const place = `Shelf ${mark()}`;
        await page.goto(`/dettaglio-ricambio/${part.id}?tab=giacenze`);
        await press(page, 'Load / Unload');
        await pick(page, 'Warehouse', String(warehouse.codice));
        await press(dialog(page), 'Cancel');
        await dialogClosed(page);
        await isHeld(page);
        await page.reload();
        await press(page, 'Load / Unload');
        await pick(page, 'Warehouse', String(warehouse.codice));
        await box(dialog(page), 'Location').fill(place);
        await offline(page, 'en');
        await retype(dialog(page), 'Quantity', '12');
        await submit(page, 'Load');
        await sees(page, KEPT.en);
        await sees(dialog(page), DRAFT_OF.en);
        expect(await violations(page)).toEqual([]);

        await page.reload();
        await press(page, 'Load / Unload');
        await sees(dialog(page), DRAFT_OF.en);
        expect(await box(dialog(page), 'Quantity').inputValue()).toBe('12');
        await press(dialog(page), 'Cancel');
        await dialogClosed(page);

        await go(page, '/home');
        await sees(page, 'Drafts: 1');
        await openDraft(page, 'en');
        await online(page, 'en');
        await expect.poll(() => box(dialog(page), 'Location').inputValue()).toBe(place);
        await submit(page, 'Load');
        await dialogClosed(page);
        await expect.poll(() => stockIn(api, part, place)).toEqual([12]);
        expect(await storedDrafts(page)).toBe('[]');
        await page.reload();
        await press(page, 'Load / Unload');
        await box(dialog(page), 'Quantity').waitFor();
        expect(await page.getByText(DRAFT_OF.en).count()).toBe(0);
      },
    ),
  );

  it(
    'is performed once although its reply was lost, and says so when other values follow, or that a colleague has changed the record',
    visit({ as: 'SUPER', language: 'it', says: NO_NETWORK, provokes: [422] }, async ({ page, api }) => {
      const { part, warehouse } = await store(api);
      const [first, second] = [`Scaffale ${mark()}`, `Scaffale ${mark()}`];
      let loses = true;
      await page.route(/\/giacenza/, async (route) => {
        if (route.request().method() !== 'POST' || !loses) return route.continue();
        loses = false;
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      });
      const load = async (place: string) => {
        await press(page, 'Carica / Scarica');
        await pick(page, 'Magazzino', String(warehouse.codice));
        await box(dialog(page), 'Ubicazione').fill(place);
        await box(dialog(page), 'Quantità').fill('3');
        await submit(page, 'Carica');
        await sees(page, KEPT.it);
        await online(page, 'it');
        await page.reload();
        await press(page, 'Carica / Scarica');
        await sees(dialog(page), DRAFT_OF.it);
        await expect.poll(() => box(dialog(page), 'Ubicazione').inputValue()).toBe(place);
      };
      await page.goto(`/dettaglio-ricambio/${part.id}?tab=giacenze`);
      await load(first);
      await submit(page, 'Carica');
      await dialogClosed(page);
      expect(await stockIn(api, part, first)).toEqual([3]);

      loses = true;
      await load(second);
      await api('PATCH', `/ricambio/${part.id}`, { descrizione: `Cuscinetto ${mark()}` });
      await page.reload();
      await press(page, 'Carica / Scarica');
      await sees(dialog(page), 'Controllare i valori prima di procedere');
      await expect.poll(() => box(dialog(page), 'Ubicazione').inputValue()).toBe(second);
      await retype(dialog(page), 'Quantità', '4');
      await submit(page, 'Carica');
      await sees(dialog(page), 'Il primo tentativo era arrivato');
      expect(await stockIn(api, part, second)).toEqual([3]);
      await press(dialog(page), 'Scarta');
      await press(dialog(page), 'Scarta');
      await expect.poll(() => storedDrafts(page)).toBe('[]');
      await expect.poll(() => box(dialog(page), 'Quantità').inputValue()).toBe('');
    }),
  );

  atNight(
    'on selected rows selects them again',
    visit({ as: 'SUPER', language: 'en', worker: true, says: NO_NETWORK }, async ({ page, api }) => {
      const text = mark();
      const works = [await newWork(api, `${text} one`), await newWork(api, `${text} two`)];
      const list = `/conf-odl?filter=${encodeURIComponent(JSON.stringify({ filtro: text }))}`;
      await page.goto(list);
      await sees(page, '1 - 2 / 2');
      await isHeld(page);
      await page.reload();
      await sees(page, '1 - 2 / 2');
      await page.getByRole('checkbox', { name: 'Select the page' }).check();
      await press(page.getByRole('toolbar'), 'Change');
      await dialog(page).getByRole('group', { name: 'Planned' }).waitFor();
      await offline(page, 'en');
      await typeDate(dialog(page), 'Planned', '01032030');
      await submit(page, 'Save');
      await sees(page, KEPT.en);
      await page.reload();
      await go(page, '/home');
      await sees(page, 'Drafts: 1');
      await openDraft(page, 'en');
      await sees(dialog(page), 'Change 2 interventions');
      await online(page, 'en');
      await submit(page, 'Save');
      await sees(dialog(page), 'Changed 2 of 2');
      for (const { id } of works)
        expect(await api<Row>('GET', `/odl/${id}`)).toMatchObject({
          data_ordine: '2030-02-28T23:00:00.000Z',
        });
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );

  atNight(
    'opens on the page of its record, also if the user has left the dialog',
    visit({ as: 'SUPER', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const { id } = await newWork(api, `Perno ${mark()}`, true);
      await page.goto(`/dettaglio-odl/${id}`);
      await press(page, 'Crea follow-up');
      await box(dialog(page), 'Descrizione').waitFor();
      await offline(page, 'it');
      await retype(dialog(page), 'Descrizione', 'Perno da sostituire');
      await press(dialog(page), 'Annulla');
      await dialogClosed(page);
      await online(page, 'it');
      await go(page, '/home');
      await sees(page, 'Bozze: 1');
      await openDraft(page, 'it');
      expect(await box(dialog(page), 'Descrizione').inputValue()).toBe('Perno da sostituire');
    }),
  );

  atNight(
    'opens in the calendar, on the day where it was typed',
    visit({ as: 'SUPER', language: 'it', says: NO_NETWORK }, async ({ page, api }) => {
      const text = mark();
      const { id } = await newWork(api, text);
      await api('PUT', `/odl/${id}`, { data_ordine: '2031-03-03T08:00:00' });
      const filter = encodeURIComponent(JSON.stringify({ filtro: text }));
      await page.goto(`/calendario?view=month&day=2031-03-03&filter=${filter}`);
      await page.locator(`a[data-event="${id}"]`).first().focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Sposta o assegna' }).click();
      await dialog(page).getByRole('group', { name: 'Data prevista' }).waitFor();
      await offline(page, 'it');
      await typeDate(dialog(page), 'Data prevista', '05032031');
      await submit(page, 'Salva');
      await sees(page, KEPT.it);
      await press(dialog(page), 'Annulla');
      await dialogClosed(page);
      await online(page, 'it');
      await go(page, '/home');
      await sees(page, 'Bozze: 1');
      await openDraft(page, 'it');
      await submit(page, 'Salva');
      await dialogClosed(page);
      await expect
        .poll(async () => (await api<Row>('GET', `/odl/${id}`)).data_ordine)
        .toMatch(/^2031-03-0[45]T/);
      await expect.poll(() => storedDrafts(page)).toBe('[]');
    }),
  );
});
