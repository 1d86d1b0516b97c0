/** Codes for who has lost his phone: each good once, shown once, kept as hashes. */

import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { base32 } from './totp.ts';

const HOW_MANY = 10;
const BYTES = 10;

/** As typed, with or without its dashes. */
const bare = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');
// Eighty bits of chance need no slow hash; the person's id makes equal codes of two people different.
const hashOf = (id: number, code: string): string =>
  createHash('sha256')
    .update(`${id}:${bare(code)}`)
    .digest('hex');

/** Takes the place of all earlier ones. Answers them as they are shown, in groups of four. */
export async function renewRecoveryCodes(transaction: Queryable, id: number): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () =>
    base32(randomBytes(BYTES)).replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  await transaction.query('delete from codice_recupero where id_utente = $1', [id]);
  await transaction.query(
    'insert into codice_recupero (id_utente, hash) select $1, hash from unnest($2::text[]) as t(hash)',
    [id, codes.map((code) => hashOf(id, code))],
  );
  return codes;
}

/** Whether it was one, and had not been used; it is used now. */
export async function spendRecoveryCode(transaction: Queryable, id: number, code: string): Promise<boolean> {
  const { count } = await transaction.query(
    'update codice_recupero set usato = now() where id_utente = $1 and hash = $2 and usato is null',
    [id, hashOf(id, code)],
  );
  return count > 0;
}

export async function recoveryCodesLeft(database: Queryable, id: number): Promise<number> {
  const { rows } = await database.query<{ left: number }>(
    'select count(*)::int as left from codice_recupero where id_utente = $1 and usato is null',
    [id],
  );
  return onlyRow(rows).left;
}
