/** What has changed while a phone had no network: the work of the technician, the state, the user's rights, the session. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { isHeld } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { type Api, apiAs, forged } from '../data/api.ts';
import { plantUrl } from '../plant/plant-url.ts';
import { dialog, press, type } from '../user/input.ts';
import { go, sees, signIn } from '../user/navigation.ts';
import { assigned, newMachine, stateCalled, stateOf } from './work.ts';

/** Opens the card, loses the network, and begins the work. */
async function beginsWithoutNetwork(page: Page, work: Row): Promise<void> {
  await page.goto(`/dettaglio-odl/${work.id}`);
  await page.getByRole('button', { name: 'Inizia' }).waitFor();
  await page.getByRole('textbox', { name: 'Aggiungi Commento' }).waitFor();
  await page.context().setOffline(true);
  await sees(page, 'Senza rete');
  await press(page, 'Inizia');
  await sees(stateOf(page), /^In corso$/);
  await sees(page, 'Da inviare: 1');
}

interface Begun {
  page: Page;
  /** Calls of the technician, and of the super admin. */
  api: Api;
  admin: Api;
  work: Row;
}

/** A test of work that the technician has begun without a network. `provokes` is the status of what is refused then. */
const begunOffline = (
  provokes: number,
  made: (admin: Api) => Promise<Row>,
  play: (begun: Begun) => Promise<void>,
) =>
  visit(
    { as: 'RIFTEC', phone: true, language: 'it', says: /ERR_/, provokes: [provokes] },
    async ({ page, api, join }) => {
      const { api: admin } = await join({ as: 'SUADMIN' });
      const work = await made(admin);
      await beginsWithoutNetwork(page, work);
      await play({ page, api, admin, work });
    },
  );

const onNewMachine = async (admin: Api): Promise<Row> =>
  assigned(admin, { id_oggetto: (await newMachine(admin)).id });

/** Drops the refused act with a reason. */
async function drops(page: Page, reason: string): Promise<void> {
  await press(dialog(page), 'Scarta');
  await type(dialog(page), 'Motivo', reason);
  await press(dialog(page), 'Scarta');
  await sees(page, 'Tutto è stato inviato');
}

const historyOf = async (admin: Api, { id }: Row): Promise<string> =>
  JSON.stringify(await admin('GET', `/odl/${id}/storico/`));

const commentsOf = async (admin: Api, { id }: Row): Promise<unknown[]> =>
  (await admin<Row[]>('GET', `/commento/intervento/${id}`)).map(({ testo }) => testo);

async function otherTechnician(admin: Api): Promise<unknown> {
  const users = await admin<Row[]>('GET', '/utente/?pag=-1');
  return users.find(({ mail }) => mail === 'matteo.caruso@officina.example')!.id;
}

/** Moves a machine to a line that the technician does not see. */
async function movedAway(admin: Api, technician: Api, { id, id_obj_padre }: Row): Promise<void> {
  const path = '/oggetto/?pag=-1';
  const seen = new Set((await technician<Row[]>('GET', path)).map((row) => row.id));
  const all = await admin<Row[]>('GET', path);
  const { id_classe } = all.find((row) => row.id === id_obj_padre)!;
  const line = all.find((row) => row.id_classe === id_classe && !seen.has(row.id))!;
  const { id_organizzazione, id_reparto } = line;
  await admin('PUT', `/oggetto/${id}`, { id_obj_padre: line.id, id_organizzazione, id_reparto });
}

