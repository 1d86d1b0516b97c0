/** Acts done without a network, sent by the service worker after the last page was closed. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { closePages, losesNetwork } from '../browser/background.ts';
import { isHeld, rowsOnDevice } from '../browser/on-device.ts';
import { type Scene, type Visit, visit } from '../browser/visit.ts';
import { type Api, forged, logIn } from '../data/api.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { box } from '../user/forms.ts';
import { dialog, press } from '../user/input.ts';
import { go, sees, signIn } from '../user/navigation.ts';
import { assigned, raised, stateCalled, stateOf, takes } from './work.ts';

/** Only the whole browser has Background Sync. */
const TECHNICIAN: Visit = {
  as: 'RIFTEC',
  phone: true,
  worker: true,
  whole: true,
  language: 'it',
  says: /ERR_/,
};

const commentsOf = async (api: Api, { id }: Row) =>
  (await api<Row[]>('GET', `/commento/intervento/${id}`)).map(({ testo }) => testo);
const photosOf = async (api: Api, { id }: Row) =>
  (await api<{ documenti: Row[] }>('GET', `/odl/${id}/documento/?pag=-1`)).documenti.filter(
    ({ docType }) => docType === undefined || docType === 'ODL',
  ).length;

/** Opens the card of the work on a device that has everything, and loses the network. */
async function opensWithoutNetwork(page: Page, { id }: Row): Promise<void> {
  await page.goto(`/dettaglio-odl/${id}`);
  await page.getByRole('textbox', { name: /^(Aggiungi Commento|Add comment)$/ }).waitFor();
  await page.getByRole('button', { name: /^(Scatta una foto|Take a photo)$/ }).waitFor();
  await isHeld(page);
  await losesNetwork(page);
  await sees(page, /Senza rete|No network/);
}

async function comments(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(Aggiungi Commento|Add comment)$/ }).fill(text);
  await press(page, /^(Aggiungi commento|Add comment)$/);
}

/** Comments on assigned work without a network. */
async function commentsWithoutNetwork(page: Page, join: Scene['join']) {
  const { api: admin } = await join({ as: 'SUADMIN' });
  const work = await assigned(admin);
  await opensWithoutNetwork(page, work);
  await comments(page, 'Manca la chiave');
  await sees(page, 'Da inviare: 1');
  return { admin, work };
}

/** Makes the stored access token one that has expired. */
const expireToken = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const expired = forged(String(token), { exp: 1 });
  await page.evaluate((old) => localStorage.setItem('access_token', old), expired);
};

