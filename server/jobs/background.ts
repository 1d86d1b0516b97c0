/** The context of work that nobody waits for at the other end of a line: a person's rights and language, no request; or the product's own. */
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '../../schemas/entity.ts';
import type { Accounts } from '../http/accounts.ts';
import type { Context, User } from '../http/call.ts';

/** What every context of a plant shares. */
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

/** The person as he is now; undefined when he may do nothing any more. */
export async function stillActive(accounts: Pick<Accounts, 'find'>, id: number): Promise<User | undefined> {
  const account = await accounts.find(id);
  return account && (account.active || account.system) ? account.user : undefined;
}
