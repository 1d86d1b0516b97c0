/** A real SMTP server in the test's process: it stores mails, and can misbehave on request. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Delivery {
  from: string;
  to: string[];
  raw: string;
  id: string;
}

export interface PostOffice {
  port: number;
  deliveries: Delivery[];
  /** The number of connections over which a mail was sent. A sender that finds its mails sent by another leaves without one. */
  lines: number;
  /** Replies to recipients instead of acceptance: code and text. */
  refusing: Map<string, [number, string]>;
  /** Recipients at which it closes the connection. */
  droppedAt: Set<string>;
  /** The reply to the sender. */
  refusesSender?: [number, string];
  /** Accepts the mail without a reply. */
  hangs: boolean;
  /** If false, stores the mail but sends no reply. */
  answers: boolean;
  /** Closes the connection after a number of mails. */
  endsAfter?: number;
  close(): Promise<void>;
}

const refusal = ([responseCode, text]: [number, string]): Error =>
  Object.assign(new Error(text), { responseCode });

interface Options {
  port?: number;
  /** The accepted login; none by default. */
  login?: { user: string; pass: string };
  /** Uses TLS with a self-signed certificate. */
  secure?: boolean;
}

export async function postOffice({ port = 0, login, secure = false }: Options = {}): Promise<PostOffice> {
  const deliveries: Delivery[] = [];
  const taken = new Map<string, number>();
  const used = new Set<string>();
  const server = new SMTPServer({
    secure,
    authOptional: !login,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth(auth, _session, done) {
      if (login && auth.username === login.user && auth.password === login.pass)
        done(null, { user: auth.username });
      else done(refusal([535, '5.7.8 Bad name or password']));
    },
    onMailFrom(_address, { id }, done) {
      if (!used.has(id)) office.lines++;
      used.add(id);
      done(office.refusesSender ? refusal(office.refusesSender) : null);
    },
    onRcptTo({ address }, session, done) {
      if (office.droppedAt.has(address)) {
        for (const connection of server.connections) if (connection.id === session.id) connection.close();
        return;
      }
      const answer = office.refusing.get(address);
      done(answer ? refusal(answer) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (office.hangs) return;
        const raw = Buffer.concat(parts).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        deliveries.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          id: /^Message-ID: <(.+)>/im.exec(raw)?.[1] ?? '',
        });
        const count = (taken.get(session.id) ?? 0) + 1;
        taken.set(session.id, count);
        if (office.answers) done();
        if (office.endsAfter === count)
          for (const connection of server.connections) if (connection.id === session.id) connection.close();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const office: PostOffice = {
    port: (server.server.address() as AddressInfo).port,
    deliveries,
    lines: 0,
    refusing: new Map(),
    droppedAt: new Set(),
    hangs: false,
    answers: true,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return office;
}
