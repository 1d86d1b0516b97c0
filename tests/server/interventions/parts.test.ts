/** Parts of an intervention: reserved, withdrawn, returned; the stock always equals the sum of its movements. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { checkStock } from '../../../server/domains/stock/check.ts';
import { type Works, works } from './works.ts';

let plant: Works;
let warehouse: number;
let elsewhere: number;
beforeAll(async () => {
  plant = await works();
  [warehouse, elsewhere] = [await plant.warehouse(), await plant.warehouse()];
});
afterAll(() => plant.close());

/** Every balance, withdrawal and reservation equals its movements. */
afterEach(async () => {
  expect((await checkStock(plant.demo.database)).differences).toEqual([]);
});

async function stocked(quantity = 10): Promise<number> {
  const part = await plant.part();
  if (quantity > 0) expect((await plant.move(part, warehouse, quantity)).status).toBe(200);
  return part;
}
const take = (odl: number, part: number, quantita: number, more: Row = {}, who = plant.people.RIFTEC) =>
  who.post(
    `/odl/${odl}/ricambio/`,
    {
      id_ricambio: part,
      quantita,
      id_magazzino: warehouse,
      ubicazione_lotto: '-',
      id_ubicazione: null,
      id_lotto: null,
      ...more,
    },
    { language: 'it' },
  );
const listed = async (odl: number): Promise<Row[]> => (await plant.admin.get(`/odl/${odl}/ricambio/`)).data;
const reserved = async (odl: number): Promise<Row[]> =>
  (await plant.admin.get(`/odl/${odl}/prenotazione/`)).data;
const left = async (part: number) => (await plant.stock(part)).map((row) => row.quantita);

