/** Parts taken onto an intervention and given back, for the calls of interventions: the stock, the ledger, the reservation. */

import type { Queryable, Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Context } from '../../http/call.ts';
import { notFound, refusedField } from '../../http/problem.ts';
import { stockOf } from './available.ts';
import { type Amount, type ByIntervention, takenBy, takenIn } from './kinds.ts';
import { move } from './ledger.ts';
import type { Place, Places } from './places.ts';
import type { WantedPlace } from './wanted-place.ts';

export interface InterventionMovement extends Amount<ByIntervention> {
  intervention: number;
  part: number;
  place: WantedPlace;
}

const WITHDRAWN = `
  select coalesce(sum(${takenIn('v')}), 0) as quantita from movimentazione v where v.id_odl = $1 and v.id_ricambio = $2`;

/** What the intervention has of the part now. */
export async function withdrawnOf(
  transaction: Transaction,
  intervention: number,
  part: number,
): Promise<number> {
  const { rows } = await transaction.query<{ quantita: number }>(WITHDRAWN, [intervention, part]);
  return onlyRow(rows).quantita;
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
   * intervention, the part, its places; after them nothing is waited for. Answers where it was, and what the intervention
   * then has more.
   */
  return async function moveForIntervention(
    transaction: Transaction,
    { intervention, part, place: wanted, kind, quantity }: InterventionMovement,
    context: Context,
  ): Promise<{ place: Place; taken: number }> {
    await hold(transaction, intervention);
    const [place] = (await places.settle(transaction, part, [wanted], context)) as [Place];
    if (kind === 'return' && quantity > (await withdrawnOf(transaction, intervention, part)))
      throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
    const movement = { kind, quantity, part, place, intervention, user: context.user };
    if (!(await move(transaction, movement)))
      throw refusedField({ field: 'quantita', rule: 'withdraw-too-much' });
    return { place, taken: takenBy({ kind, quantity }) };
  };
}

/** Does any warehouse hold some of it? */
export async function isInStock(queryable: Queryable, part: number): Promise<boolean> {
  const { rows } = await queryable.query<{ quantita: number }>(`select ${stockOf('$1::int')} as quantita`, [
    part,
  ]);
  return onlyRow(rows).quantita > 0;
}
