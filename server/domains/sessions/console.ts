/** Creates a password link from the server's console, for plants that cannot send mail. */
import type { Language, Text } from '../../../schemas/entity.ts';
import { historyInsert } from '../../capabilities/history-insert.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { createTokens } from '../../http/tokens.ts';
import { settingOf } from '../settings/current.ts';
import { type LinkKind, linkFor, mailNotice } from './links.ts';
import { endSession } from './logins.ts';
import { type PersonRow, personByMail } from './people.ts';

const BY: Text = { it: 'Console del server', en: 'Server console' };
const DONE: Text = {
  it: "- È stato creato un link per scegliere una nuova password, e l'accesso aperto è stato chiuso.",
  en: '- A link to choose a new password has been created, and the open session has been closed.',
};
const HISTORY: Text = {
  it: 'Console del server: link per una nuova password',
  en: 'Server console: link to a new password',
};

const LINE = historyInsert({
  resource: "'utente'",
  operation: 'update',
  id: '$1::int',
  author: 'null::int',
  name: '$2',
});

/** The error that the user cannot get a link. Its message is for the command line. */
export class NoWayIn extends Error {
  override name = 'NoWayIn';
}

/**
 * Returns the kind of link. Users without a password activate their account. Only a super administrator can
 * activate a deactivated user.
 */
function linkKindOf(person: PersonRow): LinkKind {
  if (person.attivo === 1) return 'reset';
  if (person.hash === null) return 'activate';
  throw new NoWayIn(`${person.mail} is not active: a super admin can switch the account on among the users.`);
}

async function noteAndMail(transaction: Transaction, person: PersonRow, language: Language): Promise<void> {
  await transaction.query(LINE, [person.id, HISTORY[language]]);
  const values = { author: BY[language], changes: DONE[language] };
  await mailNotice(transaction, person, 'account-changed', language, values);
}

/** Creates a link that is valid once, and ends the user's session. The history and a mail report the link. */
export async function passwordLink(database: Database, mail: string, address: string): Promise<string> {
  const person = await personByMail(database, mail);
  if (!person) throw new NoWayIn(`Nobody here has the address ${mail}.`);
  const door = linkKindOf(person);
  const { id } = person;
  const language = (await settingOf(database, 'MailLingua')) === 'en' ? 'en' : 'it';
  const origin = (await settingOf(database, 'ClienteURL')) || address;
  await database.transaction(async (transaction) => {
    await endSession({ accounts: { forget: () => undefined } }, transaction, id, 'azzerata');
    await noteAndMail(transaction, person, language);
  });
  return linkFor(await createTokens(database), door, id, origin);
}
