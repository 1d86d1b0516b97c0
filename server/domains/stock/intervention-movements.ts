/** Withdraws parts for an intervention and returns them: stock, ledger and reservation. */

import type { Queryable, Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import type { Context } from '../../http/call.ts';
import { notFound, refusedField } from '../../http/problem.ts';
import { stockOf } from './available.ts';
import { type Amount, type ByIntervention, changeBy, changeSql } from './kinds.ts';
import { move } from './ledger.ts';
import type { Place, Places } from './places.ts';
import type { RequestedPlace } from './requested-place.ts';

export interface InterventionMovement extends Amount<ByIntervention> {
  intervention: number;
  part: number;
  place: RequestedPlace;
}

const WITHDRAWN = `
  select coalesce(sum(${changeSql('v')}), 0) as quantita from movimentazione v where v.id_odl = $1 and v.id_ricambio = $2`;

/** Returns the quantity of the part that the intervention has now. */
export async function withdrawnOf(
  transaction: Transaction,
  intervention: number,
  part: number,
): Promise<number> {
  const { rows } = await transaction.query<{ quantita: number }>(WITHDRAWN, [intervention, part]);
  return onlyRow(rows).quantita;
}

/** Locks the intervention, because the quantity that it may return depends on the quantity that it has withdrawn. */
async function lockIntervention(transaction: Transaction, intervention: number): Promise<void> {
  const { rows } = await transaction.query('select id from odl where id = $1 for no key update', [
    intervention,
  ]);
  if (rows.length === 0) throw notFound();
}

export function interventionMoves(places: Places) {
  /**
   * Moves a part. The caller has checked that the place and the intervention are within the user's scope. Locks in
   * this order: the intervention, the part, its places. Returns the place, and the change of the intervention's
   * quantity.
   */
  return async function moveForIntervention(
    transaction: Transaction,
    { intervention, part, place: target, kind, quantity }: InterventionMovement,
    context: Context,
  ): Promise<{ place: Place; change: number }> {
    await lockIntervention(transaction, intervention);
    const [place] = (await places.settle(transaction, part, [target], context)) as [Place];
    if (kind === 'return' && quantity > (await withdrawnOf(transaction, intervention, part)))
      throw refusedField({ field: 'quantita', rule: 'unload-too-much' });
    const movement = { kind, quantity, part, place, intervention, user: context.user };
    if (!(await move(transaction, movement)))
      throw refusedField({ field: 'quantita', rule: 'withdraw-too-much' });
    return { place, change: changeBy({ kind, quantity }) };
  };
}

/** Returns whether any warehouse has the part. */
export async function isInStock(queryable: Queryable, part: number): Promise<boolean> {
  const { rows } = await queryable.query<{ quantita: number }>(`select ${stockOf('$1::int')} as quantita`, [
    part,
  ]);
  return onlyRow(rows).quantita > 0;
}
