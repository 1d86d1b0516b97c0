/** The SMTP server in the settings. */
import type { SettingOf } from '../../../schemas/access.ts';
import { type Mailbox, mailboxIn } from '../../../schemas/mailboxes.ts';
import type { Queryable } from '../../database/engine.ts';
import { secretOf } from '../settings/secrets.ts';

export interface SmtpServer {
  host: string;
  port: number;
  security: keyof typeof PORTS;
  user?: string;
  password?: string;
  sender: Mailbox;
}

const PORTS = { nessuna: 25, starttls: 587, tls: 465 };

const isSecurity = (text: string): text is keyof typeof PORTS => Object.hasOwn(PORTS, text);

const hostOf = (setting: SettingOf): string | undefined => setting('SmtpHost')?.trim() || undefined;
const senderOf = (setting: SettingOf): Mailbox | undefined => mailboxIn(setting('SmtpMittente') ?? '');

/** Returns whether a mail server and a sender are set. Without them no mail is sent. */
export const isSmtpSet = (setting: SettingOf): boolean =>
  hostOf(setting) !== undefined && senderOf(setting) !== undefined;

/** Removes the server from the settings. Mails then wait, and can be read, until a server is set. */
export async function forgetMailServer(queryable: Queryable): Promise<void> {
  await queryable.query("update parametro set valore = '' where codice = 'SmtpHost'");
}

export async function smtpServer(queryable: Queryable, setting: SettingOf): Promise<SmtpServer | undefined> {
  const [host, sender] = [hostOf(setting), senderOf(setting)];
  if (!host || !sender) return undefined;
  const value = setting('SmtpSicurezza') ?? '';
  const security = isSecurity(value) ? value : 'starttls';
  return {
    host,
    port: Number(setting('SmtpPorta')) || PORTS[security],
    security,
    user: setting('SmtpUtente')?.trim() || undefined,
    password: await secretOf(queryable, 'SmtpPassword'),
    sender,
  };
}