describe('a reservation', () => {
  it('is made, changed and deleted while nothing of it is withdrawn [pren-quantity, pren-state, pren-locked]', async () => {
    const { RIFTEC } = plant.people;
    const [odl, part] = [await plant.order(), await stocked()];
    const path = `/odl/${odl}/prenotazione/`;
    const made = await RIFTEC.post(path, { id_ricambio: part, quantita: 3 });
    expect(made.data).toMatchObject({
      quantita: 3,
      quantita_prelevata: 0,
      unita_di_misura: 'pz',
      disponibile: 10,
    });
    for (const quantita of [0, -1]) {
      const wrong = await RIFTEC.put(`${path}${made.data.id}`, { quantita }, { language: 'it' });
      expect(wrong.errors).toEqual({ quantita: 'La quantità deve essere positiva' });
    }
    expect((await RIFTEC.post(path, { id_ricambio: part })).errors).toHaveProperty('quantita');
    const twice = await RIFTEC.post(path, { id_ricambio: part, quantita: 1 }, { language: 'it' });
    expect(twice).toMatchObject({ status: 409, errors: { id_ricambio: expect.any(String) } });
    expect((await RIFTEC.put(`${path}${made.data.id}`, { quantita: 4 })).data).toMatchObject({ quantita: 4 });

    expect((await take(odl, part, -1, { id_prenotazione: made.data.id })).status).toBe(200);
    expect(await reserved(odl)).toMatchObject([
      { quantita: 4, quantita_prelevata: 1, id_prelievo: (await listed(odl))[0]!.id },
    ]);
    const changed = await RIFTEC.put(`${path}${made.data.id}`, { quantita: 9 }, { language: 'it' });
    expect(changed).toMatchObject({ status: 422, description: expect.stringMatching(/ha già dei prelievi/) });
    expect((await RIFTEC.del(`${path}${made.data.id}`)).status).toBe(422);
    // After a full return, the state is as before.
    expect((await RIFTEC.del(`/odl/${odl}/prelievo/${(await listed(odl))[0]!.id}`)).status).toBe(200);
    expect(await reserved(odl)).toMatchObject([{ quantita_prelevata: 0, id_prelievo: null }]);
    expect((await RIFTEC.del(`${path}${made.data.id}`)).status).toBe(200);
  });

  it('is deleted if as much was returned as withdrawn, from whatever place [pren-locked]', async () => {
    const [odl, part] = [await plant.order(), await stocked()];
    await plant.move(part, elsewhere, 5);
    await take(odl, part, -1);
    const { id } = (await plant.admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita: 3 }))
      .data;
    const { id_prelievo } = (await take(odl, part, -1, { id_magazzino: elsewhere })).data;
    await take(odl, part, 1);
    expect(await reserved(odl)).toMatchObject([{ quantita_prelevata: 0 }]);
    expect(await listed(odl)).toMatchObject([{ id_prelievo, id_prenotazione: id, quantita: 1 }]);
    expect(await plant.admin.del(`/odl/${odl}/prenotazione/${id}`)).toMatchObject({ status: 200 });
    expect(await listed(odl)).toMatchObject([{ id_prelievo, id_prenotazione: null, quantita: 1 }]);
  });

  it('shows the free stock, and takes none of it', async () => {
    const [one, other, part] = [await plant.order(), await plant.order(), await stocked(5)];
    await plant.admin.post(`/odl/${one}/prenotazione/`, { id_ricambio: part, quantita: 4 });
    await plant.admin.post(`/odl/${other}/prenotazione/`, { id_ricambio: part, quantita: 4 });
    expect(await reserved(other)).toMatchObject([{ quantita: 4, disponibile: 1 }]);
    expect(await left(part)).toEqual([5]);
  });

  it('is for administrators and technicians who may change the intervention', async () => {
    const { RIFTEC, RESP } = plant.people;
    const [odl, others] = [await plant.order(), await plant.order({ id_tecnico: plant.ids.SUADMIN })];
    const part = await stocked();
    for (const path of ['prenotazione', 'ricambio'])
      expect((await RESP.get(`/odl/${odl}/${path}/`)).status).toBe(403);
    expect((await RESP.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita: 1 })).status).toBe(
      403,
    );
    expect((await RIFTEC.get(`/odl/${others}/prenotazione/`)).status).toBe(200);
    expect(
      (await RIFTEC.post(`/odl/${others}/prenotazione/`, { id_ricambio: part, quantita: 1 })).status,
    ).toBe(403);
    expect((await take(others, part, -1)).status).toBe(403);
    const none = await RIFTEC.post(`/odl/${odl}/prenotazione/`, { id_ricambio: 2_147_483_647, quantita: 1 });
    expect(none.errors).toHaveProperty('id_ricambio');
  });
});

