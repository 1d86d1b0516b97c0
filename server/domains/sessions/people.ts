/** Reads users with the columns that sign-in and mailed links need. */
import type { Family } from '../../../schemas/access.ts';
import type { Mailbox } from '../../../schemas/mailboxes.ts';
import type { Queryable } from '../../database/engine.ts';

export interface PersonRow {
  id: number;
  nome: string;
  cognome: string;
  mail: string;
  attivo: number;
  sys: number;
  is_email_enabled: number;
  famiglia: Family;
  hash: string | null;
  aggiornata: string | null;
}

const PERSON = `
  select u.id, u.nome, u.cognome, u.mail, u.attivo, u.sys, u.is_email_enabled, f.codice as famiglia, c.hash, c.aggiornata
  from utente u
  join ruolo r on r.id = u.id_utente_ruolo
  join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  left join credenziale c on c.id_utente = u.id`;

export async function personById(database: Queryable, id: number): Promise<PersonRow | undefined> {
  return (await database.query<PersonRow>(`${PERSON} where u.id = $1`, [id])).rows[0];
}

/** Finds a user by e-mail address. System users have none and sign in with a key. */
export async function personByMail(database: Queryable, mail: string): Promise<PersonRow | undefined> {
  const { rows } = await database.query<PersonRow>(
    `${PERSON} where u.sys = 0 and lower(u.mail) = lower($1)`,
    [mail.trim()],
  );
  return rows[0];
}

/** Finds a user by the exact name at the identity provider. */
export async function personByIdentity(
  database: Queryable,
  identity: string,
): Promise<PersonRow | undefined> {
  const { rows } = await database.query<PersonRow>(`${PERSON} where u.sys = 0 and u.external_id = $1`, [
    identity,
  ]);
  return rows[0];
}

const MANAGERS = `
  select distinct m.mail as address, m.nome || ' ' || m.cognome as name
  from utente m
  join utente_organizzazione o on o.id_utente = m.id
  where m.attivo = 1 and m.is_account_manager = 1 and m.is_email_enabled = 1
    and (o.id_organizzazione = 1
      or o.id_organizzazione in (select id_organizzazione from utente_organizzazione where id_utente = $1))`;

/** Returns the user's mailbox, or those of the account managers of their organisations. */
export async function mailboxesOf(database: Queryable, person: PersonRow): Promise<Mailbox[]> {
  const { mail: address, nome, cognome } = person;
  if (person.is_email_enabled === 1) return [{ address, name: `${nome} ${cognome}` }];
  return (await database.query<Mailbox>(MANAGERS, [person.id])).rows;
}
