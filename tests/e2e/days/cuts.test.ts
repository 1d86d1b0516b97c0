/**
 * A technician works in two tabs while the network is cut and servers are killed at random moments: no act is lost,
 * none is done twice, and the stock is right.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { openDatabase } from '../../../server/database/engine.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { Plant, pause } from '../../crash/plant.ts';
import { copyFolder, removeFolder } from '../../processes/folders.ts';
import { freePort } from '../../processes/free-port.ts';
import { binaries, PostgresServer } from '../../processes/postgres-server.ts';
import { type Relay, relayTo } from '../../processes/relay.ts';
import { NIGHTLY } from '../../runner/nightly.ts';
import { hasTaken, isHeld, rowsOnDevice } from '../browser/on-device.ts';
import { visit } from '../browser/visit.ts';
import { type Api, apiAs } from '../data/api.ts';
import { dialog, press, type } from '../user/input.ts';
import { go, sees } from '../user/navigation.ts';
import { assigned, checklist, reserved, stateOf, takes } from './work.ts';

/** The nightly command runs the long series, on two servers where PostgreSQL is installed. CUTS=all runs it alone. */
const WHOLE = NIGHTLY || process.env.CUTS === 'all';
const [CUTS, KILLS, WORKS] = WHOLE ? [30, 10, 12] : [3, 1, 1];
const TIMEOUT_MS = WHOLE ? 1_800_000 : 300_000;
const ITEMS = 3;
/** The length in milliseconds of a stretch with and without a network. */
const CONNECTED = [500, 4000] as const;
const MISSING = [100, 2000] as const;

/** A sequence of random numbers that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Farm {
  servers: Plant[];
  relay: Relay;
  close(): Promise<void>;
}

/** Two servers on one PostgreSQL, where it is installed, for the long series; else one on the embedded engine. */
async function farm(): Promise<Farm> {
  const folder = await mkdtemp(join(tmpdir(), 'officina-cuts-'));
  const bin = WHOLE ? binaries() : undefined;
  const postgres = bin ? await PostgresServer.make(bin) : undefined;
  await postgres?.start();
  if (!postgres) copyFolder(inject('freshPlant'), folder);
  const ports = postgres ? [await freePort(), await freePort()] : [await freePort()];
  const servers = ports.map((port) => new Plant(folder, postgres?.url, port));
  // The first one writes the demo plant.
  for (const server of servers) await server.start();
  const relay = await relayTo(ports);
  return {
    servers,
    relay,
    async close() {
      relay.close();
      for (const server of servers) await server.kill();
      await postgres?.remove();
      removeFolder(folder);
    },
  };
}

/** Cuts the network of all tabs. During some of the cuts, or just before them, a server is killed and started again. */
async function disturb(context: BrowserContext, servers: Plant[], random: () => number): Promise<void> {
  const between = ([from, to]: readonly [number, number]) => from + random() * (to - from);
  let kills = 0;
  let started = Promise.resolve();
  for (let cut = 0; cut < CUTS; cut += 1) {
    await pause(between(CONNECTED));
    const isKill = random() < (KILLS - kills) / (CUTS - cut);
    const victim = isKill ? servers[Math.floor(random() * servers.length)] : undefined;
    const isBefore = random() < 0.5;
    if (victim) await started;
    if (isBefore) await victim?.kill();
    await context.setOffline(true);
    await pause(between(MISSING));
    await victim?.kill();
    await context.setOffline(false);
    if (!victim) continue;
    kills += 1;
    started = victim.start();
  }
  await started;
  expect(kills).toBe(KILLS);
}

interface Order {
  work: Row;
  part: Row;
}

/** A work order from its card to its end, as on any other day. */
async function does(page: Page, { work, part }: Order): Promise<void> {
  await go(page, `/dettaglio-odl/${work.id}`);
  await press(page, 'Inizia');
  await sees(stateOf(page), /^In corso$/);
  const items = page.getByRole('region', { name: 'Checklist' }).getByRole('checkbox');
  await expect.poll(() => items.count()).toBe(ITEMS);
  for (const item of await items.all()) {
    await item.click();
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
  }
  const parts = page.getByRole('region', { name: 'Ricambi' });
  await parts.getByRole('button', { name: new RegExp(String(part.codice)) }).click();
  await parts.getByRole('button', { name: /^Preleva 1/ }).click();
  await parts.getByRole('button', { name: /^Preleva 1/ }).waitFor({ state: 'detached' });
  const text = page.getByRole('textbox', { name: 'Aggiungi Commento' });
  await text.fill(`Fatto ${work.codice}`);
  await press(page, 'Aggiungi commento');
  await expect.poll(() => text.inputValue()).toBe('');
  await takes(page, 'Scatta una foto', `${work.codice}.png`);
  await type(page, 'Causa del guasto', 'Cuscinetto usurato');
  await type(page, 'Ore di fermo', '1,5');
  // Messages over the page have a button of the same name.
  await press(page.getByRole('main'), 'Chiudi');
  await press(dialog(page), 'Chiudi');
  await sees(stateOf(page), /^Chiuso$/);
}

