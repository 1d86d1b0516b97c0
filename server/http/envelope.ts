/** The envelope of an answer: {result, description, data}, what lists carry beside it, and what of it is kept. */
import { isRow } from '../../schemas/values.ts';
import type { Call, Context, RawReply, Reply } from './call.ts';
import { say } from './problem.ts';

export interface Envelope {
  result: 0;
  description: string;
  data: unknown;
  tot?: number;
  max_rows?: number;
}

/** Ready to be sent. */
export interface Finished {
  status: number;
  headers: Record<string, string>;
  envelope: Envelope;
}

export const isRaw = (reply: Reply | RawReply | Finished): reply is RawReply => 'raw' in reply;

export function finished(reply: Reply, { language }: Pick<Context, 'language'>): Finished {
  const { data, tot, max_rows, beside, headers = {}, status = 200 } = reply;
  const { description = say('ok', language) } = reply;
  return { status, headers, envelope: { result: 0, description, data, tot, max_rows, ...beside } };
}

/** Without what is shown once. */
export function keptEnvelope(
  { envelope }: Finished,
  { shownOnce = [] }: Pick<Call, 'shownOnce'>,
): { text: string; incomplete: number } {
  const { data } = envelope;
  const secret = isRow(data) ? shownOnce.filter((name) => data[name]) : [];
  const kept = isRow(data) ? { ...data, ...Object.fromEntries(secret.map((name) => [name, null])) } : data;
  return { text: JSON.stringify({ ...envelope, data: kept }), incomplete: secret.length > 0 ? 1 : 0 };
}
