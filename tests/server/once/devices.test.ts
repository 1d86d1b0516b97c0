/**
 * Three devices work without a network on the same works and the same stock. Then they reach the server in random
 * order, over connections that lose requests and replies: nothing is lost, done twice or taken from an empty shelf.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { provisionalId, REPORTED, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { newKey } from '../../../dataProvider/retry.ts';
import type { Row } from '../../../schemas/entity.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { NIGHTLY } from '../../runner/nightly.ts';
import { type Works, works } from '../interventions/works.ts';
import { Device, type Done, FATES } from './device.ts';

const RUNS = NIGHTLY ? 100 : 4;
const WORKS = 20;
const PEOPLE = ['tecnico', 'matteo.caruso', 'davide.moretti'].map((name) => `${name}@officina.example`);
const STOCK = 6;
/** The states that a user chooses from. The structure of states refuses some of them. */
const NEXT: Record<string, string[]> = {
  AP: ['AS', 'IC'],
  AS: ['IC', 'SO'],
  IC: ['SO', 'CH'],
  SO: ['IC', 'CH'],
  CH: ['IC', 'AP'],
};

let plant: Works;
let warehouse: number;
let checklist: number;
let costKind: number;
let faultKind: number;
const state: Record<string, number> = {};
const tokens: string[] = [];
const users: number[] = [];

beforeAll(async () => {
  plant = await works();
  const { demo, admin } = plant;
  for (const codice of Object.keys(NEXT)) state[codice] = await demo.idOf('stato', { codice });
  costKind = await demo.idOf('costo/tipo-costo', { descrizione: 'Manodopera' });
  faultKind = await demo.idOf('odl/tipoGuasto', { codice: 'GUA' });
  warehouse = await plant.warehouse();
  await demo.database.query('update controllo set canc = 1');
  checklist = (await admin.post('/checklist/', { descrizione: 'Tre telefoni' })).data.id;
  const { id: id_voce } = (await admin.post('/checklist/voce/', { descrizione: 'Olio' })).data;
  await admin.post('/checklist/relazione/', {
    id_checklist: checklist,
    id_voce,
    obbligatoria: '0',
    ordine: 1,
  });
  for (const mail of PEOPLE) {
    users.push(await demo.idOf('utente', { mail }));
    tokens.push(await demo.tokenOfUser(mail));
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const reply = await demo.app.server.inject({
      method: method as 'GET',
      url: address,
      headers: Object.fromEntries(new Headers(headers)),
      payload: body as string | undefined,
    });
    return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as HeadersInit });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  return plant.close();
});

/** What the devices have seen before they lost the network. */
interface Scene {
  devices: Device[];
  orders: { id: number; item: number; state: string }[];
  parts: number[];
  /** The quantity of each part that users at a desk have moved since. */
  desk: number[];
}

const SOME = 5;

async function scene(): Promise<Scene> {
  const orders: Scene['orders'] = [];
  for (let index = 0; index < WORKS; index += 1) {
    const owner = index < WORKS / 2 ? null : users[index % users.length]!;
    const id = await plant.order({ id_tecnico: owner });
    let item = 0;
    if (index % SOME === 0) {
      await plant.admin.put(`/odl/${id}`, { id_checklist: checklist });
      item = (await plant.admin.get(`/odl/${id}/checklist/`)).data[0].id;
    }
    orders.push({ id, item, state: owner === null ? 'AP' : 'AS' });
  }
  const parts = [await plant.part(), await plant.part()];
  for (const part of parts) expect((await plant.move(part, warehouse, STOCK)).status).toBe(200);
  const devices = users.map((user, index) => new Device(user, tokens[index]!));
  return { devices, orders, parts, desk: parts.map(() => 0) };
}

/** Half of the acts concern the first works, on which the devices meet. */
const anyOrder = fc.oneof(fc.nat(3), fc.nat(WORKS - 1));
const anyAct = fc.record({
  kind: fc.constantFrom(
    'take-over',
    'enter',
    'enter',
    'tick',
    'withdraw',
    'withdraw',
    'return',
    'comment',
    'cost',
    'fault',
  ),
  order: anyOrder,
  part: fc.nat(1),
  quantity: fc.integer({ min: 1, max: 3 }),
  to: fc.nat(1),
});
type AnyAct = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

