/** What others did with a user's work: in the bell of the bar, and as messages of the device. */
import type { Page, Worker } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import type { NewsLine } from '../../schemas/news.ts';
import { messagesOf } from '../../server/domains/news/push/message.ts';
import { atNight } from '../runner/nightly.ts';
import { visit } from './browser/visit.ts';
import { apiAs } from './data/api.ts';
import { assigned, checklist } from './days/work.ts';
import { title as heading } from './user/input.ts';

describe('the bell', () => {
  it(
    'tells the requester what the technician did, and a press on it opens the work and marks it as read',
    visit({ as: 'RESP', phone: true, language: 'it' }, async ({ page, api }) => {
      await page.goto('/home');
      const technician = await apiAs(new URL(page.url()).origin, 'RIFTEC');
      const [{ righe: old }] = [await api<{ righe: Row[] }>('GET', '/novita/')];
      if (old[0]) await api('POST', '/novita/lette/', { fino_a: old[0].id });
      const [work] = await api<Row[]>('GET', '/odl/?pag=1&max_rows=1');
      await technician('POST', `/commento/intervento/${work!.id}`, { testo: 'Arrivo alle dieci' });
      await page.goto('/home');
      const bell = page.getByRole('button', { name: '1 novità da leggere' });
      await bell.waitFor();
      expect((await bell.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await bell.click();
      const dialog = page.getByRole('dialog', { name: 'Novità' });
      const line = dialog.getByRole('link', { name: /Luca Ferri ha commentato/ }).first();
      await line.waitFor();
      await line.click();
      await page.waitForURL(`**/dettaglio-odl/${work!.id}#commenti`);
      await page.getByRole('tabpanel').getByText('Arrivo alle dieci').waitFor();
      await page.getByRole('button', { name: 'Novità', exact: true }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }),
  );
});

const COMMENTED: Omit<NewsLine, 'id_odl'> = {
  ...{ id: 1, tipo: 'commento', codice: 'ODL-1', descrizione: 'Pompa' },
  ...{ chi: 'Marco Bianchi', stato: null, creata: '2026-11-28T08:00:00.000Z', letta: null },
};

describe('the link of a comment', () => {
  atNight(
    'opens the card of a technician at its comments',
    visit({ as: 'RIFTEC', phone: true, language: 'it' }, async ({ page, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await assigned(admin, { id_checklist: await checklist(admin, 12) });
      await admin('POST', `/commento/intervento/${work.id}`, { testo: 'Porta la scala lunga' });
      const [message] = messagesOf([{ ...COMMENTED, id_odl: Number(work.id) }], 'it');
      await page.goto(message!.path);
      const comment = page.getByRole('region', { name: 'Commenti' }).getByText('Porta la scala lunga');
      await comment.waitFor();
      const top = async () => (await comment.boundingBox())!.y;
      await expect.poll(top).toBeLessThan(844);
      expect(await top()).toBeGreaterThan(56);
    }),
  );
});

/** Returns a function that delivers a message to the service worker, as the push service of the browser does. */
async function pushTo(page: Page): Promise<(data: string) => Promise<unknown>> {
  const origin = new URL(page.url()).origin;
  await page.context().grantPermissions(['notifications'], { origin });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

/** Presses the message. A test cannot press it in the browser, so the worker gets the event that a press causes. */
const presses = (worker: Worker): Promise<unknown> =>
  worker.evaluate(async () => {
    const registration: ServiceWorkerRegistration = Reflect.get(self, 'registration');
    const [notification] = await registration.getNotifications();
    const NotificationEvent = Reflect.get(self, 'NotificationEvent');
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });

const LOOKS_PER_PUSH = 20;

describe('a message on a device', () => {
  it(
    'says in the language of the user what others did, and opens the card of the work when it is pressed',
    visit({ as: 'RIFTEC', phone: true, worker: true, whole: true, language: 'en' }, async ({ page, api }) => {
      await page.goto('/home');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
      const push = await pushTo(page);
      const work = await assigned(await apiAs(new URL(page.url()).origin, 'SUADMIN'));
      let news: NewsLine[] = [];
      // News are made a moment after the change.
      const kinds = async () => {
        const { righe } = await api<{ righe: NewsLine[] }>('GET', '/novita/');
        news = righe.filter(({ id_odl }) => id_odl === work.id);
        return news.map(({ tipo }) => tipo);
      };
      await expect.poll(kinds).toEqual(['assegnato']);
      const title = `${work.codice} · ${work.descrizione}`;
      for (const [language, text] of [
        ['it', / te lo ha assegnato$/],
        ['en', /assigned it to you$/],
      ] as const) {
        const [message] = messagesOf(news, language);
        // A later message about the same work replaces the earlier one. The browser may lose one while it starts the worker.
        let looks = 0;
        const shown = async () => {
          if (looks++ % LOOKS_PER_PUSH === 0) await push(JSON.stringify(message));
          return shownOn(page);
        };
        await expect.poll(shown, { interval: 250 }).toEqual([{ title, body: expect.stringMatching(text) }]);
      }
      const [worker] = page.context().serviceWorkers();
      await presses(worker!);
      await page.waitForURL(`**/dettaglio-odl/${work.id}`);
      await heading(page, `${work.codice} - ${work.descrizione}`);
      // A message that was sent twice may appear again.
      const left = async () => {
        if ((await shownOn(page)).length > 0) await presses(worker!);
        return shownOn(page);
      };
      await expect.poll(left).toEqual([]);

      await push('no message of ours');
      await expect.poll(() => shownOn(page)).toEqual([{ title: 'Officina', body: '' }]);
    }),
  );
});
