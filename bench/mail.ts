/**
 * Ten thousand mails to a real SMTP server, while our server is killed five times and the SMTP server is down for a
 * minute.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { Figure } from './report.ts';
import { startServer } from './server-process.ts';

const MAILS = 10_000;
const KILLS = 5;
const AWAY_MS = 60_000;
const LONGEST_MS = 15 * 60_000;
const MESSAGE_ID = /^Message-ID: <(.+)>/im;

/** The received mails: count by Message-ID, and the recipients. */
interface Office {
  raw: number;
  ids: Map<string, number>;
  addresses: Set<string>;
}

async function open(office: Office, port: number): Promise<{ port: number; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const id = MESSAGE_ID.exec(Buffer.concat(parts).toString('utf8'))![1]!;
        office.raw++;
        office.ids.set(id, (office.ids.get(id) ?? 0) + 1);
        office.addresses.add(session.envelope.rcptTo[0]!.address);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

export async function mailFigures(folder: string, url: string): Promise<Figure[]> {
  const office: Office = { raw: 0, ids: new Map(), addresses: new Set() };
  const started = performance.now();
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition() && performance.now() - started < LONGEST_MS) await after(5);
  };
  let server = await open(office, 0);
  const { port } = server;
  const start = async () => (await startServer('mail-server.ts', folder, url, port, MAILS)).child;
  let child = await start();
  const sending = performance.now();
  // The last part is for mails whose state the kills left open.
  const stretch = MAILS / (KILLS + 2);
  for (let killed = 1; killed <= KILLS; killed++) {
    await until(() => office.raw >= stretch * killed);
    await kill(child);
    if (killed === 3) {
      await server.close();
      child = await start();
      await after(AWAY_MS);
      server = await open(office, port);
    } else child = await start();
  }
  await until(() => office.addresses.size === MAILS);
  const seconds = (performance.now() - sending) / 1000;
  // Mails that are still claimed go out again after the claim expires.
  await after(5000);
  await kill(child);
  await server.close();
  const twice = [...office.ids.values()].filter((count) => count > 1).length;
  return [
    {
      name: `mails lost, of ${MAILS}, our server killed ${KILLS} times and theirs away for a minute`,
      value: `${MAILS - office.addresses.size} (${Math.round(seconds)} s in all)`,
      target: '0',
      met: office.addresses.size === MAILS,
    },
    {
      name: 'mails that are two to who receives them (Message-IDs, and mails)',
      value: `${office.ids.size - MAILS} (${office.ids.size} of ${MAILS})`,
      target: '0',
      met: office.ids.size === MAILS,
    },
    {
      name: `deliveries of the same Message-ID again, one in doubt at each kill`,
      value: `${office.raw - office.ids.size} (${office.raw} deliveries, ${twice} mails)`,
      target: `<= ${KILLS}`,
      met: office.raw - office.ids.size <= KILLS,
    },
  ];
}
