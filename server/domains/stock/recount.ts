/**
 * What interventions have of parts, and what of their reservations is withdrawn, counted again out of the movements: from the
 * first to the last, by the rule that the rows are written by.
 */
import type { Queryable } from '../../database/engine.ts';
import { takenIn } from './kinds.ts';
import type { Place } from './places.ts';
import { sharesOf, withdrawnAfter } from './taken.ts';

/** Interventions at once: what they have is held in memory. */
const PORTION = 5_000;

interface Told extends Place {
  what: 'moved' | 'reservation' | 'withdrawal';
  id: number;
  id_odl: number;
  id_ricambio: number;
  /** Of a movement: the reservation that counted it. */
  id_prenotazione: number | null;
  quantita: number;
}

/** A row whose sum is not what its movements come to; none where the row itself is missing. */
export interface WrongSum extends Place {
  of: 'withdrawal' | 'reservation';
  id: number | null;
  id_odl: number;
  id_ricambio: number;
  kept: number;
  counted: number;
}

export interface Recount {
  withdrawals: number;
  reservations: number;
  wrong: WrongSum[];
}

/** Older movements do not tell their reservation: it counted those that came after it was made. */
const SINCE = `(select p.id from prenotazione p
  where p.id_odl = v.id_odl and p.id_ricambio = v.id_ricambio and p.data_ins <= v.data_ins)`;

/** One statement, and so one moment, for all of an intervention; the movements of a part before its rows. */
const TOLD = `
  select 'moved' as what, v.id, v.id_odl, v.id_ricambio, coalesce(v.id_prenotazione, ${SINCE}) as id_prenotazione,
    coalesce(v.id_magazzino_da, v.id_magazzino_a) as id_magazzino, coalesce(v.id_ubicazione_da, v.id_ubicazione_a) as id_ubicazione,
    coalesce(v.id_lotto_da, v.id_lotto_a) as id_lotto, ${takenIn('v')} as quantita
  from movimentazione v where v.id_odl > $1 and v.id_odl <= $2
  union all
  select 'withdrawal', w.id_prelievo, w.id_odl, w.id_ricambio, null, w.id_magazzino, w.id_ubicazione, w.id_lotto, w.quantita
  from odl_prelievo w where w.id_odl > $1 and w.id_odl <= $2
  union all
  select 'reservation', p.id, p.id_odl, p.id_ricambio, null, null, null, null, coalesce(p.quantita_prelevata, 0)
  from prenotazione p where p.id_odl > $1 and p.id_odl <= $2
  order by id_odl, id_ricambio, what, id`;

const keyOf = ({ id_magazzino, id_ubicazione, id_lotto }: Place): string =>
  `${id_magazzino}-${id_ubicazione}-${id_lotto}`;

/** What the movements of a part come to, place by place. */
function withdrawnBy(moved: Told[]): Map<string, Told> {
  let rows: Told[] = [];
  for (const one of moved) {
    for (const { row, quantity } of sharesOf(rows, one, one.quantita)) {
      if (row) row.quantita = quantity;
      else rows.push({ ...one, quantita: quantity });
    }
    rows = rows.filter(({ quantita }) => quantita > 0);
  }
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Of one part of one intervention. */
function wrongIn(told: Told[]): WrongSum[] {
  const of = (what: Told['what']): Told[] => told.filter((row) => row.what === what);
  const moved = of('moved');
  const sums: WrongSum[] = [];
  const left = withdrawnBy(moved);
  for (const row of of('withdrawal')) {
    const counted = left.get(keyOf(row))?.quantita ?? 0;
    left.delete(keyOf(row));
    sums.push({ ...row, of: 'withdrawal', kept: row.quantita, counted });
  }
  for (const row of left.values())
    sums.push({ ...row, of: 'withdrawal', id: null, kept: 0, counted: row.quantita });
  for (const row of of('reservation')) {
    const its = moved.filter(({ id_prenotazione }) => id_prenotazione === row.id);
    const counted = its.reduce((sum, { quantita }) => withdrawnAfter(sum, quantita), 0);
    sums.push({ ...row, of: 'reservation', kept: row.quantita, counted });
  }
  return sums.filter(({ kept, counted }) => kept !== counted);
}

/** Rows of one part of one intervention stand together. */
function* byPart(rows: Told[]): Generator<Told[]> {
  let group: Told[] = [];
  for (const row of rows) {
    const [first] = group;
    if (first && (first.id_odl !== row.id_odl || first.id_ricambio !== row.id_ricambio)) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

export async function recount(database: Queryable): Promise<Recount> {
  const { rows: ends } = await database.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from odl',
  );
  const found: Recount = { withdrawals: 0, reservations: 0, wrong: [] };
  for (let from = 0; from < ends[0]!.last; from += PORTION) {
    const { rows } = await database.query<Told>(TOLD, [from, from + PORTION]);
    found.withdrawals += rows.filter(({ what }) => what === 'withdrawal').length;
    found.reservations += rows.filter(({ what }) => what === 'reservation').length;
    for (const group of byPart(rows)) found.wrong.push(...wrongIn(group));
  }
  return found;
}
