/** The second step of sign-in, for users who have a second factor or must set one up. */

import { randomUUID } from 'node:crypto';
import { SECOND_STEP } from '../../../schemas/results.ts';
import { type ApiSchema, type Call, type Context, callAt, type Reply } from '../../http/call.ts';
import { Problem, refused } from '../../http/problem.ts';
import type { Attempts } from '../../http/rate-limit.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { BadToken, spendToken } from '../../http/tokens.ts';
import { admit } from './admit.ts';
import { bodySchema, readBody } from './body.ts';
import { pairReply } from './cookie.ts';
import { PAIR, PAIR_EXAMPLE } from './logins.ts';
import { type PersonRow, personById } from './people.ts';
import { RECOVERY_EXAMPLE, recoveryCodesLeft } from './recovery-codes.ts';
import {
  confirmFactor,
  hasSecondFactor,
  isRequired,
  preparedReply,
  prepareFactor,
  requireProven,
  tryCode,
} from './second-factor.ts';
import type { Parts } from './session-dependencies.ts';

type Step = 'codice' | 'attivazione';
const SECONDS: Record<Step, number> = { codice: 5 * 60, attivazione: 15 * 60 };
const FAILURES_A_MINUTE = 5;

/** Returns the step required of this user; undefined if the password is enough. */
export async function stepFor(context: Context, person: PersonRow): Promise<Step | undefined> {
  if (await hasSecondFactor(context.database, person.id)) return 'codice';
  return isRequired(person.famiglia, context.setting) ? 'attivazione' : undefined;
}

export async function question({ sessions }: Parts, person: PersonRow, step: Step): Promise<Problem> {
  const claims = { idUtente: person.id, passo: step };
  const token = await sessions.tokens.sign('step', claims, SECONDS[step], randomUUID());
  const key = step === 'codice' ? 'second-factor-asked' : 'second-factor-needed';
  return new Problem(200, key, { result: SECOND_STEP, data: { token, passo: step } });
}

interface Ticket {
  person: PersonRow;
  jti: string;
}

/** Reads the ticket of one sign-in. A new password or a deactivation since then makes the ticket invalid. */
async function openTicket({ sessions }: Parts, context: Context, token: string, step: Step): Promise<Ticket> {
  const claims = await sessions.tokens.read('step', token).catch((error) => {
    throw error instanceof BadToken ? refused('second-step-over') : error;
  });
  const person = await personById(context.database, Number(claims.idUtente));
  const changed = person?.aggiornata ? Math.floor(Date.parse(person.aggiornata) / 1000) : 0;
  if (claims.passo !== step || person?.attivo !== 1 || (claims.iat ?? 0) < changed)
    throw refused('second-step-over');
  const used = await context.database.query('select 1 from link_usato where jti = $1', [claims.jti]);
  // A user who has a second factor by now must use it, and cannot set up a new one.
  const hasOther = step === 'attivazione' && (await hasSecondFactor(context.database, person.id));
  if (used.rows.length > 0 || hasOther) throw refused('second-step-over');
  return { person, jti: claims.jti };
}

async function answerCode(parts: Parts, context: Context): Promise<Reply> {
  const { token, codice } = readBody(context.body, ANSWER);
  const { person, jti } = await openTicket(parts, context, token, 'codice');
  const outcome = await context.database.transaction(async (transaction) => {
    const proof = await tryCode(parts.sessions.tokens, transaction, person.id, codice);
    const proven = proof === 'codice' || proof === 'recupero';
    if (proven && !(await spendToken(transaction, jti))) throw refused('second-step-over');
    return proof;
  });
  const pair = await admit(parts, context, person, requireProven(outcome));
  const codici_rimasti = await recoveryCodesLeft(context.database, person.id);
  return pairReply(parts.sessions.tokens, context, pair, { codici_rimasti });
}

async function answerSetUp(parts: Parts, context: Context): Promise<Reply> {
  const { token, codice } = readBody(context.body, ANSWER);
  const { person, jti } = await openTicket(parts, context, token, 'attivazione');
  const account = await parts.sessions.accounts.find(person.id);
  if (!account) throw refused('second-step-over');
  const codici = await context.database.transaction(async (transaction) => {
    const codes = await confirmFactor(parts.sessions.tokens, transaction, person.id, codice);
    if (!(await spendToken(transaction, jti))) throw refused('second-step-over');
    await parts.noteFactor(transaction, person.id, true, account.user);
    return codes;
  });
  const pair = await admit(parts, context, person, 'codice');
  return pairReply(parts.sessions.tokens, context, pair, { codici });
}

const ANSWER = { token: 'text', codice: 'text' } as const;
const BEGIN = { token: 'text' } as const;
const TICKET = 'eyJhbGciOiJIUzI1NiJ9…';

const withPair = (more: ApiSchema): ApiSchema => ({
  ...PAIR,
  properties: { ...PAIR.properties, ...more },
});

export function secondStepCalls(parts: Parts): Call[] {
  const attempts: Attempts = parts.sessions.limits.attempts('second-step', FAILURES_A_MINUTE);
  const limited = (answer: (parts: Parts, context: Context) => Promise<Reply>) => (context: Context) =>
    attempts.run(context.address, () => answer(parts, context));
  return [
    {
      ...callAt('POST', '/utente/login/codice', 'public', 'session'),
      summary: {
        it: "Secondo passo dell'accesso: il codice dell'app, o un codice di recupero",
        en: 'Second step of signing in: the code of the app, or a recovery code',
      },
      body: bodySchema(ANSWER),
      reply: withPair({ codici_rimasti: { type: 'integer' } }),
      example: {
        body: { token: TICKET, codice: '492039' },
        data: { ...PAIR_EXAMPLE, codici_rimasti: 10 },
      },
      handle: limited(answerCode),
    },
    {
      ...callAt('POST', '/utente/login/secondo-fattore', 'public', 'session'),
      summary: {
        it: 'Preparazione del secondo fattore richiesto per accedere',
        en: 'Prepare the second factor required to sign in',
      },
      body: bodySchema(BEGIN),
      ...preparedReply({ token: TICKET }),
      handle: limited(async (_, context) => {
        const { token } = readBody(context.body, BEGIN);
        const { person } = await openTicket(parts, context, token, 'attivazione');
        return { data: await prepareFactor(parts.sessions.tokens, context.database, person) };
      }),
    },
    {
      ...callAt('PUT', '/utente/login/secondo-fattore', 'public', 'session'),
      summary: {
        it: 'Attivazione del secondo fattore richiesto, e accesso',
        en: 'Switch on the required second factor and sign in',
      },
      body: bodySchema(ANSWER),
      reply: withPair({ codici: listOf({ type: 'string' }) }),
      example: {
        body: { token: TICKET, codice: '492039' },
        data: { ...PAIR_EXAMPLE, codici: RECOVERY_EXAMPLE },
      },
      handle: limited(answerSetUp),
    },
  ];
}
