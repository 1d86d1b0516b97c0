/**
 * Sends what waits, one mail after another on one line: claimed, sent, marked as soon as the server has taken it. The
 * moment between its answer and the mark is all that a crash can make doubtful; such a mail goes out again as the same.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Text } from '../../../schemas/entity.ts';
import type { Database, Transaction } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { composed } from './message.ts';
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

/** Tells beside an intervention that a mail about it was not sent. */
export type NoteError = (transaction: Transaction, intervention: number, told: Text) => Promise<void>;

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
  /** Why nothing more was tried. */
  stopped?: Text;
}

const PORTION = 50;
/** Many servers want a new connection now and then. */
const MAILS_A_LINE = 100;
/** A mail on its way when the server stops gets so long to arrive. */
const GRACE_MS = 3000;
/** So many mails, one after the other, at which the line broke: then it is not they. */
const BROKEN_IN_A_ROW = 2;

const asFailure = (error: unknown): SmtpFailure => {
  if (error instanceof SmtpFailure) return error;
  throw error;
};

async function tellGivenUp(transaction: Transaction, mails: GivenUp[], reason: Text, note: NoteError) {
  for (const { interventi, oggetto, destinatario } of mails)
    for (const intervention of interventi)
      await note(
        transaction,
        intervention,
        inBoth('mail-not-sent', { subject: oggetto, recipient: destinatario, reason }),
      );
}

/** The one line of a run: opened when first needed, renewed when it has served long enough. */
function createLine(server: SmtpServer, signal: AbortSignal | undefined) {
  let line: SmtpLine | undefined;
  const close = (): void => {
    line?.close();
    line = undefined;
  };
  const cut = (): void => line?.cut();
  signal?.addEventListener('abort', () => setTimeout(cut, GRACE_MS).unref(), { once: true });
  return {
    close,
    /** Sent so many before on this connection. */
    used: () => line?.sent ?? 0,
    async open(): Promise<SmtpLine> {
      if (line && line.sent >= MAILS_A_LINE) close();
      line ??= await openSmtp(server, { signal });
      return line;
    },
  };
}

type Line = ReturnType<typeof createLine>;

/** What no message can be made of would stop all behind it: it is refused like what the server refuses. */
const unfit = (error: Error, { host }: SmtpServer): SmtpFailure =>
  new SmtpFailure('smtp-message', { host, reason: error.message }, 'mail', true, false);

/** A connection that was lost between two mails is no mail's attempt: the same one goes over a new one. */
async function sendOne(
  line: Line,
  mail: Claimed,
  { server, signal }: Pick<Sending, 'server' | 'signal'>,
): Promise<SmtpFailure | undefined> {
  const message = await composed(mail, server.sender).catch((error) => unfit(error, server));
  if (message instanceof SmtpFailure) return message;
  for (;;) {
    const used = line.used() > 0;
    try {
      await (await line.open()).send(mail.destinatario, message);
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      line.close();
      if (!used || failure.fault === 'mail' || failure.doubt || signal?.aborted) return failure;
    }
  }
}

export async function sendWaiting(sending: Sending): Promise<Outcome> {
  const { database, server, noteError, log, goOn, signal, progress } = sending;
  const domain = server.sender.address.split('@')[1] ?? '';
  const line = createLine(server, signal);
  const outcome: Outcome = { sent: 0, refused: 0, later: 0 };

  async function stop(failure: SmtpFailure): Promise<Outcome> {
    // A line that this server cuts because it stops says nothing of the other end.
    if (signal?.aborted) return outcome;
    await database.transaction(async (transaction) => {
      const { count, over } = await putOffAll(transaction, failure.text);
      await tellGivenUp(transaction, over, failure.text, noteError);
      outcome.later += count - over.length;
      outcome.refused += over.length;
    });
    log.warn(`mails are put off: ${failure.message}`);
    return { ...outcome, stopped: failure.text };
  }

  async function failed(mail: Claimed, { text, permanent, fault }: SmtpFailure): Promise<void> {
    if (signal?.aborted && fault === 'server') return giveBack(database, mail);
    const end = await database.transaction(async (transaction) => {
      const marked = await markFailed(transaction, mail, text, permanent);
      if (marked === 'over') await tellGivenUp(transaction, [mail], text, noteError);
      return marked;
    });
    if (end !== 'lost') outcome[end === 'over' ? 'refused' : 'later']++;
  }

  try {
    await takeBack(database);
    let broken = 0;
    for (;;) {
      const ids = await dueIds(database, PORTION);
      if (ids.length === 0) return outcome;
      for (const id of ids) {
        goOn();
        try {
          await line.open();
        } catch (error) {
          return await stop(asFailure(error));
        }
        const mail = await claim(database, id, domain);
        if (!mail) continue;
        const failure = await sendOne(line, mail, sending);
        broken = failure?.fault === 'server' ? broken + 1 : 0;
        if (!failure) {
          await markSent(database, mail);
          outcome.sent++;
          progress(outcome.sent);
          continue;
        }
        await failed(mail, failure);
        if (broken === BROKEN_IN_A_ROW) return await stop(failure);
      }
    }
  } finally {
    line.close();
  }
}
