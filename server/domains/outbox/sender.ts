/**
 * Sends waiting mails one after the other over one connection. Each is claimed, sent, and marked as soon as the
 * SMTP server accepts it. After a crash between acceptance and mark it is unknown whether the mail was sent. It is
 * sent again with the same Message-ID.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Text } from '../../../schemas/entity.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { composeMessage } from './message.ts';
import {
  type Claimed,
  claim,
  dueIds,
  type GivenUp,
  giveBack,
  markFailed,
  markSent,
  putOffAll,
  takeBack,
} from './outbox-table.ts';
import { openSmtp, type SmtpLine } from './smtp.ts';
import { SmtpFailure } from './smtp-failure.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Adds an error to an intervention when a mail about it could not be sent. */
export type NoteError = (transaction: Transaction, intervention: number, text: Text) => Promise<void>;

export interface Sending {
  database: Database;
  server: SmtpServer;
  noteError: NoteError;
  log: FastifyBaseLogger;
  goOn(): void;
  signal?: AbortSignal;
  progress(done: number): void;
}

export interface Outcome {
  sent: number;
  refused: number;
  later: number;
  /** Why sending stopped. */
  stopped?: Text;
}

const PORTION = 50;
/** The maximum number of mails per connection: many servers require a new connection from time to time. */
const MAILS_PER_CONNECTION = 100;
/** How long a mail that is being sent may still take after this server starts to stop. */
const GRACE_MS = 3000;
/** The number of failures of the connection in a row after which the server is at fault, and not the mails. */
const BROKEN_IN_A_ROW = 2;

const asFailure = (error: unknown): SmtpFailure => {
  if (error instanceof SmtpFailure) return error;
  throw error;
};

async function noteGivenUp(transaction: Transaction, mails: GivenUp[], reason: Text, note: NoteError) {
  for (const { interventi, oggetto, destinatario } of mails)
    for (const intervention of interventi)
      await note(
        transaction,
        intervention,
        inBoth('mail-not-sent', { subject: oggetto, recipient: destinatario, reason }),
      );
}

/** Manages the connection of a run. Opens it at the first use, and renews it after a number of mails. */
function createConnection(server: SmtpServer, signal: AbortSignal | undefined) {
  let connection: SmtpLine | undefined;
  const close = (): void => {
    connection?.close();
    connection = undefined;
  };
  const cut = (): void => connection?.cut();
  signal?.addEventListener('abort', () => setTimeout(cut, GRACE_MS).unref(), { once: true });
  return {
    close,
    /** The number of mails sent on this connection. */
    used: () => connection?.sent ?? 0,
    async open(): Promise<SmtpLine> {
      if (connection && connection.sent >= MAILS_PER_CONNECTION) close();
      connection ??= await openSmtp(server, { signal });
      return connection;
    },
  };
}

type Connection = ReturnType<typeof createConnection>;

/** Turns an error of composing into a refusal, so that an invalid mail does not stop the others. */
const composingFailure = (error: Error, { host }: SmtpServer): SmtpFailure =>
  new SmtpFailure('smtp-message', { host, reason: error.message }, 'mail', true, false);

/** Sends one mail. If an idle connection was lost, tries again over a new one, without counting an attempt. */
async function sendOne(
  connection: Connection,
  mail: Claimed,
  { server, signal }: Pick<Sending, 'server' | 'signal'>,
): Promise<SmtpFailure | undefined> {
  const message = await composeMessage(mail, server.sender).catch((error) => composingFailure(error, server));
  if (message instanceof SmtpFailure) return message;
  for (;;) {
    const sentBefore = connection.used() > 0;
    try {
      await (await connection.open()).send(mail.destinatario, message);
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      connection.close();
      if (!sentBefore || failure.fault === 'mail' || failure.doubt || signal?.aborted) return failure;
    }
  }
}

export async function sendWaiting(sending: Sending): Promise<Outcome> {
  const { database, server, noteError, log, goOn, signal, progress } = sending;
  const domain = server.sender.address.split('@')[1] ?? '';
  const connection = createConnection(server, signal);
  const outcome: Outcome = { sent: 0, refused: 0, later: 0 };

  async function stop(failure: SmtpFailure): Promise<Outcome> {
    // If the connection ends because this server stops, the other server is not at fault.
    if (signal?.aborted) return outcome;
    await database.transaction(async (transaction) => {
      const { count, over } = await putOffAll(transaction, failure.text);
      await noteGivenUp(transaction, over, failure.text, noteError);
      outcome.later += count - over.length;
      outcome.refused += over.length;
    });
    log.warn(`mails are put off: ${failure.message}`);
    return { ...outcome, stopped: failure.text };
  }

  async function failed(mail: Claimed, { text, permanent, fault }: SmtpFailure): Promise<void> {
    if (signal?.aborted && fault === 'server') return giveBack(database, mail);
    const result = await database.transaction(async (transaction) => {
      const mark = await markFailed(transaction, mail, text, permanent);
      if (mark === 'over') await noteGivenUp(transaction, [mail], text, noteError);
      return mark;
    });
    if (result !== 'lost') outcome[result === 'over' ? 'refused' : 'later']++;
  }

  try {
    await takeBack(database);
    let brokenInARow = 0;
    for (;;) {
      const ids = await dueIds(database, PORTION);
      if (ids.length === 0) return outcome;
      for (const id of ids) {
        goOn();
        try {
          await connection.open();
        } catch (error) {
          return await stop(asFailure(error));
        }
        const mail = await claim(database, id, domain);
        if (!mail) continue;
        const failure = await sendOne(connection, mail, sending);
        brokenInARow = failure?.fault === 'server' ? brokenInARow + 1 : 0;
        if (!failure) {
          await markSent(database, mail);
          outcome.sent++;
          progress(outcome.sent);
          continue;
        }
        await failed(mail, failure);
        if (brokenInARow === BROKEN_IN_A_ROW) return await stop(failure);
      }
    }
  } finally {
    connection.close();
  }
}
