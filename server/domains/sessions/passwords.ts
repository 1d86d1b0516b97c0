/** Calls for a new password: request of the mailed link, and use of the link. */
import { setTimeout as after } from 'node:timers/promises';
import { isEmail } from '../../../schemas/validate.ts';
import { type Call, type Context, callAt, type Reply } from '../../http/call.ts';
import { refused, refusedAt, say } from '../../http/problem.ts';
import { readId } from '../../requests/ids.ts';
import { bodySchema, readBody } from './body.ts';
import { type LinkKind, linkFor, mailLink, openLink, spend } from './links.ts';
import { CHOICE, checkPassword } from './new-password.ts';
import { hashPassword } from './password.ts';
import { type PersonRow, personById, personByMail } from './people.ts';
import type { Parts } from './session-dependencies.ts';
import { endVisits } from './visits.ts';

const MAILS_A_MINUTE = 5;
const FIXED_DELAY_MS = 250;

async function mailReset({ sessions, addresses }: Parts, context: Context, mail: string): Promise<void> {
  const person = await personByMail(context.database, mail);
  if (person?.attivo !== 1) return;
  const address = addresses.forStranger(context);
  if (!address)
    return context.log.warn('no password mail was written: set ClienteURL to the address of this server');
  const link = await linkFor(sessions.tokens, 'reset', person.id, address);
  await mailLink(context.database, person, 'reset', { link, language: context.language });
}

/** Requests a link. The reply and its delay are the same for every address. */
async function requestReset(parts: Parts, context: Context): Promise<Reply> {
  const { mail } = context.body;
  if (mail === undefined || mail === null || mail === '') throw refusedAt('mail', 'mail-missing');
  if (typeof mail !== 'string' || !isEmail(mail) || mail.length > 150)
    throw refusedAt('mail', 'mail-invalid');
  readBody(context.body, { mail: 'text' });
  await Promise.all([mailReset(parts, context, mail), after(FIXED_DELAY_MS)]);
  return { data: null, description: say('reset-sent', context.language) };
}

/** Refuses an activation of active users, and a new password for inactive ones. */
function requireEligible(door: LinkKind, person: PersonRow | undefined): PersonRow {
  if (!person || person.sys === 1) throw refused('user-unknown');
  if (door === 'activate' && person.attivo === 1) throw refused('link-used');
  if (door === 'reset' && person.attivo !== 1) throw refused('user-unknown');
  return person;
}

const STORE = `
  insert into credenziale (id_utente, hash, aggiornata) values ($1, $2, now())
  on conflict (id_utente) do update
    set hash = excluded.hash, aggiornata = excluded.aggiornata, refresh_id = null, refresh_scade = null`;

const ACTIVATE = `
  update utente set attivo = 1, versione = versione + 1, data_ultima_mod = now(), id_usr_ultima_mod = $1 where id = $1`;

/** Stores the new password, marks the link as used and ends all sessions of the user. */
async function choosePassword(
  { sessions, licensing }: Parts,
  context: Context,
  door: LinkKind,
): Promise<Reply> {
  const id = readId(context.params.id);
  const link = await openLink(sessions.tokens, door, context.token, id);
  const hash = await hashPassword(checkPassword(context.body, CHOICE).password);
  await context.database.transaction(async (transaction) => {
    const person = requireEligible(door, await personById(transaction, id));
    if (door === 'activate') await licensing.requireSeat(transaction, person.famiglia);
    await spend(transaction, link, person);
    await transaction.query(STORE, [id, hash]);
    await endVisits(transaction, id, 'password');
    if (door === 'activate') await transaction.query(ACTIVATE, [id]);
    transaction.afterCommit(() => sessions.accounts.forget(id));
  });
  return { data: null, description: say('password-saved', context.language) };
}

const choiceCall = (
  parts: Parts,
  method: 'POST' | 'PUT',
  door: LinkKind,
  summary: Call['summary'],
): Call => ({
  ...callAt(method, '/utente/:id/password', 'link', 'session'),
  summary,
  body: bodySchema(CHOICE),
  reply: { type: 'null' },
  example: { body: { password: 'Officina2026!', password2: 'Officina2026!' }, data: null },
  handle: (context) => choosePassword(parts, context, door),
});

export function passwordCalls(parts: Parts): Call[] {
  const mails = parts.sessions.limits.attempts('password-mail', MAILS_A_MINUTE, { countAll: true });
  return [
    {
      ...callAt('POST', '/utente/password/mail', 'public', 'session'),
      summary: { it: 'Richiesta del link per una nuova password', en: 'Request the link to a new password' },
      body: bodySchema({ mail: 'text' }),
      reply: { type: 'null' },
      example: { body: { mail: 'tecnico@officina.example' }, data: null },
      handle: (context) => mails.run(context.address, () => requestReset(parts, context)),
    },
    choiceCall(parts, 'POST', 'activate', {
      it: "Attivazione dell'account: scelta della prima password",
      en: 'Activation of the account: choice of the first password',
    }),
    choiceCall(parts, 'PUT', 'reset', {
      it: 'Scelta di una nuova password',
      en: 'Choice of a new password',
    }),
  ];
}
