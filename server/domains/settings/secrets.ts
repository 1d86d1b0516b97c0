/** Settings that are written and never read: their values lie in a table of their own, which no call reads. */
import type { Queryable, Transaction } from '../../database/engine.ts';

/** The kind of such a setting. */
export const SECRET = 'S';
/** What stands in the place of a value that is there. */
export const HIDDEN = '********';

export async function secretOf(queryable: Queryable, code: string): Promise<string | undefined> {
  const { rows } = await queryable.query<{ valore: string }>('select valore from segreto where codice = $1', [
    code,
  ]);
  return rows[0]?.valore;
}

/** Keeps what was typed, and answers what may be shown; what is shown, sent back, changes nothing. */
export async function keepSecret(transaction: Transaction, code: string, value: string): Promise<string> {
  if (value === HIDDEN) return HIDDEN;
  await transaction.query('delete from segreto where codice = $1', [code]);
  if (value === '') return '';
  await transaction.query('insert into segreto (codice, valore) values ($1, $2)', [code, value]);
  return HIDDEN;
}