/** Tabs of devices that reach the server at the same moment; a device that occurs twice has two tabs. */
const anyRound = fc.record({
  tabs: fc.array(
    fc.record({
      device: fc.nat(2),
      fates: fc.array(fc.constantFrom(...FATES), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  desk: fc.option(fc.record({ part: fc.nat(1), quantity: fc.integer({ min: -3, max: 3 }).filter(Boolean) })),
});
const anyMeeting = fc.record({
  acts: fc.tuple(...[1, 2, 3].map(() => fc.array(anyAct, { minLength: 6, maxLength: 14 }))),
  rounds: fc.array(anyRound, { maxLength: 8 }),
  /** Whether a refused act is done again before it is dropped. */
  again: fc.array(fc.boolean(), { minLength: 3, maxLength: 7 }),
});

let count = 0;

/** Does acts on a device without a network, as the pages would. */
function doActs({ orders, parts }: Scene, device: Device, acts: AnyAct[]): void {
  const seen = new Map<number, string>();
  for (const { kind, order, part, quantity, to } of acts) {
    const { id, item, state: before } = orders[order]!;
    const record = { on: 'intervention', id: String(id), query: {} } as const;
    count += 1;
    const mark = `T-${count}`;
    const below = { id_ricambio: parts[part], id_magazzino: warehouse, id_ubicazione: null, id_lotto: null };
    const add = (act: string, method: Done['method'], path: string, body: Row, claims?: Done['claims']) =>
      device.add({ ...record, act, method, path, body, claims });
    if (kind === 'take-over') {
      add(kind, 'POST', `/odl/${id}/presa-in-carico`, {});
      seen.set(id, 'AS');
    } else if (kind === 'enter') {
      const from = seen.get(id) ?? before;
      const next = NEXT[from]![to]!;
      add('enter-state', 'PUT', `/odl/${id}`, { id_stato: state[next] }, { daStato: state[from]! });
      seen.set(id, next);
    } else if (kind === 'tick') {
      if (item) add(kind, 'PUT', `/odl/${id}/checklist/${item}`, { checked: 1, note: mark });
    } else if (kind === 'withdraw')
      add(kind, 'POST', `/odl/${id}/ricambio`, { ...below, quantita: -quantity });
    else if (kind === 'return')
      add('give-back', 'POST', `/odl/${id}/ricambio`, { ...below, quantita: quantity });
    else if (kind === 'comment') add('add-comment', 'POST', `/commento/intervento/${id}`, { testo: mark });
    else if (kind === 'cost')
      add('add-cost', 'POST', `/odl/${id}/costo`, {
        descrizione: mark,
        tipo: costKind,
        quantita: 1,
        costo: 2,
        flag: 1,
      });
    else reportsFault(device, mark);
  }
}

/** Reports a new fault with a comment behind it, which needs the id of the fault. */
function reportsFault(device: Device, mark: string): void {
  const key = newKey();
  const id = provisionalId(key);
  const record = { on: 'intervention', id, method: 'POST', query: {} } as const;
  const body = {
    id_oggetto: plant.machine,
    id_stato: state.AP,
    id_tipo_guasto: faultKind,
    descrizione: mark,
    priorita: 2,
  };
  device.add({ ...record, act: REPORTED, path: '/odl/', body, makes: true, about: mark }, key);
  device.add({
    ...record,
    act: 'add-comment',
    path: `/commento/intervento/${id}/`,
    body: { testo: `${mark}-C` },
  });
}

async function atDesk(scene: Scene, { part, quantity }: { part: number; quantity: number }): Promise<void> {
  const { status } = await plant.move(scene.parts[part]!, warehouse, quantity);
  if (status === 200) scene.desk[part] = scene.desk[part]! + quantity;
}

const noneBelowZero = async () => expect(await plant.demo.count('giacenza where quantita < 0')).toBe(0);

interface Decided {
  needed: number;
  dropped: number;
}

/** An act that is done again has another key, and the same time. */
const nameOf = ({ id, doneAt }: Waiting): string => `${id} ${doneAt}`;

/** Every user decides about the acts that need a decision: done again once, then dropped. */
async function decides(device: Device, again: boolean[]): Promise<Decided> {
  const decided = { needed: 0, dropped: 0 };
  const repeated = new Set<string>();
  for (await device.drain(); device.waiting.length > 0; await device.drain()) {
    const refused = device.refused();
    // Whatever waits has a refusal, or waits behind one of the same record.
    expect(device.waiting.every(({ id }) => refused.some((act) => act.id === id))).toBe(true);
    for (const act of refused) {
      expect(act.refusal, act.act).toMatch(/\p{L}+ .*\p{L}+ .*\p{L}+/u);
      const isAgain = again[decided.needed % again.length] && !repeated.has(nameOf(act));
      decided.needed += 1;
      repeated.add(nameOf(act));
      if (isAgain) device.again(act);
      else {
        await device.drop(act);
        decided.dropped += 1;
      }
    }
  }
  return decided;
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
const movedBy = (acts: Waiting[], part: number): number[] =>
  acts.filter(({ body }) => body.id_ricambio === part).map(({ body }) => Number(body.quantita));

/** Compares the plant with the acts that the server has confirmed to the devices. */
async function compare({ devices, orders, parts, desk }: Scene): Promise<void> {
  const { demo } = plant;
  const performed = devices.flatMap((device) => [...device.performed.values()]);
  const texts = async (sql: string): Promise<unknown[]> =>
    (await demo.database.query<{ text: string }>(sql)).rows.map(({ text }) => text).toSorted();
  const marks = (act: string, name: string) =>
    performed
      .filter((one) => one.act === act)
      .map(({ body }) => body[name])
      .toSorted();
  const ids = orders.map(({ id }) => id).join(',');
  const first = orders[0]!.id;
  expect(await texts(`select testo as text from commento where id_intervento >= ${first}`)).toEqual(
    marks('add-comment', 'testo'),
  );
  expect(await texts(`select descrizione as text from odl_costo where id_odl in (${ids})`)).toEqual(
    marks('add-cost', 'descrizione'),
  );
  expect(
    await texts(`select descrizione as text from odl where id >= ${first} and id not in (${ids})`),
  ).toEqual(marks(REPORTED, 'descrizione'));
  for (const [index, part] of parts.entries()) {
    const moved = movedBy(performed, part);
    const balance = sum((await plant.stock(part)).map(({ quantita }) => Number(quantita)));
    expect(balance).toBe(STOCK + desk[index]! + sum(moved));
    expect(await demo.count(`movimentazione where id_ricambio = ${part} and id_odl is not null`)).toBe(
      moved.length,
    );
  }
  // A state that was entered twice would have two steps one after the other.
  const steps = `(select id_stato, lag(id_stato) over (partition by id_odl order by id) as before
    from odl_storico where id_odl in (${ids})) s`;
  expect(await demo.count(`${steps} where id_stato = before`)).toBe(0);
  const keys = performed.map(({ key }) => `'${key}'`).join(',');
  expect(await demo.count(`risposta_tenuta where chiave in (${keys || "''"})`)).toBe(performed.length);
  expect((await checkStock(demo.database)).differences).toEqual([]);
}

/** Copies of performed acts that another tab sends late change nothing. */
async function lateCopies(devices: Device[]): Promise<void> {
  for (const device of devices)
    for (const act of [...device.performed.values()].toReversed().slice(0, SOME)) await device.call(act);
}

it('three devices meet in random order: each act is done once or needs a decision, and the stock is right', async () => {
  const total = { acts: 0, performed: 0, needed: 0, dropped: 0 };
  await fc.assert(
    fc.asyncProperty(anyMeeting, async ({ acts, rounds, again }) => {
      const met = await scene();
      for (const [index, device] of met.devices.entries()) doActs(met, device, acts[index]!);
      total.acts += sum(met.devices.map(({ waiting }) => waiting.length));
      for (const { tabs, desk } of rounds) {
        await Promise.all([
          ...tabs.map(({ device, fates }) => met.devices[device]!.flush(fates)),
          desk && atDesk(met, desk),
        ]);
        await noneBelowZero();
      }
      for (const device of met.devices) {
        const { needed, dropped } = await decides(device, again);
        total.needed += needed;
        total.dropped += dropped;
      }
      total.performed += sum(met.devices.map(({ performed }) => performed.size));
      await noneBelowZero();
      await compare(met);
      await lateCopies(met.devices);
      await compare(met);
    }),
    { numRuns: RUNS, endOnFailure: !NIGHTLY },
  );
  console.info('Three devices:', JSON.stringify(total));
  expect(total.performed + total.dropped).toBe(total.acts);
  expect(Math.min(total.performed, total.needed)).toBeGreaterThan(0);
});
