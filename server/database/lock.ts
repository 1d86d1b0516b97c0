import type { Queryable } from './database.ts';

/** Until the transaction ends nobody else holds the lock of this name: for rules that look at more than one row. */
export async function lockFor(transaction: Queryable, name: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
}

/** Until the transaction ends nobody holds the lock of this name alone; who holds it so shares it. */
export async function lockShared(transaction: Queryable, name: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock_shared(hashtext($1))', [name]);
}
