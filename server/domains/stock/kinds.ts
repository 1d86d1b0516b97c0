/**
 * What a movement is. A quantity is always more than zero; which way it goes is said by its kind, and nothing but this file
 * and the ledger turns a sign. Calls send one number, which says what it does to the place: less than zero leaves it.
 */

/** What a call asks for by what comes to the place, and by what leaves it. */
export const BY_HAND = { comes: 'load', leaves: 'unload' } as const;
export const BY_INTERVENTION = { comes: 'return', leaves: 'withdrawal' } as const;

type OneOf<T> = T[keyof T];
export type ByHand = OneOf<typeof BY_HAND>;
export type ByIntervention = OneOf<typeof BY_INTERVENTION>;
export type Kind = ByHand | ByIntervention | 'transfer';

export interface Amount<K extends Kind> {
  kind: K;
  /** More than zero. */
  quantity: number;
}

/** A number as calls send it. */
export const amountOf = <C extends Kind, L extends Kind>(
  sent: number,
  { comes, leaves }: { comes: C; leaves: L },
): Amount<C | L> => ({ kind: sent < 0 ? leaves : comes, quantity: Math.abs(sent) });

/** What the intervention then has more of the part; less than zero when it has given back. */
export const takenBy = ({ kind, quantity }: Amount<ByIntervention>): number =>
  kind === BY_INTERVENTION.leaves ? quantity : -quantity;

/** That of a row of the ledger, which is an intervention's. */
export const takenIn = (alias: string): string =>
  `case when ${alias}.id_magazzino_a is null then ${alias}.quantita else -${alias}.quantita end`;

/** All that the ledger did to the places: a row for each end. */
export const ENDS = `
  select id_ricambio, id_magazzino_a as id_magazzino, id_ubicazione_a as id_ubicazione, id_lotto_a as id_lotto, quantita
  from movimentazione where id_magazzino_a is not null
  union all
  select id_ricambio, id_magazzino_da, id_ubicazione_da, id_lotto_da, -quantita
  from movimentazione where id_magazzino_da is not null`;
