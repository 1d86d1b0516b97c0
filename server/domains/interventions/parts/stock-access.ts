/** What is asked of stock, whose domain is another: handed in where domains meet. */
import type { WithdrawAct } from '../../../../schemas/types.ts';
import type { Queryable, Transaction } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';

export interface Place {
  id_magazzino: number;
  id_ubicazione: number | null;
  id_lotto: number | null;
}

/** A place as stock reads it from a body. */
type Wanted = object;

/** More than zero; its kind says which way. */
interface Amount {
  kind: 'withdrawal' | 'return';
  quantity: number;
}

export interface Asked extends Amount {
  part: number;
  place: Wanted;
}

/** Where it was, and what the intervention then has more: less than zero when it has given back. */
export interface Moved {
  place: Place;
  taken: number;
}

export interface Share<R> {
  row?: R;
  quantity: number;
}

/** A place as an act names it: its location and lot picked by their ids, or typed as new. */
export type NamedPlace = Pick<
  WithdrawAct,
  'id_magazzino' | 'id_ubicazione' | 'id_lotto' | 'descrizione_ubicazione' | 'descrizione_lotto'
>;

export interface PartMoves {
  placeIn(named: NamedPlace): Wanted;
  /** So much more; less than zero gives back. */
  taking(more: number): Amount;
  isInStock(queryable: Queryable, part: number): Promise<boolean>;
  /** The stock, the ledger and the reservation, within the transaction; refused when there is not enough. */
  move(
    transaction: Transaction,
    movement: Asked & { intervention: number },
    context: Context,
  ): Promise<Moved>;
  /** The rows that change then, or a new one, and what each comes to; the rows in the order they were made. */
  sharesOf<R extends Place & { quantita: number }>(rows: R[], place: Place, taken: number): Share<R>[];
}
