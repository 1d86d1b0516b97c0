/** Parts taken onto an intervention and given back, for the calls of interventions: the stock, the ledger, the reservation. */
import type { Row } from '../../../schemas/entity.ts';
import type { Queryable, Transaction } from '../../database/engine.ts';
import type { Context } from '../../http/call.ts';
import { notFound, refusedField } from '../../http/problem.ts';
import { stockOf } from './available.ts';
import { type Moved, move } from './ledger.ts';
import type { Place, Places } from './places.ts';
import { Sent } from './quantities.ts';
import { type WantedPlace, wantedPlace } from './wanted-place.ts';

export interface InterventionMovement {
  intervention: number;
  part: number;
  place: WantedPlace;
  /** As the calls have it: what is taken is negative, what comes back is positive; never 0. */
  quantity: number;
}

const WITHDRAWN = `
  select coalesce(sum(case when id_magazzino_a is null then quantita else -quantita end), 0) as quantita
  from movimentazione where id_odl = $1 and id_ricambio = $2`;

/** What the intervention has of the part now. */
export async function withdrawnOf(
  transaction: Transaction,
  intervention: number,
  part: number,
): Promise<number> {
  const { rows } = await transaction.query<{ quantita: number }>(WITHDRAWN, [intervention, part]);
  return rows[0]!.quantita;
}

/** One part of an intervention is moved by one person at a time: what it may give back depends on what it took. */
async function hold(transaction: Transaction, intervention: number): Promise<void> {
  const { rows } = await transaction.query('select id from odl where id = $1 for no key update', [
    intervention,
  ]);
  if (rows.length === 0) throw notFound();
}

export function interventionMoves(places: Places) {
  /**
   * The place and the intervention are asked to be within reach by who calls. Locks are taken in this order: the
   * intervention, the part and its places, the balance, the reservation.
   */
  return async function moveForIntervention(
    transaction: Transaction,
    { intervention, part, place: wanted, quantity }: InterventionMovement,
    context: Context,
  ): Promise<Moved & { place: Place }> {
    await hold(transaction, intervention);
    const [place] = (await places.settle(transaction, part, [wanted], context)) as [Place];
    const common = { part, intervention, user: context.user, quantity: Math.abs(quantity) };
    if (quantity > 0 && quantity > (await withdrawnOf(transaction, intervention, part)))
      throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
    const moved = await move(
      transaction,
      quantity < 0 ? { ...common, from: place } : { ...common, to: place },
    );
    if (!moved) throw refusedField({ field: 'quantita', rule: 'withdraw-too-much' });
    await transaction.query(
      `update prenotazione set quantita_prelevata = greatest(coalesce(quantita_prelevata, 0) - $3::numeric, 0),
         versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $4
       where id_odl = $1 and id_ricambio = $2`,
      [intervention, part, quantity, context.user?.id ?? null],
    );
    return { ...moved, place };
  };
}

export type AskedMovement = Omit<InterventionMovement, 'intervention'>;

/**
 * A body as the calls have it. What is taken comes from a place that was picked; a location or lot typed as new is
 * for what is given back.
 */
export function askedMovement(body: Row): AskedMovement {
  const sent = new Sent(body);
  const asked = {
    part: sent.requiredId('id_ricambio'),
    quantity: sent.quantity('quantita'),
    place: wantedPlace(sent, ''),
  };
  const picked = [
    'ubicazione_lotto',
    'id_ubicazione',
    'id_lotto',
    'descrizione_ubicazione',
    'descrizione_lotto',
  ];
  if (asked.quantity < 0 && !picked.some((name) => name in body)) sent.refuse('ubicazione_lotto', 'required');
  sent.check();
  return asked;
}

/** A quantity alone, for what changes a withdrawal whose place is known. */
export function askedQuantity(body: Row): number {
  const sent = new Sent(body);
  const quantity = sent.quantity('quantita');
  sent.check();
  return quantity;
}

/** The place of a withdrawal as it was made. */
export const placeAgain = ({ id_magazzino, id_ubicazione, id_lotto }: Place): WantedPlace => ({
  end: '',
  warehouse: id_magazzino,
  location: { id: id_ubicazione ?? undefined },
  lot: { id: id_lotto ?? undefined },
});

/** Does any warehouse hold some of it? */
export async function isInStock(queryable: Queryable, part: number): Promise<boolean> {
  const { rows } = await queryable.query<{ quantita: number }>(`select ${stockOf('$1::int')} as quantita`, [
    part,
  ]);
  return rows[0]!.quantita > 0;
}
