/**
 * Calls that come with an idempotency key: their effect comes about once, however often they are sent. Effect and answer
 * are one transaction; a question, a refusal or a failure keeps nothing and leaves the key free.
 * See docs/decisions/049-once.md.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../database/engine.ts';
import { codeOf } from '../database/errors.ts';
import { joined } from '../database/joined.ts';
import { type Draft, dropDraft, ofDraft } from '../files/draft.ts';
import type { FileStore } from '../files/file-store.ts';
import { type Call, type Context, type RawReply, type Reply, type SentFile, takesKey } from './call.ts';
import { type Finished, finished, isRaw, keptEnvelope } from './envelope.ts';
import { findAnswer, type KeptAnswer, keepAnswer, keptAnswer, type Mark, TAKEN } from './kept-answers.ts';
import { conflict, malformed, Problem, refused, say } from './problem.ts';

export const KEY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotency-replayed';

/** As the draft of the IETF writes it, in quotation marks, or bare. */
const UUID = /^("?)([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\1$/i;

/** Another was faster, on another server: his answer is the answer. */
class Overtaken extends Error {}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Undefined where the call takes no key, or none was sent. */
function keyOf(request: FastifyRequest, call: Call): string | undefined {
  const sent = request.headers[KEY_HEADER];
  if (sent === undefined || !takesKey(call)) return undefined;
  const key = UUID.exec(String(sent).trim())?.[2];
  if (!key) throw malformed('key-not-uuid');
  return key.toLowerCase();
}

/** Of the same path and query, in whatever order they were written. */
function scopeOf(request: FastifyRequest, { query }: Context): string {
  const [path = ''] = request.url.split('?');
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return digest(JSON.stringify([request.method, path.replace(/\/$/, ''), sorted]));
}

interface Received {
  name: string;
  draft: Draft;
}

async function* contentOf({ path }: Draft): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw ofDraft(error);
  }
}

async function* reopened(received: Received[]): AsyncGenerator<SentFile> {
  for (const { name, draft } of received) yield { name, content: contentOf(draft) };
}

interface Keyed {
  call: Call;
  context: Context;
  mark: Mark;
  fingerprint: string;
  /** As they were received. */
  files: Context['files'];
}

export interface Calls {
  /** The answer to a call, given once to each key. */
  answer(request: FastifyRequest, call: Call, context: Context): Promise<Finished | RawReply>;
}

export function keyedCalls(database: Database, files: Pick<FileStore, 'receive'>): Calls {
  const running = new Set<string>();

  const underWay = () => conflict('key-running', { reason: 'running', headers: { 'retry-after': '1' } });

  async function again({ call, context, fingerprint }: Keyed, kept: KeptAnswer, queryable: Database) {
    if (kept.fingerprint !== fingerprint) throw refused('key-other-body');
    const envelope = JSON.parse(kept.text);
    const data = call.again
      ? await call.again(envelope.data, { ...context, database: queryable })
      : envelope.data;
    const description = kept.incomplete ? say('shown-before', context.language) : envelope.description;
    return {
      status: kept.status,
      envelope: { ...envelope, description, data },
      headers: { [REPLAYED_HEADER]: 'true' },
    };
  }

  async function keep(
    { call, mark, fingerprint }: Keyed,
    queryable: Queryable,
    reply: Finished,
  ): Promise<void> {
    await keepAnswer(queryable, mark, { fingerprint, status: reply.status, ...keptEnvelope(reply, call) });
  }

  async function within(keyed: Keyed): Promise<Finished | RawReply> {
    const { call, context, mark } = keyed;
    return database.transaction(async (transaction) => {
      const inside = joined(transaction, database);
      const { kept, free } = await findAnswer(inside, mark);
      if (kept) return again(keyed, kept, inside);
      if (!free) throw underWay();
      const reply = await call.handle({ ...context, files: keyed.files, database: inside });
      if (isRaw(reply)) return reply;
      const made = finished(reply, context);
      await keep(keyed, inside, made).catch((error) => {
        throw codeOf(error) === TAKEN ? new Overtaken() : error;
      });
      return made;
    });
  }

  async function beside(keyed: Keyed): Promise<Finished | RawReply> {
    const { call, context, mark } = keyed;
    const kept = await keptAnswer(database, mark);
    if (kept) return again(keyed, kept, database);
    const reply = await call.handle({ ...context, files: keyed.files });
    if (isRaw(reply)) return reply;
    const made = finished(reply, context);
    await keep(keyed, database, made).catch((error) => {
      if (codeOf(error) !== TAKEN) throw error;
    });
    return made;
  }

  /** One at a time in this process. */
  async function alone<T>({ user, key, scope }: Mark, work: () => Promise<T>): Promise<T> {
    const name = `${user} ${key} ${scope}`;
    if (running.has(name)) throw underWay();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  }

  /** The files arrive before anything is begun: no transaction waits for a slow line. */
  async function received(context: Context): Promise<Received[]> {
    const all: Received[] = [];
    try {
      for await (const { name, content } of context.files)
        all.push({ name, draft: await files.receive(content) });
      return all;
    } catch (error) {
      await dropped(all);
      throw error;
    }
  }

  const dropped = (all: Received[]) => Promise.all(all.map(({ draft }) => dropDraft(draft)));

  async function once(mark: Mark, call: Call, context: Context): Promise<Finished | RawReply> {
    const all = await received(context);
    const contents = all.map(({ name, draft }) => [name, draft.hash]);
    const fingerprint = digest(JSON.stringify([JSON.stringify(context.body), contents]));
    const keyed = { call, context, mark, fingerprint, files: reopened(all) };
    const run = () => (call.once === 'beside' ? beside(keyed) : within(keyed));
    /** Refused because of what the same call has just done on another server: its answer is this one's too. */
    const overtaken = async (error: unknown): Promise<Finished> => {
      const isOne = error instanceof Overtaken || error instanceof Problem;
      const kept = isOne ? await keptAnswer(database, mark) : undefined;
      if (!kept) throw error;
      return again(keyed, kept, database);
    };
    try {
      return await alone(mark, () => run().catch(overtaken));
    } finally {
      await dropped(all);
    }
  }

  return {
    async answer(request, call, context) {
      const { user } = context;
      const key = user && keyOf(request, call);
      const made = key
        ? await once({ user: user.id, key, scope: scopeOf(request, context) }, call, context)
        : await plain(call, context);
      if (isRaw(made) || !call.finish) return made;
      const { headers, status } = made;
      return { ...finished(await call.finish(made.envelope, context), context), headers, status };
    },
  };
}

async function plain(call: Call, context: Context): Promise<Finished | RawReply> {
  const reply: Reply | RawReply = await call.handle(context);
  return isRaw(reply) ? reply : finished(reply, context);
}