describe('the service worker', () => {
  it(
    'sends once what a technician did without a network before closing every page, and the session goes on',
    visit(TECHNICIAN, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await opensWithoutNetwork(page, work);
      await press(page, 'Inizia');
      await sees(stateOf(page), /^In corso$/);
      await comments(page, 'Manca la chiave');
      await takes(page, 'Scatta una foto', 'guasto.png');
      await sees(page, 'Da inviare: 3');
      await expireToken(page);
      const background = await closePages(page);
      expect(await commentsOf(admin, work)).toEqual([]);
      const context = page.context();
      await context.setOffline(false);
      await expect.poll(() => photosOf(admin, work)).toBe(1);
      await background.isDone();
      expect(await commentsOf(admin, work)).toEqual(['Manca la chiave']);
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });

      // The page has an older access token than the worker, and the cookie that the worker got.
      const again = await background.open('/home');
      await again.getByRole('navigation', { name: 'Barra rapida' }).waitFor();
      expect(await rowsOnDevice(again, 'outbox')).toEqual([]);
      await expect.poll(() => again.getByText('Da inviare').count()).toBe(0);
      await go(again, '/account');
      await sees(again, 'Sessioni');
      expect(await commentsOf(admin, work)).toEqual(['Manca la chiave']);
      expect(await photosOf(admin, work)).toBe(1);
    }),
  );

  atNight(
    'stores a refusal in the language of the page, and does not try again until the user decides',
    visit({ ...TECHNICIAN, language: 'en' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await opensWithoutNetwork(page, work);
      await press(page, 'Begin');
      await sees(page, 'To send: 1');
      const background = await closePages(page);
      const { id: id_stato } = await stateCalled(admin, 'SO');
      await admin('PUT', `/odl/${work.id}`, { id_stato });
      await page.context().setOffline(false);
      await background.isDone();
      const again = await background.open('/home');
      await sees(again, 'Needs your decision: 1');
      const [act] = await rowsOnDevice(again, 'outbox');
      // The second sentence if a late reply had said that there is a network, and the act was tried at once.
      expect(act!.refusal).toMatch(
        /^The intervention has moved to the state Suspended|^Giulia Marchetti changed/,
      );
    }),
  );

  atNight(
    'sends nothing after a sign-out without a network, and only the acts of the user who is signed in',
    visit(TECHNICIAN, async ({ page, join }) => {
      const { admin, work } = await commentsWithoutNetwork(page, join);
      await go(page, '/logout');
      await press(page, 'Esci comunque');
      await page.getByRole('textbox', { name: 'Nome utente' }).waitFor();
      const background = await closePages(page);
      await page.context().setOffline(false);
      await background.isDone();
      expect(await commentsOf(admin, work)).toEqual([]);

      const colleague = await background.open('/login');
      await signIn(colleague, 'SUPER');
      await colleague.waitForURL('**/home');
      const other = await raised(admin);
      await colleague.goto(`/dettaglio-odl/${other.id}?tab=commenti`);
      await sees(colleague, 'Nessun commento presente');
      await isHeld(colleague);
      await losesNetwork(colleague);
      await sees(colleague, 'Senza rete');
      await press(colleague, 'Aggiungi Commento');
      await box(dialog(colleague), 'Testo').fill('Visto');
      await press(dialog(colleague), 'Salva');
      await sees(colleague, 'Da inviare: 1');
      const later = await closePages(colleague);
      await page.context().setOffline(false);
      await expect.poll(() => commentsOf(admin, other)).toEqual(['Visto']);
      await later.isDone();
      expect(await commentsOf(admin, work)).toEqual([]);
      expect(await rowsOnDevice(await later.open('/home'), 'outbox')).toHaveLength(1);
    }),
  );

  atNight(
    'does not repeat a call after the user has signed out without a network',
    visit({ ...TECHNICIAN, provokes: [401] }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin);
      await page.goto(`/dettaglio-odl/${work.id}`);
      await isHeld(page);
      const context = page.context();
      let attempts = 0;
      let first: Route | undefined;
      // The worker reaches the server, except by its first attempt.
      await context.route(/\/health$|\/utente\/logout$/, (route) =>
        route.request().serviceWorker() ? route.continue() : route.abort(),
      );
      await context.route('**/commento/**', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        if (!route.request().serviceWorker()) return route.abort();
        attempts += 1;
        if (attempts > 1) return route.continue();
        first = route;
      });
      await comments(page, 'Manca la chiave');
      await expect.poll(() => first).toBeDefined();
      await go(page, '/logout');
      await press(page, 'Esci comunque');
      await page.getByRole('textbox', { name: 'Nome utente' }).waitFor();
      const background = await closePages(page);
      await first!.abort();
      await background.isDone();
      expect(attempts).toBe(1);
      expect(await commentsOf(admin, work)).toEqual([]);
    }),
  );

  atNight(
    'leaves a call that gets no reply, and the next page sends it',
    visit(TECHNICIAN, async ({ page, join }) => {
      const { admin, work } = await commentsWithoutNetwork(page, join);
      const held: Route[] = [];
      // The server is within reach, and answers the worker's writes never.
      await page.context().route('**/commento/**', (route) => {
        const isHeldBack = route.request().method() === 'POST' && route.request().serviceWorker();
        if (!isHeldBack) return route.continue();
        held.push(route);
      });
      const background = await closePages(page);
      await page.context().setOffline(false);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      const again = await background.open('/home');
      await again.getByText('Da inviare').waitFor();
      await again.getByText('Da inviare').waitFor({ state: 'detached' });
      expect(await commentsOf(admin, work)).toEqual(['Manca la chiave']);
    }),
  );

  atNight(
    'leaves everything as it is if the session was replaced, and the page says so',
    visit({ ...TECHNICIAN, provokes: [401] }, async ({ page, join }) => {
      const { admin, work } = await commentsWithoutNetwork(page, join);
      const background = await closePages(page);
      await logIn(plantUrl(), 'RIFTEC');
      await page.context().setOffline(false);
      await background.isDone();
      expect(await commentsOf(admin, work)).toEqual([]);
      const again = await background.open('/home');
      await sees(again, 'È stata attivata una nuova sessione per il tuo utente');
      expect(await rowsOnDevice(again, 'outbox')).toHaveLength(1);
    }),
  );
});
