/** The functions of the stock domain used here, passed in where domains are combined. */
import type { WithdrawAct } from '../../../../schemas/types.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';

export interface Place {
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
}

/** A place as stock reads it from a body. */
type RequestedPlace = object;

/** The quantity is above zero. The kind gives the direction. */
interface Amount {
  kind: 'withdrawal' | 'return';
  quantity: number;
}

export interface PartMovement extends Amount {
  part: number;
  place: RequestedPlace;
}

/** The place, and the change of the intervention's quantity: below zero for a return. */
export interface Moved {
  place: Place;
  change: number;
}

export interface Share<R> {
  row?: R;
  quantity: number;
}

/** A place as an act names it: location and lot by id, or typed as new. */
export type NamedPlace = Pick<
  WithdrawAct,
  'id_magazzino' | 'id_ubicazione' | 'id_lotto' | 'descrizione_ubicazione' | 'descrizione_lotto'
>;

/** Returns SQL of the free stock of a part, SQL of its id. The reservation `but`, SQL of its id, does not count. */
export type AvailableOf = (part: string, but?: string) => string;

export interface PartMoves {
  availableOf: AvailableOf;
  placeIn(named: NamedPlace): RequestedPlace;
  /** Returns the amount of a change. A change below zero is a return. */
  amountOf(change: number): Amount;
  isInStock(queryable: Queryable, part: number): Promise<boolean>;
  /** Moves stock, ledger and reservation in the transaction. Throws if there is not enough. */
  move(
    transaction: Transaction,
    movement: PartMovement & { intervention: number },
    context: Context,
  ): Promise<Moved>;
  /** Returns the rows that change, or a new one, with their new quantity. Rows are in order of creation. */
  sharesOf<R extends Place & { quantita: number }>(rows: R[], place: Place, change: number): Share<R>[];
}
