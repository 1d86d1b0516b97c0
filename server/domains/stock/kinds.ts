/**
 * What a movement is. A quantity is always more than zero; which way it goes is said by its kind, and nothing but this file
 * and the ledger turns a sign. Calls send one number, which says what it does to the place: acts read it (x-negated).
 */
export type ByHand = 'load' | 'unload';
export type ByIntervention = 'withdrawal' | 'return';
export type Kind = ByHand | ByIntervention | 'transfer';

export interface Amount<K extends Kind> {
  kind: K;
  /** More than zero. */
  quantity: number;
}

/** So much more for the intervention; less than zero gives back. */
export const taking = (more: number): Amount<ByIntervention> => ({
  kind: more < 0 ? 'return' : 'withdrawal',
  quantity: Math.abs(more),
});

/** What the intervention then has more of the part; less than zero when it has given back. */
export const takenBy = ({ kind, quantity }: Amount<ByIntervention>): number =>
  kind === 'withdrawal' ? quantity : -quantity;

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