describe('a withdrawal', () => {
  it('is sent negative, and is one row for each place [prel-sign]', async () => {
    const [odl, part] = [await plant.order(), await stocked()];
    await plant.move(part, elsewhere, 5);
    const first = await take(odl, part, -2.5);
    expect(first.data).toMatchObject({
      quantita: 2.5,
      id_intervento: odl,
      giacenza: 7.5,
      unita_di_misura: 'pz',
    });
    expect(first.data.id).toBe(first.data.id_prelievo);
    expect((await take(odl, part, -0.5)).data).toMatchObject({ id: first.data.id, quantita: 3 });
    await take(odl, part, -1, { id_magazzino: elsewhere });
    expect(await listed(odl)).toMatchObject([
      { quantita: 3, id_magazzino: warehouse },
      { quantita: 1, id_magazzino: elsewhere },
    ]);
    for (const path of ['ricambio', 'prelievo', 'prelievo-header'])
      expect((await plant.people.RIFTEC.get(`/odl/${odl}/${path}/${first.data.id}`)).data).toMatchObject({
        id_prelievo: first.data.id,
        quantita: 3,
      });
    expect((await plant.people.RIFTEC.get('/odl/prelievo/template/')).data).toEqual([]);
  });

  it('is in the history of the intervention, in both languages, for users who may withdraw', async () => {
    const [odl, part] = [await plant.order(), await stocked()];
    const code = (await plant.admin.get(`/ricambio/${part}`)).data.codice;
    const place = (await plant.admin.get(`/magazzino/${warehouse}`)).data.codice;
    const { id } = (await take(odl, part, -2.5)).data;
    await take(odl, part, 1);
    await plant.people.RIFTEC.put(`/odl/${odl}/prelievo/${id}`, { quantita: -0.5 });
    await plant.people.RIFTEC.del(`/odl/${odl}/prelievo/${id}`);
    const historyLines = async (language: 'it' | 'en', who = plant.people.RIFTEC): Promise<string[]> =>
      (await who.get(`/odl/${odl}/storico/`, { language })).data.flatMap(({ detto }: Row) => detto ?? []);
    expect(await historyLines('it')).toEqual([
      `Eliminato il prelievo: 2 x ${code} di nuovo in ${place}`,
      `Modificato di 0,5 il prelievo di ${code}`,
      `Reso: 1 x ${code} a ${place}`,
      `Prelievo: 2,5 x ${code} da ${place}`,
    ]);
    expect((await historyLines('en')).at(-1)).toBe(`Withdrew 2.5 x ${code} from ${place}`);
    expect(await historyLines('en', plant.people.RESP)).toEqual([]);
    // The version counts changes of the record, not withdrawals.
    const { versione } = (await plant.admin.get(`/odl/${odl}`)).data;
    expect(versione).toBe(1);
  });

  it('returns at most the quantity of a withdrawal, if one is named', async () => {
    const [odl, part] = [await plant.order(), await stocked()];
    const { id_prelievo } = (await take(odl, part, -2)).data;
    expect((await take(odl, part, 3, { id_prelievo })).errors).toEqual({
      quantita: 'Non è possibile scaricare una quantità maggiore di quella attuale',
    });
    expect((await take(odl, part, 1, { id_prelievo: 2_147_483_646 })).errors).toHaveProperty('id_prelievo');
    const other = await stocked();
    const ofOther = (await take(odl, other, -2)).data;
    expect((await take(odl, part, 1, { id_prelievo: ofOther.id_prelievo })).errors).toHaveProperty(
      'id_prelievo',
    );
    expect((await take(odl, part, 2, { id_prelievo })).status).toBe(200);
  });

  it('is refused with the reason [prel-quantity, prel-stock, prel-required, prel-no-stock]', async () => {
    const [odl, part, none] = [await plant.order(), await stocked(2), await stocked(0)];
    const { RIFTEC } = plant.people;
    const errorsOf = async (...sent: Parameters<typeof take>) => (await take(...sent)).errors;
    expect(await errorsOf(odl, part, 0)).toEqual({ quantita: 'La quantità non può essere 0' });
    expect(await errorsOf(odl, part, -2.01)).toEqual({
      quantita: 'Non è possibile prelevare una quantità maggiore di quella a magazzino',
    });
    expect(await errorsOf(odl, none, -1)).toEqual({
      quantita: 'Il ricambio selezionato non ha alcuna giacenza a magazzino',
    });
    const empty = await RIFTEC.post(`/odl/${odl}/ricambio/`, {});
    expect(Object.keys(empty.errors!).sort()).toEqual(['id_magazzino', 'id_ricambio', 'quantita']);
    const unpicked = await RIFTEC.post(`/odl/${odl}/ricambio/`, {
      id_ricambio: part,
      quantita: -1,
      id_magazzino: warehouse,
    });
    expect(unpicked.errors).toHaveProperty('ubicazione_lotto');
    expect(await errorsOf(odl, part, -1, { id_magazzino: 2_147_483_647 })).toHaveProperty('id_magazzino');
    expect(await left(part)).toEqual([2]);
    expect(await listed(odl)).toEqual([]);
  });

  it('names the reservation it is for, of the same part and intervention [qr-mismatch]', async () => {
    const [odl, other] = [await plant.order(), await plant.order()];
    const [part, wrong] = [await stocked(), await stocked()];
    const reserve = async (order: number) =>
      (await plant.admin.post(`/odl/${order}/prenotazione/`, { id_ricambio: part, quantita: 2 })).data.id;
    const [mine, theirs] = [await reserve(odl), await reserve(other)];
    expect((await take(odl, wrong, -1, { id_prenotazione: mine })).errors).toEqual({
      id_ricambio: 'Il codice del ricambio scansionato è diverso da quello della prenotazione',
    });
    expect((await take(odl, part, -1, { id_prenotazione: theirs })).errors).toHaveProperty('id_prenotazione');
    expect((await take(odl, part, -2, { id_prenotazione: mine })).data).toMatchObject({
      id_prenotazione: mine,
      quantita_prenotazione: 2,
    });
  });

  it('is changed by a difference, and deleted; stock is returned [prel-negative, prel-not-below]', async () => {
    const { RIFTEC } = plant.people;
    const [odl, other, part] = [await plant.order(), await plant.order(), await stocked()];
    const { id } = (await take(odl, part, -4)).data;
    const change = (quantita: unknown, path = 'prelievo', order = odl) =>
      RIFTEC.put(`/odl/${order}/${path}/${id}`, { quantita }, { language: 'it' });
    expect((await change(-2)).data).toMatchObject({ quantita: 6 });
    expect((await change(1, 'ricambio')).data).toMatchObject({ quantita: 5 });
    expect(await left(part)).toEqual([5]);
    expect((await change(5.01)).errors).toEqual({
      quantita: 'Non è possibile scaricare una quantità maggiore di quella attuale',
    });
    expect((await change(-6)).errors).toEqual({
      quantita: 'Non è possibile prelevare una quantità maggiore di quella a magazzino',
    });
    expect((await change(0)).status).toBe(422);
    expect((await change('1')).status).toBe(422);
    expect((await change(1, 'prelievo', other)).status).toBe(404);
    expect((await RIFTEC.del(`/odl/${other}/prelievo/${id}`)).status).toBe(404);
    expect((await RIFTEC.del(`/odl/${odl}/prelievo/${id}`)).status).toBe(200);
    expect(await left(part)).toEqual([10]);
    expect(await listed(odl)).toEqual([]);
    expect((await RIFTEC.del(`/odl/${odl}/prelievo/${id}`)).status).toBe(404);
  });

  it('returned reduces the withdrawals from its place first, and is at most the withdrawn quantity [return-quantity]', async () => {
    const [odl, part] = [await plant.order(), await stocked()];
    await plant.move(part, elsewhere, 5);
    await take(odl, part, -4);
    await take(odl, part, -2, { id_magazzino: elsewhere });
    expect((await take(odl, part, 7)).errors).toEqual({
      quantita: 'Non è possibile scaricare una quantità maggiore di quella attuale',
    });
    await take(odl, part, 3, { id_magazzino: warehouse });
    expect((await listed(odl)).map((row) => row.quantita)).toEqual([1, 2]);
    await take(odl, part, 2.5, { id_magazzino: warehouse, descrizione_ubicazione: 'Banco' });
    expect((await listed(odl)).map((row) => [row.id_magazzino, row.quantita])).toEqual([[warehouse, 0.5]]);
    await take(odl, part, 0.5);
    expect(await listed(odl)).toEqual([]);
  });

  it('of the last piece is one of two made at once', async () => {
    const part = await stocked(3);
    const orders = [await plant.order(), await plant.order()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => take(orders[index % 2]!, part, -1)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(422)]);
    expect(await left(part)).toEqual([0]);
  });

  it('and its changes at once lose nothing', async () => {
    const [odl, part] = [await plant.order(), await stocked(20)];
    const { id } = (await take(odl, part, -10)).data;
    await plant.admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: part, quantita: 15 });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) =>
        plant.admin.put(`/odl/${odl}/prelievo/${id}`, { quantita: index % 2 ? 1 : -1 }),
      ),
      ...Array.from({ length: 4 }, () => take(odl, part, -1)),
      plant.admin.put(`/odl/${odl}/prenotazione/${(await reserved(odl))[0]!.id}`, { quantita: 20 }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await listed(odl)).toMatchObject([{ quantita: 14 }]);
  });

  it('returned by many at once is reported to each with the current quantity', async () => {
    const [odl, part] = [await plant.order(), await stocked(10)];
    const { id } = (await take(odl, part, -7)).data;
    const back = (index: number) =>
      index % 2 ? take(odl, part, 1) : plant.admin.put(`/odl/${odl}/prelievo/${id}`, { quantita: 1 });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => back(index)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(await listed(odl)).toEqual([]);
    expect(await left(part)).toEqual([10]);
  });

  it('matches the withdrawals of the demo plant', async () => {
    expect(await plant.demo.count('odl_prelievo')).toBeGreaterThan(5);
  });
});

