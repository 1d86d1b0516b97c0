/**
 * Computes an intervention's quantities of a part by place after a movement, for writing and for recounting. Has no
 * side effects.
 */
import type { Place } from './places.ts';

export interface TakenQuantity extends Place {
  quantita: number;
}

/** The new quantity of a row. Without `row` it is a new row. A quantity of 0 deletes the row. */
export interface Share<R extends TakenQuantity> {
  row?: R;
  quantity: number;
}

const cents = (quantity: number): number => Math.round(quantity * 100);

const isAt = (place: Place, row: Place): boolean =>
  row.id_magazzino === place.id_magazzino &&
  row.id_ubicazione === place.id_ubicazione &&
  row.id_lotto === place.id_lotto;

/**
 * Returns the shares of a movement. A withdrawal adds to the row of its place. A return reduces the row of its
 * place first, then the newest rows. Rows are in order of creation.
 */
export function sharesOf<R extends TakenQuantity>(rows: R[], place: Place, change: number): Share<R>[] {
  const atPlace = rows.find((row) => isAt(place, row));
  if (change > 0) return [{ row: atPlace, quantity: (cents(atPlace?.quantita ?? 0) + cents(change)) / 100 }];
  const shares: Share<R>[] = [];
  let left = cents(change);
  for (const row of [...(atPlace ? [atPlace] : []), ...rows.filter((row) => row !== atPlace).reverse()]) {
    if (left === 0) break;
    const before = cents(row.quantita);
    const after = Math.max(before + left, 0);
    shares.push({ row, quantity: after / 100 });
    left += before - after;
  }
  return shares;
}

/** Returns the withdrawn quantity of a reservation after a movement. */
export const withdrawnAfter = (withdrawn: number, change: number): number =>
  Math.max(cents(withdrawn) + cents(change), 0) / 100;
