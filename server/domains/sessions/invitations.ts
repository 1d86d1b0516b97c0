/**
 * Mails from administrators that help users sign in: an activation link, or a link for a new password.
 * Administrators cannot read the links.
 */

import { type ActContext, type ActHandler, act } from '../../capabilities/acts.ts';
import type { Queryable } from '../../database/engine.ts';
import { forbidden, notFound, refused } from '../../http/problem.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { isSmtpSet, mailLanguage } from '../outbox/index.ts';
import { isMailFailed, linkFor, mailLink } from './links.ts';
import { type PersonRow, personById } from './people.ts';
import type { Parts } from './session-dependencies.ts';

async function personToHelp({ id, user }: ActContext, queryable: Queryable): Promise<PersonRow> {
  const person = await personById(queryable, id);
  if (!person) throw notFound();
  if (person.famiglia === 'SUADMIN' && user?.family !== 'SUADMIN') throw forbidden();
  return person;
}

/**
 * Sends an activation link. The reply contains the link only for super administrators, and only if it cannot be
 * sent by mail, since the link gives access to the account. It never does for a user who once had a password.
 */
async function activate({ sessions, addresses }: Parts, context: ActContext, queryable: Queryable) {
  const { setting, describe } = context;
  const person = await personToHelp(context, queryable);
  if (person.attivo === 1 || person.sys === 1) throw refused('activation-not-needed');
  if (person.hash !== null) throw refused('activation-had-password');
  const canSend = isSmtpSet(setting);
  const hasFailed = canSend && (await isMailFailed(queryable, person));
  const link = await linkFor(sessions.tokens, 'activate', person.id, addresses.forAdministrator(context));
  await mailLink(queryable, person, 'activate', { link, language: mailLanguage(setting) });
  const handsOver = personOf(context).family === 'SUADMIN' && (!canSend || hasFailed);
  if (handsOver) describe(canSend ? 'activation-mail-failed' : 'activation-by-hand');
  else describe(canSend ? 'activation-mailed' : 'activation-waits');
  return handsOver ? { link } : null;
}

async function recover({ sessions, addresses }: Parts, context: ActContext, queryable: Queryable) {
  const { setting, describe } = context;
  const person = await personToHelp(context, queryable);
  if (person.attivo !== 1 || person.hash === null) throw refused('recovery-not-needed');
  const link = await linkFor(sessions.tokens, 'reset', person.id, addresses.forAdministrator(context));
  await mailLink(queryable, person, 'reset', { link, language: mailLanguage(setting) });
  describe(isSmtpSet(setting) ? 'recovery-mailed' : 'recovery-waits');
}

export const invitationActs = (parts: Parts): ActHandler[] => [
  act('send-activation', (_body, context) =>
    context.within((transaction) => activate(parts, context, transaction)),
  ),
  act('send-recovery', (_body, context) =>
    context.within((transaction) => recover(parts, context, transaction)),
  ),
];
