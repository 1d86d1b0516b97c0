/**
 * Checks that every stored sum equals the sum of its movements: balances, withdrawals of interventions, withdrawn
 * quantities of reservations. Returns the sums that differ.
 */

import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { ENDS } from './kinds.ts';
import { recount, type WrongSum } from './recount.ts';

/** A row with its name, its stored sum and the sum of its movements. */
export interface Difference {
  of: 'balance' | WrongSum['of'];
  record: string;
  stored: number;
  counted: number;
}

interface Names {
  part: string;
  warehouse: string | null;
  location: string | null;
  lot: string | null;
}

/** Adds up balances and movements in one grouping. Only places where the two differ remain. */
const BALANCES = `
  with sums as (
    select id_ricambio, id_magazzino, id_ubicazione, id_lotto, sum(moved) as counted, sum(stored) as stored
    from (
      select id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita as moved, 0 as stored from (${ENDS}) ends
      union all
      select id_ricambio, id_magazzino, id_ubicazione, id_lotto, 0, quantita from giacenza
    ) both_sides
    group by id_ricambio, id_magazzino, id_ubicazione, id_lotto
    having sum(moved) <> sum(stored) or sum(stored) < 0
  )
  select r.codice as part, m.codice as warehouse, u.descrizione as location, l.descrizione as lot, s.stored, s.counted
  from sums s join ricambio r on r.id = s.id_ricambio join magazzino m on m.id = s.id_magazzino
  left join ubicazione u on u.id = s.id_ubicazione left join ricambio_lotto l on l.id = s.id_lotto
  order by r.codice, m.codice, u.descrizione nulls first, l.descrizione nulls first`;

/** The names of the wrong sums, in the order of the parameters. */
const NAMES = `
  select coalesce(o.codice, 'intervention ' || o.id) as intervention, r.codice as part, m.codice as warehouse,
    u.descrizione as location, l.descrizione as lot
  from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) with ordinality
    as s (id_odl, id_ricambio, id_magazzino, id_ubicazione, id_lotto, n)
  join odl o on o.id = s.id_odl join ricambio r on r.id = s.id_ricambio left join magazzino m on m.id = s.id_magazzino
  left join ubicazione u on u.id = s.id_ubicazione left join ricambio_lotto l on l.id = s.id_lotto
  order by s.n`;

const COUNTS =
  'select (select count(*)::int from giacenza) as balances, (select count(*)::int from movimentazione) as movements';

export interface StockCheck {
  balances: number;
  movements: number;
  withdrawals: number;
  reservations: number;
  differences: Difference[];
}

const partInPlace = ({ part, warehouse, location, lot }: Names): string => {
  const place = [warehouse, location && `location ${location}`, lot && `lot ${lot}`].filter(Boolean);
  return place.length === 0 ? part : `${part} in ${place.join(', ')}`;
};

const wrongRow = ({ of, id }: WrongSum): string => (id === null ? `no ${of}` : `${of} ${id}`);

async function withNames(database: Queryable, wrong: WrongSum[]): Promise<Difference[]> {
  if (wrong.length === 0) return [];
  const columns = ['id_odl', 'id_ricambio', 'id_magazzino', 'id_ubicazione', 'id_lotto'] as const;
  const { rows } = await database.query<Names & { intervention: string }>(
    NAMES,
    columns.map((column) => wrong.map((sum) => sum[column])),
  );
  return wrong.map((sum, index) => {
    const names = rows[index]!;
    const record = `${names.intervention}, ${partInPlace(names)}, ${wrongRow(sum)}`;
    return { of: sum.of, record, stored: sum.stored, counted: sum.counted };
  });
}

export async function checkStock(database: Queryable): Promise<StockCheck> {
  const { rows: balances } = await database.query<Names & Pick<Difference, 'stored' | 'counted'>>(BALANCES);
  const { wrong, ...sums } = await recount(database);
  const { rows } = await database.query<{ balances: number; movements: number }>(COUNTS);
  const differences = [
    ...balances.map(
      (row): Difference => ({
        of: 'balance',
        record: partInPlace(row),
        stored: row.stored,
        counted: row.counted,
      }),
    ),
    ...(await withNames(database, wrong)),
  ];
  return { ...onlyRow(rows), ...sums, differences };
}

const SUM_PHRASES: Record<Difference['of'], string> = {
  balance: 'the balance is',
  withdrawal: 'what was withdrawn is',
  reservation: 'what of it was withdrawn is',
};

export function reportOf({ differences, ...all }: StockCheck): string {
  const { balances, movements, withdrawals, reservations } = all;
  const wrong = differences.filter((one) => one.of === 'balance').length;
  const others = differences.length - wrong;
  const sums = `${withdrawals} withdrawals and ${reservations} reservations`;
  return [
    ...differences.map(
      ({ of, record, stored, counted }) =>
        `${record}: ${SUM_PHRASES[of]} ${stored}, its movements come to ${counted}`,
    ),
    wrong === 0
      ? `All ${balances} balances are the sum of their movements (${movements}).`
      : `${wrong} of ${balances} balances are not the sum of their movements (${movements}).`,
    others === 0
      ? `All ${sums} are what their movements come to.`
      : `${others} of ${sums} are not what their movements come to.`,
  ].join('\n');
}
