/**
 * A month of 2,000 interventions: its call against its SQL statement, the time to the first paint, the delay of a
 * drop.
 */

import pg from 'pg';
import type { BrowserContext, Page } from 'playwright-core';
import { load, once, quantile } from './load.ts';
import { launch, signIn } from './pages.ts';
import type { Plant } from './plants.ts';
import { type Figure, milliseconds } from './report.ts';
import { signedIn } from './signed-in.ts';

const EVENTS = 2000;
const RUNS = 5;
const ROUND_MS = 1500;
/** A user's pause before the next step. */
const LOOK_MS = 1500;
/** In a year without other planned interventions. */
const [MONTH, FROM, TO] = ['2045-05-10', '2045-05-01', '2045-06-04'];
const QUERY = `pag=-1&isCalendario=1&mostraChiusi=1&tipoColore=1&orderByCol=data_ordine&orderByDir=ASC&dataDa=${FROM}&dataA=${TO}`;

const FILL = `
  insert into odl (codice, descrizione, id_oggetto, id_stato, id_tipo_guasto, data_ordine, ore_previste, id_tecnico, note)
  select 'CAL-' || n, 'Controllo periodico numero ' || n, a.id, s.id, t.id,
    timestamptz '2045-05-01 06:00+00' + (n % 31) * interval '1 day' + (n % 9) * interval '1 hour', n % 7, null, repeat('nota ', 20)
  from generate_series(1, ${EVENTS}) n
  cross join (select id from stato where codice = 'AP' limit 1) s
  cross join (select id from odl_tipoguasto where codice <> '*' order by id limit 1) t
  cross join lateral (select id from oggetto where canc = 0 order by id offset n % 20 limit 1) a
  where not exists (select 1 from odl where codice = 'CAL-1')`;

/** The statement as a developer would write it. */
const BY_HAND = `
  select o.id, o.codice, o.descrizione, o.id_oggetto, o.id_stato, o.data_ordine, o.data_fine, o.priorita,
    o.id_tipo_guasto, o.id_tipo_odl, o.id_tecnico, o.id_usr_notifica, o.ore_previste, o.id_usr_ins,
    a.codice || ' - ' || a.descrizione as oggetto,
    coalesce(nullif(s.traduzioni->>'it', ''), s.descrizione) as stato, s.codice as cod_stato, s.id_tipo_stato_odl,
    coalesce(nullif(g.traduzioni->>'it', ''), g.descrizione) as tipo_guasto, g.colore as tipo_guasto_colore,
    u.nome || ' ' || u.cognome as tecnico
  from odl o join stato s on s.id = o.id_stato join odl_tipoguasto g on g.id = o.id_tipo_guasto
    join oggetto a on a.id = o.id_oggetto left join utente u on u.id = o.id_tecnico
  where o.data_ordine >= $1 and o.data_ordine < $2 order by o.data_ordine, o.id`;

async function callFigure(plant: Plant, client: pg.Client): Promise<Figure> {
  const headers = await signedIn(plant.port);
  const shot = { path: `/api/cmms/odl/?${QUERY}`, headers };
  const found = JSON.parse(await once(plant.port, shot)).data.length;
  if (found !== EVENTS) throw new Error(`the month has ${found} interventions`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < RUNS; round++) {
    ours.push((await load(plant.port, 1, ROUND_MS, () => shot)).median);
    const end = performance.now() + ROUND_MS;
    const times: number[] = [];
    while (performance.now() < end) {
      const started = performance.now();
      await client.query(BY_HAND, ['2045-04-30T22:00:00Z', '2045-06-04T22:00:00Z']);
      times.push(performance.now() - started);
    }
    theirs.push(quantile(times, 0.5));
  }
  const [ourMedian, plainMedian] = [quantile(ours, 0.5), quantile(theirs, 0.5)];
  return {
    name: `a month of ${EVENTS}, the call against its statement`,
    value: `${(ourMedian / plainMedian).toFixed(2)}x (${ourMedian.toFixed(1)} ms of ${plainMedian.toFixed(1)} ms)`,
    target: '<= 2x',
    met: ourMedian / plainMedian <= 2,
  };
}

