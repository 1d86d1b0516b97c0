/**
 * What an intervention has of a part, place by place, after a movement. The rows are written by this rule and counted again
 * by it. Pure.
 */
import type { Place } from './places.ts';

export interface Taken extends Place {
  quantita: number;
}

/** A row that changes, or none when it is a new one, and what it comes to; 0 is a row that goes. */
export interface Share<R extends Taken> {
  row?: R;
  quantity: number;
}

const cents = (quantity: number): number => Math.round(quantity * 100);

const isAt = (place: Place, row: Place): boolean =>
  row.id_magazzino === place.id_magazzino &&
  row.id_ubicazione === place.id_ubicazione &&
  row.id_lotto === place.id_lotto;

/**
 * What is taken from a place once more is more of what was taken from it. What is given back to a place goes off what came
 * from there first, then off what was taken last. The rows are in the order they were made.
 */
export function sharesOf<R extends Taken>(rows: R[], place: Place, taken: number): Share<R>[] {
  const there = rows.find((row) => isAt(place, row));
  if (taken > 0) return [{ row: there, quantity: (cents(there?.quantita ?? 0) + cents(taken)) / 100 }];
  const shares: Share<R>[] = [];
  let left = cents(taken);
  for (const row of [...(there ? [there] : []), ...rows.filter((row) => row !== there).reverse()]) {
    if (left === 0) break;
    const has = cents(row.quantita);
    const then = Math.max(has + left, 0);
    shares.push({ row, quantity: then / 100 });
    left += has - then;
  }
  return shares;
}

/** What of a reservation is withdrawn after that. */
export const withdrawnAfter = (withdrawn: number, taken: number): number =>
  Math.max(cents(withdrawn) + cents(taken), 0) / 100;
