/**
 * Sends a mail to users when another user changes how they sign in. After a change of address the old address gets
 * one too.
 */

import type { Language, Text } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import type { WriteContext } from '../../capabilities/rules.ts';
import { inLanguage } from '../../database/sql.ts';
import { mailLanguage } from '../outbox/index.ts';
import { mailNotice } from './links.ts';
import { type PersonRow, personById } from './people.ts';

const CHANGES = {
  on: { it: "L'account è stato attivato.", en: 'The account has been activated.' },
  off: { it: "L'account è stato disattivato.", en: 'The account has been deactivated.' },
  mail: { it: "L'indirizzo e-mail ora è {mail}.", en: 'The e-mail address is now {mail}.' },
  mailOn: { it: 'Le e-mail ora arrivano a {mail}.', en: 'E-mails now go to {mail}.' },
  mailOff: {
    it: 'Le e-mail ora arrivano ai gestori degli account.',
    en: 'E-mails now go to the account managers.',
  },
  role: { it: 'Il ruolo ora è {role}.', en: 'The role is now {role}.' },
  identity: {
    it: "È cambiata l'identità con cui accedi dall'account aziendale.",
    en: 'The identity by which you sign in with the company account has changed.',
  },
} satisfies Record<string, Text>;

const WATCHED = ['attivo', 'mail', 'is_email_enabled', 'id_utente_ruolo', 'external_id'] as const;

const lineFor = (
  change: keyof typeof CHANGES,
  language: Language,
  values: Record<string, unknown> = {},
): string =>
  `- ${CHANGES[change][language].replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))}`;

async function roleOf(id: unknown, { transaction }: WriteContext, language: Language): Promise<string> {
  const { rows } = await transaction.query<{ nome: string }>(
    `select ${inLanguage('r', 'nome', language)} as nome from ruolo r where r.id = $1`,
    [id],
  );
  return rows[0]?.nome ?? '';
}

async function changesOf(
  row: RowOf<'utente'>,
  before: RowOf<'utente'>,
  context: WriteContext,
): Promise<string[]> {
  const language = mailLanguage(context.setting);
  const changed = (name: (typeof WATCHED)[number]): boolean => row[name] !== before[name];
  const lines: string[] = [];
  if (changed('attivo')) lines.push(lineFor(row.attivo === 1 ? 'on' : 'off', language));
  if (changed('mail')) lines.push(lineFor('mail', language, row));
  if (changed('is_email_enabled'))
    lines.push(lineFor(row.is_email_enabled === 1 ? 'mailOn' : 'mailOff', language, row));
  if (changed('id_utente_ruolo'))
    lines.push(lineFor('role', language, { role: await roleOf(row.id_utente_ruolo, context, language) }));
  if (changed('external_id')) lines.push(lineFor('identity', language));
  return lines;
}

async function sendNotice(
  row: RowOf<'utente'>,
  before: RowOf<'utente'>,
  author: string,
  context: WriteContext,
): Promise<void> {
  const { transaction, setting } = context;
  const person = await personById(transaction, row.id);
  if (!person) return;
  const changes = (await changesOf(row, before, context)).join('\n');
  const values = { author, changes };
  const personBefore: PersonRow = {
    ...person,
    mail: String(before.mail),
    is_email_enabled: before.is_email_enabled,
  };
  const addressChanged = row.mail !== before.mail || row.is_email_enabled !== before.is_email_enabled;
  for (const to of addressChanged ? [personBefore, person] : [person])
    await mailNotice(transaction, to, 'account-changed', mailLanguage(setting), values);
}

export const accountNotices = {
  async afterWrite(
    row: RowOf<'utente'> | undefined,
    before: RowOf<'utente'> | undefined,
    context: WriteContext,
  ): Promise<void> {
    if (!row || !before || !context.user || context.user.id === row.id) return;
    if (row.sys === 1 || before.sys === 1) return;
    if (WATCHED.some((name) => row[name] !== before[name]))
      await sendNotice(row, before, context.user.name, context);
  },
};
