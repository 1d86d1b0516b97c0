/**
 * The envelope of a response: {result, description, data} and the counts of lists. A part of it is stored with an
 * idempotency key.
 */
import { DONE } from '../../schemas/results.ts';
import { isRow } from '../../schemas/values.ts';
import type { Call, Context, RawReply, Reply } from './call.ts';
import { say } from './problem.ts';

export interface Envelope {
  result: typeof DONE;
  description: string;
  data: unknown;
  tot?: number;
  max_rows?: number;
}

/** A response that is ready to send. */
export interface Finished {
  status: number;
  headers: Record<string, string>;
  envelope: Envelope;
}

export const isRaw = (reply: Reply | RawReply | Finished): reply is RawReply => 'raw' in reply;

export function finished(reply: Reply, { language }: Pick<Context, 'language'>): Finished {
  const { data, tot, max_rows, beside, headers = {}, status = 200 } = reply;
  const { description = say('ok', language) } = reply;
  return { status, headers, envelope: { result: DONE, description, data, tot, max_rows, ...beside } };
}

/** Returns the envelope without the members that are returned only once. */
export function storedEnvelope(
  { envelope }: Finished,
  { shownOnce = [] }: Pick<Call, 'shownOnce'>,
): { text: string; incomplete: number } {
  const { data } = envelope;
  const secret = isRow(data) ? shownOnce.filter((name) => data[name]) : [];
  const stored = isRow(data) ? { ...data, ...Object.fromEntries(secret.map((name) => [name, null])) } : data;
  return { text: JSON.stringify({ ...envelope, data: stored }), incomplete: secret.length > 0 ? 1 : 0 };
}
