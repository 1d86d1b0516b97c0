/** The calendar as planners use it: navigation, dragging, assignment; and on a phone. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { DUPLICATED } from '../../schemas/interventions.ts';
import { DAYS } from '../../schemas/recurring-days.ts';
import { addDays } from '../../schemas/working-days.ts';
import { movedTo, spanOf, step, weekOf } from '../../src/interventions/calendar/calendar-days.ts';
import { atNight } from '../runner/nightly.ts';
import { inDays, plantYear } from '../server/plant/days.ts';
import { violations } from './browser/axe.ts';
import { hold } from './browser/held.ts';
import { visit } from './browser/visit.ts';
import { type Api, apiAs } from './data/api.ts';
import { changeSettings } from './data/settings.ts';
import { plantUrl } from './plant/plant-url.ts';
import { pick } from './user/forms.ts';
import { menuBar, menuButton, path, sees } from './user/navigation.ts';

/** The next change to summer time, on the last Sunday of March. */
const year = plantYear() + 2;
const march = Array.from({ length: 31 }, (_, index) => addDays(`${year}-03-01`, index));
const CHANGE = march.findLast((day) => weekOf(day)[6] === day)!;
const MONDAY = weekOf(CHANGE)[0]!;

let count = 0;
const mark = (): string => `K${Date.now().toString(36)}${++count}`;

const SETTINGS = {
  IntervalloUpdInt: '1000',
  OdlConTimestamp: '0',
  BlockAssigned: '0',
  ShowClosedCalendar: '1',
  VisCalendarMobile: '0',
  OreLavoroGiorno: '8',
  UserMailNotif: '0',
};
let before: Record<string, string | null>;

interface CalendarData {
  asset: number;
  type: number;
  state: Record<string, number>;
  technicians: { id: number; descrizione: string }[];
}
let data: CalendarData;

beforeAll(async () => {
  before = await changeSettings(SETTINGS);
  const api = await apiAs(plantUrl(), 'SUADMIN');
  // Everyone in these tests sees assets that the technician sees.
  const assets = await (await apiAs(plantUrl(), 'RIFTEC'))<Row[]>('GET', '/oggetto/?pag=1&max_rows=1');
  const [states, types] = await Promise.all([
    api<Row[]>('GET', '/stato/?all=1&pag=-1'),
    api<Row[]>('GET', '/odl/tipoGuasto/?pag=-1'),
  ]);
  const asset = assets[0]!.id as number;
  const people = await api<{ utenti: CalendarData['technicians'] }>(
    'GET',
    `/odl/tecnico/?idOggetto=${asset}`,
  );
  data = {
    asset,
    type: types.find(({ codice }) => codice !== '*')!.id as number,
    state: Object.fromEntries(states.map(({ codice, id }) => [codice, id as number])),
    technicians: people.utenti,
  };
});
beforeEach(async () => {
  await changeSettings(SETTINGS);
});
afterAll(async () => {
  await changeSettings(before);
});

async function made(api: Api, more: Row): Promise<Row & { id: number }> {
  const body = {
    id_oggetto: data.asset,
    id_tipo_guasto: data.type,
    id_stato: data.state.AP,
    priorita: 1,
    descrizione: mark(),
    ...more,
  };
  return { ...body, ...(await api<Row & { id: number }>('POST', '/odl/', body)) };
}

const at = (view: string, day: string, filtro?: string): string =>
  `/calendario?view=${view}&day=${day}&filter=${encodeURIComponent(JSON.stringify({ mostraChiusi: '1', filtro }))}`;
const eventOf = (page: Page, id: number): Locator =>
  page.locator(`.rbc-event:has([data-event="${id}"])`).first();
const chip = (page: Page, id: number): Locator =>
  page.locator(`.technicians-chip[data-event="${id}"]`).first();

