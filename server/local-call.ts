/**
 * A way into the running server for commands on the same machine: the embedded database has one process, so that
 * process does what they ask. Who may read the data folder may ask; nobody else knows the word, nor reaches the address.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { messageOf } from '../schemas/failures.ts';

const HOST = '127.0.0.1';
const placeOf = (folder: string): string => join(folder, 'officina.local');

export type Answer = (reply: ServerResponse) => Promise<void>;

interface Way {
  port: number;
  word: string;
}

function knows(word: string, { headers }: IncomingMessage): boolean {
  const [said, wanted] = [Buffer.from(headers.authorization ?? ''), Buffer.from(word)];
  return said.length === wanted.length && timingSafeEqual(said, wanted);
}

async function answered(
  asked: IncomingMessage,
  reply: ServerResponse,
  answer: Answer | undefined,
  word: string,
) {
  if (!knows(word, asked) || asked.method !== 'POST' || !answer) {
    reply.writeHead(404).end();
    return;
  }
  try {
    await answer(reply);
  } catch (error) {
    // What was begun is cut, so that nobody takes it for whole.
    if (reply.headersSent) reply.destroy();
    else reply.writeHead(500).end(messageOf(error));
  }
}

/** The port that a server was given. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** `answers` by the path they are asked under. Returns what ends it. */
export async function answerLocally(folder: string, answers: Record<string, Answer>): Promise<() => void> {
  const word = randomBytes(32).toString('base64url');
  const server = createServer((asked, reply) => void answered(asked, reply, answers[asked.url ?? ''], word));
  await new Promise<void>((ready) => server.listen(0, HOST, ready));
  server.unref();
  const port = portOf(server);
  const place = placeOf(folder);
  rmSync(place, { force: true });
  writeFileSync(place, JSON.stringify({ port, word } satisfies Way), { mode: 0o600 });
  return () => {
    rmSync(place, { force: true });
    server.closeAllConnections();
    server.close();
  };
}

function wayInto(folder: string): Way | undefined {
  try {
    return JSON.parse(readFileSync(placeOf(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The reply, with its status; undefined when no server of this folder answers. A reply that is cut ends in an error. */
export async function askLocally(folder: string, path: string): Promise<IncomingMessage | undefined> {
  const way = wayInto(folder);
  if (!way) return undefined;
  return new Promise((answer, fail) => {
    const asked = request({
      host: HOST,
      port: way.port,
      method: 'POST',
      path,
      headers: { authorization: way.word },
    });
    asked.once('response', answer);
    asked.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? answer(undefined) : fail(error),
    );
    asked.end();
  });
}
