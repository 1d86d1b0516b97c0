/** Recovery codes for users who lose their phone. Each is valid once, shown once, and stored as a hash. */

import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { base32 } from './totp.ts';

export const RECOVERY_EXAMPLE = ['K4GW-2QZT-M7XA-PD3H'];

const COUNT = 10;
const BYTES = 10;

/** Returns the code without the spaces and dashes that users type. */
const normalised = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');
// Codes with eighty random bits need no slow hash. With the user's id, equal codes of two users have different
// hashes.
const hashOf = (id: number, code: string): string =>
  createHash('sha256')
    .update(`${id}:${normalised(code)}`)
    .digest('hex');

/** Replaces all codes. Returns the new ones in groups of four characters. */
export async function renewRecoveryCodes(transaction: Queryable, id: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () =>
    base32(randomBytes(BYTES)).replaceAll(/.{4}(?=.)/g, '$&-'),
  );
  await transaction.query('delete from codice_recupero where id_utente = $1', [id]);
  await transaction.query(
    'insert into codice_recupero (id_utente, hash) select $1, hash from unnest($2::text[]) as t(hash)',
    [id, codes.map((code) => hashOf(id, code))],
  );
  return codes;
}

/** Marks a code as used. Returns false if the code is unknown or already used. */
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
