/** Calls that require a session. Their user is always defined, so that handlers need not check it. */
import { ACCESS_INVALID } from '../../schemas/results.ts';
import type { Context, PersonContext, User } from '../http/call.ts';
import { unauthenticated } from '../http/problem.ts';

/** Returns the user of such a call. */
export function personOf({ user }: Pick<Context, 'user'>): User {
  if (!user) throw unauthenticated(ACCESS_INVALID, 'access-token');
  return user;
}

const isOfPerson = (context: Context): context is PersonContext => context.user !== undefined;

/** Wraps the handler of such a call with the check that the context has a user. */
export const ofPerson =
  <T>(handle: (context: PersonContext) => Promise<T>) =>
  async (context: Context): Promise<T> => {
    if (!isOfPerson(context)) throw unauthenticated(ACCESS_INVALID, 'access-token');
    return handle(context);
  };
