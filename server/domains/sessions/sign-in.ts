/** Calls that begin, renew and end a session. */
import type { Call, Context } from '../../http/call.ts';
import { Problem, refused } from '../../http/problem.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import { admit } from './admit.ts';
import { bodySchema, readBody } from './body.ts';
import { endSession, PAIR, PAIR_EXAMPLE, renewSession, type TokenPair } from './logins.ts';
import type { Parts } from './parts.ts';
import { isPassword } from './password.ts';
import { personByMail } from './people.ts';
import { question, stepFor } from './second-step.ts';
import { isSignOnOnly } from './sign-on/provider.ts';

const FAILURES_A_MINUTE = 5;

const LOGIN = { username: 'text', pwd: 'text' } as const;
const REFRESH = { id: 'id', refresh_token: 'text' } as const;

/**
 * One sentence for every reason, after the same work, so that nobody learns which names exist. A question is answered,
 * not thrown: it is no failed attempt.
 */
async function signIn(
  parts: Parts,
  context: Context,
  username: string,
  pwd: string,
): Promise<TokenPair | Problem> {
  const person = await personByMail(context.database, username);
  const known = await isPassword(person?.hash, pwd);
  if (!person || !known || person.attivo !== 1) throw refused('bad-credentials');
  if (isSignOnOnly(context.setting) && person.famiglia !== 'SUADMIN') throw refused('sso-only');
  const step = await stepFor(context, person);
  return step ? question(parts, person, step) : admit(parts, context, person, 'password');
}

export function signInCalls(parts: Parts): Call[] {
  const { sessions, addresses } = parts;
  const attempts = limitAttempts(FAILURES_A_MINUTE);
  return [
    {
      method: 'POST',
      path: '/utente/login',
      access: 'public',
      tag: 'session',
      summary: { it: 'Accesso con nome utente e password', en: 'Sign in with user name and password' },
      body: bodySchema(LOGIN),
      reply: PAIR,
      example: { body: { username: 'tecnico@officina.example', pwd: 'Officina2026!' }, data: PAIR_EXAMPLE },
      async handle(context) {
        const { username, pwd } = readBody(context.body, LOGIN);
        const data = await attempts.run(context.address, () => signIn(parts, context, username, pwd));
        if (data instanceof Problem) throw data;
        return { data };
      },
    },
    {
      method: 'POST',
      path: '/utente/refresh-token',
      access: 'public',
      tag: 'session',
      summary: { it: 'Rinnovo dei token', en: 'Renew the tokens' },
      body: bodySchema(REFRESH),
      reply: PAIR,
      example: { body: { id: 4, refresh_token: PAIR_EXAMPLE.refresh_token }, data: PAIR_EXAMPLE },
      async handle(context) {
        const asked = readBody(context.body, REFRESH);
        const data = await renewSession(sessions, context.database, asked);
        addresses.learn(context.origin, (await sessions.accounts.find(asked.id))!.user.family);
        return { data };
      },
    },
    {
      method: 'POST',
      path: '/utente/logout',
      access: 'session',
      tag: 'session',
      summary: { it: 'Uscita', en: 'Sign out' },
      reply: { type: 'null' },
      example: { data: null },
      async handle(context) {
        await endSession(sessions, context.database, context.user!.id);
        return { data: null };
      },
    },
  ];
}
