/** Empty pages and failures: the advice for each role, and the button of the next step. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { atNight } from '../runner/nightly.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { newPlant } from './data/asset-trees.ts';
import { still } from './screens/screens.ts';
import { go, path, sees } from './user/navigation.ts';

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });
/** A reply of a broken server. */
const BROKEN = { status: 500, json: { result: -1, description: '', data: null } };

describe('an empty list', () => {
  it(
    'offers the add button to users who may add, and says who may to others [list-empty]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, join }) => {
      const empty = async (one: Page) => {
        await one.route(/\/cdc\/\?/, (route) => route.fulfill({ json: { result: 0, data: [], tot: 0 } }));
        await one.route(/\/magazzino\/\?/, (route) =>
          route.fulfill({ json: { result: 0, data: [], tot: 0 } }),
        );
      };
      await empty(page);
      await page.goto('/list-cdc');
      await sees(page, 'Nessun dato presente');
      await sees(page, 'Qui compariranno gli elementi di Centri di costo. Inizia aggiungendo il primo.');
      await page.getByRole('status').getByRole('link', { name: 'Aggiungi' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const { page: technician } = await join({ as: 'RIFTEC', language: 'en' });
      await empty(technician);
      await technician.goto('/conf-magazzini');
      await sees(technician, 'Items of Warehouses will appear here. Only administrators can add them.');
      expect(await technician.getByRole('status').getByRole('link').count()).toBe(0);
      expect(await violations(technician)).toEqual([]);
    }),
  );

  atNight(
    'that is empty because of filters offers to remove them',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page }) => {
      await page.goto('/list-costi');
      await page.getByRole('main').getByRole('searchbox').first().fill('zzzzqqqq');
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await page.getByRole('status').getByRole('button', { name: 'Azzera filtri' }).click();
      await page.getByRole('main').getByRole('row').nth(1).waitFor();
    }),
  );

  atNight(
    'of a page with closed work only says how much is hidden, and can show it',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const closed = await api<Row[]>('GET', '/odl/?mostraChiusi=1&pag=1&max_rows=200');
      const open = await api<Row[]>('GET', '/odl/?pag=-1');
      const busy = new Set(open.map(({ id_oggetto }) => id_oggetto));
      const done = closed.find(({ id_oggetto }) => !busy.has(id_oggetto));
      const asset = done!.id_oggetto as number;
      const filter = encodeURIComponent(JSON.stringify({ idOggetto: asset }));
      const count = (await api<Row[]>('GET', `/odl/?mostraChiusi=1&idOggetto=${asset}&pag=-1`)).length;
      await page.goto(`/conf-odl?filter=${filter}`);
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await sees(
        page,
        count === 1 ? '1 elemento non è mostrato qui.' : `${count} elementi non sono mostrati qui.`,
      );
      expect(await violations(page)).toEqual([]);
      await button(page, 'Mostra chiusi').click();
      await page
        .getByRole('link', { name: String(done!.codice) })
        .first()
        .waitFor();
    }),
  );

  atNight(
    'with hidden rows only does not say that there is no data',
    visit({ as: 'SUPER', language: 'it' }, async ({ page }) => {
      await page.route(/\/odl\/\?(?!.*mostraChiusi)/, (route) =>
        route.fulfill({ json: { result: 0, data: [], tot: 0 } }),
      );
      await page.goto('/conf-odl');
      await sees(page, 'Nessun elemento da mostrare qui');
      await sees(page, /\d+ elementi non sono mostrati qui\./);
      expect(await page.getByText('Nessun dato presente').count()).toBe(0);
      await button(page, 'Mostra chiusi').click();
      await page.getByRole('link', { name: /ODL-/ }).first().waitFor();
    }),
  );

  atNight(
    'of references says where to add the first row',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page }) => {
      await page.route(/\/reparto\/\?/, (route) => route.fulfill({ json: { result: 0, data: [], tot: 0 } }));
      await page.goto('/upd-costi');
      await page.getByRole('combobox', { name: 'Reparto' }).click();
      await sees(page, 'Niente da scegliere: aggiungere il primo in Reparti.');
      await page.getByRole('combobox', { name: 'Reparto' }).fill('zzz');
      await sees(page, 'Nessun elemento trovato: provare con altre parole');
    }),
  );

  atNight(
    'of a tab names the add button, or who may add',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const { machine } = await newPlant(api);
      await page.goto(`/info-oggetto/${machine.id}?tab=interventi`);
      await sees(page, '«Aggiungi Intervento» apre il primo.');
      await go(page, `/info-oggetto/${machine.id}?tab=ricambi`);
      await sees(page, 'Nessun ricambio è stato usato per questo oggetto.');
      await page.getByRole('searchbox', { name: 'Cerca nei ricambi usati' }).fill('zzz');
      await sees(page, 'Nessun elemento corrisponde ai filtri');
      await page.getByRole('status').getByRole('button', { name: 'Azzera filtri' }).click();
      await sees(page, 'Nessun ricambio è stato usato per questo oggetto.');
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'of the calendar says that nothing is planned, and can remove the filters',
    visit({ as: 'SUPER', language: 'it' }, async ({ page }) => {
      await page.goto(
        `/calendario?view=month&day=2031-03-03&filter=${encodeURIComponent('{"filtro":"zzzzqqqq"}')}`,
      );
      await sees(page, /Nessun intervento in questo periodo/);
      expect(await violations(page)).toEqual([]);
    }),
  );
});

