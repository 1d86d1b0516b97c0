/**
 * A database that is part of one transaction: whatever is done through it is kept together with the rest, or not at all.
 * What would be a transaction of its own is a savepoint, and what follows its commit follows the one commit.
 */
import type { Database, Queryable, Transaction } from './engine.ts';
import { portionsOf } from './portions.ts';
import { inSavepoint } from './savepoint.ts';

export type Joined = Database & Transaction;

/** One statement after the other, also of those who ask several at once: a transaction has one line. */
function inTurn(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  return {
    afterCommit: (act) => transaction.afterCommit(act),
    query<R>(text: string, values?: unknown[]) {
      const asked = last.then(() => transaction.query<R>(text, values));
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

export function joined(
  whole: Transaction,
  { engine, version }: Pick<Database, 'engine' | 'version'>,
): Joined {
  const transaction = inTurn(whole);
  let failure: { error: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** A statement that fails outside a savepoint ends the transaction: what follows fails for the same reason. */
  const query: Queryable['query'] = async (text, values) => {
    if (failure) throw failure.error;
    try {
      return await transaction.query(text, values);
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const apart = (what: string) => () =>
    Promise.reject(new Error(`${what} has no place within another transaction`));
  return {
    engine,
    version,
    query,
    afterCommit: (act) => transaction.afterCommit(act),
    transaction(work) {
      // Savepoints end in the order in which they began: one waits for the other.
      const turn = last.then(() => {
        if (failure) throw failure.error;
        return inSavepoint(transaction, work);
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    cursor: (text, values, size) => portionsOf({ query }, { text, values, held: false }, size),
    snapshot: apart('a snapshot'),
    maintain: apart('maintenance'),
    close: apart('a close'),
  };
}

/** At once where there is no transaction to wait for. */
export function onceCommitted(queryable: Queryable | Transaction, act: () => void): void {
  if ('afterCommit' in queryable) queryable.afterCommit(act);
  else act();
}
