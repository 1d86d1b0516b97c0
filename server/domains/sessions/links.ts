/** Links that are valid once: to activate an account, or to choose a new password. */
import type { Language } from '../../../schemas/entity.ts';
import { ACCESS_INVALID } from '../../../schemas/results.ts';
import type { Queryable } from '../../database/engine.ts';
import { refused, type Sentence, unauthenticated } from '../../http/problem.ts';
import { BadToken, spendToken, type Tokens } from '../../http/tokens.ts';
import { LINK, queueMail } from '../outbox/index.ts';
import mails from './mails.json' with { type: 'json' };
import { mailboxesOf, type PersonRow } from './people.ts';

export type LinkKind = 'activate' | 'reset';

const KINDS: Record<LinkKind, { seconds: number; path: string; expired: Sentence }> = {
  activate: { seconds: 72 * 60 * 60, path: 'attiva-account', expired: 'activation-link-expired' },
  reset: { seconds: 60 * 60, path: 'reset-password', expired: 'reset-link-expired' },
};

export async function linkFor(tokens: Tokens, kind: LinkKind, id: number, origin: string): Promise<string> {
  const token = await tokens.sign('link', { idUtente: id, purpose: kind }, KINDS[kind].seconds);
  return `${origin.replace(/\/+$/, '')}/${KINDS[kind].path}/${token}`;
}

export async function mailLink(
  database: Queryable,
  person: PersonRow,
  kind: LinkKind,
  { link, language }: { link: string; language: Language },
): Promise<void> {
  const { subject, body } = mails[kind];
  const name = person.nome.replaceAll(LINK, '');
  await queueMail(database, {
    to: await mailboxesOf(database, person),
    subject: subject[language],
    body: body[language].replace('{name}', () => name),
    about: 'accesso',
    link,
  });
}

/** Sends a mail to a user about a change of their account. If they made the change themselves, no action is needed. */
export async function mailNotice(
  database: Queryable,
  person: PersonRow,
  what: 'factor-off' | 'session-reused' | 'guessed' | 'account-changed',
  language: Language,
  values: Record<string, string> = {},
): Promise<void> {
  const { subject, body } = mails[what];
  const placeholders: Record<string, string> = { ...values, name: person.nome };
  await queueMail(database, {
    to: await mailboxesOf(database, person),
    subject: subject[language],
    body: body[language].replaceAll(/\{(\w+)\}/g, (_, name) =>
      (placeholders[name] ?? '').replaceAll(LINK, ''),
    ),
    about: 'accesso',
  });
}

/** Returns whether the last mail with a link to this user's mailboxes failed. */
export async function isMailFailed(database: Queryable, person: PersonRow): Promise<boolean> {
  const to = (await mailboxesOf(database, person)).map(({ address }) => address.toLowerCase());
  const { rows } = await database.query<{ failed: boolean }>(
    `select stato in ('errore', 'scaduta') or stato = 'attesa' and tentativi > 0 as failed from posta
     where genere = 'accesso' and lower(destinatario) = any($1::text[]) and position($2 in corpo) > 0
     order by id desc limit 1`,
    [to, LINK],
  );
  return rows[0]?.failed ?? false;
}

export interface OpenLink {
  id: number;
  jti: string;
  issued: number;
}

/** Reads the token of a link for this purpose and user. `spend` marks the link as used in the caller's transaction. */
export async function openLink(
  tokens: Tokens,
  kind: LinkKind,
  token: string | undefined,
  id: number,
): Promise<OpenLink> {
  const claims = await tokens.read('link', token ?? '').catch((error) => {
    if (!(error instanceof BadToken)) throw error;
    throw error.expired ? refused(KINDS[kind].expired) : unauthenticated(ACCESS_INVALID, 'link-invalid');
  });
  if (claims.purpose !== kind) throw unauthenticated(ACCESS_INVALID, 'link-invalid');
  if (claims.idUtente !== id) throw refused('user-unknown');
  return { id, jti: claims.jti, issued: claims.iat ?? 0 };
}

/** Marks a link as used. Throws if it was used, or if the password changed after the link was created. */
export async function spend(database: Queryable, link: OpenLink, person: PersonRow): Promise<void> {
  const changed = person.aggiornata ? Math.floor(Date.parse(person.aggiornata) / 1000) : 0;
  if (!(await spendToken(database, link.jti)) || link.issued < changed) throw refused('link-used');
}
