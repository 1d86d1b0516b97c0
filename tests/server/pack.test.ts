/** The pack of a device: first everything that the user's open work needs, and afterwards only what has changed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { formOf, pdf } from '../files/sample-files.ts';
import { OTHER_TECHNICIAN, TECHNICIAN, type Workshop, workshop } from './interventions/workshop.ts';
import type { Client } from './plant/plant.ts';
import { SERVER } from './plant/templates.ts';

let shop: Workshop;
let technician: Client;
let schemas: string;

type Rows = Record<string, Row[]>;
interface Pack {
  cursor: string;
  intero: 0 | 1;
  record: Rows;
  tolti: Record<string, number[]>;
  documenti?: Row[];
  schemi: { impronta: string; dati?: unknown };
}

beforeAll(async () => {
  shop = await workshop();
  technician = await shop.as('RIFTEC');
  schemas = (await packOf(technician)).schemi.impronta;
});
afterAll(() => shop.close());

async function packOf(who: Client, dal?: string, more = ''): Promise<Pack> {
  const answer = await who.get(
    `/pacchetto?schemi=${schemas ?? ''}${dal === undefined ? '' : `&dal=${dal}`}${more}`,
  );
  expect(answer, answer.description).toMatchObject({ status: 200, result: 0 });
  return answer.data;
}

const idOf = (resource: string): string => shop.demo.schemas.byResource.entity(resource)?.id ?? 'id';
const keyOf = (resource: string, row: Row) => row[resource === 'giacenza' ? 'id' : idOf(resource)];

/** The data that a device stores. */
class Device {
  readonly rows = new Map<string, Map<unknown, Row>>();
  cursor: string | undefined;

  constructor(private readonly who: Client) {}

  async sync(): Promise<Pack> {
    const pack = await packOf(this.who, this.cursor);
    if (pack.intero) this.rows.clear();
    for (const [resource, rows] of Object.entries(pack.record)) {
      const stored = this.rows.get(resource) ?? new Map();
      for (const row of rows) stored.set(keyOf(resource, row), row);
      this.rows.set(resource, stored);
    }
    for (const [resource, ids] of Object.entries(pack.tolti))
      for (const id of ids) this.rows.get(resource)?.delete(id);
    this.cursor = pack.cursor;
    return pack;
  }

  get all(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.rows]
        .filter(([, rows]) => rows.size > 0)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([resource, rows]) => [
          resource,
          [...rows.values()].toSorted((a, b) => Number(keyOf(resource, a)) - Number(keyOf(resource, b))),
        ]),
    );
  }
}

const mine = (id: unknown, state = 'AS') => shop.put(id, state, { id_tecnico: shop.ids[TECHNICIAN] });

