/** A line to the SMTP server: opened once, used for one mail after another. */

import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { errorOf } from '../../../schemas/failures.ts';
import { failureOf } from './smtp-failure.ts';
import type { SmtpServer } from './smtp-server.ts';

export interface Patience {
  /** Milliseconds until there is a connection, until the server says its name, and between two answers. */
  connection: number;
  greeting: number;
  answer: number;
}

const PATIENCE: Patience = { connection: 10_000, greeting: 20_000, answer: 30_000 };
/** However often it answers: so long for the connection, the login, and each mail. */
const STEP_MS = 120_000;
const LEAVE_MS = 1000;

export interface SmtpLine {
  /** Mails that went through it. */
  readonly sent: number;
  /** Resolves with the server's answer when it has taken the mail; throws an SmtpFailure. */
  send(recipient: string, message: Buffer): Promise<string>;
  /** Takes leave of the server, which may answer or not. */
  close(): void;
  /** At once; who waits for an answer is told that the line was lost. */
  cut(): void;
}

const within = (server: SmtpServer, patience: Patience) => ({
  host: server.host,
  port: server.port,
  secure: server.security === 'tls',
  requireTLS: server.security === 'starttls',
  ignoreTLS: server.security === 'nessuna',
  connectionTimeout: patience.connection,
  dnsTimeout: patience.connection,
  greetingTimeout: patience.greeting,
  socketTimeout: patience.answer,
  // What is closed is gone: nobody waits for the other side to close too.
  socketCloseTimeout: 0,
});

type Done<T> = (error?: Error | null, result?: T) => void;

/** One call of the library; an error of the line itself ends it too, and so does too long a time. */
const asked = <T>(line: SMTPConnection, call: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (error?: Error | null, result?: T): void => {
      clearTimeout(late);
      line.off('error', end);
      line.off('end', gone);
      if (error) reject(error);
      else resolve(result as T);
    };
    const gone = (): void => end(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' }));
    const late = setTimeout(() => {
      end(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }));
      line.close();
    }, STEP_MS);
    line.once('error', end);
    line.once('end', gone);
    call(end);
  });

interface Opening {
  patience?: Patience;
  /** Ends the opening; what is open is cut by who has it. */
  signal?: AbortSignal;
}

export async function openSmtp(
  server: SmtpServer,
  { patience = PATIENCE, signal }: Opening = {},
): Promise<SmtpLine> {
  const line = new SMTPConnection(within(server, patience));
  // What comes when nobody waits is found at the next mail.
  line.on('error', () => undefined);
  const cut = (): void => line.close();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    await asked<void>(line, (done) => line.connect((error) => done(error)));
    const { user, password: pass } = server;
    if (user) await asked(line, (done) => line.login({ user, pass, credentials: { user, pass } }, done));
  } catch (error) {
    line.close();
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
      let handed = false;
      // Asked for its content only when sender and recipient have been accepted.
      const content = new Readable({
        read() {
          handed = true;
          this.push(message);
          this.push(null);
        },
      });
      const envelope = { from: server.sender.address, to: [recipient], size: message.length };
      try {
        const { response } = await asked<{ response: string }>(line, (done) =>
          line.send(envelope, content, done),
        );
        sent++;
        return response;
      } catch (error) {
        const failure = failureOf(errorOf(error), server, { recipient, handed });
        // Who does not answer is not taken leave of.
        if (failure.fault === 'server') line.close();
        throw failure;
      }
    },
    cut,
    close() {
      if (line.destroyed) return;
      line.quit();
      setTimeout(cut, LEAVE_MS).unref();
    },
  };
}
