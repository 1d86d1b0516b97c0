/**
 * The parts that the work of the year withdrew or reserved. The withdrawals of a month are delivered at its
 * beginning, so that the final balances do not change and none was ever below zero.
 */
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Transaction } from '../../database/engine.ts';
import type { Place } from '../../domains/stock/places.ts';
import stock from '../data/demo-stock.json' with { type: 'json' };
import { placeOf } from '../demo-stock.ts';
import type { Seeder } from '../seeder.ts';
import { type Done, isDone, type People, type Written } from './write-work.ts';

const CENTRAL = 'MAG-FOL';
/** The nearest warehouse of each site. */
const WAREHOUSES: Record<string, string> = { FOL: CENTRAL, PAR: 'OFF-PAR', BOL: 'FUR-01' };
const STORE_KEEPER = 'admin@officina.example';

/** The first place of a part in each warehouse: '<warehouse> <part>' -> its path. */
const PATHS = new KnownMap(
  'seed: places of parts',
  stock.movements
    .toReversed()
    .flatMap(({ to, parts }) =>
      to ? Object.keys(parts).map((part) => [`${to.split(' / ')[0]} ${part}`, to] as const) : [],
    ),
);

const pathOf = (part: string, organisation: string): string =>
  PATHS.get(`${WAREHOUSES[organisation]} ${part}`) ?? PATHS.of(`${CENTRAL} ${part}`);

interface Withdrawal {
  work: Done;
  part: string;
  path: string;
  quantity: number;
}

interface Movement {
  part: number;
  quantity: number;
  work: number | null;
  by: number;
  name: string;
  at: string;
  from: Place | null;
  to: Place | null;
}

const MOVEMENTS = `
  insert into movimentazione (id_ricambio, quantita, id_odl, id_usr_ins, usr_ins, data_ins,
    id_magazzino_da, id_ubicazione_da, id_lotto_da, id_magazzino_a, id_ubicazione_a, id_lotto_a)
  select m.part, m.quantity, m.work, m.by, m.name, m.at,
    (m."from"->>'id_magazzino')::int, (m."from"->>'id_ubicazione')::int, (m."from"->>'id_lotto')::int,
    (m."to"->>'id_magazzino')::int, (m."to"->>'id_ubicazione')::int, (m."to"->>'id_lotto')::int
  from jsonb_to_recordset($1::jsonb) as m(part int, quantity numeric, work int, by int, name text, at timestamptz,
    "from" jsonb, "to" jsonb)
  order by m.at`;

/** One withdrawal per intervention, part and place. */
const WITHDRAWN = `
  insert into odl_prelievo (id_odl, id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita, data_ins, id_usr_ins)
  select id_odl, id_ricambio, id_magazzino_da, id_ubicazione_da, id_lotto_da, sum(quantita), max(data_ins), max(id_usr_ins)
  from movimentazione where id_odl = any($1::int[]) group by 1, 2, 3, 4, 5 order by 1, 2`;

const RESERVED = `
  insert into prenotazione (id_odl, id_ricambio, quantita, quantita_prelevata)
  select w.id, w.part, w.quantity, 0 from jsonb_to_recordset($1::jsonb) as w(id int, part int, quantity numeric)
  on conflict do nothing`;

/** Looks up each name once. */
async function lookUpAll<T>(
  names: Iterable<string>,
  lookUp: (name: string) => Promise<T>,
): Promise<KnownMap<string, T>> {
  const found = new KnownMap<string, T>('seed: stock');
  for (const name of new Set(names)) found.set(name, await lookUp(name));
  return found;
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** Returns the deliveries on the first of each month: the sum of that month's withdrawals by place. */
function deliveries(
  withdrawals: Withdrawal[],
): { month: string; part: string; path: string; quantity: number }[] {
  const sums = new Map<string, { month: string; part: string; path: string; quantity: number }>();
  for (const { work, part, path, quantity } of withdrawals) {
    const month = monthOf(work.ended);
    const key = `${month} ${part} ${path}`;
    const sum = sums.get(key) ?? { month, part, path, quantity: 0 };
    sums.set(key, { ...sum, quantity: sum.quantity + quantity });
  }
  return [...sums.values()];
}

export async function moveParts(
  transaction: Transaction,
  seeder: Seeder,
  works: Written[],
  people: People,
): Promise<void> {
  const withdrawals = works.filter(isDone).flatMap((work): Withdrawal[] =>
    Object.entries(work.parts).map(([part, quantity]) => ({
      ...{ work, part, quantity },
      path: pathOf(part, work.asset.id_organizzazione),
    })),
  );
  const reserved = works.flatMap((work) => Object.entries(work.reserved).map((one) => ({ work, one })));
  const codes = [...withdrawals.map(({ part }) => part), ...reserved.map(({ one }) => one[0])];
  const parts = await lookUpAll(codes, (code) => seeder.id('ricambio', code));
  const places = await lookUpAll(
    withdrawals.map(({ path }) => path),
    (path) => placeOf(transaction, seeder, path),
  );
  const storeKeeper = people.of(STORE_KEEPER);
  const deliveryMovements = deliveries(withdrawals).map(
    ({ month, part, path, quantity }): Movement => ({
      ...{ part: parts.of(part), quantity, work: null, by: storeKeeper.id, name: storeKeeper.name },
      ...{ at: `${month}-01T00:00:00Z`, from: null, to: places.of(path) },
    }),
  );
  const withdrawalMovements = withdrawals.map(({ work, part, path, quantity }): Movement => {
    const { id, name } = people.of(work.technician);
    return {
      ...{ part: parts.of(part), quantity, work: work.id, by: id, name },
      ...{ at: work.ended.toISOString(), from: places.of(path), to: null },
    };
  });
  await transaction.query(MOVEMENTS, [JSON.stringify([...deliveryMovements, ...withdrawalMovements])]);
  await transaction.query(WITHDRAWN, [works.map(({ id }) => id)]);
  const reservations = reserved.map(({ work, one: [part, quantity] }) => ({
    ...{ id: work.id, part: parts.of(part), quantity },
  }));
  await transaction.query(RESERVED, [JSON.stringify(reservations)]);
}
