/**
 * The context of background work. It has a user's rights and language without a request, or no user for the server
 * itself.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '../../schemas/entity.ts';
import type { Context, User } from '../http/call.ts';
import type { Accounts } from '../plant/accounts.ts';

/** The parts that all contexts of a plant share. */
export type Surroundings = Pick<Context, 'database' | 'setting' | 'definitionsOf'>;

async function* none() {}

export const backgroundContext = (
  { database, setting, definitionsOf }: Surroundings,
  user: User | undefined,
  language: Language,
  { name, log }: { name: string; log: FastifyBaseLogger },
): Context => ({
  database,
  setting,
  definitionsOf,
  user,
  language,
  params: {},
  query: {},
  body: {},
  files: none(),
  headers: {},
  token: undefined,
  address: '',
  origin: '',
  requestId: name,
  log,
});

/** Returns the user with their current rights, or undefined if their account is no longer active. */
export async function stillActive(accounts: Pick<Accounts, 'find'>, id: number): Promise<User | undefined> {
  const account = await accounts.find(id);
  return account && (account.active || account.system) ? account.user : undefined;
}
