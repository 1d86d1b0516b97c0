/** Hashes and checks passwords. */

import { hash, verify } from '@node-rs/argon2';
import type { Context } from '../../http/call.ts';
import { refusedAt } from '../../http/problem.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { type PersonRow, personById } from './people.ts';

// argon2id is the library's default algorithm; 19 MiB, two passes and one lane are OWASP's first recommendation.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** A hash for unknown users, so that an unknown name takes as long as a wrong password. */
const unknownUserHash = hashPassword(crypto.randomUUID());

export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await unknownUserHash), password);
  return matches && typeof stored === 'string';
}

/** Returns the signed-in user after checking their password. */
export async function requirePassword(context: Context, pwd: string): Promise<PersonRow> {
  const person = await personById(context.database, personOf(context).id);
  if (!person || !(await isPassword(person.hash, pwd))) throw refusedAt('pwd', 'password-wrong');
  return person;
}
