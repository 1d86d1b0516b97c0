/** Nobody overwrites a colleague's change without seeing it: in the calendar, the list and the home page. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { addDays } from '../../schemas/working-days.ts';
import { atNight } from '../runner/nightly.ts';
import { plantDay, plantYear } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { pick } from './user/forms.ts';
import { sees } from './user/navigation.ts';

const MONDAY = `${plantYear() + 2}-05-01`;
let count = 0;
const mark = (): string => `C${Date.now().toString(36)}${++count}`;

let before: Record<string, string | null>;
let state: Record<string, number>;
let type: number;
let asset: number;
let people: { id: number; descrizione: string }[];
let colleague: Api;

beforeAll(async () => {
  // The page does not refresh automatically during the test.
  before = await changeSettings({
    IntervalloUpdInt: '600000',
    OdlConTimestamp: '0',
    BlockAssigned: '0',
    UserMailNotif: '0',
    VisCalendarMobile: '1',
    DashboardChiusiAss: '1',
    VisConfAdmin: '1',
    VisCostCentersSup: '1',
  });
  colleague = await apiAs(plantUrl(), 'SUADMIN');
  const states = await colleague<Row[]>('GET', '/stato/?all=1&pag=-1');
  state = Object.fromEntries(states.map(({ codice, id }) => [codice, id as number]));
  type = (await colleague<Row[]>('GET', '/odl/tipoGuasto/?pag=-1')).find(({ codice }) => codice === 'LUB')!
    .id as number;
  asset = (await colleague<Row[]>('GET', '/oggetto/?pag=1&max_rows=1&codice=FOL-L1-PR'))[0]!.id as number;
  people = (await colleague<{ utenti: typeof people }>('GET', `/odl/tecnico/?idOggetto=${asset}`)).utenti;
});
afterAll(async () => {
  await changeSettings(before);
});

async function made(more: Row = {}): Promise<Row & { id: number }> {
  const body = { id_oggetto: asset, id_tipo_guasto: type, id_stato: state.AP, priorita: 1, ...more };
  return colleague<Row & { id: number }>('POST', '/odl/', { descrizione: mark(), ...body });
}
const read = (id: number) => colleague<Row>('GET', `/odl/${id}`);
const dayOf = async (id: number): Promise<string> => plantDay(String((await read(id)).data_ordine));

const calendar = (view: string, filtro: string): string =>
  `/calendario?view=${view}&day=${MONDAY}&filter=${encodeURIComponent(JSON.stringify({ filtro }))}`;

async function middle(one: Locator): Promise<{ x: number; y: number }> {
  const found = (await one.boundingBox())!;
  return { x: found.x + Math.min(found.width / 2, 60), y: found.y + found.height / 2 };
}

async function drag(page: Page, one: Locator, to: { x: number; y: number }): Promise<void> {
  await one.waitFor();
  await page.waitForLoadState('networkidle');
  await one.hover();
  const from = await middle(one);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.move(to.x + 1, to.y + 1);
  await page.mouse.up();
}

/** Acts and waits for the refresh, so that the page has not seen later changes by a colleague. */
async function readAfter(page: Page, act: () => Promise<unknown>): Promise<void> {
  const reread = page.waitForResponse(/isCalendario=1/);
  await act();
  await (await reread).finished();
}

/** Returns a position in the cell of a day, left of its number. */
async function cornerOf(page: Page, day: string): Promise<{ x: number; y: number }> {
  const name = new RegExp(`nuovo intervento il ${day.split('-').reverse().join('/')}`);
  const box = (await page.getByRole('link', { name }).boundingBox())!;
  return { x: box.x - 20, y: box.y + 50 };
}

