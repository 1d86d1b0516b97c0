/**
 * Writes mails, one row per recipient, in the transaction of the change that they report. They are sent after it.
 */

import { type Mailbox, once, oneLine } from '../../../schemas/mailboxes.ts';
import type { Queryable } from '../../database/engine.ts';
import { onceCommitted } from '../../database/joined.ts';
import { cut } from '../../http/cut-text.ts';
import { wake } from '../../jobs/wake.ts';

/** The routine that sends mails. */
export const SENDING = 'posta';

/** The placeholder of the one-time link in a body. */
export const LINK = '{link}';

export interface Mail {
  to: Mailbox[];
  subject: string;
  body: string;
  html?: boolean;
  about: 'intervento' | 'promemoria' | 'accesso';
  intervention?: number;
  /** Replaces `LINK` in the body. It is deleted when the mail is sent. */
  link?: string;
  /** If two mails to one address have the same key, only the first is written. */
  key?: string;
}

export const SUBJECT_LENGTH = 1000;

/** Writes the text of a mail once, for any number of recipients. */
const INSERT = `
  insert into posta (creata, prossimo_tentativo, destinatario, nome_destinatario, oggetto, corpo, formato, genere,
    id_odl, collegamento, chiave)
  select now(), now(), r.address, r.name, m.subject, m.body, m.format, m.about, m.intervention, m.link,
    m.key || ' ' || r.address
  from jsonb_to_recordset($1::jsonb) as m(n int, subject text, body text, format text, about text, intervention int,
    link text, key text)
  join unnest($2::int[], $3::text[], $4::text[]) with ordinality as r(n, address, name, place) on r.n = m.n
  order by r.place
  on conflict do nothing`;

/** Queues mails. Returns how many rows were written. */
export async function queueMails(queryable: Queryable, mails: Mail[]): Promise<number> {
  const recipients = mails.flatMap((mail, n) => once(mail.to).map((mailbox) => ({ n, ...mailbox })));
  if (recipients.length === 0) return 0;
  const { count } = await queryable.query(INSERT, [
    JSON.stringify(
      mails.map(({ subject, body, html, about, intervention, link, key }, n) => ({
        n,
        subject: cut(oneLine(subject), SUBJECT_LENGTH),
        body,
        format: html ? 'html' : 'testo',
        about,
        intervention,
        link,
        key,
      })),
    ),
    recipients.map(({ n }) => n),
    recipients.map(({ address }) => address),
    recipients.map(({ name }) => name ?? null),
  ]);
  onceCommitted(queryable, () => wake(SENDING));
  return count;
}

export const queueMail = (queryable: Queryable, mail: Mail): Promise<number> => queueMails(queryable, [mail]);
