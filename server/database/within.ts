/**
 * A transaction for who asks a database: what is read is what the transaction has written. One statement follows the
 * other, also of those who would ask several at once: a transaction has one line.
 */
import type { Database, Queryable, Transaction } from './database.ts';

type Asked = Queryable['query'];

export function databaseWithin(transaction: Transaction): Database {
  let last: Promise<unknown> = Promise.resolve();
  const query: Asked = <R>(text: string, values?: unknown[]) => {
    const asked = last.then(() => transaction.query<R>(text, values));
    last = asked.catch(() => undefined);
    return asked;
  };
  const beyond = (): never => {
    throw new Error('Not within a transaction');
  };
  return {
    engine: 'embedded',
    version: '',
    query,
    transaction: (work) => work({ query, afterCommit: (act) => transaction.afterCommit(act) }),
    cursor: beyond,
    snapshot: beyond,
    maintain: beyond,
    close: async () => undefined,
  };
}
