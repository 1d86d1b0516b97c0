/**
 * The ledger, and the only way to change it: each movement is one row that never changes, written by the statement
 * that also changes the balance and the withdrawn quantity of the reservation. The kind of the movement decides the
 * direction. A balance never goes below zero and always equals the sum of its movements.
 *
 * The transaction locks the row of the part first: the only lock of its balances.
 */
import type { Transaction } from '../../database/engine.ts';
import type { User } from '../../http/call.ts';
import { eventInsert } from '../outbox/index.ts';
import type { Amount, Kind } from './kinds.ts';
import type { Place } from './places.ts';

export interface Movement extends Amount<Kind> {
  part: number;
  /** The place to which the stock comes, or which it leaves. For a transfer, the place which it leaves. */
  place: Place;
  /** The target of a transfer. */
  to?: Place;
  /** The intervention of a withdrawal or a return. */
  intervention?: number;
  user: Pick<User, 'id' | 'name'> | undefined;
  /** The time of the movement, if it is not now. Only seeds use it. */
  at?: Date;
}

/** The written movement, with the new balance of the place; for a transfer, of its target. */
export interface Moved {
  id: number;
  quantita: number;
}

const LEDGER = `
  insert into movimentazione (id_ricambio, quantita, id_odl, id_usr_ins, usr_ins, data_ins, id_prenotazione,
    id_magazzino_da, id_ubicazione_da, id_lotto_da, id_magazzino_a, id_ubicazione_a, id_lotto_a)`;
const COMMON_PARAMETERS =
  '$1::int, $2::numeric, $3::int, $4::int, $5::text, coalesce($6::timestamptz, now())';
const NOWHERE = 'null::int, null::int, null::int';
const placeParameters = (first: number): string => `$${first}::int, $${first + 1}::int, $${first + 2}::int`;
const [PLACE_PARAMETERS, TARGET_PARAMETERS] = [placeParameters(7), placeParameters(10)];
const AT_PLACE =
  'id_magazzino = $7 and id_ubicazione is not distinct from $8 and id_lotto is not distinct from $9';

/** Takes the quantity, only if the place has that much. */
const TAKE = `update giacenza set quantita = quantita - $2 where id_ricambio = $1 and ${AT_PLACE} and quantita >= $2`;
const INSERT = 'insert into giacenza (id_ricambio, id_magazzino, id_ubicazione, id_lotto, quantita)';
const ON_CONFLICT_ADD = `on conflict (id_ricambio, id_magazzino, id_ubicazione, id_lotto)
  do update set quantita = giacenza.quantita + excluded.quantita returning quantita`;

const takeFrom = (condition?: string): string =>
  `changed as (${TAKE}${condition ? ` and exists (select 1 from ${condition})` : ''} returning quantita)`;
const addTo = (condition?: string): string =>
  `changed as (${INSERT} select $1::int, ${PLACE_PARAMETERS}, $2::numeric ${condition ? `from ${condition}` : ''} ${ON_CONFLICT_ADD})`;

/** Updates the withdrawn quantity of the reservation. The result is never below zero. */
const updateReservation = (sign: '+' | '-'): string => `
  reserved as (
    update prenotazione p set quantita_prelevata = greatest(coalesce(p.quantita_prelevata, 0) ${sign} $2::numeric, 0),
      versione = p.versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $4::int
    from changed where p.id_odl = $3::int and p.id_ricambio = $1 returning p.id)`;

/**
 * The other balances of the part. They are locked for share, so that a movement that waited for another one reads
 * its result.
 */
const OTHER_BALANCES = `(
  select g.quantita from giacenza g where g.id_ricambio = r.id and not (${AT_PLACE}) for share)`;

/** Queues an event if this movement reduces the stock from the minimum or above to below the minimum. */
const LOW_STOCK_EVENT = `told as (${eventInsert(
  'stock.below_minimum',
  `jsonb_build_object('id', p.id, 'codice', p.codice, 'descrizione', p.descrizione, 'scorta_minima', p.scorta_minima,
    'giacenza', p.giacenza, 'id_odl', $3::int)`,
  `(select r.id, r.codice, r.descrizione, r.scorta_minima, changed.quantita + coalesce(
      (select sum(others.quantita) from ${OTHER_BALANCES} others), 0) as giacenza
    from ricambio r, changed where r.id = $1 and r.scorta_minima > 0) p
   where p.giacenza < p.scorta_minima and p.giacenza + $2::numeric >= p.scorta_minima`,
)})`;

/** Returns the query of the ledger row. `reservation` is the reservation that counts the movement, 0 for none. */
const moved = (from: string, to: string, reservation = 'null::int'): string =>
  `moved as (${LEDGER} select ${COMMON_PARAMETERS}, ${reservation}, ${from}, ${to} from changed returning id)`;
const RESERVATION_ID = 'coalesce((select id from reserved), 0)';

type AtOnePlace = Exclude<Kind, 'transfer'>;

const CHANGES: Record<AtOnePlace, (condition?: string) => string[]> = {
  load: (condition) => [addTo(condition), moved(NOWHERE, PLACE_PARAMETERS)],
  unload: (condition) => [takeFrom(condition), moved(PLACE_PARAMETERS, NOWHERE), LOW_STOCK_EVENT],
  withdrawal: (condition) => [
    takeFrom(condition),
    updateReservation('+'),
    moved(PLACE_PARAMETERS, NOWHERE, RESERVATION_ID),
    LOW_STOCK_EVENT,
  ],
  return: (condition) => [
    addTo(condition),
    updateReservation('-'),
    moved(NOWHERE, PLACE_PARAMETERS, RESERVATION_ID),
  ],
};

/**
 * Returns the queries of a movement at one place: `changed` is the new balance, `moved` the ledger row. Both are
 * empty when nothing was moved. With `condition`, the name of a query, it moves only if that query has a row. The
 * parameters are those of valuesOf().
 */
export const changing = (kind: AtOnePlace, condition?: string): string => CHANGES[kind](condition).join(', ');

const TRANSFER = `left_place as (${TAKE} returning quantita),
  changed as (${INSERT} select $1::int, ${TARGET_PARAMETERS}, $2::numeric from left_place ${ON_CONFLICT_ADD}),
  ${moved(PLACE_PARAMETERS, TARGET_PARAMETERS)}`;

const idsOf = (place: Place) => [place.id_magazzino, place.id_ubicazione, place.id_lotto];

/**
 * Returns the parameters: $1 is the part, $2 the quantity, $3 to $6 the other values, followed by three ids for
 * each place.
 */
export function valuesOf(movement: Movement): unknown[] {
  const { part, quantity, place, to, intervention, user, at } = movement;
  const common = [part, quantity, intervention ?? null, user?.id ?? null, user?.name ?? null, at ?? null];
  return [...common, ...idsOf(place), ...(to ? idsOf(to) : [])];
}

/** Moves stock. If the place has less than that, changes nothing and returns undefined. */
export async function move(transaction: Transaction, movement: Movement): Promise<Moved | undefined> {
  const change = movement.kind === 'transfer' ? TRANSFER : changing(movement.kind);
  const text = `with ${change} select moved.id, changed.quantita from moved, changed`;
  return (await transaction.query<Moved>(text, valuesOf(movement))).rows[0];
}
