/** How a password is kept. */

import { hash, verify } from '@node-rs/argon2';
import type { Context } from '../../http/call.ts';
import { refused } from '../../http/problem.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { type PersonRow, personById } from './people.ts';

// argon2id is the library's default algorithm; 19 MiB, two passes and one lane are OWASP's first recommendation.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Stands in for the hash of nobody, so that an unknown name takes as long as a wrong password. */
const nobody = hashPassword(crypto.randomUUID());

export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const same = await verify(stored ?? (await nobody), password);
  return same && typeof stored === 'string';
}

/** The person behind the call, who has typed his password once more. */
export async function whoKnows(context: Context, pwd: string): Promise<PersonRow> {
  const person = await personById(context.database, personOf(context).id);
  if (!person || !(await isPassword(person.hash, pwd))) throw refused('password-wrong');
  return person;
}
