/**
 * The kinds of movements. A quantity is always above zero, and the kind gives the direction. Only this file and the
 * ledger use signs. Calls send one number with a sign, which the acts read (x-negated).
 */
export type ByHand = 'load' | 'unload';
export type ByIntervention = 'withdrawal' | 'return';
export type Kind = ByHand | ByIntervention | 'transfer';

export interface Amount<K extends Kind> {
  kind: K;
  /** The quantity, always above zero. */
  quantity: number;
}

/** Returns the amount for a change of an intervention's quantity. A change below zero is a return. */
export const amountOf = (change: number): Amount<ByIntervention> => ({
  kind: change < 0 ? 'return' : 'withdrawal',
  quantity: Math.abs(change),
});

/** Returns the change of the intervention's quantity. It is below zero for a return. */
export const changeBy = ({ kind, quantity }: Amount<ByIntervention>): number =>
  kind === 'withdrawal' ? quantity : -quantity;

/** Returns the same as SQL, for an intervention's row of the ledger. */
export const changeSql = (alias: string): string =>
  `case when ${alias}.id_magazzino_a is null then ${alias}.quantita else -${alias}.quantita end`;

/** SQL of the changes of balances by the ledger, with a row for each end of a movement. */
export const ENDS = `
  select id_ricambio, id_magazzino_a as id_magazzino, id_ubicazione_a as id_ubicazione, id_lotto_a as id_lotto, quantita
  from movimentazione where id_magazzino_a is not null
  union all
  select id_ricambio, id_magazzino_da, id_ubicazione_da, id_lotto_da, -quantita
  from movimentazione where id_magazzino_da is not null`;