describe('data that cannot be loaded', () => {
  it(
    'because the server is unreachable shows a message on list, calendar and home, and loads after a retry',
    visit({ as: 'SUPER', language: 'it', says: /ERR_FAILED/ }, async ({ page, api }) => {
      const away = /\/api\/cmms\/(odl|dashboard)\b/;
      for (const [address, back] of [
        ['/conf-odl', /ODL-/],
        ['/calendario', /ODL-|Lun|lun/],
        ['/home', /Interventi aperti/],
      ] as const) {
        await page.goto('/account');
        await page.route(away, (route) => route.abort());
        await go(page, address);
        const failure = page.getByRole('main').getByRole('alert').first();
        await failure.waitFor();
        await sees(failure, 'Impossibile connettersi al server. Riprova più tardi.');
        await sees(failure, 'Controlla la connessione, poi riprova.');
        // Panels are still loading.
        await still(page);
        expect(await violations(page)).toEqual([]);
        await page.unroute(away);
        // One button retries everything that failed on the page.
        await failure.getByRole('button', { name: 'Riprova' }).click();
        await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0);
        await sees(page, back);
      }
      // For server errors, the advice is to contact the administrator.
      const [one] = await api<Row[]>('GET', '/odl/?pag=1');
      await page.goto('/account');
      await page.route(away, (route) => route.abort());
      await go(page, `/dettaglio-odl/${one!.id}`);
      await sees(page, 'Non è stato possibile leggere questi dati. Impossibile connettersi al server.');
      await page.unroute(away);
      await button(page, 'Riprova').click();
      await page.getByRole('heading', { level: 1, name: new RegExp(String(one!.codice)) }).waitFor();
    }),
    120_000,
  );

  atNight(
    'is loaded automatically when the network is back',
    visit({ as: 'SUADMIN', language: 'en', says: /ERR_INTERNET_DISCONNECTED/ }, async ({ page }) => {
      await page.goto('/conf-org');
      await page.getByRole('main').getByRole('row').nth(1).waitFor();
      await page.context().setOffline(true);
      await go(page, '/conf-reparti');
      await sees(page, 'This is not on this device yet. It appears when the network is back.');
      await page.context().setOffline(false);
      await page.getByRole('main').getByRole('row').nth(1).waitFor();
    }),
  );

  it(
    'because of a server error names whom to contact, in the language of the page [error-http]',
    visit({ as: 'SUPER', language: 'en', mode: 'dark', provokes: [500] }, async ({ page }) => {
      await page.route(/\/magazzino\/\?/, (route) => route.fulfill(BROKEN));
      await page.goto('/conf-magazzini');
      await sees(page, 'The list could not be loaded. An error has occurred. Please try again later.');
      await sees(page, 'If it happens again, contact your administrator.');
      expect(await violations(page)).toEqual([]);
    }),
  );

  atNight(
    'shows the message next to the list too: the warehouses of the parts',
    visit({ as: 'SUPER', language: 'it', provokes: [500] }, async ({ page }) => {
      await page.route(/\/magazzino\/\?/, (route) => route.fulfill(BROKEN));
      await page.goto('/conf-ricambi');
      const warehouses = page.getByRole('complementary', { name: 'Magazzini' });
      await sees(warehouses, /^Non è stato possibile leggere questi dati/);
      await page.unroute(/\/magazzino\/\?/);
      await warehouses.getByRole('button', { name: 'Riprova' }).click();
      await warehouses.getByRole('list', { name: 'Stabilimento di Foligno' }).waitFor();
    }),
  );

  atNight(
    'because it is not there leads to its list, on page and form',
    visit({ as: 'SUPER', language: 'it', provokes: [404] }, async ({ page }) => {
      for (const address of ['/info-oggetto/999999', '/upd-oggetto/999999']) {
        await page.goto(address);
        const sentence =
          "L'elemento richiesto non esiste o non è visibile: cercalo nell'elenco o chiedi a un amministratore.";
        await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: 'Torna a Oggetti' }).click();
        await expect.poll(() => path(page)).toBe('/conf-oggetti');
      }
    }),
  );

  atNight(
    'because it is not there does not leave the title of the page before on the tab',
    visit({ as: 'SUPER', language: 'it', provokes: [404] }, async ({ page }) => {
      await page.goto('/upd-oggetto');
      await expect.poll(() => page.title()).toBe('Nuovo: Oggetto · Officina');
      await go(page, '/info-oggetto/999999');
      await page.getByRole('alert').waitFor();
      expect(await page.title()).toBe('Oggetto · Officina');
    }),
  );

  atNight(
    'because the record above is not there offers no form below it',
    visit({ as: 'SUPER', language: 'it', provokes: [404] }, async ({ page }) => {
      const below = [
        '/dettaglio-magazzino/999999/upd-ubicazione',
        '/upd-manutenzione/999999',
        '/add-oggetto-figlio/999999',
      ];
      for (const address of below) {
        await page.goto(address);
        await sees(page.getByRole('alert'), /^L'elemento richiesto non esiste o non è visibile/);
        await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
      }
      await page.getByRole('link', { name: 'Torna a Oggetti' }).waitFor();
    }),
  );

  atNight(
    'because of missing rights says whom to ask [R1]',
    visit({ as: 'RESP', language: 'en', provokes: [403] }, async ({ page }) => {
      const refusal = {
        result: -1,
        description: 'Your role may not do this. Ask an administrator.',
        data: null,
      };
      await page.route(/\/odl\/\?/, (route) => route.fulfill({ status: 403, json: refusal }));
      await page.goto('/conf-odl');
      await sees(page, 'Your role may not do this. Ask an administrator.');
      expect(await button(page, 'Try again').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.goto('/conf-utenti');
      await sees(
        page,
        'The page “Users” is not available to your role. If you need it, ask an administrator.',
      );
      expect(await violations(page)).toEqual([]);
    }),
  );

  it(
    'because the page itself broke offers to load it again, inside the frame',
    visit(
      { as: 'SUPER', language: 'it', says: /ERR_FAILED|dynamically imported|preload/ },
      async ({ page }) => {
        await page.goto('/home');
        await sees(page, 'Interventi aperti');
        await page.route(/assets\/ReliabilityPage|assets\/AccountPage/, (route) => route.abort());
        await go(page, '/account');
        await sees(page, 'Si è verificato un errore. Riprova più tardi');
        await sees(page, 'Ricarica la pagina. Se succede ancora, avvisa chi amministra il sistema.');
        expect(await violations(page)).toEqual([]);
        await page.unroute(/assets\/ReliabilityPage|assets\/AccountPage/);
        await button(page, 'Ricarica la pagina').click();
        await page.getByRole('heading', { name: 'Il mio account' }).waitFor();
      },
    ),
  );
});
