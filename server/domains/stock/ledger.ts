/**
 * The ledger: every movement of stock is one row that stays as it is, written by the same statement that changes the
 * balance. A balance is held by its row's lock, never goes below zero, and always equals the sum of its movements.
 */
import type { Transaction } from '../../database/engine.ts';
import type { User } from '../../http/call.ts';
import { eventInsert } from '../outbox/index.ts';
import type { Place } from './places.ts';

export interface Movement {
  part: number;
  /** More than zero. */
  quantity: number;
  /** None is the world outside, or the intervention. */
  from?: Place;
  to?: Place;
  intervention?: number;
  user: Pick<User, 'id' | 'name'> | undefined;
  /** When it happened, where that is not now: for seeds. */
  at?: Date;
}

/** The movement as written, with what lies since at the place it changed; of a transfer at its end. */
export interface Moved {
  id: number;
  quantita: number;
}

const LEDGER = `
  insert into movimentazione (id_ricambio, quantita, id_odl, id_usr_ins, usr_ins, data_ins,
    id_magazzino_da, id_ubicazione_da, id_lotto_da, id_magazzino_a, id_ubicazione_a, id_lotto_a)`;
const COMMON = '$1::int, $2::numeric, $3::int, $4::int, $5::text, coalesce($6::timestamptz, now())';
const NOWHERE = 'null::int, null::int, null::int';
const places = (first: number): string => `$${first}::int, $${first + 1}::int, $${first + 2}::int`;
const at = (first: number): string =>
  `id_magazzino = $${first} and id_ubicazione is not distinct from $${first + 1} and id_lotto is not distinct from $${first + 2}`;

/** Takes from the place only what is there: a row that another holds is waited for, and looked at again. */
const TAKEN = `
  update giacenza set quantita = quantita - $2 where id_ricambio = $1 and ${at(7)} and quantita >= $2`;
const PUT = 'insert into giacenza (id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita)';
const ADDED = `on conflict (id_ricambio, id_magazzino, id_ubicazione, id_lotto)
  do update set quantita = giacenza.quantita + excluded.quantita returning quantita`;

/** Told when this movement takes the part from its minimum, or above, to below it; other balances are as they were read. */
const LOW = eventInsert(
  'stock.below_minimum',
  `jsonb_build_object('id', p.id, 'codice', p.codice, 'descrizione', p.descrizione, 'scorta_minima', p.scorta_minima,
    'giacenza', p.giacenza, 'id_odl', $3::int)`,
  `(select r.id, r.codice, r.descrizione, r.scorta_minima, changed.quantita + coalesce(
      (select sum(g.quantita) from giacenza g where g.id_ricambio = r.id and not (${at(7)})), 0) as giacenza
    from ricambio r, changed where r.id = $1 and r.scorta_minima > 0) p
   where p.giacenza < p.scorta_minima and p.giacenza + $2::numeric >= p.scorta_minima`,
);

/**
 * One end: `changed` is the balance as it is then, `moved` the row of the ledger; neither is there when nothing was
 * moved. With `if`, the name of a query, only when that has a row. The values are those of valuesOf().
 */
export const unloading = (condition?: string): string => `
  changed as (${TAKEN}${condition ? ` and exists (select 1 from ${condition})` : ''} returning quantita),
  moved as (${LEDGER} select ${COMMON}, ${places(7)}, ${NOWHERE} from changed returning id),
  told as (${LOW})`;

export const loading = (condition?: string): string => `
  changed as (${PUT} select $1::int, ${places(7)}, $2::numeric ${condition ? `from ${condition}` : ''} ${ADDED}),
  moved as (${LEDGER} select ${COMMON}, ${NOWHERE}, ${places(7)} from changed returning id)`;

const MOVED = 'select moved.id, changed.quantita from moved, changed';
const UNLOAD = `with ${unloading()} ${MOVED}`;
const LOAD = `with ${loading()} ${MOVED}`;

const TRANSFER = `
  with taken as (${TAKEN} returning quantita),
  changed as (${PUT} select $1::int, ${places(10)}, $2::numeric from taken ${ADDED}),
  moved as (${LEDGER} select ${COMMON}, ${places(7)}, ${places(10)} from changed returning id)
  ${MOVED}`;

/** Both balances of a transfer are held before either changes, in the order of their ids: two that cross do not meet. */
const HOLD = `select id from giacenza where id_ricambio = $1 and ((${at(2)}) or (${at(5)})) order by id for update`;

const idsOf = (place: Place) => [place.id_magazzino, place.id_ubicazione, place.id_lotto];

/** What the statements ask for: $1 the part, $2 the quantity, up to $6 the rest, then the places, three ids each. */
export function valuesOf(movement: Movement): unknown[] {
  const { part, quantity, from, to, intervention, user, at: moment } = movement;
  const common = [part, quantity, intervention ?? null, user?.id ?? null, user?.name ?? null, moment ?? null];
  return [...common, ...[from, to].flatMap((place) => (place ? idsOf(place) : []))];
}

/** Undefined when there is less than that where it is to be taken from: then nothing has changed. */
export async function move(transaction: Transaction, movement: Movement): Promise<Moved | undefined> {
  const { part, from, to } = movement;
  if (from && to) await transaction.query(HOLD, [part, ...idsOf(from), ...idsOf(to)]);
  const text = from && to ? TRANSFER : from ? UNLOAD : LOAD;
  return (await transaction.query<Moved>(text, valuesOf(movement))).rows[0];
}
