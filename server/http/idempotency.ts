/**
 * Calls with an idempotency key. They take effect once, however often they are sent. Effect and response are one
 * transaction. Refusals, failures and questions store nothing, and do not use up the key. See
 * docs/decisions/049-once.md.
 */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../database/engine.ts';
import { joined } from '../database/joined.ts';
import { codeOf } from '../database/startup-error.ts';
import { type Draft, dropDraft, ofDraft } from '../files/draft.ts';
import type { FileStore } from '../files/file-store.ts';
import { type Call, type Context, type RawReply, type Reply, type SentFile, takesKey } from './call.ts';
import { type Finished, finished, isRaw, storedEnvelope } from './envelope.ts';
import {
  findAnswer,
  type Mark,
  type StoredAnswer,
  storeAnswer,
  storedAnswer,
  TAKEN,
} from './idempotency-table.ts';
import { lateActOf, takeLate } from './late.ts';
import { pathOf } from './path-of.ts';
import { conflict, malformed, Problem, say } from './problem.ts';

export const KEY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotency-replayed';

/** The format of a key: in quotation marks, as in the IETF draft, or without them. */
const UUID = /^("?)([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\1$/i;

/** Is thrown if another server was faster. Its response is then returned. */
class Overtaken extends Error {}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns the key, or undefined if the call accepts none or none was sent. */
function keyOf(request: FastifyRequest, call: Call): string | undefined {
  const sent = request.headers[KEY_HEADER];
  if (sent === undefined || !takesKey(call)) return undefined;
  const key = UUID.exec(String(sent).trim())?.[2];
  if (!key) throw malformed('key-not-uuid');
  return key.toLowerCase();
}

/** Returns the same hash for equal paths and queries, in any order of parameters. */
function scopeOf(request: FastifyRequest, { query }: Context): string {
  const path = pathOf(request.url);
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
  /** The files that were received. */
  files: Context['files'];
}

export interface Calls {
  /** Answers a call, once per key. */
  answer(request: FastifyRequest, call: Call, context: Context): Promise<Finished | RawReply>;
}

const runningError = () => conflict('key-running', { reason: 'running', headers: { 'retry-after': '1' } });

async function replay({ call, context, fingerprint }: Keyed, stored: StoredAnswer, queryable: Database) {
  if (stored.fingerprint !== fingerprint) throw new Problem(422, 'key-other-body', { reason: 'used' });
  const envelope = JSON.parse(stored.text);
  const data = call.replay
    ? await call.replay(envelope.data, { ...context, database: queryable })
    : envelope.data;
  const description = stored.incomplete ? say('shown-before', context.language) : envelope.description;
  return {
    status: stored.status,
    envelope: { ...envelope, description, data },
    headers: { [REPLAYED_HEADER]: 'true' },
  };
}

async function store(
  { call, mark, fingerprint }: Keyed,
  queryable: Queryable,
  reply: Finished,
): Promise<void> {
  await storeAnswer(queryable, mark, { fingerprint, status: reply.status, ...storedEnvelope(reply, call) });
}

async function runInTransaction(keyed: Keyed, database: Database): Promise<Finished | RawReply> {
  const { call, context, mark } = keyed;
  return database.transaction(async (transaction) => {
    const joinedDatabase = joined(transaction, database);
    const { stored, free } = await findAnswer(joinedDatabase, mark);
    if (stored) return replay(keyed, stored, joinedDatabase);
    if (!free) throw runningError();
    await takeLate(joinedDatabase, context.late);
    const reply = await call.handle({ ...context, files: keyed.files, database: joinedDatabase });
    if (isRaw(reply)) return reply;
    const result = finished(reply, context);
    await store(keyed, joinedDatabase, result).catch((error) => {
      throw codeOf(error) === TAKEN ? new Overtaken() : error;
    });
    return result;
  });
}

async function runOutsideTransaction(keyed: Keyed, database: Database): Promise<Finished | RawReply> {
  const { call, context, mark } = keyed;
  const stored = await storedAnswer(database, mark);
  if (stored) return replay(keyed, stored, database);
  const reply = await call.handle({ ...context, files: keyed.files });
  if (isRaw(reply)) return reply;
  const result = finished(reply, context);
  await store(keyed, database, result).catch((error) => {
    if (codeOf(error) !== TAKEN) throw error;
  });
  return result;
}

const dropAll = (all: Received[]) => Promise.all(all.map(({ draft }) => dropDraft(draft)));

/** Receives the files before the transaction begins, so that the transaction never waits for a slow connection. */
async function receive(context: Context, files: Pick<FileStore, 'receive'>): Promise<Received[]> {
  const all: Received[] = [];
  try {
    for await (const { name, content } of context.files)
      all.push({ name, draft: await files.receive(content) });
    return all;
  } catch (error) {
    await dropAll(all);
    throw error;
  }
}

export function keyedCalls(database: Database, files: Pick<FileStore, 'receive'>): Calls {
  const running = new Set<string>();

  /** Runs one call of a kind at a time in this process. */
  async function exclusively<T>({ user, key, scope }: Mark, work: () => Promise<T>): Promise<T> {
    const name = `${user} ${key} ${scope}`;
    if (running.has(name)) throw runningError();
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  }

  async function once(mark: Mark, call: Call, context: Context): Promise<Finished | RawReply> {
    const all = await receive(context, files);
    const contents = all.map(({ name, draft }) => [name, draft.hash]);
    const fingerprint = digest(JSON.stringify([JSON.stringify(context.body), contents]));
    const keyed = { call, context, mark, fingerprint, files: reopened(all) };
    const run = () =>
      call.once === 'beside' ? runOutsideTransaction(keyed, database) : runInTransaction(keyed, database);
    /** Handles a refusal that the same call on another server caused. Returns the response of that server. */
    const overtaken = async (error: unknown): Promise<Finished> => {
      const isCandidate = error instanceof Overtaken || error instanceof Problem;
      const stored = isCandidate ? await storedAnswer(database, mark) : undefined;
      if (!stored) throw error;
      return replay(keyed, stored, database);
    };
    try {
      return await exclusively(mark, () => run().catch(overtaken));
    } finally {
      await dropAll(all);
    }
  }

  return {
    async answer(request, call, context) {
      const { user } = context;
      const key = user && keyOf(request, call);
      const late = key ? lateActOf(request.headers, context.setting) : undefined;
      const result = key
        ? await once({ user: user.id, key, scope: scopeOf(request, context) }, call, { ...context, late })
        : await withoutKey(call, context);
      if (isRaw(result) || !call.finish) return result;
      const { headers, status } = result;
      return { ...finished(await call.finish(result.envelope, context), context), headers, status };
    },
  };
}

async function withoutKey(call: Call, context: Context): Promise<Finished | RawReply> {
  const reply: Reply | RawReply = await call.handle(context);
  return isRaw(reply) ? reply : finished(reply, context);
}
