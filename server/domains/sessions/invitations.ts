/**
 * Mails from administrators that help users sign in: an activation link, or a link for a new password.
 * Administrators cannot read the links.
 */

import type { Call, Context, Reply } from '../../http/call.ts';
import { forbidden, notFound, refused, say } from '../../http/problem.ts';
import { NO_DATA } from '../../http/reply-schemas.ts';
import { readId } from '../../requests/ids.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { isSmtpSet } from '../outbox/index.ts';
import { isMailFailed, linkFor, mailLink } from './links.ts';
import { type PersonRow, personById } from './people.ts';
import type { Parts } from './session-dependencies.ts';

async function personToHelp({ params, database, user }: Context): Promise<PersonRow> {
  const person = await personById(database, readId(params.id));
  if (!person) throw notFound();
  if (person.famiglia === 'SUADMIN' && user?.family !== 'SUADMIN') throw forbidden();
  return person;
}

/**
 * Sends an activation link. Only a super administrator gets the link in the reply, and only if mail cannot deliver
 * it, since the link gives access to the account. A user who once had a password gets none.
 */
async function activate({ sessions, addresses }: Parts, context: Context): Promise<Reply> {
  const { database, language, setting } = context;
  const person = await personToHelp(context);
  if (person.attivo === 1 || person.sys === 1) throw refused('activation-not-needed');
  if (person.hash !== null) throw refused('activation-had-password');
  const canSend = isSmtpSet(setting);
  const hasFailed = canSend && (await isMailFailed(database, person));
  const link = await linkFor(sessions.tokens, 'activate', person.id, addresses.forAdministrator(context));
  await mailLink(database, person, 'activate', { link, language });
  if (canSend && !hasFailed) return { data: null, description: say('activation-mailed', language) };
  if (personOf(context).family !== 'SUADMIN')
    return { data: null, description: say(canSend ? 'activation-mailed' : 'activation-waits', language) };
  return {
    data: { link },
    description: say(canSend ? 'activation-mail-failed' : 'activation-by-hand', language),
  };
}

async function recover({ sessions, addresses }: Parts, context: Context): Promise<Reply> {
  const { database, language, setting } = context;
  const person = await personToHelp(context);
  if (person.attivo !== 1 || person.hash === null) throw refused('recovery-not-needed');
  const link = await linkFor(sessions.tokens, 'reset', person.id, addresses.forAdministrator(context));
  await mailLink(database, person, 'reset', { link, language });
  return {
    data: null,
    description: say(isSmtpSet(setting) ? 'recovery-mailed' : 'recovery-waits', language),
  };
}

const LINKED = { type: ['object', 'null'], properties: { link: { type: 'string' } } };

export function invitationCalls(parts: Parts): Call[] {
  const common: Pick<Call, 'method' | 'access' | 'tag'> = {
    method: 'POST',
    access: [{ role: 'SUADMIN' }, { role: 'SUPER', setting: ['VisConfAdmin', 'VisConfUtenti'] }],
    tag: 'user',
  };
  return [
    {
      ...common,
      path: '/utente/:id/send-mail-attiva',
      shownOnce: ['link'],
      summary: {
        it: "Invio dell'e-mail di attivazione; il link è nella risposta solo per un super amministratore, dove la posta non arriva",
        en: 'Send the activation e-mail; the reply contains the link only for a super admin, and only if mail cannot deliver it',
      },
      reply: LINKED,
      example: { data: { link: 'https://officina.example/attiva-account/eyJhbGciOiJIUzI1NiJ9…' } },
      handle: (context) => activate(parts, context),
    },
    {
      ...common,
      path: '/utente/:id/send-mail-recupero',
      summary: {
        it: "Invio all'utente dell'e-mail per una nuova password",
        en: 'Send the user the e-mail for a new password',
      },
      ...NO_DATA,
      handle: (context) => recover(parts, context),
    },
  ];
}
