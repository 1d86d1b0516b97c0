/** Any sequence of actions on parts, even in parallel, leaves balances that equal the sum of the movements. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { checkStock, reportOf } from '../../../server/domains/stock/check.ts';
import type { Answer } from '../plant/plant.ts';
import { type Works, works } from './works.ts';

let plant: Works;
beforeAll(async () => {
  plant = await works();
});
afterAll(() => plant.close());

/** The same series for the same seed. */
function drawing(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    of: <T>(list: T[]): T => list[Math.floor(next() * list.length)]!,
  };
}

async function preparedPart() {
  const warehouses = [await plant.warehouse(), await plant.warehouse()];
  const shelf = await plant.location(warehouses[0]!, 'Ripiano');
  const parts = [await plant.part(), await plant.part()];
  const orders = [await plant.order(), await plant.order()];
  const places = [
    ...warehouses.map((id_magazzino) => ({ id_magazzino, id_ubicazione: null })),
    { id_magazzino: warehouses[0]!, id_ubicazione: shelf },
  ];
  for (const part of parts)
    for (const { id_magazzino, id_ubicazione } of places)
      expect((await plant.move(part, id_magazzino, 20, { id_ubicazione })).status).toBe(200);
  return { parts, orders, places };
}

const rowOf = async (path: string, of: (list: Row[]) => Row): Promise<number | undefined> => {
  const rows = (await plant.admin.get(path)).data as Row[];
  return rows.length === 0 ? undefined : ((of(rows).id_prelievo ?? of(rows).id) as number);
};

it.each([7, 1_234, 99_991])(
  'a series of acts, two at a time, from %i [pren-state, prel-negative]',
  async (seed) => {
    const { parts, orders, places } = await preparedPart();
    const draw = drawing(seed);
    const done: string[] = [];
    const act = async (): Promise<Answer | undefined> => {
      const [odl, part] = [draw.of(orders), draw.of(parts)];
      const path = `/odl/${odl}`;
      const body = { id_ricambio: part, ...draw.of(places), id_lotto: null };
      const quantity = (1 + draw.below(8)) / 4;
      const what = draw.of([
        'take',
        'take',
        'back',
        'back',
        'change',
        'remove',
        'reserve',
        'cancel',
        'more',
        'follow',
      ]);
      const note = (answer: Answer): Answer => {
        if (answer.status === 200) done.push(what);
        return answer;
      };
      if (what === 'take')
        return note(await plant.admin.post(`${path}/ricambio/`, { ...body, quantita: -quantity }));
      if (what === 'back')
        return note(await plant.admin.post(`${path}/ricambio/`, { ...body, quantita: quantity }));
      if (what === 'reserve')
        return note(
          await plant.admin.post(`${path}/prenotazione/`, { id_ricambio: part, quantita: quantity }),
        );
      if (what === 'follow')
        return note(
          await plant.admin.post(`${path}/followup/`, {
            copy_ricambi: 1,
            copy_prenotazioni: 1,
            descrizione: 'x',
            id_stato: await plant.demo.idOf('stato', { codice: 'AP' }),
          }),
        );
      const kind = what === 'cancel' || what === 'more' ? 'prenotazione' : 'prelievo';
      const id = await rowOf(`${path}/${kind === 'prelievo' ? 'ricambio' : kind}/`, draw.of);
      if (id === undefined) return undefined;
      if (what === 'change')
        return note(
          await plant.admin.put(`${path}/prelievo/${id}`, { quantita: draw.of([1, -1]) * quantity }),
        );
      if (what === 'more')
        return note(await plant.admin.put(`${path}/prenotazione/${id}`, { quantita: quantity }));
      return note(await plant.admin.del(`${path}/${kind}/${id}`));
    };
    for (let round = 0; round < 40; round++) {
      const answers = await Promise.all([act(), act()]);
      expect(answers.filter((answer) => answer && answer.status >= 500)).toEqual([]);
      expect(reportOf(await checkStock(plant.demo.database))).toMatch(/^All .*\nAll .*$/);
    }
    expect([...new Set(done)].sort()).toEqual(
      expect.arrayContaining(['back', 'cancel', 'change', 'remove', 'reserve', 'take']),
    );
  },
);
