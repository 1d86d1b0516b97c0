/**
 * Runs a part of a transaction that may fail alone. If it fails, its writes and its after-commit callbacks are
 * dropped.
 */
import type { Queryable, Transaction } from './engine.ts';
import { awaited } from './statements.ts';

export async function inSavepoint<T>(
  transaction: Transaction,
  work: (inner: Transaction) => Promise<T>,
): Promise<T> {
  const acts: (() => void)[] = [];
  const inner: Transaction = {
    query: (text, values) => transaction.query(text, values),
    send: awaited(transaction.query),
    afterCommit: (act) => void acts.push(act),
  };
  await transaction.query('savepoint part');
  let outcome: T;
  try {
    outcome = await work(inner);
  } catch (error) {
    await transaction.query('rollback to savepoint part');
    await transaction.query('release savepoint part');
    throw error;
  }
  await transaction.query('release savepoint part');
  for (const act of acts) transaction.afterCommit(act);
  return outcome;
}

/** Makes each statement its own transaction, which is committed when the statement has finished. */
export const asTransaction = (database: Queryable): Transaction => ({
  query: (text, values) => database.query(text, values),
  send: awaited(database.query),
  afterCommit: (act) => act(),
});
