/** Proves that every balance is the sum of its movements, and names those that are not. */
import type { Queryable } from '../../database/engine.ts';

export interface Difference {
  part: string;
  warehouse: string;
  location: string | null;
  lot: string | null;
  /** What the movements come to, and what the balance says. */
  moved: number;
  balance: number;
}

/** Summed over both, with the balances against the movements: where all is well nothing is left. */
const DIFFERENCES = `
  with ends as (
    select id_ricambio, id_magazzino_a as magazzino, id_ubicazione_a as ubicazione, id_lotto_a as lotto,
      quantita as mossa, 0 as giacenza
    from movimentazione where id_magazzino_a is not null
    union all
    select id_ricambio, id_magazzino_da, id_ubicazione_da, id_lotto_da, -quantita, 0
    from movimentazione where id_magazzino_da is not null
    union all
    select id_ricambio, id_magazzino, id_ubicazione, id_lotto, 0, quantita from giacenza
  ), sums as (
    select id_ricambio, magazzino, ubicazione, lotto, sum(mossa) as mossa, sum(giacenza) as giacenza
    from ends group by id_ricambio, magazzino, ubicazione, lotto
    having sum(mossa) <> sum(giacenza) or sum(giacenza) < 0
  )
  select r.codice as part, m.codice as warehouse, u.descrizione as location, l.descrizione as lot,
    s.mossa as moved, s.giacenza as balance
  from sums s join ricambio r on r.id = s.id_ricambio join magazzino m on m.id = s.magazzino
  left join ubicazione u on u.id = s.ubicazione left join ricambio_lotto l on l.id = s.lotto
  order by r.codice, m.codice, u.descrizione nulls first, l.descrizione nulls first`;

const COUNTS =
  'select (select count(*)::int from giacenza) as balances, (select count(*)::int from movimentazione) as movements';

export interface StockCheck {
  balances: number;
  movements: number;
  differences: Difference[];
}

export async function checkStock(database: Queryable): Promise<StockCheck> {
  const { rows: differences } = await database.query<Difference>(DIFFERENCES);
  const { rows } = await database.query<{ balances: number; movements: number }>(COUNTS);
  return { ...rows[0]!, differences };
}

const placeOf = ({ warehouse, location, lot }: Difference): string =>
  [warehouse, location && `location ${location}`, lot && `lot ${lot}`].filter(Boolean).join(', ');

export const reportOf = ({ balances, movements, differences }: StockCheck): string =>
  [
    ...differences.map(
      (one) =>
        `${one.part} in ${placeOf(one)}: the balance is ${one.balance}, its movements come to ${one.moved}`,
    ),
    differences.length === 0
      ? `All ${balances} balances are the sum of their movements (${movements}).`
      : `${differences.length} of ${balances} balances are not the sum of their movements (${movements}).`,
  ].join('\n');