/** Page script, as text: the time from the last byte of the month's reply until its events are painted. */
const PAINTED = `new Promise((done) => {
  const look = () => {
    const [reply] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('dataDa=${FROM}'));
    if (!reply?.responseEnd || !document.querySelector('.rbc-event')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - reply.responseEnd)));
  };
  look();
})`;

/** Page script: the time from the drop until the event appears on the new date. */
const DROPPED = `new Promise((done) => {
  let begun = 0;
  addEventListener('mouseup', () => { begun = performance.now(); }, { capture: true, once: true });
  const look = () => {
    if (!begun || document.querySelector('.rbc-addons-dnd-is-dragging')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  };
  look();
})`;

/** Drags the first event of a day to the next day. */
async function dropped(page: Page, index: number): Promise<number> {
  const cells = page.locator('.rbc-date-cell');
  const [from, to] = [
    (await cells.nth(7 + index).boundingBox())!,
    (await cells.nth(8 + index).boundingBox())!,
  ];
  const first = { x: from.x + 40, y: from.y + from.height + 8 };
  const id = await page.evaluate(
    ({ x, y }) =>
      document
        .elementFromPoint(x, y)
        ?.closest('.rbc-event')
        ?.querySelector('[data-event]')
        ?.getAttribute('data-event'),
    first,
  );
  if (!id) throw new Error('there is no event to be dragged');
  const answer = page.evaluate<number>(DROPPED);
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + 2, { steps: 3 });
  await page.mouse.move(to.x + 40, to.y + to.height + 8, { steps: 5 });
  await page.mouse.up();
  const time = await answer;
  const reply = await saved;
  if (!reply.ok() || !reply.url().includes(`/${id}`))
    throw new Error(`${id} was not moved: ${reply.status()} ${reply.url()}`);
  // Waits for the refresh after the move, which must not affect the next drag.
  await page.waitForTimeout(LOOK_MS);
  return time;
}

async function look(context: BrowserContext, plant: Plant) {
  const page = await context.newPage();
  const home = `http://127.0.0.1:${plant.port}`;
  const filter = encodeURIComponent('{"mostraChiusi":"1"}');
  // Loads the scripts first, so that only the month is timed.
  await page.goto(`${home}/calendario?view=month&day=2045-08-10&filter=${filter}`);
  await page.locator('.rbc-month-view').waitFor();
  await page.goto(`${home}/calendario?view=month&day=${MONTH}&filter=${filter}`);
  const painted = await page.evaluate<number>(PAINTED);
  const drops: number[] = [];
  for (let index = 0; index < 3; index++) drops.push(await dropped(page, index));
  await page.close();
  return { painted, drops };
}

async function screenFigures(plant: Plant): Promise<Figure[]> {
  const browser = await launch();
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Europe/Rome',
    });
    const first = await context.newPage();
    await first.goto(`http://127.0.0.1:${plant.port}/login`);
    await signIn(first, plant.port);
    await first.close();
    const results: Awaited<ReturnType<typeof look>>[] = [];
    for (let run = 0; run < RUNS; run++) results.push(await look(context, plant));
    return [
      milliseconds(
        `a month of ${EVENTS}, painted after its data`,
        results.map(({ painted }) => painted),
        400,
      ),
      milliseconds(
        `a month of ${EVENTS}, a drag answers`,
        results.flatMap(({ drops }) => drops),
        100,
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** Measures a server engine at `url`, which it fills. */
export async function calendarFigures(plant: Plant, url: string): Promise<Figure[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('analyze odl');
    return [await callFigure(plant, client), ...(await screenFigures(plant))];
  } finally {
    await client.end();
  }
}