/** What the plant has of a work order at the end. */
async function outcomeOf(api: Api, { work, part }: Order): Promise<Row> {
  const path = `/odl/${work.id}`;
  const { cod_stato, campo_nota1 } = await api('GET', path);
  const items = await api<Row[]>('GET', `${path}/checklist/`);
  const taken = await api<Row[]>('GET', `${path}/ricambio/`);
  const comments = await api<Row[]>('GET', `/commento/intervento/${work.id}`);
  const { documenti } = await api<{ documenti: Row[] }>('GET', `${path}/documento/`);
  const steps = await api<Row[]>('GET', `/odl/storico/${work.id}`);
  const left = await api<Row[]>('GET', `/ricambio/${part.id}/giacenza/`);
  return {
    cod_stato,
    campo_nota1,
    ticked: items.filter(({ checked }) => checked === 1).length,
    taken: taken.map(({ id_ricambio, quantita }) => [id_ricambio, quantita]),
    left: left.map(({ quantita }) => quantita),
    comments: comments.map(({ testo }) => testo),
    photos: documenti.flatMap(({ docType, nome_file_originale }) =>
      docType === 'ODL' ? [nome_file_originale] : [],
    ),
    steps: steps.length,
  };
}

const expected = ({ work, part }: Order): Row => ({
  cod_stato: 'CH',
  campo_nota1: 'Cuscinetto usurato',
  ticked: ITEMS,
  taken: [[part.id, 1]],
  left: [4],
  comments: [`Fatto ${work.codice}`],
  photos: [`${work.codice}.png`],
  steps: 3,
});

async function differences({ folder, url }: Plant): Promise<unknown[]> {
  const database = await openDatabase({ folder, url, log: console });
  const { differences: found } = await checkStock(database);
  await database.close();
  return found;
}

it(
  `a technician's work survives ${CUTS} cuts of the network and ${KILLS} killed servers, in two tabs`,
  async (context) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    console.info(`Cuts of the network: SEED=${seed}`);
    const { servers, relay, close } = await farm();
    const says = /ERR_|Failed to (load|fetch)|50[234]/;
    try {
      await visit(
        // Only a browser with a window lets the service worker send in the background.
        { as: 'RIFTEC', phone: true, worker: true, whole: WHOLE, language: 'it', url: relay.url, says },
        async ({ page }) => {
          const admin = await apiAs(relay.url, 'SUADMIN');
          const orders: Order[] = [];
          for (let count = 0; count < WORKS; count += 1) {
            const work = await assigned(admin, { id_checklist: await checklist(admin, ITEMS) });
            orders.push({ work, part: await reserved(admin, work) });
          }
          await page.goto('/home');
          await isHeld(page);
          for (const { work } of orders) await hasTaken(page, work);
          const second = await page.context().newPage();
          await second.goto('/home');
          const half = orders.length / 2;
          const tab = async (own: Page, todo: Order[]): Promise<void> => {
            for (const order of todo) await does(own, order);
          };
          await Promise.all([
            disturb(page.context(), servers, randomFrom(seed)),
            tab(page, orders.slice(0, half)),
            tab(second, orders.slice(half)),
          ]);
          await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 120_000 }).toEqual([]);
          for (const own of [page, second])
            await own.getByText(/Da inviare|Da rivedere/).waitFor({ state: 'detached' });
          const after = await apiAs(relay.url, 'SUADMIN');
          for (const order of orders) expect(await outcomeOf(after, order)).toEqual(expected(order));
          await second.close();
        },
      )(context);
      for (const server of servers) await server.kill();
      expect(await differences(servers[0]!)).toEqual([]);
    } finally {
      await close();
    }
  },
  TIMEOUT_MS,
);
