/** The last step of every sign-in: the user has been authenticated and gets a session. */
import type { Context } from '../../http/call.ts';
import { refused } from '../../http/problem.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { startSession, type TokenPair } from './logins.ts';
import type { PersonRow } from './people.ts';
import type { Parts } from './session-dependencies.ts';
import type { Manner } from './visits.ts';

const ADMINS = ['SUADMIN', 'SUPER'];

async function requireLicence({ licensing }: Parts, context: Context, person: PersonRow): Promise<void> {
  if (ADMINS.includes(person.famiglia)) return;
  if (await licensing.isLicenceOver(context.database, todayIn(context.setting)))
    throw refused('licence-expired');
}

export async function admit(
  parts: Parts,
  context: Context,
  person: PersonRow,
  manner: Manner,
): Promise<TokenPair> {
  await requireLicence(parts, context, person);
  parts.addresses.learn(context.origin, person.famiglia);
  return startSession(parts.sessions, context.database, person.id, { manner, from: context });
}
