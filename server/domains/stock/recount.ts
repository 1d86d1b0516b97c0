/**
 * Recounts the withdrawals of interventions and the withdrawn quantities of reservations from the movements, and
 * reports stored sums that differ. The functions that compute the stored sums compute these too.
 */
import type { Queryable } from '../../database/engine.ts';
import { changeSql } from './kinds.ts';
import type { Place } from './places.ts';
import { sharesOf, withdrawnAfter } from './taken.ts';

/** The number of interventions that one query reads into memory. */
const PORTION = 5_000;

interface CountedRow extends Place {
  what: 'moved' | 'reservation' | 'withdrawal';
  id: number;
  id_odl: number;
  id_ricambio: number;
  /** The reservation that counted a movement. */
  id_prenotazione: number | null;
  quantita: number;
}

/** A stored sum that differs from its movements. `id` is null if the row is missing. */
export interface WrongSum extends Place {
  of: 'withdrawal' | 'reservation';
  id: number | null;
  id_odl: number;
  id_ricambio: number;
  stored: number;
  counted: number;
}

export interface Recount {
  withdrawals: number;
  reservations: number;
  wrong: WrongSum[];
}

/**
 * SQL of the reservation of an older movement, which does not name it: a reservation counted the movements after
 * its creation.
 */
const RESERVATION_AT_THE_TIME = `(select p.id from prenotazione p
  where p.id_odl = v.id_odl and p.id_ricambio = v.id_ricambio and p.data_ins <= v.data_ins)`;

/** One statement reads one snapshot for each intervention. The movements of a part come before its other rows. */
const ROWS_TO_COUNT = `
  select 'moved' as what, v.id, v.id_odl, v.id_ricambio, coalesce(v.id_prenotazione, ${RESERVATION_AT_THE_TIME}) as id_prenotazione,
    coalesce(v.id_magazzino_da, v.id_magazzino_a) as id_magazzino, coalesce(v.id_ubicazione_da, v.id_ubicazione_a) as id_ubicazione,
    coalesce(v.id_lotto_da, v.id_lotto_a) as id_lotto, ${changeSql('v')} as quantita
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

/** Returns the sums of a part's movements by place. */
function withdrawnBy(moved: CountedRow[]): Map<string, CountedRow> {
  let rows: CountedRow[] = [];
  for (const movement of moved) {
    for (const { row, quantity } of sharesOf(rows, movement, movement.quantita)) {
      if (row) row.quantita = quantity;
      else rows.push({ ...movement, quantita: quantity });
    }
    rows = rows.filter(({ quantita }) => quantita > 0);
  }
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Returns the wrong sums of one part of one intervention. */
function wrongIn(rows: CountedRow[]): WrongSum[] {
  const of = (what: CountedRow['what']): CountedRow[] => rows.filter((row) => row.what === what);
  const moved = of('moved');
  const sums: WrongSum[] = [];
  const left = withdrawnBy(moved);
  for (const row of of('withdrawal')) {
    const counted = left.get(keyOf(row))?.quantita ?? 0;
    left.delete(keyOf(row));
    sums.push({ ...row, of: 'withdrawal', stored: row.quantita, counted });
  }
  for (const row of left.values())
    sums.push({ ...row, of: 'withdrawal', id: null, stored: 0, counted: row.quantita });
  for (const row of of('reservation')) {
    const counts = moved.filter(({ id_prenotazione }) => id_prenotazione === row.id);
    const counted = counts.reduce((sum, { quantita }) => withdrawnAfter(sum, quantita), 0);
    sums.push({ ...row, of: 'reservation', stored: row.quantita, counted });
  }
  return sums.filter(({ stored, counted }) => stored !== counted);
}

/** Groups rows by part and intervention. The rows must be in that order. */
function* byPart(rows: CountedRow[]): Generator<CountedRow[]> {
  let group: CountedRow[] = [];
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
    const { rows } = await database.query<CountedRow>(ROWS_TO_COUNT, [from, from + PORTION]);
    found.withdrawals += rows.filter(({ what }) => what === 'withdrawal').length;
    found.reservations += rows.filter(({ what }) => what === 'reservation').length;
    for (const group of byPart(rows)) found.wrong.push(...wrongIn(group));
  }
  return found;
}
