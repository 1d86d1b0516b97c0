/** The plant's SMTP server, as the settings name it. */
import type { SettingOf } from '../../../schemas/access.ts';
import { type Mailbox, mailboxIn } from '../../../schemas/mailboxes.ts';
import type { Queryable } from '../../database/engine.ts';
import { secretOf } from '../settings/secrets.ts';

export interface SmtpServer {
  host: string;
  port: number;
  security: 'nessuna' | 'starttls' | 'tls';
  user?: string;
  password?: string;
  sender: Mailbox;
}

const PORTS = { nessuna: 25, starttls: 587, tls: 465 };

/** Without a server and a sender nothing is sent. */
export const isSmtpSet = (setting: SettingOf): boolean =>
  Boolean(setting('SmtpHost')?.trim()) && mailboxIn(setting('SmtpMittente') ?? '') !== undefined;

/** Mails wait, to be read, until a server is named again. */
export async function forgetMailServer(queryable: Queryable): Promise<void> {
  await queryable.query("update parametro set valore = '' where codice = 'SmtpHost'");
}

export async function smtpServer(queryable: Queryable, setting: SettingOf): Promise<SmtpServer | undefined> {
  if (!isSmtpSet(setting)) return undefined;
  const security = (setting('SmtpSicurezza') || 'starttls') as SmtpServer['security'];
  return {
    host: setting('SmtpHost')!.trim(),
    port: Number(setting('SmtpPorta')) || PORTS[security],
    security,
    user: setting('SmtpUtente')?.trim() || undefined,
    password: await secretOf(queryable, 'SmtpPassword'),
    sender: mailboxIn(setting('SmtpMittente')!)!,
  };
}
