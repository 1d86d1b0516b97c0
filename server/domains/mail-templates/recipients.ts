/** To whom a template's mail goes: its fixed addresses, and the people its flags name who have a mailbox. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { type Mailbox, once, recipientsIn } from '../../../schemas/mailboxes.ts';
import type { MailGround } from './ground.ts';

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

/** Of the people, as u, those a mail reaches. */
export const REACHED = 'u.attivo = 1 and u.sys = 0 and u.is_email_enabled = 1';

/** The administrators who see an organisation and department. */
export const administers = ({ sees }: MailGround, organisation: string, department: string): string =>
  `(f.codice = 'SUADMIN' or f.codice = 'SUPER' and ${sees('u.id', organisation, department)})`;

export const PEOPLE = `utente u join ruolo r on r.id = u.id_utente_ruolo
  join ruolo_famiglia f on f.id = r.id_famiglia_ruolo`;

const COLUMNS: [keyof Flags, string][] = [
  ['send_usr_ins', 'id_usr_ins'],
  ['send_tecnico', 'id_tecnico'],
  ['send_usr_notifica', 'id_usr_notifica'],
];

/** Who sees asset a and some flag could name for its intervention o: read once for all templates. */
export function peopleAround(ground: MailGround): string {
  const administrator = administers(ground, 'a.id_organizzazione', 'a.id_reparto');
  const named = COLUMNS.map(([, column]) => `o.${column}`).join(', ');
  return `select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'address', u.mail,
      'name', u.nome || ' ' || u.cognome, 'admin', ${administrator}) order by u.id), '[]')
    from ${PEOPLE} where ${REACHED} and (u.id in (${named}) and ${ground.sees('u.id', 'a.id_organizzazione', 'a.id_reparto')}
      or ${administrator})`;
}

export function recipientsOf(
  template: Flags & { recipients: string | null },
  odl: Row | undefined,
  people: Person[],
  setting: SettingOf,
): Recipient[] {
  const flags = COLUMNS.filter(
    ([flag]) => template[flag] === 1 && !(flag === 'send_usr_notifica' && setting('UserMailNotif') === '0'),
  );
  const fixed = recipientsIn(template.recipients).mailboxes;
  const of = (reason: Reason, among: (person: Person) => boolean): Recipient[] =>
    people.filter(among).map(({ address, name }) => ({ address, name, reason }));
  return once([
    ...fixed.map((mailbox): Recipient => ({ ...mailbox, reason: 'recipients' })),
    ...flags.flatMap(([flag, column]) => of(flag, ({ id }) => id === odl?.[column])),
    ...(template.send_admin === 1 ? of('send_admin', ({ admin }) => admin) : []),
  ]);
}