async function middle(one: Locator): Promise<{ x: number; y: number }> {
  const found = (await one.boundingBox())!;
  return { x: found.x + Math.min(found.width / 2, 60), y: found.y + found.height / 2 };
}

/** Drags like a hand: press, several moves, release. */
async function drag(page: Page, one: Locator, to: Locator, drop = true): Promise<void> {
  // Pending requests would move the target.
  await one.waitFor();
  await page.waitForLoadState('networkidle');
  await one.hover();
  const [from, there] = [await middle(one), await middle(to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
  await page.mouse.move(there.x, there.y, { steps: 8 });
  // The browser reports a drag with the next mouse move.
  await page.mouse.move(there.x + 1, there.y + 1);
  if (drop) await page.mouse.up();
}

/** The column of a day in the week view, below its header. */
const column = (page: Page, day: string): Locator =>
  page.locator('.rbc-allday-cell .rbc-day-bg').nth(weekOf(day).indexOf(day));

/** The number of a day in the month view, or its header in the week view. */
const dayOf = (page: Page, day: string): Locator =>
  page.getByRole('link', { name: new RegExp(`nuovo intervento il ${day.split('-').reverse().join('/')}`) });

const inRome = (instant: unknown): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(String(instant)))
    .replace(' ', 'T');
const planned = async (api: Api, id: number): Promise<string> =>
  inRome((await api<Row>('GET', `/odl/${id}`)).data_ordine);

/** The cursor over an event, which the element around it may define. */
const cursorOf = (event: Locator): Promise<string> =>
  event.evaluate((element) => getComputedStyle(element).cursor);

describe('the calendar', () => {
  it(
    'has month, week and day from Monday, navigation and filters, opens interventions and creates them on a day [cal-views] [cal-buttons] [cal-week] [cal-items] [cal-click-item] [cal-click-day] [cal-no-paging] [cal-closed-default]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      const one = await made(api, { data_ordine: `${MONDAY}T09:30:00`, descrizione: `${text} uno` });
      const listRequest = page.waitForRequest(/\/odl\/\?.*isCalendario=1/);
      await page.goto('/home');
      await page.getByRole('button', { name: 'Interventi' }).first().click();
      await page.getByRole('link', { name: 'Calendario' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Calendario Interventi' }).waitFor();
      const query = new URL((await listRequest).url()).searchParams;
      expect([query.get('pag'), query.get('mostraChiusi'), query.get('tipoColore')]).toEqual([
        '-1',
        '1',
        '1',
      ]);
      await page.goto(at('month', MONDAY, text));
      const event = eventOf(page, one.id);
      await event.waitFor();
      await expect.poll(() => event.innerText()).toMatch(new RegExp(`${one.codice} .+ · ${text} uno`));
      const headers = await page.locator('.rbc-month-header .rbc-header').allInnerTexts();
      expect(headers.map((head) => head.toLowerCase())).toEqual([
        'lunedì',
        'martedì',
        'mercoledì',
        'giovedì',
        'venerdì',
        'sabato',
        'domenica',
      ]);
      const title = page.getByRole('heading', { level: 2 }).first();
      const period = new RegExp(`^marzo ${year}$`, 'i');
      await expect.poll(() => title.innerText()).toMatch(period);
      await page.getByRole('button', { name: 'Successivo' }).click();
      await expect.poll(() => title.innerText()).toMatch(new RegExp(`^aprile ${year}$`, 'i'));
      await page.goBack();
      await expect.poll(() => title.innerText()).toMatch(period);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Settimana' }).click();
      await event.waitFor();
      await expect.poll(() => page.locator('.rbc-time-header .rbc-header').count()).toBe(7);
      await page.getByRole('button', { name: 'Precedente' }).click();
      await page.waitForURL(`**day=${step('week', MONDAY, -1)}**`);
      await page.getByRole('button', { name: 'Giorno', exact: true }).click();
      await page.getByRole('button', { name: 'Oggi' }).click();
      await page.waitForURL((url) => url.searchParams.get('day') === inDays(0));
      await page.goto(at('week', MONDAY, text));
      await event.click();
      await page.waitForURL(`**/dettaglio-odl/${one.id}`);
      await page.goBack();
      await dayOf(page, addDays(MONDAY, 2)).click();
      await page.waitForURL(`**/apri-odl-calendario/${addDays(MONDAY, 2)}`);
      const here = new RegExp(`/calendario\\?.*day=${MONDAY}`);
      await page.getByRole('link', { name: 'Annulla' }).click();
      await page.waitForURL(here);
      await page.goto(at('month', MONDAY, text));
      await event.waitFor();
      const empty = (await dayOf(page, addDays(MONDAY, 3)).boundingBox())!;
      await page.mouse.click(empty.x - 20, empty.y + 40);
      await page.waitForURL(`**/apri-odl-calendario/${addDays(MONDAY, 3)}`);
      const crumbs = page.getByRole('navigation', { name: 'Percorso' });
      await expect
        .poll(() => crumbs.getByRole('listitem').allInnerTexts())
        .toEqual(['Interventi', 'Calendario Interventi']);
      await crumbs.getByRole('link').click();
      await page.waitForURL(here);
      await event.waitFor();
      await page.mouse.click(empty.x - 20, empty.y + 40);
      await page.getByRole('link', { name: 'Torna a Calendario Interventi' }).click();
      await page.waitForURL(here);
    }),
  );

  it(
    'is dragged to another day, across clock changes and months, keeps the hour and sends only the changes; work of five days moves as a whole [cal-drag-same] [cal-drag-call]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      const friday = addDays(MONDAY, 4);
      const one = await made(api, { data_ordine: `${friday}T09:30:00`, descrizione: `${text} uno` });
      const long = await made(api, {
        data_ordine: `${MONDAY}T07:00:00`,
        ore_previste: 40,
        descrizione: `${text} lungo`,
      });
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && sent.push(String(request.postData())));
      await page.goto(at('month', friday, text));
      // First to the Sunday of the clock change, then to the last visible day, in April.
      for (const to of [CHANGE, spanOf('month', friday).to]) {
        await drag(page, eventOf(page, one.id), dayOf(page, to));
        await expect.poll(() => planned(api, one.id)).toBe(movedTo(to, `${friday}T09:30`));
      }
      expect(sent).toHaveLength(2);
      expect(JSON.parse(sent[0]!)).toEqual({ data_ordine: `${CHANGE}T09:30:00`, versione: one.versione });
      // Dropped at its origin: no request, no page.
      const last = spanOf('month', friday).to;
      await drag(page, eventOf(page, one.id), dayOf(page, last));
      await drag(page, eventOf(page, long.id), dayOf(page, addDays(MONDAY, 7)));
      await expect.poll(() => planned(api, long.id)).toBe(`${addDays(MONDAY, 7)}T07:00`);
      expect(sent).toHaveLength(3);
      expect(path(page)).toBe('/calendario');
      await page.goto(at('week', addDays(MONDAY, 7), text));
      await eventOf(page, long.id).waitFor();
      const [wide, head] = await Promise.all([
        eventOf(page, long.id).boundingBox(),
        page.locator('.rbc-time-header .rbc-header').first().boundingBox(),
      ]);
      expect(Math.round(wide!.width / head!.width)).toBe(5);
    }),
  );

  it(
    'shows who may not drag, reverts a refused drop with the reason, and asks if the plant requires it [cal-drag-flag] [cal-drag-fail]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      const closed = await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} chiuso` });
      await api('PUT', `/odl/${closed.id}`, { id_stato: data.state.AN });
      const [technician] = data.technicians;
      const given = { id_stato: data.state.AS, id_tecnico: technician!.id };
      const [busy, one] = [
        await made(api, {
          ...given,
          data_ordine: `${addDays(MONDAY, 1)}T08:00:00`,
          descrizione: `${text} a`,
        }),
        await made(api, { ...given, data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} b` }),
      ];
      const asSeen = async () => {
        const [mine, other] = await Promise.all(
          [eventOf(page, one.id), eventOf(page, busy.id)].map((it) => it.boundingBox()),
        );
        return Math.round((other!.x - mine!.x) / mine!.width);
      };
      for (const view of ['month', 'week', 'day', 'technicians'] as const) {
        await page.goto(at(view, MONDAY, text));
        const fixed = page.locator(`[data-event="${closed.id}"]`).first();
        await fixed.waitFor();
        // Only what may be moved looks as if it could be, and is taken.
        expect(await cursorOf(fixed), view).toBe('pointer');
        expect(await cursorOf(page.locator(`[data-event="${one.id}"]`).first()), view).toBe('grab');
        const spot = await middle(fixed);
        await page.mouse.move(spot.x, spot.y);
        await page.mouse.down();
        await page.mouse.move(spot.x + 60, spot.y + 20, { steps: 5 });
        // The reason comes while the button is still down.
        await sees(
          page,
          "Non hai l'autorizzazione necessaria per modificare l'intervento corrente. È concluso (stato: Annullato): la sua data non si sposta più.",
        );
        expect(await page.locator('.rbc-addons-dnd-drag-preview, .technicians-target').count(), view).toBe(0);
        await page.mouse.up();
        expect(path(page)).toBe('/calendario');
      }
      await page.goto(at('week', MONDAY, text));
      await drag(page, eventOf(page, closed.id), column(page, addDays(MONDAY, 3)));
      await expect.poll(() => planned(api, closed.id)).toBe(`${MONDAY}T08:00`);
      const target = eventOf(page, busy.id);
      await changeSettings({ BlockAssigned: '1' });
      await page.reload();
      await drag(page, eventOf(page, one.id), target);
      const refusal = page.getByRole('alertdialog');
      await sees(refusal, /^Il tecnico è già assegnato all'intervento/);
      await refusal.getByRole('button', { name: 'Chiudi' }).click();
      await expect.poll(asSeen).toBe(1);
      await changeSettings({ BlockAssigned: '2' });
      await page.reload();
      await drag(page, eventOf(page, one.id), target);
      const question = page.getByRole('dialog');
      await sees(question, /Procedere\?$/);
      await question.getByRole('button', { name: 'Annulla' }).click();
      await expect.poll(asSeen).toBe(1);
      await drag(page, eventOf(page, one.id), target);
      await question.getByRole('button', { name: 'Procedi' }).click();
      await expect.poll(() => planned(api, one.id)).toBe(`${addDays(MONDAY, 1)}T08:00`);
      await changeSettings({ BlockAssigned: '0' });
    }),
  );

  atNight(
    'says in the menu, and in the list of a day, why work stays, and does not offer to move it [cal-drag-flag]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api, join }) => {
      const text = mark();
      const closed = await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} chiuso` });
      await api('PUT', `/odl/${closed.id}`, { id_stato: data.state.AN });
      const open = await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} aperto` });
      const reason = 'È concluso (stato: Annullato): la sua data non si sposta più.';
      const offer = page.getByRole('menuitem', { name: 'Sposta o assegna' });
      for (const view of ['month', 'week', 'day', 'technicians'] as const) {
        await page.goto(at(view, MONDAY, text));
        await page.locator(`[data-event="${closed.id}"]`).first().click({ button: 'right' });
        await sees(offer, reason);
        expect(await offer.getAttribute('aria-disabled'), view).toBe('true');
        // The keyboard reaches it, and opens nothing.
        await page.keyboard.press('ArrowDown');
        expect(await offer.evaluate((item) => item === document.activeElement), view).toBe(true);
        await page.keyboard.press('Enter');
        await offer.dispatchEvent('click');
        expect(await page.getByRole('dialog').count(), view).toBe(0);
        await page.keyboard.press('Escape');
        await offer.waitFor({ state: 'detached' });
        await page.locator(`[data-event="${open.id}"]`).first().click({ button: 'right' });
        await offer.waitFor();
        expect(await offer.getAttribute('aria-disabled'), view).toBe(null);
        expect(await offer.innerText()).toBe('Sposta o assegna');
        await page.keyboard.press('Escape');
      }
      const restored = await changeSettings({ VisCalendarMobile: '1' });
      onTestFinished(async () => void (await changeSettings(restored)));
      const { page: phone } = await join({ as: 'SUADMIN', phone: true, language: 'it' });
      await phone.goto(at('day', MONDAY, text));
      const button = (code: unknown) => phone.getByRole('button', { name: `Sposta o assegna ${code}` });
      await button(closed.codice).waitFor();
      expect(await button(closed.codice).getAttribute('aria-disabled')).toBe('true');
      expect(await violations(phone)).toEqual([]);
      await button(closed.codice).click({ force: true });
      await sees(phone, reason);
      expect(await phone.getByRole('dialog').count()).toBe(0);
      await phone.getByRole('button', { name: 'Chiudi il messaggio' }).click();
      await button(open.codice).click();
      await phone.getByRole('dialog').waitFor();
    }),
  );

  it(
    'refreshes without disturbing a drag; can be moved with the keyboard, to the hour if hours are shown [cal-refresh]',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      const one = await made(api, { data_ordine: `${MONDAY}T09:00:00`, descrizione: `${text} uno` });
      await page.goto(at('month', MONDAY, text));
      await drag(page, eventOf(page, one.id), dayOf(page, addDays(MONDAY, 2)), false);
      const two = await made(api, { data_ordine: `${MONDAY}T09:00:00`, descrizione: `${text} due` });
      const requests: string[] = [];
      page.on('request', (request) => request.url().includes('isCalendario') && requests.push(request.url()));
      await page.locator('.rbc-addons-dnd-drag-preview').waitFor();
      // Twice the expected time.
      await page.waitForTimeout(2500);
      expect(requests).toEqual([]);
      await page.locator('.rbc-addons-dnd-drag-preview').waitFor();
      await page.mouse.up();
      await expect.poll(() => planned(api, one.id)).toBe(`${addDays(MONDAY, 2)}T09:00`);
      await eventOf(page, two.id).waitFor();
      await page.locator(`a[data-event="${one.id}"]`).first().focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Sposta o assegna' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${text} uno`).waitFor();
      const [y, m, d] = addDays(MONDAY, 3).split('-');
      const date = dialog.getByRole('group', { name: 'Data prevista' });
      await date.getByRole('spinbutton').first().click();
      await page.keyboard.type(`${d}${m}${y}`);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await expect.poll(() => planned(api, one.id)).toBe(`${addDays(MONDAY, 3)}T09:00`);
      await changeSettings({ OdlConTimestamp: '1' });
      await page.goto(at('week', MONDAY, text));
      const grid = page.locator('.rbc-time-content');
      await grid.waitFor();
      expect(await violations(page)).toEqual([]);
      await eventOf(page, two.id).focus();
      await page.keyboard.press('m');
      await page.getByRole('menuitem', { name: 'Sposta o assegna' }).click();
      await date.getByRole('spinbutton').nth(3).click();
      await page.keyboard.type('1415');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await expect.poll(() => planned(api, two.id)).toBe(`${MONDAY}T14:15`);
      await changeSettings({ OdlConTimestamp: '0' });
    }),
  );

  it(
    'shows the week of each technician, and an overload before the drop; open work becomes assigned',
    visit({ as: 'SUPER', language: 'it', provokes: [422] }, async ({ page, api }) => {
      const text = mark();
      const [technician, other] = data.technicians as [
        CalendarData['technicians'][0],
        CalendarData['technicians'][0],
      ];
      const busy = await made(api, {
        data_ordine: `${MONDAY}T08:00:00`,
        id_stato: data.state.AS,
        id_tecnico: technician.id,
        ore_previste: 6,
        descrizione: `${text} sei`,
      });
      const open = await made(api, {
        data_ordine: `${MONDAY}T08:00:00`,
        ore_previste: 3.5,
        descrizione: `${text} aperto`,
      });
      await page.goto(at('technicians', MONDAY, text));
      const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
      const cell = (name: string, index: number) => row(name).getByRole('cell').nth(index);
      await sees(cell(technician.descrizione, 0), '6 h / 8 h');
      await sees(cell('Non assegnati', 0), '3,5 h');
      expect(await violations(page)).toEqual([]);
      await drag(page, chip(page, open.id), cell(technician.descrizione, 0), false);
      await sees(cell(technician.descrizione, 0), '9,5 h / 8 h');
      await sees(cell(technician.descrizione, 0), 'oltre le ore di lavoro del giorno');
      await expect.poll(() => planned(api, open.id)).toBe(`${MONDAY}T08:00`);
      const there = await middle(cell(technician.descrizione, 1));
      await page.mouse.move(there.x, there.y, { steps: 5 });
      await page.mouse.move(there.x + 1, there.y + 1);
      await sees(cell(technician.descrizione, 1), '3,5 h / 8 h');
      await page.mouse.up();
      await expect
        .poll(() => api<Row>('GET', `/odl/${open.id}`))
        .toMatchObject({ id_tecnico: technician.id, cod_stato: 'AS' });
      await expect.poll(() => planned(api, open.id)).toBe(`${addDays(MONDAY, 1)}T08:00`);
      await chip(page, busy.id).waitFor();
      await drag(page, chip(page, busy.id), cell(other.descrizione, 0));
      await expect.poll(() => api<Row>('GET', `/odl/${busy.id}`)).toMatchObject({ id_tecnico: other.id });
      // Unassigned work is open again.
      await chip(page, busy.id).waitFor();
      await drag(page, chip(page, busy.id), cell('Non assegnati', 2));
      await expect
        .poll(() => api<Row>('GET', `/odl/${busy.id}`))
        .toMatchObject({ id_tecnico: null, cod_stato: 'AP' });
      await cell('Non assegnati', 2).locator(`[data-event="${busy.id}"]`).waitFor();
      // If the states do not allow it, the drop is refused in advance.
      await page.route(/\/stato\/\?.*idOdl=/, (route) => route.fulfill({ json: { result: 0, data: [] } }));
      await drag(page, chip(page, open.id), cell('Non assegnati', 3), false);
      await expect
        .poll(() => cell('Non assegnati', 3).getAttribute('class'))
        .toContain('technicians-refused');
      await page.mouse.up();
      await sees(page, "Non hai l'autorizzazione necessaria per modificare l'intervento corrente.");
      await expect
        .poll(() => api<Row>('GET', `/odl/${open.id}`))
        .toMatchObject({ id_tecnico: technician.id });
    }),
  );

  atNight(
    'shows the field of a refusal, and asks for the user to notify if the plant requires one [cal-drag-fail] [odl-as-notify]',
    visit({ as: 'SUPER', language: 'it', provokes: [422] }, async ({ page, api }) => {
      const text = mark();
      const [technician] = data.technicians as [CalendarData['technicians'][0]];
      const open = await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: text });
      await page.goto(at('technicians', MONDAY, text));
      const cell = (name: string, index: number) =>
        page
          .getByRole('row', { name: new RegExp(`^${name}`) })
          .getByRole('cell')
          .nth(index);
      await chip(page, open.id).waitFor();
      // The page loaded before the setting changed, and is notified too late.
      const settings = /\/api\/cmms\/parametro\//;
      const release = await hold(page, settings);
      await changeSettings({ UserMailNotif: '2' });
      await drag(page, chip(page, open.id), cell(technician.descrizione, 1));
      const refusal = page.getByRole('alertdialog');
      await sees(refusal, 'Utente notifica mail: Questo campo è obbligatorio');
      await refusal.getByRole('button', { name: 'Chiudi' }).click();
      await cell('Non assegnati', 0).locator(`[data-event="${open.id}"]`).waitFor();
      release();
      await page.unrouteAll({ behavior: 'wait' });
      const settingsResponse = page.waitForResponse((response) => response.url().includes('UserMailNotif'));
      await page.goto(at('technicians', MONDAY, text));
      await (await settingsResponse).finished();
      await chip(page, open.id).waitFor();
      await drag(page, chip(page, open.id), cell(technician.descrizione, 1));
      const dialog = page.getByRole('dialog', { name: `Sposta o assegna ${open.codice}` });
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await sees(dialog, 'Questo campo è obbligatorio');
      expect(await violations(page)).toEqual([]);
      await pick(page, 'Utente notifica mail');
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await expect
        .poll(() => api<Row>('GET', `/odl/${open.id}`))
        .toMatchObject({ id_tecnico: technician.id, cod_stato: 'AS', id_usr_notifica: expect.any(Number) });
      await expect.poll(() => planned(api, open.id)).toBe(`${addDays(MONDAY, 1)}T08:00`);
      await changeSettings({ UserMailNotif: '0' });
    }),
  );

  atNight(
    'counts the events that do not fit into a day, and lists them',
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      for (let index = 0; index < 14; index += 1)
        await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} ${index}` });
      await page.goto(at('month', MONDAY, text));
      const more = page.getByRole('button', { name: /^\+ \d+$/ });
      const [, hidden] = /(\d+)/.exec(await more.innerText())!;
      expect(Number(hidden) + (await page.locator('.rbc-event').count())).toBe(14);
      await more.click();
      const dialog = page.getByRole('dialog', { name: 'Interventi del giorno' });
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(14);
      // In Italian a month begins with a small letter.
      expect(await dialog.getByRole('heading', { level: 2 }).innerText()).toMatch(/ \d+ \p{Ll}+ \d{4}$/u);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }),
  );

  atNight(
    "applies a setting that changes while it is open, and keeps the user's own choices [cal-closed-default]",
    visit({ as: 'SUPER', language: 'it' }, async ({ page, api }) => {
      const text = mark();
      const one = await made(api, { data_ordine: `${MONDAY}T10:00:00`, descrizione: text });
      await api('PUT', `/odl/${one.id}`, { id_stato: data.state.AN });
      const openWorkRequest = () =>
        page.waitForRequest((request) => {
          const { pathname, searchParams } = new URL(request.url());
          const calendar = pathname.endsWith('/odl/') && searchParams.get('isCalendario') === '1';
          return calendar && !searchParams.has('mostraChiusi');
        });
      const own = encodeURIComponent(JSON.stringify({ filtro: text }));
      await page.goto(`/calendario?view=month&day=${MONDAY}&filter=${own}`);
      await eventOf(page, one.id).waitFor();
      await page.getByRole('button', { name: 'Settimana' }).click();
      await page.waitForURL('**view=week**');
      await eventOf(page, one.id).waitFor();
      const next = openWorkRequest();
      await changeSettings({ ShowClosedCalendar: '0' });
      await next;
      await eventOf(page, one.id).waitFor({ state: 'detached' });
      const later = openWorkRequest();
      await page.goto('/calendario');
      await later;
    }),
  );

  it(
    'is on a phone where the plant wants it: a list of days, and a dialog in place of the drag [menu-mobile-calendar]',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ api, join }) => {
      const text = mark();
      const one = await made(api, { data_ordine: `${MONDAY}T08:00:00`, descrizione: `${text} uno` });
      const phone = async () => (await join({ as: 'RIFTEC', phone: true, language: 'it' })).page;
      const entry = async (page: Page): Promise<number> => {
        await page.goto('/home');
        await menuButton(page).click();
        const drawer = menuBar(page);
        await drawer.locator('summary', { hasText: 'Interventi' }).click();
        await drawer.getByRole('link', { name: 'Elenco Interventi' }).waitFor();
        return drawer.getByRole('link', { name: 'Calendario' }).count();
      };
      const without = await phone();
      expect(await entry(without)).toBe(0);
      await without.goto('/calendario');
      await without.waitForURL('**/home');
      await sees(
        without,
        'La pagina «Calendario» è disattivata sul telefono dal parametro VisCalendarMobile.',
      );
      // A second phone ends the session of the first.
      await without.close();
      const before = await changeSettings({ VisCalendarMobile: '1' });
      onTestFinished(async () => void (await changeSettings(before)));
      const page = await phone();
      expect(await entry(page)).toBe(1);
      await page.goto(at('month', MONDAY, text));
      await page.getByRole('link', { name: new RegExp(`${text} uno`) }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: `Sposta o assegna ${one.codice}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Annulla' }).click();
      await page.getByRole('link', { name: new RegExp(`${text} uno`) }).click();
      await page.waitForURL(`**/dettaglio-odl/${one.id}`);
    }),
  );

  atNight(
    'says how many there are on each day where they are too many to draw; a day lists its own, which are moved from there',
    visit({ as: 'SUADMIN', language: 'it' }, async ({ page, api }) => {
      const { id_organizzazione, id_reparto } = await api<Row>('GET', `/oggetto/${data.asset}`);
      const schedule = await api<Row>('POST', '/manutenzione/schedulazione/', {
        ...{ codice: mark(), descrizione: 'Giro quotidiano', id_organizzazione, id_reparto },
        ...{ id_tipo_guasto: data.type, id_tipo_odl: DUPLICATED, frequenza: 1, unita_misura: DAYS },
        ...{ tipo_rinnovo: 1, interno: 1, priorita: 1 },
      });
      const [first, last] = [`${year + 1}-08-01`, `${year + 1}-08-31`];
      // 31 days of 66 works are 2,046.
      for (let each = 0; each < 66; each++)
        await api('POST', '/manutenzione/', {
          id_schedulazione: schedule.id,
          id_oggetto: data.asset,
          data_inizio: addDays(first, -each),
        });
      const { id_lavoro: job } = await api<Row>(
        'POST',
        `/manutenzione/schedulazione/${schedule.id}/periodo/`,
        {
          data_generazione_start: first,
          data_generazione_end: last,
        },
      );
      await expect
        .poll(async () => (await api<Row>('GET', `/lavoro/${job}`)).stato, { timeout: 180_000 })
        .toBe('fatto');
      const day = (number: string, works: number) =>
        page.getByRole('button', { name: new RegExp(`${number} agosto ${year + 1}: ${works} interventi`) });
      await page.goto(at('month', first));
      await day('10', 66).waitFor();
      expect(await violations(page)).toEqual([]);
      await day('10', 66).click();
      const listed = page.getByRole('dialog', { name: 'Interventi del giorno' });
      await expect.poll(() => listed.getByRole('listitem').count()).toBe(66);
      await listed
        .getByRole('button', { name: /^Sposta o assegna/ })
        .first()
        .click();
      const moving = page.getByRole('dialog', { name: /^Sposta o assegna/ });
      await moving.getByRole('group', { name: 'Data prevista' }).getByRole('spinbutton').first().click();
      await page.keyboard.type(`1108${year + 1}`);
      await moving.getByRole('button', { name: 'Salva' }).click();
      await expect.poll(() => listed.getByRole('listitem').count()).toBe(65);
      await listed.getByRole('button', { name: 'Chiudi' }).click();
      await day('11', 67).waitFor();
    }),
  );
});
