/**
 * A technician without a network: what they do is stored, sent in order, and never lost, even if the plant has
 * changed.
 */
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { rowsOnDevice } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import type { Api } from '../data/api.ts';
import { box, pick } from '../user/forms.ts';
import { dialog, press, retype, type } from '../user/input.ts';
import { sees } from '../user/navigation.ts';
import { assigned, checklist, raised, reserved, stateCalled, stateOf } from './work.ts';

const partsOf = (page: Page): Locator => page.getByRole('region', { name: 'Ricambi' });

/** Withdraws one piece of a part that the card proposes. */
async function withdraws(page: Page, part: Row): Promise<void> {
  const section = partsOf(page);
  await section.getByRole('button', { name: new RegExp(String(part.codice)) }).click();
  await section.getByRole('button', { name: /^Preleva 1/ }).click();
  await section.getByRole('button', { name: /^Preleva 1/ }).waitFor({ state: 'detached' });
}

/** Takes all pieces of a part out of its warehouse, as a user at a desk would. */
async function empties(api: Api, part: Row): Promise<Row> {
  const [place] = await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`);
  const { id_magazzino, id_ubicazione, quantita } = place!;
  const emptied = { id_ricambio: part.id, id_magazzino, id_ubicazione, quantita: -Number(quantita) };
  await api('POST', `/ricambio/${part.id}/giacenza/`, emptied);
  return place!;
}

/** Puts five pieces of a part on a shelf of a warehouse. */
const loads = (api: Api, part: Row, warehouse: Row): Promise<unknown> =>
  api('POST', `/ricambio/${part.id}/giacenza/`, {
    id_ricambio: part.id,
    id_magazzino: warehouse.id,
    quantita: 5,
    descrizione_ubicazione: `S${part.codice}`,
  });

describe('a technician without a network', () => {
  atNight(
    'keeps a part and a comment on the device without a network, and is ready for the next',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await raised(admin);
      const part = await reserved(admin, work);
      await page.goto(`/dettaglio-odl/${work.id}`);
      const section = page.getByRole('region', { name: 'Ricambi' });
      const line = section.getByRole('button', { name: new RegExp(String(part.codice)) });
      await line.waitFor();
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await line.click();
      await section.getByRole('button', { name: /^Preleva 1/ }).click();
      await section.getByRole('button', { name: /^Preleva 1/ }).waitFor({ state: 'detached' });
      await sees(page, 'Da inviare: 1');
      const text = page.getByRole('textbox', { name: 'Aggiungi Commento' });
      await text.fill('Manca la chiave');
      await press(page, 'Aggiungi commento');
      await expect.poll(() => text.inputValue()).toBe('');
      await sees(page, 'Da inviare: 2');
      // Comments are at the end of the card, and the line stays in view.
      expect((await page.getByText('Da inviare: 2').boundingBox())!.y).toBeLessThan(200);
      await page.context().setOffline(false);
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      const taken = await admin<Row[]>('GET', `/odl/${work.id}/ricambio/`);
      expect(taken).toMatchObject([{ id_ricambio: part.id, quantita: 1 }]);
      const comments = await admin<Row[]>('GET', `/commento/intervento/${work.id}`);
      expect(comments.map(({ testo }) => testo)).toEqual(['Manca la chiave']);
    }),
  );

  it(
    'does the whole work without a network: taken over, begun, ticked, filled in, closed, and sent in order',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await raised(admin, { id_checklist: await checklist(admin, 2) });
      const { id: begun } = await stateCalled(admin, 'IC');
      const ahead = page.waitForResponse((reply) => reply.url().includes(`daStato=${begun}`));
      await page.goto(`/dettaglio-odl/${work.id}`);
      const items = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
      await items.first().waitFor();
      await ahead;
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await press(page, 'Prendi in carico');
      await sees(stateOf(page), /^Assegnato$/);
      await sees(stateOf(page), 'Non ancora inviato');
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      for (const item of await items.all()) {
        await item.click();
        await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
      }
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '1,5');
      await press(page, 'Chiudi');
      await press(dialog(page), 'Chiudi');
      await sees(stateOf(page), /^Chiuso$/);
      await sees(page, 'Da inviare: 5');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AP' });

      await page.context().setOffline(false);
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      await page.getByText('Non ancora inviato').waitFor({ state: 'detached' });
      await sees(stateOf(page), /^Chiuso$/);
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({
        cod_stato: 'CH',
        campo_nota1: 'Cuscinetto usurato',
        campo_float1: 1.5,
      });
      const steps = await admin<Row[]>('GET', `/odl/storico/${work.id}`);
      expect(steps.map(({ data_fatto }) => data_fatto !== null)).toEqual([true, true, true, false]);
    }),
  );

  atNight(
    'shows what was sent although the network is lost before the card is read again, and goes on from there',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin, { id_checklist: await checklist(admin, 1) });
      const part = await reserved(admin, work);
      const { id: begun } = await stateCalled(admin, 'IC');
      const ahead = page.waitForResponse((reply) => reply.url().includes(`daStato=${begun}`));
      await page.goto(`/dettaglio-odl/${work.id}`);
      const item = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
      await item.waitFor();
      await partsOf(page)
        .getByRole('button', { name: new RegExp(String(part.codice)) })
        .waitFor();
      await ahead;
      // Every write is answered, and nothing can be read after the first one.
      const lost = (route: Route) => (route.request().method() === 'GET' ? route.abort() : route.continue());
      const health = (route: Route) => route.abort();
      const loseReads = async () => {
        await page.route('**/api/cmms/**', lost);
        await page.route('**/health', health);
      };
      const answered = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
      await page.route(`**/odl/${work.id}`, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        const reply = await route.fetch();
        await loseReads();
        await route.fulfill({ response: reply });
      });
      await press(page, 'Inizia');
      await answered;
      await sees(page, 'Senza rete');
      await sees(stateOf(page), /^In corso$/);
      expect(await stateOf(page).getByText('Non ancora inviato').count()).toBe(0);
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });
      await page.reload();
      await sees(stateOf(page), /^In corso$/);
      await item.click();
      await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
      await withdraws(page, part);
      await partsOf(page)
        .getByText(/Non ancora inviato|Prelevato/)
        .waitFor();
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '1,5');
      await press(page, 'Chiudi');
      await press(dialog(page), 'Chiudi');
      await sees(stateOf(page), /^Chiuso$/);
      await page.unroute('**/api/cmms/**', lost);
      await page.unroute('**/health', health);
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      await page.getByText('Non ancora inviato').waitFor({ state: 'detached' });
      expect(await page.getByText('Da rivedere').count()).toBe(0);
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'CH', campo_float1: 1.5 });
      expect(await admin('GET', `/odl/${work.id}/ricambio/`)).toMatchObject([{ quantita: 1 }]);
    }),
  );

  atNight(
    'offers the step after a sent one although the network is lost before its next states are read',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      const { id: begun } = await stateCalled(admin, 'IC');
      const ahead = page.waitForResponse((reply) => reply.url().includes(`daStato=${begun}`));
      await page.goto(`/dettaglio-odl/${work.id}`);
      await ahead;
      let isSent = false;
      page.on('request', (request) => {
        isSent ||= request.method() === 'PUT';
      });
      const lost = (route: Route) => (isSent ? route.abort() : route.continue());
      await page.route('**/health', lost);
      const isStates = (url: string) => /\/stato\/\?(?!.*daStato).*idOdl=/.test(url);
      await page.route((url) => isStates(url.href), lost);
      const failed = page.waitForEvent('requestfailed', (request) => isStates(request.url()));
      await press(page, 'Inizia');
      await failed;
      await sees(page, 'Senza rete');
      await sees(stateOf(page), /^In corso$/);
      await page.getByRole('button', { name: /chiudi: mancano 2 cose/i }).waitFor();
    }),
  );

  atNight(
    'saves typed values once although the reply is lost together with the network, and closes the work then',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      await page.getByLabel('Causa del guasto').waitFor();
      const keys: string[] = [];
      await page.route(`**/odl/${work.id}`, async (route) => {
        const request = route.request();
        if (request.method() !== 'PUT') return route.fallback();
        keys.push(`${request.headers()['idempotency-key']}`);
        if (keys.length > 1) return route.continue();
        // The server has saved the values, and the device does not learn it.
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      });
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await box(page, 'Causa del guasto').blur();
      await sees(page, 'Da inviare: 1');
      await type(page, 'Ore di fermo', '1,5');
      await press(page, 'Chiudi');
      await press(dialog(page), 'Chiudi');
      await sees(stateOf(page), /^Chiuso$/);
      await page.context().setOffline(false);
      await page.getByText(/Da inviare|Da rivedere/).waitFor({ state: 'detached' });
      expect(await page.getByText(/ha modificato/).count()).toBe(0);
      expect(keys.slice(1)).toContain(keys[0]);
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({
        cod_stato: 'CH',
        campo_nota1: 'Cuscinetto usurato',
        campo_float1: 1.5,
      });
    }),
  );

  atNight(
    'enters a state once although its reply is lost together with the network',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      let sent = 0;
      await page.route(`**/odl/${work.id}`, async (route) => {
        if (route.request().method() !== 'PUT' || sent++ > 0) return route.continue();
        await route.fetch();
        await page.context().setOffline(true);
        await route.abort();
      });
      await press(page, 'Inizia');
      await sees(page, 'Da inviare: 1');
      await sees(stateOf(page), /^In corso$/);
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });
      await page.context().setOffline(false);
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      expect(await page.getByText('Da rivedere').count()).toBe(0);
      const steps = await admin<Row[]>('GET', `/odl/storico/${work.id}`);
      // Assigned, and in progress once.
      expect(steps).toHaveLength(2);
    }),
  );

  atNight(
    'loses no act if the application is closed before the reply, and sends it once',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      const context = page.context();
      await page.goto(`/dettaglio-odl/${work.id}`);
      const text = page.getByRole('textbox', { name: 'Aggiungi Commento' });
      await text.fill('Manca la chiave');
      let requested = () => {};
      const request = new Promise<void>((resolve) => {
        requested = resolve;
      });
      await page.route('**/commento/intervento/**', (route) =>
        route.request().method() === 'POST' ? requested() : route.continue(),
      );
      await press(page, 'Aggiungi commento');
      await request;
      const second = await context.newPage();
      await page.close();
      await second.goto('/home');
      const comments = async () =>
        (await admin<Row[]>('GET', `/commento/intervento/${work.id}`)).map(({ testo }) => testo);
      await expect.poll(comments).toEqual(['Manca la chiave']);
      await expect.poll(() => rowsOnDevice(second, 'outbox')).toEqual([]);
      expect(await comments()).toEqual(['Manca la chiave']);
    }),
  );

  atNight(
    'keeps acts although a newer version has opened the database of the device',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      const text = page.getByRole('textbox', { name: 'Aggiungi Commento' });
      await text.waitFor();
      await page.evaluate(
        () =>
          new Promise<void>((resolve, reject) => {
            const request = indexedDB.open('officina', 99);
            request.onsuccess = () => {
              request.result.close();
              resolve();
            };
            request.onerror = () => reject(request.error);
          }),
      );
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await text.fill('Manca la chiave');
      await press(page, 'Aggiungi commento');
      await sees(page, 'Da inviare: 1');
      await page.context().setOffline(false);
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      const comments = await admin<Row[]>('GET', `/commento/intervento/${work.id}`);
      expect(comments.map(({ testo }) => testo)).toEqual(['Manca la chiave']);
    }),
  );

  atNight(
    'says without a network that a typed value breaks a limit of the next state, in the words of the server',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      await page.getByLabel('Causa del guasto').waitFor();
      await page.context().setOffline(true);
      await sees(page, 'Senza rete');
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '-5');
      await page.getByRole('button', { name: /^Chiudi: .*1/ }).waitFor();
      const sentence = await page.getByRole('alert').filter({ hasText: 'Ore di fermo' }).textContent();

      await retype(page, 'Ore di fermo', '1,5');
      await page.getByRole('button', { name: 'Chiudi', exact: true }).waitFor();
      await page.getByText(`${sentence}`).waitFor({ state: 'detached' });

      const [closed, hours] = [await stateCalled(admin, 'CH'), { campo_nota1: 'Usura', campo_float1: -5 }];
      const online = await admin('PUT', `/odl/${work.id}`, { ...hours, id_stato: closed.id }).catch(String);
      expect(online).toContain(sentence);
    }),
  );

  atNight(
    'loses no typed value if the network is lost while the card saves it and the user closes the work',
    visit({ as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/ }, async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      let saving: Route | undefined;
      await page.route(`**/odl/${work.id}`, (route) => {
        if (saving || route.request().method() !== 'PUT') return route.continue();
        saving = route;
      });
      await type(page, 'Causa del guasto', 'Cuscinetto usurato');
      await type(page, 'Ore di fermo', '1,5');
      await press(page, 'Chiudi');
      await press(dialog(page), 'Chiudi');
      await page.context().setOffline(true);
      await saving!.abort();
      // The values, which the server may have saved, and the state behind them.
      await sees(page, 'Da inviare: 2');
      await page.context().setOffline(false);
      await sees(stateOf(page), /^Chiuso$/);
      await page.getByText(/Da inviare|Da rivedere/).waitFor({ state: 'detached' });
      expect(await api('GET', `/odl/${work.id}`)).toMatchObject({
        cod_stato: 'CH',
        campo_nota1: 'Cuscinetto usurato',
        campo_float1: 1.5,
      });
    }),
  );

  it(
    'decides about parts that others took in the meantime: changed, done again, or dropped with a reason in the history',
    visit(
      { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [422] },
      async ({ page, api, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await raised(admin);
        const [first, other] = await admin<Row[]>('GET', '/magazzino/?pag=1&max_rows=2');
        const parts = [await reserved(admin, work), await reserved(admin, work), await reserved(admin, work)];
        const [changed, repeated] = parts as [Row, Row, Row];
        await page.goto(`/dettaglio-odl/${work.id}`);
        await partsOf(page)
          .getByRole('button', { name: new RegExp(String(changed.codice)) })
          .waitFor();
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        for (const part of parts) await withdraws(page, part);
        await sees(page, 'Da inviare: 3');
        const places = [];
        for (const part of parts) places.push(await empties(admin, part));
        await page.context().setOffline(false);
        await sees(page, 'Da rivedere: 1 · Da inviare: 2');
        await press(page, 'Mostra');
        const box = dialog(page);
        const alert = box.getByRole('alert');
        const sentence = `${await alert.textContent()}`;
        const [{ id: id_prenotazione }] = await api<[Row]>('GET', `/odl/${work.id}/prenotazione/`);
        const withdrawal = { ...places[0], id_prenotazione, id_ricambio: changed.id, quantita: -1 };
        const online = await api('POST', `/odl/${work.id}/ricambio`, withdrawal).catch(String);
        expect(online).toContain(sentence.replace(/^[^:]+: /, ''));

        // The act is refused again with the same message, because nothing has changed.
        // The alert may be replaced at once, so the reply shows that it was sent again.
        const again = page.waitForResponse((reply) => reply.url().endsWith(`/odl/${work.id}/ricambio`));
        await press(box, 'Rifai adesso');
        await again;
        await expect.poll(() => alert.textContent()).toBe(sentence);

        await loads(admin, changed, other!);
        await press(box, 'Modifica');
        await page.getByRole('heading', { name: 'Preleva Ricambio' }).waitFor();

        await pick(page, 'Magazzino', String(other!.descrizione));
        await press(dialog(page), 'Preleva');
        await sees(page, 'Da rivedere: 1 · Da inviare: 1');

        await loads(admin, repeated, first!);
        await press(box, 'Rifai adesso');
        await box.getByText('Da inviare').waitFor({ state: 'detached' });
        await press(box, 'Scarta');
        await type(dialog(page), 'Motivo', 'Il pezzo era rotto');
        await press(dialog(page), 'Scarta');
        await sees(box, 'Tutto è stato inviato');

        const taken = await admin<Row[]>('GET', `/odl/${work.id}/ricambio/`);
        expect(taken).toHaveLength(2);
        expect(taken).toMatchObject([
          { id_ricambio: changed.id, quantita: 1, id_magazzino: other!.id },
          { id_ricambio: repeated.id, quantita: 1, id_magazzino: first!.id },
        ]);
        const history = JSON.stringify(await admin('GET', `/odl/${work.id}/storico/`));
        expect(history).toContain('Non registrato: Preleva Ricambio. Motivo: Il pezzo era rotto');
      },
    ),
  );
});
