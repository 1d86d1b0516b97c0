/** The workshop with mail: a test template, the outbox, the plant's SMTP server. */
import { expect } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { type Workshop, workshop } from '../interventions/workshop.ts';
import type { Answer } from '../plant/plant.ts';

export interface Outgoing extends Row {
  id: number;
  destinatario: string;
  nome_destinatario: string | null;
  oggetto: string;
  corpo: string;
  stato: string;
  tentativi: number;
  message_id: string | null;
  collegamento: string | null;
  traduzioni: Record<string, string> | null;
}

export interface MailShop extends Workshop {
  /** Saves a template, by default without recipients. */
  template(more: Row): Promise<Answer>;
  /** Stored mails of all changes so far, oldest first. */
  outbox(where?: string): Promise<Outgoing[]>;
  empty(): Promise<void>;
  /** Points the settings at a server on this machine; without a port, removes it. */
  smtp(port?: number, more?: Record<string, string>): Promise<void>;
  /** Waits until a number of mails match. */
  until(where: string, count: number): Promise<Outgoing[]>;
}

/**
 * Points the settings at a server on this machine; without a port, removes it. The sender wakes at each setting: it must
 * never see a server without its port.
 */
export async function setMailServer(
  set: (code: string, value: string) => Promise<void>,
  port?: number,
  more: Record<string, string> = {},
): Promise<void> {
  const values: Record<string, string> = {
    SmtpPorta: port ? String(port) : '',
    SmtpSicurezza: 'nessuna',
    SmtpMittente: 'Officina <officina@plant.example>',
    SmtpUtente: '',
    SmtpPassword: '',
    ...more,
  };
  const { SmtpHost = port ? '127.0.0.1' : '', ...others } = values;
  await set('SmtpHost', '');
  for (const [code, value] of Object.entries(others)) await set(code, value);
  if (SmtpHost) await set('SmtpHost', SmtpHost);
}

export async function mailShop(): Promise<MailShop> {
  const shop = await workshop();
  const { database } = shop.demo;
  await database.query('delete from mail_templates');
  const outbox = async (where = 'true') => {
    await shop.demo.reported();
    return (await database.query<Outgoing>(`select * from posta where ${where} order by id`)).rows;
  };
  return {
    ...shop,
    outbox,
    async template(more) {
      // Earlier changes are reported without this template.
      await shop.demo.reported();
      const answer = await shop.admin.post('/mail-templates/', {
        id_stato: shop.ids.AP,
        subject: 'Mail',
        body: '<p>Testo</p>',
        send_usr_notifica: 0,
        ...more,
      });
      return answer;
    },
    async empty() {
      await shop.demo.reported();
      await database.query('delete from posta');
    },
    smtp: (port, more) => setMailServer(shop.set, port, more),
    async until(where, count) {
      await expect
        .poll(async () => (await outbox(where)).length, { timeout: 40_000, interval: 50 })
        .toBe(count);
      return outbox(where);
    },
  };
}
