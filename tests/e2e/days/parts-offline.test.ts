/** A technician without a network takes parts from the van that were never searched before, by search and by scan. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { atNight } from '../../runner/nightly.ts';
import { hasTaken, isHeld, rowsOnDevice } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { ACCOUNTS, type Api } from '../data/api.ts';
import { dialog, press } from '../user/input.ts';
import { sees, userMenu } from '../user/navigation.ts';
import { assigned, newPart, reserved, stateOf } from './work.ts';

const HERE = 'Senza rete si cerca solo tra i ricambi su questo dispositivo';

/** Makes a warehouse that belongs to the technician. */
async function van(api: Api): Promise<Row> {
  const users = await api<Row[]>('GET', '/utente/?pag=-1');
  const technician = users.find(({ mail }) => mail === ACCOUNTS.RIFTEC);
  const [sample] = await api<Row[]>('GET', '/magazzino/?pag=1&max_rows=1');
  const filled = Object.entries(sample!).filter(([name]) => /^(campo_|id_(classe|org|rep))/.test(name));
  const codice = `F-${Date.now().toString(36)}`;
  const made = { ...Object.fromEntries(filled), codice, descrizione: `Furgone ${codice}` };
  return api('POST', '/magazzino/', { ...made, id_utente: technician!.id });
}

/** Puts pieces of a new part into a warehouse. */
async function stocked(api: Api, warehouse: Row, quantita: number): Promise<Row> {
  const part = await newPart(api);
  const stock = { id_ricambio: part.id, id_magazzino: warehouse.id, quantita };
  await api('POST', `/ricambio/${part.id}/giacenza/`, {
    ...stock,
    descrizione_ubicazione: `S${part.codice}`,
  });
  return part;
}

