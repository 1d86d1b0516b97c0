/** Calls whose access asks for a session: there the user is known, and a handler need not ask again. */
import type { Context, PersonContext, User } from './call.ts';
import { unauthenticated } from './problem.ts';

/** The person behind such a call. */
export function personOf({ user }: Pick<Context, 'user'>): User {
  if (!user) throw unauthenticated(-100, 'access-token');
  return user;
}

const isOfPerson = (context: Context): context is PersonContext => context.user !== undefined;

/** The handler of such a call, which gets a context whose user is there. */
export const ofPerson =
  <T>(handle: (context: PersonContext) => Promise<T>) =>
  async (context: Context): Promise<T> => {
    if (!isOfPerson(context)) throw unauthenticated(-100, 'access-token');
    return handle(context);
  };
