/** Settings that are written and never read. Their values are in a separate table that no call reads. */
import type { Queryable, Transaction } from '../../database/engine.ts';

/** The kind of such a setting. */
export const SECRET = 'S';
/** The placeholder for a stored value. */
export const HIDDEN = '********';

export async function secretOf(queryable: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await queryable.query<{ valore: string }>('select valore from segreto where codice = $1', [
    code,
  ]);
  return rows[0]?.valore;
}

/**
 * Stores a secret and returns the placeholder for replies. If the placeholder is sent back, the secret does not
 * change.
 */
export async function storeSecret(transaction: Transaction, code: string, value: string): Promise<string> {
  if (value === HIDDEN) return HIDDEN;
  await transaction.query('delete from segreto where codice = $1', [code]);
  if (value === '') return '';
  await transaction.query('insert into segreto (codice, valore) values ($1, $2)', [code, value]);
  return HIDDEN;
}
