/** Calls that begin, renew and end a session. */
import type { Call, Context } from '../../http/call.ts';
import { todayIn } from '../../http/plant-time.ts';
import { refused } from '../../http/problem.ts';
import { limitAttempts } from '../../http/rate-limit.ts';
import { bodySchema, readBody } from './body.ts';
import { endSession, renewSession, startSession, type TokenPair } from './logins.ts';
import type { Parts } from './parts.ts';
import { isPassword } from './password.ts';
import { type PersonRow, personByMail } from './people.ts';

const FAILURES_A_MINUTE = 5;
const ADMINS = ['SUADMIN', 'SUPER'];

const PAIR = {
  type: 'object',
  required: ['access_token', 'refresh_token'],
  properties: { access_token: { type: 'string' }, refresh_token: { type: 'string' } },
};
const EXAMPLE = { access_token: 'eyJhbGciOiJIUzI1NiJ9…', refresh_token: 'eyJhbGciOiJIUzI1NiJ9…' };
const LOGIN = { username: 'text', pwd: 'text' } as const;
const REFRESH = { id: 'id', refresh_token: 'text' } as const;

async function requireLicence({ licensing }: Parts, context: Context, person: PersonRow): Promise<void> {
  if (ADMINS.includes(person.famiglia)) return;
  if (await licensing.isLicenceOver(context.database, todayIn(context.setting)))
    throw refused('licence-expired');
}

/** One sentence for every reason, after the same work, so that nobody learns which names exist. */
async function signIn(parts: Parts, context: Context, username: string, pwd: string): Promise<TokenPair> {
  const person = await personByMail(context.database, username);
  const known = await isPassword(person?.hash, pwd);
  if (!person || !known || person.attivo !== 1) throw refused('bad-credentials');
  await requireLicence(parts, context, person);
  parts.addresses.learn(context.origin, person.famiglia);
  return startSession(parts.sessions, context.database, person.id);
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
      example: { body: { username: 'tecnico@officina.example', pwd: 'Officina2026!' }, data: EXAMPLE },
      async handle(context) {
        const { username, pwd } = readBody(context.body, LOGIN);
        return { data: await attempts.run(context.address, () => signIn(parts, context, username, pwd)) };
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
      example: { body: { id: 4, refresh_token: EXAMPLE.refresh_token }, data: EXAMPLE },
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
