/**
 * The ledger, and the one door to it: every movement of stock is one row that stays as it is, written by the same statement
 * that changes the balance, and what of a reservation was withdrawn. Which way a quantity goes is decided here, by the kind
 * of the movement. A balance never goes below zero, and always equals the sum of its movements.
 *
 * Whoever moves a part holds the part's own row first (ground.ts): that is the one lock of all its balances.
 */
import type { Transaction } from '../../database/engine.ts';
import type { User } from '../../http/call.ts';
import { eventInsert } from '../outbox/index.ts';
import type { Amount, Kind } from './kinds.ts';
import type { Place } from './places.ts';

export interface Movement extends Amount<Kind> {
  part: number;
  /** Where it comes to, or what it leaves. */
  place: Place;
  /** Where a transfer goes. */
  to?: Place;
  /** Of a withdrawal or a return. */
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
  insert into movimentazione (id_ricambio, quantita, id_odl, id_usr_ins, usr_ins, data_ins, id_prenotazione,
    id_magazzino_da, id_ubicazione_da, id_lotto_da, id_magazzino_a, id_ubicazione_a, id_lotto_a)`;
const COMMON = '$1::int, $2::numeric, $3::int, $4::int, $5::text, coalesce($6::timestamptz, now())';
const NOWHERE = 'null::int, null::int, null::int';
const places = (first: number): string => `$${first}::int, $${first + 1}::int, $${first + 2}::int`;
const [PLACE, END] = [places(7), places(10)];
const AT_PLACE =
  'id_magazzino = $7 and id_ubicazione is not distinct from $8 and id_lotto is not distinct from $9';

/** Leaves the place only when so much is there. */
const LEFT = `update giacenza set quantita = quantita - $2 where id_ricambio = $1 and ${AT_PLACE} and quantita >= $2`;
const PUT = 'insert into giacenza (id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita)';
const ADDED = `on conflict (id_ricambio, id_magazzino, id_ubicazione, id_lotto)
  do update set quantita = giacenza.quantita + excluded.quantita returning quantita`;

const leaving = (condition?: string): string =>
  `changed as (${LEFT}${condition ? ` and exists (select 1 from ${condition})` : ''} returning quantita)`;
const coming = (condition?: string): string =>
  `changed as (${PUT} select $1::int, ${PLACE}, $2::numeric ${condition ? `from ${condition}` : ''} ${ADDED})`;

/** What was reserved counts what is withdrawn of it and given back, and never less than nothing. */
const reserved = (way: '+' | '-'): string => `
  reserved as (
    update prenotazione p set quantita_prelevata = greatest(coalesce(p.quantita_prelevata, 0) ${way} $2::numeric, 0),
      versione = p.versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $4::int
    from changed where p.id_odl = $3::int and p.id_ricambio = $1 returning p.id)`;

/** As they are now: a movement that waited for another reads what that has left, and not what was there before. */
const OTHERS = `(
  select g.quantita from giacenza g where g.id_ricambio = r.id and not (${AT_PLACE}) for share)`;

/** Told when this movement takes the part from its minimum, or above, to below it. */
const TOLD = `told as (${eventInsert(
  'stock.below_minimum',
  `jsonb_build_object('id', p.id, 'codice', p.codice, 'descrizione', p.descrizione, 'scorta_minima', p.scorta_minima,
    'giacenza', p.giacenza, 'id_odl', $3::int)`,
  `(select r.id, r.codice, r.descrizione, r.scorta_minima, changed.quantita + coalesce(
      (select sum(others.quantita) from ${OTHERS} others), 0) as giacenza
    from ricambio r, changed where r.id = $1 and r.scorta_minima > 0) p
   where p.giacenza < p.scorta_minima and p.giacenza + $2::numeric >= p.scorta_minima`,
)})`;

/** The row of the ledger; of an intervention's with the reservation that counted it, 0 where there was none. */
const moved = (from: string, to: string, reservation = 'null::int'): string =>
  `moved as (${LEDGER} select ${COMMON}, ${reservation}, ${from}, ${to} from changed returning id)`;
const COUNTED = 'coalesce((select id from reserved), 0)';

type AtOnePlace = Exclude<Kind, 'transfer'>;

const CHANGES: Record<AtOnePlace, (condition?: string) => string[]> = {
  load: (condition) => [coming(condition), moved(NOWHERE, PLACE)],
  unload: (condition) => [leaving(condition), moved(PLACE, NOWHERE), TOLD],
  withdrawal: (condition) => [leaving(condition), reserved('+'), moved(PLACE, NOWHERE, COUNTED), TOLD],
  return: (condition) => [coming(condition), reserved('-'), moved(NOWHERE, PLACE, COUNTED)],
};

/**
 * The queries of a movement at one place: `changed` is the balance as it is then, `moved` the row of the ledger; neither is
 * there when nothing was moved. With a condition, the name of a query, only when that has a row. The values are those of valuesOf().
 */
export const changing = (kind: AtOnePlace, condition?: string): string => CHANGES[kind](condition).join(', ');

const TRANSFER = `left_place as (${LEFT} returning quantita),
  changed as (${PUT} select $1::int, ${END}, $2::numeric from left_place ${ADDED}),
  ${moved(PLACE, END)}`;

const idsOf = (place: Place) => [place.id_magazzino, place.id_ubicazione, place.id_lotto];

/** What the statements ask for: $1 the part, $2 the quantity, up to $6 the rest, then the places, three ids each. */
export function valuesOf(movement: Movement): unknown[] {
  const { part, quantity, place, to, intervention, user, at } = movement;
  const common = [part, quantity, intervention ?? null, user?.id ?? null, user?.name ?? null, at ?? null];
  return [...common, ...idsOf(place), ...(to ? idsOf(to) : [])];
}

/** Undefined when there is less than that where it is to be taken from: then nothing has changed. */
export async function move(transaction: Transaction, movement: Movement): Promise<Moved | undefined> {
  const change = movement.kind === 'transfer' ? TRANSFER : changing(movement.kind);
  const text = `with ${change} select moved.id, changed.quantita from moved, changed`;
  return (await transaction.query<Moved>(text, valuesOf(movement))).rows[0];
}
