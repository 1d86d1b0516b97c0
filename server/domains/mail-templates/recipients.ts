/** The recipients of a template: its fixed addresses, and users selected by its flags who have a mailbox. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { NOTIFIES, NOTIFIES_NEVER } from '../../../schemas/interventions.ts';
import { type Mailbox, once, recipientsIn } from '../../../schemas/mailboxes.ts';
import type { MailDependencies } from './mail-dependencies.ts';

export interface Flags {
  send_usr_ins: number;
  send_tecnico: number;
  send_admin: number;
  send_usr_notifica: number;
}

export type Reason = 'recipients' | keyof Flags;

export interface Recipient extends Mailbox {
  reason: Reason;
}

export interface Person {
  id: number;
  address: string;
  name: string;
  admin: boolean;
}

/** The condition for users (u) who receive mails. */
export const RECEIVES_MAIL = 'u.attivo = 1 and u.sys = 0 and u.is_email_enabled = 1';

/** Returns the condition for administrators who may see an organisation and a department. */
export const isAdministrator = (
  { sees }: MailDependencies,
  organisation: string,
  department: string,
): string => `(f.codice = 'SUADMIN' or f.codice = 'SUPER' and ${sees('u.id', organisation, department)})`;

export const PEOPLE = `utente u join ruolo r on r.id = u.id_utente_ruolo
  join ruolo_famiglia f on f.id = r.id_famiglia_ruolo`;

const COLUMNS: [keyof Flags, string][] = [
  ['send_usr_ins', 'id_usr_ins'],
  ['send_tecnico', 'id_tecnico'],
  ['send_usr_notifica', 'id_usr_notifica'],
];

/**
 * Returns SQL of all users that a flag can select for an intervention and who may see asset a. It is read once for
 * all templates.
 */
export function peopleSql(dependencies: MailDependencies, intervention: string): string {
  const administrator = isAdministrator(dependencies, 'a.id_organizzazione', 'a.id_reparto');
  const columns = COLUMNS.map(([, column]) => `${intervention}.${column}`).join(', ');
  return `select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'address', u.mail,
      'name', u.nome || ' ' || u.cognome, 'admin', ${administrator}) order by u.id), '[]')
    from ${PEOPLE} where ${RECEIVES_MAIL} and (u.id in (${columns}) and ${dependencies.sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}
      or ${administrator})`;
}

export function recipientsOf(
  template: Flags & { recipients: string | null },
  odl: Row | undefined,
  people: Person[],
  setting: SettingOf,
): Recipient[] {
  const flags = COLUMNS.filter(
    ([flag]) =>
      template[flag] === 1 && !(flag === 'send_usr_notifica' && setting(NOTIFIES) === NOTIFIES_NEVER),
  );
  const fixed = recipientsIn(template.recipients).mailboxes;
  const of = (reason: Reason, matches: (person: Person) => boolean): Recipient[] =>
    people.filter(matches).map(({ address, name }) => ({ address, name, reason }));
  return once([
    ...fixed.map((mailbox): Recipient => ({ ...mailbox, reason: 'recipients' })),
    ...flags.flatMap(([flag, column]) => of(flag, ({ id }) => id === odl?.[column])),
    ...(template.send_admin === 1 ? of('send_admin', ({ admin }) => admin) : []),
  ]);
}
