/** The parts in the pack of a device: those in the technician's own warehouse, and what is available of each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../schemas/entity.ts';
import { type Works, works } from './interventions/works.ts';
import { watched } from './interventions/workshop.ts';
import type { Client } from './plant/plant.ts';

let plant: Works;
let van: number;
let shelf: number;
let technician: Client;

interface Pack {
  cursor: string;
  record: Record<string, Row[]>;
  tolti: Record<string, number[]>;
}

beforeAll(async () => {
  plant = await works();
  technician = plant.people.RIFTEC;
  van = await plant.warehouse({ id_utente: plant.ids.RIFTEC });
  shelf = await plant.warehouse();
});
afterAll(() => plant.close());

async function packOf(dal = '', who = technician): Promise<Pack> {
  const answer = await who.get(`/pacchetto?dal=${dal}`);
  expect(answer, answer.description).toMatchObject({ status: 200, result: 0 });
  return answer.data;
}

/** Moves stock, to and from a place of the part that already exists. */
async function move(part: number, warehouse: number, quantity: number): Promise<void> {
  const answer = await plant.move(part, warehouse, quantity);
  expect(answer.status, JSON.stringify(answer)).toBe(200);
}

const reserve = async (odl: number, part: number, quantita: number) =>
  expect((await plant.admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita })).status).toBe(
    200,
  );

/** SQL that moves a row to an organisation that the user $2 does not see. */
const OUT_OF_SIGHT = `id_organizzazione = (select id from organizzazione o where o.codice <> '*' and not exists (
  select 1 from utente_organizzazione u where u.id_utente = $2 and u.id_organizzazione in (o.id, 1)) limit 1)`;

const ofPart = (rows: Row[] | undefined, part: number): Row[] =>
  (rows ?? []).filter(({ id_ricambio, id }) => (id_ricambio ?? id) === part);

describe('a pack', () => {
  it("holds the parts in the technician's van with all balances that they see, and nobody else's van", async () => {
    const [carried, stored] = [await plant.part(), await plant.part()];
    await move(carried, van, 3);
    await move(carried, shelf, 2);
    await move(stored, shelf, 4);
    const { record } = await packOf();
    expect(ofPart(record.ricambio, carried)).toMatchObject([{ disponibile: 5, unita_di_misura: 'pz' }]);
    expect(ofPart(record.giacenza, carried)).toMatchObject([
      { id_magazzino: van, quantita: 3 },
      { id_magazzino: shelf, quantita: 2 },
    ]);
    expect(record.magazzino).toContainEqual(
      expect.objectContaining({ id: van, id_utente: plant.ids.RIFTEC }),
    );
    expect(ofPart(record.ricambio, stored)).toEqual([]);
    const { record: others } = await packOf('', plant.people.SUPER);
    expect([...ofPart(others.ricambio, carried), ...ofPart(others.giacenza, carried)]).toEqual([]);
    const { record: requester } = await packOf('', plant.people.RESP);
    expect([requester.ricambio, requester.giacenza, requester.magazzino]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says what others withdraw and reserve, and which part is no longer in the van', async () => {
    const part = await plant.part();
    const others = await plant.order({ id_tecnico: plant.ids.SUPER });
    await move(part, van, 3);
    let { cursor } = await packOf();
    const next = async (): Promise<Pack> => {
      const pack = await packOf(cursor);
      cursor = pack.cursor;
      return pack;
    };
    expect(await next()).toMatchObject({ record: {}, tolti: {} });
    await move(part, van, -1);
    const { record } = await next();
    expect(record).toEqual({
      ricambio: [expect.objectContaining({ id: part, disponibile: 2 })],
      giacenza: [expect.objectContaining({ id_ricambio: part, quantita: 2 })],
    });
    await reserve(others, part, 1);
    expect((await next()).record).toEqual({
      ricambio: [expect.objectContaining({ id: part, disponibile: 1 })],
    });
    await plant.demo.database.query(
      "update odl set id_stato = (select id from stato where codice = 'AN') where id = $1",
      [others],
    );
    expect((await next()).record.ricambio).toMatchObject([{ id: part, disponibile: 2 }]);
    await move(part, van, -2);
    expect((await next()).tolti).toEqual({ ricambio: [part], giacenza: [record.giacenza![0]!.id] });
  });

  it('says when the stock of a warehouse that the technician does not see changes what is available', async () => {
    const part = await plant.part();
    const hidden = await plant.warehouse();
    await plant.demo.database.query(`update magazzino set ${OUT_OF_SIGHT} where id = $1`, [
      hidden,
      plant.ids.RIFTEC,
    ]);
    await move(part, van, 1);
    const { cursor } = await packOf();
    await move(part, hidden, 6);
    const { record } = await packOf(cursor);
    expect(record).toEqual({ ricambio: [expect.objectContaining({ id: part, disponibile: 7 })] });
  });

  it('holds no part of the van that is deleted or out of sight, and no van of which this is true', async () => {
    const [deleted, hidden, kept] = [await plant.part(), await plant.part(), await plant.part()];
    for (const part of [deleted, hidden, kept]) await move(part, van, 1);
    const before = await packOf();
    await plant.demo.database.query('update ricambio set canc = 1 where id = $1', [deleted]);
    await plant.demo.database.query(`update ricambio set ${OUT_OF_SIGHT} where id = $1`, [
      hidden,
      plant.ids.RIFTEC,
    ]);
    const { tolti, cursor } = await packOf(before.cursor);
    expect(tolti.ricambio?.toSorted()).toEqual([deleted, hidden].toSorted());
    expect(tolti.giacenza).toHaveLength(2);
    await plant.demo.database.query('update magazzino set canc = 1 where id = $1', [van]);
    expect((await packOf(cursor)).tolti.ricambio).toContain(kept);
    await plant.demo.database.query('update magazzino set canc = 0 where id = $1', [van]);
  });

  it('is found unchanged with one statement besides its marks', async () => {
    const { cursor } = await packOf();
    const { texts } = await watched(plant.demo.database, () => technician.get(`/pacchetto?dal=${cursor}`));
    expect(texts.filter((text) => text.includes('giacenza'))).toHaveLength(1);
    expect(texts).toHaveLength(2);
  });
});
