/** A connection to the SMTP server, used for one mail after another. */

import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorOf } from '../../../schemas/failures.ts';
import { failureOf } from './smtp-failure.ts';
import type { SmtpServer } from './smtp-server.ts';

export interface Timeouts {
  /** Milliseconds to connect, to receive the greeting, and between two replies. */
  connection: number;
  greeting: number;
  answer: number;
}

const TIMEOUTS: Timeouts = { connection: 10_000, greeting: 20_000, answer: 30_000 };
/** The time limit for the connection, the login, and each mail, even if the server keeps replying. */
const STEP_MS = 120_000;
const QUIT_MS = 1000;

export interface SmtpLine {
  /** The number of mails sent over this connection. */
  readonly sent: number;
  /** Resolves with the server's reply once it has accepted the mail. Throws an SmtpFailure. */
  send(recipient: string, message: Buffer): Promise<string>;
  /** Sends QUIT to the server and does not wait for the reply. */
  close(): void;
  /** Closes at once. A pending call fails with a lost connection. */
  cut(): void;
}

const optionsOf = (server: SmtpServer, timeouts: Timeouts) => ({
  host: server.host,
  port: server.port,
  secure: server.security === 'tls',
  requireTLS: server.security === 'starttls',
  ignoreTLS: server.security === 'nessuna',
  connectionTimeout: timeouts.connection,
  dnsTimeout: timeouts.connection,
  greetingTimeout: timeouts.greeting,
  socketTimeout: timeouts.answer,
  // Does not wait for the other side to close.
  socketCloseTimeout: 0,
});

type Done<T> = (error?: Error | null, result?: T) => void;

/** Runs one call of the library. An error of the connection or a timeout ends it too. */
const callLibrary = <T>(connection: SMTPConnection, call: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (error?: Error | null, result?: T): void => {
      clearTimeout(timeout);
      connection.off('error', end);
      connection.off('end', onEnd);
      if (error) reject(error);
      else resolve(result as T);
    };
    const onEnd = (): void => end(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' }));
    const timeout = setTimeout(() => {
      end(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }));
      connection.close();
    }, STEP_MS);
    connection.once('error', end);
    connection.once('end', onEnd);
    call(end);
  });

interface Opening {
  timeouts?: Timeouts;
  /** Cancels the opening. The owner of an open connection cuts it. */
  signal?: AbortSignal;
}

export async function openSmtp(
  server: SmtpServer,
  { timeouts = TIMEOUTS, signal }: Opening = {},
): Promise<SmtpLine> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection/index.js');
  const connection = new Connection(optionsOf(server, timeouts));
  // Errors of an idle connection are ignored: they appear at the next mail.
  connection.on('error', () => undefined);
  const cut = (): void => connection.close();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await callLibrary<void>(connection, (done) => connection.connect((error) => done(error)));
    const { user, password: pass } = server;
    if (user)
      await callLibrary(connection, (done) =>
        connection.login({ user, pass, credentials: { user, pass } }, done),
      );
  } catch (error) {
    connection.close();
    throw failureOf(errorOf(error), server);
  } finally {
    signal?.removeEventListener('abort', cut);
  }
  let sent = 0;
  return {
    get sent() {
      return sent;
    },
    async send(recipient, message) {
      let contentStarted = false;
      // The content is read only after the server has accepted sender and recipient.
      const content = new Readable({
        read() {
          contentStarted = true;
          this.push(message);
          this.push(null);
        },
      });
      const envelope = { from: server.sender.address, to: [recipient], size: message.length };
      try {
        const { response } = await callLibrary<{ response: string }>(connection, (done) =>
          connection.send(envelope, content, done),
        );
        sent++;
        return response;
      } catch (error) {
        const failure = failureOf(errorOf(error), server, { recipient, contentStarted });
        // A server that does not reply gets no QUIT.
        if (failure.fault === 'server') connection.close();
        throw failure;
      }
    },
    cut,
    close() {
      if (connection.destroyed) return;
      connection.quit();
      setTimeout(cut, QUIT_MS).unref();
    },
  };
}