describe('the parts proposed for an intervention', () => {
  const proposed = async (odl: number, query = '') => {
    const reply = await plant.people.RIFTEC.get(`/odl/${odl}/ricambi-proposti/${query}`);
    expect(reply.status, JSON.stringify(reply)).toBe(200);
    return reply.data as Row[];
  };

  it('are reserved, recommended and used ones, each once with its best reason', async () => {
    const machine = await plant.asset('OGG-PROPOSTE');
    const [before, odl] = [
      await plant.order({ id_oggetto: machine }),
      await plant.order({ id_oggetto: machine }),
    ];
    const [reservedPart, recommended, used, other] = [
      await stocked(),
      await stocked(0),
      await stocked(),
      await stocked(),
    ];
    await plant.admin.post(`/odl/${odl}/prenotazione/`, { id_ricambio: reservedPart, quantita: 3 });
    for (const part of [recommended, used])
      await plant.admin.post(`/oggetto/${machine}/ricambi-consigliati/`, { id_ricambio: part });
    await take(before, used, -2);
    await take(before, reservedPart, -1);
    const rows = await proposed(odl);
    expect(rows.map(({ id_ricambio, motivo }) => [id_ricambio, motivo])).toEqual(
      expect.arrayContaining([
        [reservedPart, 'prenotato'],
        [recommended, 'consigliato'],
        [used, 'consigliato'],
      ]),
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ resta: 3, id_magazzino: warehouse, quantita: 9, disponibile: 9 });
    expect(rows.find((row) => row.id_ricambio === recommended)).toMatchObject({
      id_magazzino: null,
      disponibile: 0,
    });
    const [found] = await proposed(odl, `?idRicambio=${other}`);
    expect(found).toMatchObject({ id_ricambio: other, motivo: null, disponibile: 10 });
    const { codice } = found!;
    expect(await proposed(odl, `?filtro=${codice}`)).toMatchObject([{ id_ricambio: other }]);
    // Another intervention sees less of what is reserved for this one.
    expect((await proposed(before, `?idRicambio=${reservedPart}`))[0]).toMatchObject({ disponibile: 6 });
  });

  it("take from the technician's own warehouse first, then from those of nobody", async () => {
    const [odl, part] = [await plant.order(), await stocked(10)];
    const [van, others] = [await plant.warehouse(), await plant.warehouse()];
    const own = async (id: number, id_utente: number) =>
      expect((await plant.admin.put(`/magazzino/${id}`, { id_utente })).status).toBe(200);
    await own(van, plant.ids.RIFTEC);
    await own(others, plant.ids.SUPER);
    await plant.move(part, others, 50);
    const from = async () => (await proposed(odl, `?idRicambio=${part}`))[0]!;
    expect(await from()).toMatchObject({ id_magazzino: warehouse, proprio: 0 });
    await plant.move(part, van, 1);
    const place = await from();
    expect(place).toMatchObject({ id_magazzino: van, proprio: 1, quantita: 1 });
    const { id_magazzino, id_ubicazione, id_lotto } = place;
    expect(await take(odl, part, -1, { id_magazzino, id_ubicazione, id_lotto })).toMatchObject({
      status: 200,
    });
    expect(await from()).toMatchObject({ id_magazzino: warehouse });
  });

  it('are for users who see the intervention and may withdraw', async () => {
    const odl = await plant.order();
    expect((await plant.people.RESP.get(`/odl/${odl}/ricambi-proposti`)).status).toBe(403);
    expect((await plant.admin.get('/odl/2147483647/ricambi-proposti')).status).toBe(404);
  });
});
