import type { Queryable } from './database.ts';

/** Takes an exclusive lock on this name until the transaction ends, for rules that read more than one row. */
export async function lockFor(transaction: Queryable, name: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
}

/** Takes a shared lock on this name until the transaction ends. Others may share it, but none can have it alone. */
export async function lockShared(transaction: Queryable, name: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock_shared(hashtext($1))', [name]);
}
