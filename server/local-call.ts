/**
 * Lets commands on the same machine call the running server, because only the server can use its embedded database.
 * The port and a secret word are in the data folder, so only accounts that can read the folder may call.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { messageOf } from '../schemas/failures.ts';

const HOST = '127.0.0.1';
const fileOf = (folder: string): string => join(folder, 'officina.local');

export type Answer = (reply: ServerResponse) => Promise<void>;

interface Access {
  port: number;
  word: string;
}

function isAuthorised(word: string, { headers }: IncomingMessage): boolean {
  const [sent, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(word)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

async function respond(
  incoming: IncomingMessage,
  reply: ServerResponse,
  answer: Answer | undefined,
  word: string,
) {
  if (!isAuthorised(word, incoming) || incoming.method !== 'POST' || !answer) {
    reply.writeHead(404).end();
    return;
  }
  try {
    await answer(reply);
  } catch (error) {
    // An incomplete reply is cut off, so that the command does not treat it as complete.
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(500).end(messageOf(error));
  }
}

/** Returns the port that the system assigned to a server. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Serves `answers` by their paths. Returns the function that stops serving. */
export async function answerLocally(folder: string, answers: Record<string, Answer>): Promise<() => void> {
  const word = randomBytes(32).toString('base64url');
  const server = createServer(
    (incoming, reply) => void respond(incoming, reply, answers[incoming.url ?? ''], word),
  );
  await new Promise<void>((ready) => server.listen(0, HOST, ready));
  server.unref();
  const port = portOf(server);
  const file = fileOf(folder);
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify({ port, word } satisfies Access), { mode: 0o600 });
  return () => {
    rmSync(file, { force: true });
    server.closeAllConnections();
    server.close();
  };
}

function readAccess(folder: string): Access | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Calls a path. Returns undefined if no server of this folder answers. An incomplete reply is an error. */
export async function askLocally(folder: string, path: string): Promise<IncomingMessage | undefined> {
  const access = readAccess(folder);
  if (!access) return undefined;
  return new Promise((answer, fail) => {
    const outgoing = request({
      host: HOST,
      port: access.port,
      method: 'POST',
      path,
      headers: { authorization: access.word },
    });
    outgoing.once('response', answer);
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? answer(undefined) : fail(error),
    );
    outgoing.end();
  });
}
