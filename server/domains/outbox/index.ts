/** Mails wait here, written in the same transaction as what they tell of; sending them is another's work. */
import type { Queryable } from '../../database/engine.ts';

export interface Mail {
  to: string[];
  subject: string;
  body: string;
}

export async function queueMail(database: Queryable, mail: Mail): Promise<void> {
  if (mail.to.length === 0) return;
  await database.query('insert into posta_in_uscita (destinatari, oggetto, corpo) values ($1, $2, $3)', [
    JSON.stringify(mail.to),
    mail.subject,
    mail.body,
  ]);
}
