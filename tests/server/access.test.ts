/**
 * Every call of the API as each family, against access-table.json: "SUADMIN SUPER:VisConfAdmin" admits super
 * administrators, and administrators while that setting is on. A call without a row fails, and so does a row without
 * a call. Calls of act files take their rows from these files.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, settingsNamed } from '../../schemas/access.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';
import type { Call } from '../../server/http/call.ts';
import byHand from './access-table.json' with { type: 'json' };
import { type Answer, type Plant, plant, VISITORS, type Visitor } from './plant/plant.ts';

const NOWHERE = '2147483647';
const FORBIDDEN = 'Il tuo ruolo non può eseguire questa operazione. Rivolgersi a un amministratore.';

const rowOf = (access: Access): string =>
  Array.isArray(access)
    ? access
        .map(({ role, setting = [] }) => [role, [setting].flat().join('+')].filter(Boolean).join(':'))
        .join(' ')
    : access;

/** An act that uses an entity's call only defines who is offered the button; the row of that call decides. */
const acts = readSchemas().acts.filter(({ made }) => made === undefined);
const rowsOfActs = acts.flatMap(({ method, path, also, access }) =>
  [path, ...also].map((one) => [`${method} ${one}`, rowOf(access)] as const),
);
const table: Record<string, string> = { ...byHand, ...Object.fromEntries(rowsOfActs) };
const SETTINGS = [
  ...new Set([
    ...['VisConfAdmin', 'VisConfUtenti', 'VisCostCentersSup'],
    ...settingsNamed(acts.map(({ access }) => access)),
  ]),
];

type Verdict = 'yes' | 'no' | 'unknown person';

let demo: Plant;
let tables: string[];
let counts: Record<string, number>;

const countAll = async () =>
  Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await demo.count(name)] as const)));

beforeAll(async () => {
  demo = await plant();
  // Routines log what they have done automatically.
  tables = demo.schemas.entities
    .map((entity) => entity.table)
    .filter((name) => name !== 'attivita_esecuzione');
  counts = await countAll();
});
afterAll(() => demo.close());

/** Returns the access that the table gives a user while these settings are on. */
function allowed(row: string, who: Visitor, on: string[]): Verdict {
  if (row === 'public') return 'yes';
  // An access token opens no mailed link.
  if (who === 'nobody' || row === 'link') return 'unknown person';
  if (row === 'session') return 'yes';
  const mayBe = row.split(' ').map((grant) => grant.split(':'));
  const grant = mayBe.find(([family]) => family === who);
  return grant && (grant[1]?.split('+') ?? []).every((code) => on.includes(code)) ? 'yes' : 'no';
}

const happened = ({ status, description }: Answer): Verdict =>
  status === 401 ? 'unknown person' : status === 403 && description === FORBIDDEN ? 'no' : 'yes';

/** Uses unknown ids and empty bodies, so that admitted calls do nothing. */
const addressOf = (call: string): string => call.slice(call.indexOf(' ') + 1).replaceAll(/:\w+/g, NOWHERE);
/** These end the session of an admitted caller. */
const LAST = /logout$/;

async function differences(calls: string[], who: Visitor, on: string[]): Promise<string[]> {
  const client = await demo.as(who);
  const found: string[] = [];
  for (const call of calls) {
    const method = call.slice(0, call.indexOf(' '));
    const answer = await client.send(method, addressOf(call), method === 'GET' ? {} : { payload: {} });
    const [expected, got] = [allowed(table[call]!, who, on), happened(answer)];
    if (expected !== got || answer.status >= 500)
      found.push(`${call} as ${who}: ${got} (${answer.status}), the table says ${expected}`);
  }
  return found;
}

async function set(value: '1' | '0'): Promise<void> {
  const admin = await demo.as('SUADMIN');
  for (const codice of SETTINGS) {
    const id = await demo.idOf('parametro', { codice });
    expect((await admin.put(`/parametro/${id}`, { valore: value })).status).toBe(200);
  }
}

const nameOf = (call: Call): string => `${call.method} ${call.path}`;
const calls = Object.keys(table);

it('has a row for every call, and a call for every row', () => {
  const rows = new Set(calls.map((call) => call.split('?')[0]));
  expect([...rows].sort()).toEqual(demo.app.calls.map(nameOf).sort());
});

it('has no manual row for calls of act files, and acts of one call have equal access', () => {
  expect(rowsOfActs.length).toBeGreaterThan(3);
  expect(rowsOfActs.filter(([call, row]) => Object.hasOwn(byHand, call) || table[call] !== row)).toEqual([]);
});

describe('with every setting on [menu-roles-orgs-deps, menu-super-only, menu-costs, menu-periodic-checklist]', () => {
  beforeAll(() => set('1'));
  it.each(VISITORS)(
    'allows %s the calls of the table [role-admin, role-reporter, role-super-full]',
    async (who) => {
      const found = await differences(
        calls.filter((call) => !LAST.test(call)),
        who,
        SETTINGS,
      );
      expect(found).toEqual([]);
    },
    // Includes every call, also the first creation of the manual.
    90_000,
  );
});

describe('with every setting off', () => {
  beforeAll(() => set('0'));
  const depending = calls.filter((call) => table[call]!.includes(':'));
  it.each(VISITORS)(
    'allows %s fewer calls [role-admin-fewer, menu-configure, menu-users, menu-cost-centres]',
    async (who) => {
      expect(depending.length).toBeGreaterThan(20);
      expect(await differences(depending, who, [])).toEqual([]);
    },
  );
});

it('has destroyed nothing', async () => {
  expect(await countAll()).toEqual(counts);
});

it('allows signed-in users to sign out', async () => {
  const last = calls.filter((call) => LAST.test(call));
  expect(last).toHaveLength(1);
  for (const who of VISITORS) expect(await differences(last, who, [])).toEqual([]);
});