describe('a pack', () => {
  it('holds the open work of a technician and what nobody has yet, with assets up to the top', async () => {
    const [own, free, others, closed] = [
      await shop.raise(),
      await shop.raise(),
      await shop.raise(),
      await shop.raise(),
    ];
    await mine(own.id);
    await mine(closed.id, 'CH');
    await shop.put(others.id, 'AS', { id_tecnico: shop.ids[OTHER_TECHNICIAN] });
    const { record, intero } = await packOf(technician);
    expect(intero).toBe(1);
    const ids = record.odl?.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([own.id, free.id]));
    expect(ids).not.toContain(others.id);
    expect(ids).not.toContain(closed.id);
    const assets = new Set(record.oggetto?.map(({ id }) => id));
    for (const { id_obj_padre } of record.oggetto ?? [])
      if (id_obj_padre) expect([...assets]).toContain(id_obj_padre);
    for (const resource of ['stato', 'stato/struttura', 'odl/tipoGuasto', 'oggetto', 'checklist'])
      expect(record[resource]?.length, resource).toBeGreaterThan(0);
    expect(record.odl?.find(({ id }) => id === own.id)).toMatchObject({
      modificabile: 1,
      oggetto: expect.any(String),
    });
  });

  it('is the same one while nothing changes, and sends the schemas only if they differ', async () => {
    const first = await packOf(technician);
    expect(first.schemi.dati).toBeUndefined();
    expect(await packOf(technician, first.cursor)).toEqual({
      cursor: first.cursor,
      intero: 0,
      record: {},
      tolti: {},
      schemi: first.schemi,
    });
    const answer = await technician.get('/pacchetto?schemi=altro');
    expect(answer.data.schemi.dati.schemi).toHaveProperty('intervention');
  });

  it('says what has changed, what is new with all it needs, and what is gone', async () => {
    const { id } = await shop.raise();
    await mine(id);
    const { data: comment } = await technician.post(`/commento/intervento/${id}`, { testo: 'Prima' });
    const device = new Device(technician);
    await device.sync();
    await shop.admin.put(`/odl/${id}`, { note: 'Portare la scala' });
    const changed = await device.sync();
    expect(changed.intero).toBe(0);
    expect(Object.keys(changed.record)).toEqual(['odl']);
    expect(changed.record.odl).toMatchObject([{ id, note: 'Portare la scala' }]);
    await shop.move(id, 'AN');
    const update = await device.sync();
    expect(update.record).toEqual({});
    expect(update.tolti).toMatchObject({ odl: [id], commento: [comment.id] });
  });

  it('of an unknown cursor, one of the future or of another user, is whole', async () => {
    const colleague = await packOf(await shop.demo.asUser(OTHER_TECHNICIAN));
    for (const cursor of ['8e03978e-40d5-43dd-bc93-6894a57f9324', '9999999999', "x'", colleague.cursor])
      expect((await packOf(technician, cursor)).intero).toBe(1);
  });

  it('holds nothing that its user may not see', async () => {
    const { id } = await shop.raise({ id_oggetto: shop.ids['PAR-L1-CF'] });
    const { record } = await packOf(technician);
    expect(record.odl?.map((row) => row.id)).not.toContain(id);
    const requester = await packOf(await shop.as('RESP'));
    expect(requester.record.odl_costo).toBeUndefined();
    expect(requester.record.ricambio).toBeUndefined();
    expect(requester.record.giacenza).toBeUndefined();
  });

  it('holds the items of checklists, for users without access to their list too, and no others', async () => {
    const { rows } = await shop.demo.database.query<Row>(
      "insert into checklist_voce (descrizione) values ('Voce di nessuna checklist') returning id",
    );
    for (const who of [technician, await shop.as('RESP')]) {
      const { record } = await packOf(who);
      const items = record['checklist/voce']?.map(({ id }) => id);
      expect(items).toEqual(
        expect.arrayContaining(record['checklist/relazione']?.map(({ id_voce }) => id_voce) ?? [0]),
      );
      expect(items).not.toContain(rows[0]?.id);
    }
  });

  it('lists the documents that fit into the limit of the device', async () => {
    const { id } = await shop.raise();
    await mine(id);
    const { rows } = await shop.demo.database.query<Row>('select min(id) as id from odl_documento_cartella');
    for (const name of ['uno', 'due']) {
      const form = await formOf([[`${name}.pdf`, pdf(name)]]);
      const sent = await technician.send('POST', `/odl/${id}/documento/?idCartella=${rows[0]?.id}`, form);
      expect(sent, sent.description).toMatchObject({ status: 200, result: 0 });
    }
    const all = await packOf(technician, undefined, '&mb=500');
    expect(all.documenti?.length).toBeGreaterThan(0);
    const few = await packOf(technician, all.cursor, '&mb=0.0001');
    const bytes = (few.documenti ?? []).reduce((sum, { byte }) => sum + Number(byte), 0);
    expect(bytes).toBeLessThanOrEqual(0.0001 * 1024 * 1024);
    expect(few.documenti?.length).toBeLessThan(all.documenti?.length ?? 0);
    expect((await technician.get('/pacchetto?mb=molti')).status).toBe(400);
  });

  it.runIf(SERVER)('notices a write that begins before it and commits after it', async () => {
    const { id } = await shop.raise();
    await mine(id);
    const device = new Device(technician);
    await shop.demo.database.transaction(async (transaction) => {
      await transaction.query('update odl set note = $2 where id = $1', [id, 'Tardi']);
      await device.sync();
      await shop.admin.put(`/odl/${(await shop.raise()).id}`, { note: 'Dopo' });
      await device.sync();
      expect(device.rows.get('odl')?.get(id)?.note).not.toBe('Tardi');
    });
    await device.sync();
    expect(device.rows.get('odl')?.get(id)).toMatchObject({ note: 'Tardi' });
  });
});

/** The same random numbers every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

it('whatever others do between two packs, the device has what a new one would have', async () => {
  const roll = dice(18);
  const works: number[] = [];
  for (let index = 0; index < 8; index += 1) works.push(Number((await shop.raise()).id));
  const any = () => works[roll(works.length)]!;
  const device = new Device(technician);
  await device.sync();
  const technicians = [shop.ids[TECHNICIAN], shop.ids[OTHER_TECHNICIAN], null];
  const run = (sql: string, values: unknown[]) => shop.demo.database.query(sql, values);
  const changes: (() => Promise<unknown>)[] = [
    () => shop.admin.put(`/odl/${any()}`, { note: `Nota ${roll(100)}` }),
    () => shop.put(any(), ['AP', 'AS', 'IC', 'CH', 'AN'][roll(5)]!, { id_tecnico: technicians[roll(3)] }),
    () => shop.admin.post(`/commento/intervento/${any()}`, { testo: `Commento ${roll(100)}` }),
    () => run('delete from commento where id in (select id from commento order by id desc limit 1)', []),
    () =>
      run('update oggetto set descrizione = $1 where id = $2', [`Pompa ${roll(100)}`, shop.ids['FOL-L1']]),
    () => run('update utente set cognome = $1 where id = $2', [`Ferri ${roll(100)}`, shop.ids[TECHNICIAN]]),
    () => run('update stato set descrizione = $1 where id = $2', [`Assegnato ${roll(9)}`, shop.ids.AS]),
    () => run('update giacenza set quantita = quantita + 1 where id % 3 = $1', [roll(3)]),
    () =>
      run('update odl set id_oggetto = $1 where id = $2', [
        shop.ids[['FOL-L1-CF', 'FOL-GF1', 'PAR-L1-CF'][roll(3)]!],
        any(),
      ]),
    async () => works.push(Number((await shop.raise()).id)),
  ];
  for (let round = 0; round < (process.env.NIGHTLY ? 60 : 8); round += 1) {
    for (let step = roll(5); step >= 0; step -= 1) await changes[roll(changes.length)]!();
    await device.sync();
    const fresh = new Device(technician);
    await fresh.sync();
    expect(device.all, `round ${round}`).toEqual(fresh.all);
  }
});
