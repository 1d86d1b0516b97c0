/** Calls by which users manage their second factor, and an act that resets that of another user. */

import { type ActHandler, act } from '../../capabilities/acts.ts';
import type { Call, Context, Reply } from '../../http/call.ts';
import { notFound, refused, say } from '../../http/problem.ts';
import type { Attempts } from '../../http/rate-limit.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { ofPerson, personOf } from '../../requests/signed-in-user.ts';
import { mailLanguage } from '../outbox/index.ts';
import { bodySchema, readBody } from './body.ts';
import { mailNotice } from './links.ts';
import { endSession } from './logins.ts';
import { requirePassword } from './password.ts';
import { type PersonRow, personById } from './people.ts';
import { RECOVERY_EXAMPLE, renewRecoveryCodes } from './recovery-codes.ts';
import {
  confirmFactor,
  hasSecondFactor,
  isRequired,
  preparedReply,
  prepareFactor,
  removeFactor,
  requireProven,
  stateOf,
  tryCode,
} from './second-factor.ts';
import type { Parts } from './session-dependencies.ts';

const PATH = '/utente/secondo-fattore';
const PASSWORD = { pwd: 'text' } as const;
const BOTH = { pwd: 'text', codice: 'text' } as const;
const CODE = { codice: 'text' } as const;
const CODES = { type: 'object', properties: { codici: listOf({ type: 'string' }) } };
const EXAMPLE_BODY = { pwd: 'Officina2026!', codice: '492039' };

/** Requires both password and code, because someone else may be using an open session. */
async function requireProof({ sessions }: Parts, context: Context): Promise<PersonRow> {
  const { pwd, codice } = readBody(context.body, BOTH);
  const person = await requirePassword(context, pwd);
  if (!(await hasSecondFactor(context.database, person.id))) throw refused('second-factor-off');
  const outcome = await context.database.transaction((transaction) =>
    tryCode(sessions.tokens, transaction, person.id, codice),
  );
  requireProven(outcome);
  return person;
}

async function prepare(parts: Parts, context: Context): Promise<Reply> {
  const isOn = await hasSecondFactor(context.database, personOf(context).id);
  const person = isOn
    ? await requireProof(parts, context)
    : await requirePassword(context, readBody(context.body, PASSWORD).pwd);
  return { data: await prepareFactor(parts.sessions.tokens, context.database, person) };
}

async function switchOn({ sessions, noteFactor }: Parts, context: Context): Promise<Reply> {
  const { codice } = readBody(context.body, CODE);
  const user = personOf(context);
  const codici = await context.database.transaction(async (transaction) => {
    const codes = await confirmFactor(sessions.tokens, transaction, user.id, codice);
    await noteFactor(transaction, user.id, true, user);
    return codes;
  });
  return { data: { codici }, description: say('second-factor-on', context.language) };
}

async function switchOff(parts: Parts, context: Context): Promise<Reply> {
  const user = personOf(context);
  if (isRequired(user.family, context.setting)) throw refused('second-factor-kept');
  const person = await requireProof(parts, context);
  await context.database.transaction(async (transaction) => {
    await removeFactor(transaction, person.id);
    await parts.noteFactor(transaction, person.id, false, user);
    await mailNotice(transaction, person, 'factor-off', context.language);
  });
  return { data: null, description: say('second-factor-removed', context.language) };
}

async function newCodes(parts: Parts, context: Context): Promise<Reply> {
  const person = await requireProof(parts, context);
  const codici = await context.database.transaction((transaction) =>
    renewRecoveryCodes(transaction, person.id),
  );
  return { data: { codici } };
}

/**
 * Resets a user's second factor after they lose phone and recovery codes. Also ends their sessions, since someone
 * else may hold the phone.
 */
export const resetFactorAct = ({ sessions, noteFactor }: Parts): ActHandler => ({
  ...act('reset-second-factor', async (_body, { id, within, describe, setting, user }) => {
    const by = personOf({ user });
    if (id === by.id) throw refused('second-factor-own');
    await within(async (transaction) => {
      const person = await personById(transaction, id);
      if (!person) throw notFound();
      if (!(await hasSecondFactor(transaction, id))) throw refused('second-factor-off');
      await removeFactor(transaction, id);
      await noteFactor(transaction, id, false, by);
      await endSession(sessions, transaction, id, 'azzerata');
      await mailNotice(transaction, person, 'factor-off', mailLanguage(setting));
    });
    describe('second-factor-reset');
  }),
  once: 'never',
});

const ownCall = (call: Pick<Call, 'method' | 'path' | 'summary' | 'handle'> & Partial<Call>): Call => ({
  access: 'session',
  tag: 'session',
  ...call,
});

const STATE: Call = ownCall({
  method: 'GET',
  path: PATH,
  summary: { it: 'Il proprio secondo fattore', en: "One's own second factor" },
  reply: {
    type: 'object',
    properties: {
      attivo: { type: 'integer' },
      attivato: { type: ['string', 'null'], format: 'date-time' },
      codici_rimasti: { type: 'integer' },
      obbligatorio: { type: 'integer' },
    },
  },
  example: { data: { attivo: 0, attivato: null, codici_rimasti: 0, obbligatorio: 0 } },
  handle: ofPerson(async ({ database, user, setting }) => {
    const state = await stateOf(database, user.id);
    return { data: { ...state, obbligatorio: isRequired(user.family, setting) ? 1 : 0 } };
  }),
});

export const secondFactorCalls = (parts: Parts, attempts: Attempts): Call[] => {
  const limited = (handle: (parts: Parts, context: Context) => Promise<Reply>) => (context: Context) =>
    attempts.run(String(personOf(context).id), () => handle(parts, context));
  return [
    STATE,
    ownCall({
      method: 'POST',
      path: PATH,
      summary: {
        it: 'Preparazione di un secondo fattore; con il codice di quello attivo, di uno nuovo al suo posto',
        en: 'Prepare a second factor; with a code of the current one, its replacement',
      },
      body: bodySchema({ pwd: 'text', codice: 'text?' }),
      ...preparedReply({ pwd: EXAMPLE_BODY.pwd }),
      handle: limited(prepare),
    }),
    ownCall({
      method: 'PUT',
      path: PATH,
      summary: {
        it: 'Attivazione del secondo fattore preparato',
        en: 'Switch on the prepared second factor',
      },
      body: bodySchema(CODE),
      reply: CODES,
      example: { body: { codice: EXAMPLE_BODY.codice }, data: { codici: RECOVERY_EXAMPLE } },
      handle: limited(switchOn),
    }),
    ownCall({
      method: 'POST',
      path: `${PATH}/disattiva`,
      summary: { it: 'Disattivazione del proprio secondo fattore', en: "Switch off one's own second factor" },
      body: bodySchema(BOTH),
      reply: { type: 'null' },
      example: { body: EXAMPLE_BODY, data: null },
      handle: limited(switchOff),
    }),
    ownCall({
      method: 'POST',
      path: `${PATH}/codici`,
      summary: { it: 'Nuovi codici di recupero', en: 'New recovery codes' },
      body: bodySchema(BOTH),
      reply: CODES,
      example: { body: EXAMPLE_BODY, data: { codici: RECOVERY_EXAMPLE } },
      handle: limited(newCodes),
    }),
  ];
};
