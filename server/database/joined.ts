/**
 * A database that is part of one transaction: all its writes commit or roll back with the rest. A transaction
 * inside it is a savepoint. Callbacks after its commit wait for the outer commit.
 */
import type { Database, Queryable, Transaction } from './engine.ts';
import { portionsOf } from './portions.ts';
import { inSavepoint } from './savepoint.ts';
import { awaited } from './statements.ts';

export type Joined = Database & Transaction;

/**
 * Returns the transaction with statements that run one after the other, even if callers send several at the same
 * time.
 */
function inTurn(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  function query<R>(text: string, values?: unknown[]) {
    const result = last.then(() => transaction.query<R>(text, values));
    last = result.catch(() => undefined);
    return result;
  }
  return { query, send: awaited(query), afterCommit: (act) => transaction.afterCommit(act) };
}

export function joined(
  outer: Transaction,
  { engine, version, announcements }: Pick<Database, 'engine' | 'version' | 'announcements'>,
): Joined {
  const transaction = inTurn(outer);
  let failure: { error: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** A statement that fails outside a savepoint ends the transaction. Later statements fail with the same error. */
  const query: Queryable['query'] = async (text, values) => {
    if (failure) throw failure.error;
    try {
      return await transaction.query(text, values);
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  const unsupported = (what: string) => () =>
    Promise.reject(new Error(`${what} is not possible within another transaction`));
  const database: Joined = {
    engine,
    version,
    announcements,
    query,
    send: awaited(query),
    reading: () => database,
    afterCommit: (act) => transaction.afterCommit(act),
    transaction(work) {
      // Savepoints must end in the order in which they began, so each waits for the previous one.
      const result = last.then(() => {
        if (failure) throw failure.error;
        return inSavepoint(transaction, work);
      });
      last = result.catch(() => undefined);
      return result;
    },
    cursor: (text, values, size) => portionsOf({ query }, { text, values, held: false }, size),
    snapshot: unsupported('a snapshot'),
    maintain: unsupported('maintenance'),
    close: unsupported('a close'),
  };
  return database;
}

/** Calls `act` after the commit, or at once if there is no transaction. */
export function onceCommitted(queryable: Queryable | Transaction, act: () => void): void {
  if ('afterCommit' in queryable) queryable.afterCommit(act);
  else act();
}