const quantities = async (api: Api, part: Row): Promise<unknown[]> =>
  (await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`)).map(({ quantita }) => quantita);

async function partsOnDevice(page: Page): Promise<unknown[]> {
  const packed = await rowsOnDevice(page, 'packed');
  return packed.flatMap(({ rows }) => (rows as Record<string, Row[]>).ricambio ?? []).map(({ id }) => id);
}

/** Returns whether the device has the settings of codes. */
const hasCodes = async (page: Page): Promise<boolean> =>
  (await rowsOnDevice(page, 'answers')).some(({ address }) => String(address).includes('QRObjType'));

/** Opens the home page, waits until the phone has the work and the parts, and loses the network. */
async function leaves(page: Page, work: Row, parts: Row[]): Promise<void> {
  await page.goto('/home');
  await isHeld(page);
  await hasTaken(page, work);
  await expect.poll(() => hasCodes(page)).toBe(true);
  expect(await partsOnDevice(page)).toEqual(expect.arrayContaining(parts.map(({ id }) => id)));
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(String(work.codice)).click();
  await sees(stateOf(page), 'Assegnato');
}

const partsOf = (page: Page) => page.getByRole('region', { name: 'Ricambi' });

async function searches(page: Page, text: string): Promise<void> {
  await partsOf(page).getByLabel('Cerca tra tutti i ricambi').fill(text);
}

/** The line of a part that can be chosen. */
const lineOf = (page: Page, part: Row) =>
  partsOf(page).getByRole('button', { name: new RegExp(String(part.codice)) });

const amountIn = (amount: number, { descrizione }: Row): RegExp =>
  new RegExp(`^${amount} [a-z]+ in ${descrizione}`);

async function scans(page: Page, code: string): Promise<void> {
  const typed = dialog(page).getByLabel('Oppure scrivi il codice');
  await typed.fill(code);
  await typed.press('Enter');
}

describe('a part without a network', () => {
  it(
    'is taken from the van by search and by scan, though it was never searched before, and once',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const own = await van(admin);
        const [filter, belt] = [await stocked(admin, own, 3), await stocked(admin, own, 2)];
        const [shelf] = await admin<Row[]>('GET', '/magazzino/?pag=1&max_rows=1&codice=MAG-FOL');
        const elsewhere = await stocked(admin, shelf!, 4);
        const work = await assigned(admin);
        await leaves(page, work, [filter, belt]);

        await searches(page, `ricambio ${String(filter.codice).toLowerCase()}`);
        await sees(partsOf(page), HERE);
        await sees(lineOf(page, filter), amountIn(3, own));
        await lineOf(page, filter).click();
        await press(partsOf(page), /^Preleva 1/);
        await sees(page, 'Da inviare: 1');
        await partsOf(page).getByText('Non ancora inviato').waitFor();
        await searches(page, String(filter.codice));
        await sees(lineOf(page, filter), amountIn(2, own));
        await searches(page, String(elsewhere.codice));
        await sees(partsOf(page), 'Nessun ricambio su questo dispositivo ha questo codice');

        await press(partsOf(page), 'Scansiona il QR del ricambio');
        await scans(page, String(elsewhere.codice));
        const refusal = dialog(page).getByRole('alert').last();
        await sees(refusal, 'Questo codice non è su questo dispositivo');
        await sees(refusal, 'Senza rete si aprono solo i codici');
        expect(await refusal.textContent()).not.toContain('Errore');
        await scans(page, String(belt.codice).toLowerCase());
        await sees(lineOf(page, belt), amountIn(2, own));
        await press(partsOf(page), /^Preleva 1/);
        await sees(page, 'Da inviare: 2');

        await page.context().setOffline(false);
        await page.getByText('Da inviare').waitFor({ state: 'detached' });
        expect(await page.getByText('Da rivedere').count()).toBe(0);
        const taken = await admin<Row[]>('GET', `/odl/${work.id}/ricambio/`);
        expect(taken).toHaveLength(2);
        for (const part of [filter, belt])
          expect(taken).toContainEqual(
            expect.objectContaining({ id_ricambio: part.id, quantita: 1, id_magazzino: own.id }),
          );
        expect([await quantities(admin, filter), await quantities(admin, belt)]).toEqual([[2], [1]]);
        // With a network, all parts are searched again.
        await searches(page, String(elsewhere.codice));
        await sees(lineOf(page, elsewhere), amountIn(4, shelf!));
        expect(await partsOf(page).getByText(HERE).count()).toBe(0);
      },
    ),
  );

  it(
    'counts what other work on the phone took, and needs a decision if a colleague emptied the van',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/, provokes: [422] },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const own = await van(admin);
        const part = await stocked(admin, own, 2);
        const [first, second] = [await assigned(admin), await assigned(admin)];
        await page.goto('/home');
        await isHeld(page);
        await hasTaken(page, second);
        await leaves(page, first, [part]);
        await searches(page, String(part.codice));
        await lineOf(page, part).click();
        await press(partsOf(page), /^Preleva 1/);
        await sees(page, 'Da inviare: 1');
        await page.goBack();
        await page.getByText(String(second.codice)).click();
        await sees(stateOf(page), 'Assegnato');
        await searches(page, String(part.codice));
        await sees(lineOf(page, part), amountIn(1, own));
        await lineOf(page, part).click();
        await press(partsOf(page), /^Preleva 1/);
        await sees(page, 'Da inviare: 2');
        await searches(page, String(part.codice));
        await sees(lineOf(page, part), 'Nessuna giacenza');

        const [place] = await admin<Row[]>('GET', `/ricambio/${part.id}/giacenza/`);
        const { id_magazzino, id_ubicazione } = place!;
        const emptied = { id_ricambio: part.id, id_magazzino, id_ubicazione, quantita: -1 };
        await admin('POST', `/ricambio/${part.id}/giacenza/`, emptied);
        await page.context().setOffline(false);
        await sees(page, 'Da rivedere: 1');
        await page.getByText('Da inviare').waitFor({ state: 'detached' });
        expect(await admin('GET', `/odl/${first.id}/ricambio/`)).toMatchObject([{ quantita: 1 }]);
        expect(await admin('GET', `/odl/${second.id}/ricambio/`)).toEqual([]);
        expect(await quantities(admin, part)).toEqual([0]);
      },
    ),
  );

  atNight(
    'is no longer proposed as reserved once the whole reservation is withdrawn, and a search offers one more',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /ERR_/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const work = await assigned(admin);
        const part = await reserved(admin, work);
        await leaves(page, work, [part]);
        await sees(lineOf(page, part), 'Prenotato');
        await lineOf(page, part).click();
        await press(partsOf(page), /^Preleva 1/);
        await partsOf(page).getByText('Non ancora inviato').waitFor();
        await expect.poll(() => lineOf(page, part).count()).toBe(0);
        await searches(page, String(part.codice));
        await sees(lineOf(page, part), /^4 /);
        expect(await lineOf(page, part).getByText('Prenotato').count()).toBe(0);
        await lineOf(page, part).click();
        await partsOf(page)
          .getByRole('button', { name: /^Preleva 1/ })
          .waitFor();
      },
    ),
  );

  atNight(
    'is on a device that had only the work, after one whole pack, and leaves it when the user signs out',
    visit(
      { as: 'RIFTEC', phone: true, worker: true, language: 'it', says: /401/ },
      async ({ page, join }) => {
        const { api: admin } = await join({ as: 'SUADMIN' });
        const part = await stocked(admin, await van(admin), 2);
        const work = await assigned(admin);
        await page.goto('/home');
        await isHeld(page);
        await hasTaken(page, work);
        await page.evaluate(
          () =>
            new Promise<void>((resolve, reject) => {
              const request = indexedDB.open('officina');
              request.onerror = () => reject(request.error);
              request.onsuccess = () => {
                const transaction = request.result.transaction('packed', 'readwrite');
                transaction.objectStore('packed').clear();
                transaction.oncomplete = () => {
                  request.result.close();
                  resolve();
                };
              };
            }),
        );
        const packs: (string | null)[] = [];
        page.on('request', (request) => {
          const url = new URL(request.url());
          if (url.pathname.endsWith('/pacchetto')) packs.push(url.searchParams.get('dal'));
        });
        await page.reload();
        await expect.poll(() => partsOnDevice(page)).toContain(part.id);
        await hasTaken(page, work);
        await page.reload();
        await expect.poll(() => packs).toEqual([null, expect.any(String)]);
        await press(await userMenu(page), 'Esci');
        await page.getByLabel('Password', { exact: true }).waitFor();
        await expect.poll(() => partsOnDevice(page)).toEqual([]);
      },
    ),
  );
});
