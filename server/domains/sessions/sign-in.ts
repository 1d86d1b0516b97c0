/** Calls that begin, renew and end a session. */

import { REFRESH_INVALID } from '../../../schemas/results.ts';
import { type Call, type Context, callAt } from '../../http/call.ts';
import { Problem, refused, unauthenticated } from '../../http/problem.ts';
import { type Guesses, tooMany } from '../../http/rate-limit.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import type { Sessions } from '../../http/session.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { mailLanguage } from '../outbox/index.ts';
import { admit } from './admit.ts';
import { bodySchema, readBody, type Values } from './body.ts';
import { asksForCookie, cookieToken, forgetCookie, pairReply } from './cookie.ts';
import { mailNotice } from './links.ts';
import { endSession, PAIR, PAIR_EXAMPLE, renewSession, type TokenPair } from './logins.ts';
import { isPassword } from './password.ts';
import { type PersonRow, personByMail } from './people.ts';
import { question, stepFor } from './second-step.ts';
import type { Parts } from './session-dependencies.ts';
import { isSignOnOnly } from './sign-on/provider.ts';
import { hasVisited } from './visits.ts';

const FAILURES_A_MINUTE = 5;

/** Sends a mail without waiting for it, because the duration of a reply must not reveal which names exist. */
function warnOwner({ database, setting, address, log }: Context, person: PersonRow): void {
  mailNotice(database, person, 'guessed', mailLanguage(setting), { address }).catch((error) =>
    log.warn(`nobody was told of guesses at a password: ${error.message}`),
  );
}

const LOGIN = { username: 'text', pwd: 'text' } as const;
const REFRESH = { id: 'id', refresh_token: 'text' } as const;
const BY_COOKIE = { id: 'id', refresh_token: 'text?' } as const;

async function refreshRequest({ tokens }: Sessions, context: Context): Promise<Values<typeof REFRESH>> {
  if (!asksForCookie(context)) return readBody(context.body, REFRESH);
  const { id, refresh_token: sent } = readBody(context.body, BY_COOKIE);
  const refresh_token = sent || (await cookieToken(tokens, context));
  if (!refresh_token) throw unauthenticated(REFRESH_INVALID, 'refresh-token');
  return { id, refresh_token };
}

/**
 * Signs in. Every failure has the same message after the same work, to hide which names exist. The request for a
 * second step is returned and not thrown, because it is not a failed attempt.
 */
async function signIn(
  parts: Parts,
  context: Context,
  username: string,
  pwd: string,
  guesses: Guesses,
): Promise<TokenPair | Problem> {
  const person = await personByMail(context.database, username);
  // Attempts from unknown networks are limited. Attempts from a network that the user has used before are not.
  const name = (await hasVisited(context, person?.id)) ? undefined : username.trim().toLowerCase();
  const seconds = name === undefined ? 0 : await guesses.take(name);
  if (seconds > 0) throw tooMany(seconds);
  const matches = await isPassword(person?.hash, pwd);
  if (matches && name !== undefined) await guesses.giveBack(name);
  if (!person || !matches || person.attivo !== 1) {
    if (name !== undefined && (await guesses.shouldNotify(name)) && person?.attivo === 1)
      warnOwner(context, person);
    throw refused('bad-credentials');
  }
  if (isSignOnOnly(context.setting) && person.famiglia !== 'SUADMIN') throw refused('sso-only');
  const step = await stepFor(context, person);
  return step ? question(parts, person, step) : admit(parts, context, person, 'password');
}

export function signInCalls(parts: Parts): Call[] {
  const { sessions, addresses } = parts;
  const attempts = sessions.limits.attempts('login', FAILURES_A_MINUTE);
  const guesses = sessions.limits.guesses();
  return [
    {
      ...callAt('POST', '/utente/login', 'public', 'session'),
      summary: { it: 'Accesso con nome utente e password', en: 'Sign in with user name and password' },
      body: bodySchema(LOGIN),
      reply: PAIR,
      example: { body: { username: 'tecnico@officina.example', pwd: 'Officina2026!' }, data: PAIR_EXAMPLE },
      async handle(context) {
        const { username, pwd } = readBody(context.body, LOGIN);
        const result = await attempts.run(context.address, () =>
          signIn(parts, context, username, pwd, guesses),
        );
        if (result instanceof Problem) throw result;
        return pairReply(sessions.tokens, context, result);
      },
    },
    {
      ...callAt('POST', '/utente/refresh-token', 'public', 'session'),
      summary: { it: 'Rinnovo dei token', en: 'Renew the tokens' },
      body: bodySchema(REFRESH),
      reply: PAIR,
      example: { body: { id: 4, refresh_token: PAIR_EXAMPLE.refresh_token }, data: PAIR_EXAMPLE },
      async handle(context) {
        const request = await refreshRequest(sessions, context);
        const pair = await renewSession(sessions, context, request);
        const account = await sessions.accounts.find(request.id);
        if (account) addresses.learn(context.origin, account.user.family);
        return pairReply(sessions.tokens, context, pair);
      },
    },
    {
      ...callAt('POST', '/utente/logout', 'session', 'session'),
      summary: { it: 'Uscita', en: 'Sign out' },
      ...NO_DATA,
      async handle(context) {
        await endSession(sessions, context.database, personOf(context).id);
        return { data: null, headers: await forgetCookie(sessions.tokens, context) };
      },
    },
  ];
}