describe('the calendar', () => {
  it(
    'shows who changed dragged work, and how; nothing is overwritten before the user chooses [I21]',
    visit({ as: 'SUPER', language: 'it', provokes: [409] }, async ({ page }) => {
      const one = await made({ data_ordine: `${MONDAY}T08:00:00` });
      await page.goto(calendar('month', String(one.descrizione)));
      const event = page.locator(`.rbc-event:has([data-event="${one.id}"])`).first();
      await event.waitFor();
      const theirs = addDays(MONDAY, 7);
      await colleague('PUT', `/odl/${one.id}`, { data_ordine: `${theirs}T08:00:00`, priorita: 3 });
      const mine = addDays(MONDAY, 3);
      await drag(page, event, await cornerOf(page, mine));
      const dialog = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await sees(dialog, /ha salvato questo elemento il/);
      await sees(dialog, theirs.split('-').reverse().join('/'));
      await sees(dialog, mine.split('-').reverse().join('/'));
      await dialog.getByRole('heading', { name: 'Priorità' }).waitFor();
      await dialog.getByRole('link', { name: "Apri l'intervento" }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await dayOf(one.id)).toBe(theirs);
      await readAfter(page, () => dialog.getByRole('button', { name: 'Annulla' }).click());
      await dialog.waitFor({ state: 'detached' });
      expect(await dayOf(one.id)).toBe(theirs);
      // The page now shows their version: the first move asks nothing, and neither does a second one.
      for (const day of [mine, addDays(MONDAY, 4)]) {
        await readAfter(page, async () => drag(page, event, await cornerOf(page, day)));
        await expect.poll(() => dayOf(one.id)).toBe(day);
      }
      expect((await read(one.id)).priorita).toBe(3);
      // Keeps the user's own field, and loses nothing else that the colleague changed.
      await colleague('PUT', `/odl/${one.id}`, { priorita: 2 });
      await drag(page, event, await cornerOf(page, mine));
      await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
      await expect.poll(() => dayOf(one.id)).toBe(mine);
      expect((await read(one.id)).priorita).toBe(2);
    }),
    120_000,
  );

  atNight(
    'does so on a phone, and leads from a refusal to the intervention [I21]',
    visit({ as: 'SUPER', language: 'it', phone: true, provokes: [409, 422] }, async ({ page }) => {
      const one = await made({ data_ordine: `${MONDAY}T08:00:00` });
      await page.goto(calendar('month', String(one.descrizione)));
      await sees(page, String(one.descrizione));
      await colleague('PUT', `/odl/${one.id}`, { id_stato: state.AS, id_tecnico: people[0]!.id });
      const change = page.getByRole('button', { name: `Sposta o assegna ${one.codice}` });
      const give = async (name: string): Promise<void> => {
        await change.click();
        await pick(page, 'Riferimento tecnico', name);
        await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
      };
      await give(people[1]!.descrizione);
      const dialog = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await dialog.getByRole('heading', { name: 'Riferimento tecnico' }).waitFor();
      await sees(dialog, people[0]!.descrizione);
      await sees(dialog, people[1]!.descrizione);
      expect(await violations(page)).toEqual([]);
      expect((await read(one.id)).id_tecnico).toBe(people[0]!.id);
      await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
      await expect.poll(async () => (await read(one.id)).id_tecnico).toBe(people[1]!.id);
    }),
    120_000,
  );
});

describe('several in the list', () => {
  atNight(
    'leaves the one that a colleague has changed, shows its current values, and changes it when the user insists [I21]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page }) => {
      const text = mark();
      const free = await made({ descrizione: `${text} libero` });
      const changed = await made({ descrizione: `${text} cambiato` });
      await page.goto(`/conf-odl?filter=${encodeURIComponent(JSON.stringify({ filtro: text }))}`);
      await sees(page, `${text} libero`);
      await sees(page, `${text} cambiato`);
      await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
      await colleague('PUT', `/odl/${changed.id}`, { note: 'Aspettare il fornitore' });
      await page.getByRole('button', { name: 'Modifica', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await pick(page, 'Stato', 'Annullato');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, 'Modificati 1 di 2');
      await sees(dialog, /ha modificato questo elemento il/);
      await sees(dialog, 'Aspettare il fornitore');
      await dialog.getByRole('link', { name: new RegExp(`${text} cambiato`) }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await read(free.id)).toMatchObject({ cod_stato: 'AN' });
      expect(await read(changed.id)).toMatchObject({ cod_stato: 'AP', note: 'Aspettare il fornitore' });
      await dialog.getByRole('button', { name: 'Modifica comunque' }).click();
      await sees(dialog, 'Modificati 2 di 2');
      await expect.poll(() => read(changed.id)).toMatchObject({ cod_stato: 'AN' });
      expect((await read(changed.id)).note).toBe('Aspettare il fornitore');
    }),
    120_000,
  );
});

