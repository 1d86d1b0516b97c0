/** The call by which a signed-in user changes their password. */

import { type Call, type Context, callAt, type Reply } from '../../http/call.ts';
import { refusedAt, say } from '../../http/problem.ts';
import type { Attempts } from '../../http/rate-limit.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { bodySchema } from './body.ts';
import { pairReply } from './cookie.ts';
import { PAIR, PAIR_EXAMPLE, startSession } from './logins.ts';
import { checkPassword } from './new-password.ts';
import { hashPassword, requirePassword } from './password.ts';
import type { Parts } from './session-dependencies.ts';
import { endVisits } from './visits.ts';

const CHANGE = { pwd: 'text', password: 'text', password2: 'text' } as const;

/** Changes the password and gives the session a new number, so that stolen tokens are no longer valid. */
async function changePassword({ sessions }: Parts, context: Context): Promise<Reply> {
  const { pwd, password } = checkPassword(context.body, CHANGE);
  const person = await requirePassword(context, pwd);
  if (password === pwd) throw refusedAt('password', 'password-same');
  const hash = await hashPassword(password);
  await context.database.transaction(async (transaction) => {
    const { count } = await transaction.query(
      'update credenziale set hash = $2, aggiornata = now() where id_utente = $1 and hash = $3',
      [person.id, hash, person.hash],
    );
    if (count === 0) throw refusedAt('pwd', 'password-wrong');
    await endVisits(transaction, person.id, 'password');
  });
  const visit = { manner: 'password' as const, from: context };
  const pair = await startSession(sessions, context.database, person.id, visit);
  const reply = await pairReply(sessions.tokens, context, pair);
  return { ...reply, description: say('password-changed', context.language) };
}

export const ownPasswordCall = (parts: Parts, attempts: Attempts): Call => ({
  ...callAt('PUT', '/utente/password', 'session', 'session'),
  summary: { it: 'Cambio della propria password', en: "Change one's own password" },
  body: bodySchema(CHANGE),
  reply: PAIR,
  example: {
    body: { pwd: 'Officina2026!', password: 'Officina2027!', password2: 'Officina2027!' },
    data: PAIR_EXAMPLE,
  },
  handle: (context) => attempts.run(String(personOf(context).id), () => changePassword(parts, context)),
});
