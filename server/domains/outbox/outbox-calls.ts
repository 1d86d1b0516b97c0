/** The super administrator's calls of the outbox: download a mail, send one again, test the connection. */

import { mailboxIn } from '../../../schemas/mailboxes.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { type ActHandler, act } from '../../capabilities/acts.ts';
import { onceCommitted } from '../../database/joined.ts';
import { type Call, type Context, callAt, type RawReply, type Reply } from '../../http/call.ts';
import { notFound, refused, refusedAt, say } from '../../http/problem.ts';
import { wake } from '../../jobs/wake.ts';
import { readId } from '../../requests/ids.ts';
import { composeMessage, type OutgoingMail } from './message.ts';
import { sendAgain } from './outbox-table.ts';
import { SENDING } from './queue.ts';
import { openSmtp } from './smtp.ts';
import { SmtpFailure } from './smtp-failure.ts';
import { isSmtpSet, smtpServer } from './smtp-server.ts';

/** The timeouts are shorter than those of the routine, because a user waits. */
const PATIENCE = { connection: 10_000, greeting: 10_000, answer: 10_000 };

async function mailOf({ database, params }: Context): Promise<OutgoingMail & { stato: string }> {
  const { rows } = await database.query<OutgoingMail & { stato: string }>(
    'select * from posta where id = $1',
    [readId(params.id)],
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Returns the mail as an .eml file without its one-time link. Mail programs open an unsent mail as a draft. */
async function downloadMail(context: Context): Promise<RawReply> {
  const mail = await mailOf(context);
  const from = mailboxIn(context.setting('SmtpMittente') ?? '');
  const raw = await composeMessage({ ...mail, collegamento: null }, from, {
    draft: mail.stato !== 'inviata',
    language: context.language,
  });
  return { raw, type: 'message/rfc822', filename: `mail-${mail.id}.eml` };
}

export const sendAgainAct = (): ActHandler =>
  act('send-mail-again', async (_body, { describe, ...context }) => {
    const { database, setting } = context;
    const { id, genere, collegamento } = await mailOf(context);
    if (genere === 'accesso' && collegamento === null) throw refused('mail-link-gone');
    if (!(await sendAgain(database, id))) throw refused('mail-not-again');
    onceCommitted(database, () => wake(SENDING));
    describe(isSmtpSet(setting) ? 'mail-again' : 'mail-again-unset');
  });

const TEST_MAIL = {
  subject: { it: 'Prova di invio di Officina', en: 'Officina test mail' },
  body: {
    it: 'Questa mail conferma che Officina può inviare la posta.',
    en: 'This mail confirms that Officina can send mail.',
  },
};

/** Sends a test mail directly, and not through the outbox. An error names the step that failed. */
async function sendTestMail({ body, database, setting, language }: Context): Promise<Reply> {
  const text = typeof body.a === 'string' ? body.a.trim() : '';
  if (text === '') throw refusedAt('a', 'mail-address-missing');
  const to = mailboxIn(text);
  if (!to) throw refusedAt('a', 'mail-address-bad', { text: text.slice(0, 100) });
  const server = await smtpServer(database, setting);
  if (!server) throw refused('smtp-not-set');
  const message = await composeMessage(
    {
      id: 0,
      creata: new Date().toISOString(),
      destinatario: to.address,
      nome_destinatario: to.name ?? null,
      oggetto: TEST_MAIL.subject[language],
      corpo: TEST_MAIL.body[language],
      formato: 'testo',
      genere: 'prova',
      message_id: `${crypto.randomUUID()}@${server.sender.address.split('@')[1]}`,
      collegamento: null,
    },
    server.sender,
  );
  try {
    const connection = await openSmtp(server, { timeouts: PATIENCE });
    try {
      await connection.send(to.address, message);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof SmtpFailure) throw refused(error.sentence, error.params);
    throw error;
  }
  const params = { host: server.host, recipient: to.address };
  return { data: null, description: say('mail-try-sent', language, params) };
}

export function outboxCalls(schemas: Schemas): Call[] {
  const { access, name: tag } = schemas.byResource.entity('posta');
  return [
    {
      method: 'POST',
      path: '/posta/prova',
      once: 'beside',
      access: access.write,
      tag,
      summary: { it: "Prova dell'invio della posta", en: 'Test the sending of mail' },
      body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      reply: { type: 'null' },
      example: { body: { a: 'admin@officina.example' }, data: null },
      handle: sendTestMail,
    },
    {
      ...callAt('GET', '/posta/:id/eml', access.read, tag),
      summary: { it: 'Una mail come file .eml', en: 'A mail as an .eml file' },
      bare: 'message/rfc822',
      reply: { type: 'string', description: 'The mail itself, without the envelope' },
      example: { data: 'To: Ditta <ditta@officina.example>' },
      handle: downloadMail,
    },
  ];
}