describe('several of which some are insisted on', () => {
  atNight(
    'keeps the results of one call if the next one fails, and can be repeated [block-bypass, I21]',
    visit({ as: 'SUPER', language: 'it', says: /net::ERR_FAILED/ }, async ({ page }) => {
      const text = mark();
      const set = async (BlockAssigned: string) => {
        await changeSettings({ BlockAssigned });
        // Changing the settings ended the colleague's session.
        colleague = await apiAs(plantUrl(), 'SUADMIN');
      };
      await set('2');
      const given = { id_stato: state.AS, id_tecnico: people[0]!.id };
      const [day, other] = [addDays(MONDAY, 21), addDays(MONDAY, 22)];
      await made({ data_ordine: `${day}T08:00:00`, ...given });
      const busy = await made({ descrizione: `${text} occupato`, data_ordine: `${day}T08:00:00` });
      const changed = await made({ descrizione: `${text} cambiato`, data_ordine: `${other}T08:00:00` });
      await page.goto(`/conf-odl?filter=${encodeURIComponent(JSON.stringify({ filtro: text }))}`);
      await sees(page, `${text} occupato`);
      await page.getByRole('checkbox', { name: 'Seleziona la pagina' }).check();
      await colleague('PUT', `/odl/${changed.id}`, { note: 'Del collega' });
      await page.getByRole('button', { name: 'Modifica', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await pick(page, 'Stato', 'Assegnato');
      await pick(page, 'Riferimento tecnico', people[0]!.descrizione);
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, 'Modificati 0 di 2');
      await sees(dialog, /già assegnato/);
      await page.route(/isBypassBlockAllowed=1/, (route) => route.abort());
      await dialog.getByRole('button', { name: 'Modificane comunque 2' }).click();
      await sees(dialog, 'Modificati 1 di 2');
      await expect.poll(() => read(changed.id)).toMatchObject({ cod_stato: 'AS' });
      expect(await read(busy.id)).toMatchObject({ cod_stato: 'AP' });
      await page.unrouteAll({ behavior: 'wait' });
      await dialog.getByRole('button', { name: 'Modifica comunque' }).click();
      await sees(dialog, 'Modificati 2 di 2');
      expect(await read(busy.id)).toMatchObject({ cod_stato: 'AS' });
      await set('0');
    }),
    120_000,
  );
});

describe('the invoice button', () => {
  atNight(
    'shows the reason of a refusal as the page does, and links to the page [dash-invoice] [custom-required]',
    visit({ as: 'SUPER', language: 'it', provokes: [422] }, async ({ page }) => {
      const text = mark();
      const one = await made({
        descrizione: text,
        id_stato: state.AS,
        id_tecnico: people[0]!.id,
        campo_nota1: 'Usura',
        campo_float1: 1,
      });
      for (const code of ['IC', 'CH']) await colleague('PUT', `/odl/${one.id}`, { id_stato: state[code] });
      await page.goto('/home');
      const invoice = page.getByRole('button', { name: new RegExp(`^Fattura.*${text}`) });
      await invoice.waitFor();
      const field = await colleague<Row>('POST', '/odl/campo/', {
        ...{ id_classe: -1, campo_tabella: 'campo_str6', label: 'Numero ordine' },
        ...{ visibile: 1, editabile: 1, obbligatorio: 1 },
      });
      await invoice.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Fattura' }).click();
      const refusal = page.getByRole('alertdialog');
      await sees(refusal, 'Il campo Numero ordine è obbligatorio');
      expect(await violations(page)).toEqual([]);
      expect(await read(one.id)).toMatchObject({ cod_stato: 'CH' });
      await refusal.getByRole('link', { name: "Apri l'intervento" }).click();
      await page.waitForURL(`**/dettaglio-odl/${one.id}`);
      await sees(page, 'Il campo Numero ordine è obbligatorio');
      await colleague('DELETE', `/odl/campo/${field.id}`);
    }),
    120_000,
  );
});

describe('a form', () => {
  atNight(
    'shows why the choice between two values was refused, and keeps it [I21]',
    visit({ as: 'SUPER', language: 'it', provokes: [409] }, async ({ page }) => {
      const [code, taken] = [mark(), mark()];
      const one = await colleague<Row>('POST', '/cdc/', { codice: code, descrizione: 'Linea 1' });
      await page.goto(`/upd-cdc/${one.id}`);
      await page.getByRole('textbox', { name: 'Codice' }).fill(taken);
      await colleague('PUT', `/cdc/${one.id}`, { descrizione: 'Linea uno' });
      await colleague('POST', '/cdc/', { codice: taken, descrizione: 'Linea 2' });
      await page.getByRole('button', { name: 'Salva' }).click();
      const dialog = page.getByRole('dialog', { name: 'Un collega ha salvato prima di te' });
      await sees(dialog, 'Linea uno');
      await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
      await sees(dialog.getByRole('alert'), 'Codice: Esiste già un elemento con questo valore');
      expect(await violations(page)).toEqual([]);
      expect(await colleague<Row>('GET', `/cdc/${one.id}`)).toMatchObject({ codice: code });
      await dialog.getByRole('button', { name: 'Annulla' }).click();
      expect(await page.getByRole('textbox', { name: 'Codice' }).inputValue()).toBe(taken);
    }),
    120_000,
  );
});