describe('a technician whose phone had no network', () => {
  it(
    'is told that the work is another one’s now, and drops what was done with a reason that stays in its history',
    begunOffline(403, assigned, async ({ page, admin, work }) => {
      await admin('PUT', `/odl/${work.id}`, { id_tecnico: await otherTechnician(admin) });
      await page.context().setOffline(false);
      await sees(page, 'Da rivedere: 1');
      await press(page, 'Mostra');
      await sees(
        dialog(page).getByRole('alert'),
        /^Non hai l'autorizzazione necessaria per modificare l'intervento corrente\. È assegnato a Matteo Caruso\.$/,
      );
      await drops(page, 'Lo fa un collega');
      expect(await historyOf(admin, work)).toContain('Motivo: Lo fa un collega');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AS' });
    }),
  );

  atNight(
    'is told that the work is out of sight now, and the reason of what is dropped still reaches its history',
    begunOffline(404, onNewMachine, async ({ page, api, admin, work }) => {
      await movedAway(admin, api, await admin('GET', `/oggetto/${work.id_oggetto}`));
      await page.context().setOffline(false);
      await sees(page, 'Da rivedere: 1');
      await press(page, 'Mostra');
      await sees(dialog(page).getByRole('alert'), /^L'elemento richiesto non esiste o non è visibile\.$/);
      await drops(page, 'Reparto di altri');
      expect(await historyOf(admin, work)).toContain('Motivo: Reparto di altri');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AS' });
    }),
  );

  atNight(
    'is told that somebody has suspended the work, and begins it again as things are',
    begunOffline(409, assigned, async ({ page, admin, work }) => {
      await admin('PUT', `/odl/${work.id}`, { id_stato: (await stateCalled(admin, 'SO')).id });
      await page.context().setOffline(false);
      await sees(page, 'Da rivedere: 1');
      await press(page, 'Mostra');
      // The second sentence if a late reply had said that there is a network, and the act was tried at once.
      await sees(
        dialog(page).getByRole('alert'),
        /è passato nello stato Sospeso|ha modificato questo elemento/,
      );
      await press(dialog(page), 'Rifai adesso');
      await sees(dialog(page), 'Tutto è stato inviato');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });
    }),
  );

  atNight(
    'is told that the work is over, and that what was done after the refused act is sent after the decision',
    begunOffline(409, assigned, async ({ page, admin, work }) => {
      await page.getByRole('textbox', { name: 'Aggiungi Commento' }).fill('Smontato il carter');
      await press(page, /^Aggiungi commento$/);
      await sees(page, 'Da inviare: 2');
      await admin('PUT', `/odl/${work.id}`, { id_stato: (await stateCalled(admin, 'AN')).id });
      await page.context().setOffline(false);
      await sees(page, 'Da rivedere: 1 · Da inviare: 1');
      await press(page, 'Mostra');
      await sees(dialog(page).getByRole('alert'), /è passato nello stato Annullato|ha modificato/);
      await sees(dialog(page), 'Viene inviato dopo la decisione su ciò che è da rivedere.');
      expect(await commentsOf(admin, work)).toEqual([]);
      await drops(page, 'Annullato da altri');
      expect(await commentsOf(admin, work)).toContain('Smontato il carter');
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AN' });
    }),
  );

  atNight(
    'signs in again after a session on another device, and what was done is sent',
    begunOffline(401, assigned, async ({ page, admin, work }) => {
      await apiAs(plantUrl(), 'RIFTEC');
      await page.context().setOffline(false);
      await sees(page, /È stata attivata una nuova sessione/);
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AS' });
      await signIn(page, 'RIFTEC');
      await page.getByText('Da inviare').waitFor({ state: 'detached' });
      await expect.poll(async () => (await admin('GET', `/odl/${work.id}`)).cod_stato).toBe('IC');
    }),
  );

  it(
    'goes on working although the session has expired without a network, and signs in when it is back',
    begunOffline(401, assigned, async ({ page, admin, work }) => {
      // The token has expired and cannot be renewed any more.
      const token = await page.evaluate(() => localStorage.getItem('access_token'));
      const expired = forged(`${token}`, { exp: Math.floor(Date.now() / 1000) - 60 });
      await page.evaluate((given) => localStorage.setItem('access_token', given), expired);
      await page.context().clearCookies();
      await page.getByRole('textbox', { name: 'Aggiungi Commento' }).fill('Manca la chiave');
      await press(page, 'Aggiungi commento');
      await sees(page, 'Da inviare: 2');
      await page.context().setOffline(false);
      await page.getByLabel('Nome utente').waitFor();
      expect(await commentsOf(admin, work)).toEqual([]);
      await signIn(page, 'RIFTEC');
      await expect.poll(() => commentsOf(admin, work)).toEqual(['Manca la chiave']);
      expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'IC' });
      await sees(stateOf(page), /^In corso$/);
    }),
  );

  atNight(
    'sends nothing more after signing out, although an attempt was not over',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin);
        const attempts: Route[] = [];
        await page.context().route(`**/odl/${work.id}?**`, (route) => {
          if (route.request().method() !== 'PUT') return route.continue();
          // Only the first one waits.
          if (attempts.push(route) > 1) return route.continue();
        });
        await page.goto(`/dettaglio-odl/${work.id}`);
        await isHeld(page);
        await beginsWithoutNetwork(page, work);
        await page.context().setOffline(false);
        await expect.poll(() => attempts.length).toBe(1);
        await page.context().setOffline(true);
        await sees(page, 'Senza rete');
        await go(page, '/logout');
        await press(page, 'Esci comunque');
        await page.getByLabel('Nome utente').waitFor();
        await page.context().setOffline(false);
        await attempts[0]!.abort();
        // Longer than the pause before the next attempt.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
        expect(attempts).toHaveLength(1);
        expect(await admin('GET', `/odl/${work.id}`)).toMatchObject({ cod_stato: 'AS' });
      },
    ),
  );
});
