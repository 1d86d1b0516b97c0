/** What is asked of stock, whose domain is another: handed in where domains meet. */
import type { Row } from '../../../../schemas/entity.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';

export interface Place {
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
}

/** A place as stock reads it from a body. */
type Wanted = object;

export interface Asked {
  part: number;
  /** As the calls have it: what is taken is negative, what comes back positive. */
  quantity: number;
  place: Wanted;
}

export interface PartMoves {
  /** Refuses all that is wrong with a body. */
  askedMovement(body: Row): Asked;
  askedQuantity(body: Row): number;
  placeAgain(place: Place): Wanted;
  isInStock(queryable: Queryable, part: number): Promise<boolean>;
  /** The stock, the ledger and the reservation, within the transaction; refused when there is not enough. */
  move(
    transaction: Transaction,
    movement: Asked & { intervention: number },
    context: Context,
  ): Promise<{ place: Place }>;
}
