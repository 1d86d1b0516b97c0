/**
 * Sends one POST to an address that a user has typed or a browser has returned. The name is resolved once, all its
 * addresses are checked, and the connection goes to one of them. Redirects are not followed, and only the beginning
 * of the reply is read.
 */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { cut } from './cut-text.ts';
import { addressesOf, type Found, isInside } from './networks.ts';
import { type Params, Problem, refused, type Sentence } from './problem.ts';

export interface Posted {
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface PostOptions {
  /** Whether addresses in the internal network are allowed. */
  inside: boolean;
  signal: AbortSignal;
  timeout?: number;
}

export interface ReplyStart {
  status: number;
  text: string;
}

/** The reason why the delivery failed, with the HTTP status if the endpoint replied. */
export class NotDelivered extends Problem {
  constructor(
    key: Sentence,
    params: Params,
    readonly answered?: ReplyStart,
  ) {
    super(422, key, { params });
  }
}

const TIMEOUT_MS = 10_000;
const REPLY_BYTES = 16 * 1024;
const STORED_LENGTH = 1000;

async function targetOf(url: URL, inside: boolean): Promise<Found> {
  const found = await addressesOf(url).catch(() => []);
  if (found.length === 0) throw new NotDelivered('webhook-no-host', { host: url.hostname });
  const internal = inside ? undefined : found.find(({ address }) => isInside(address));
  if (internal) throw new NotDelivered('webhook-inside', { host: url.hostname, address: internal.address });
  return found[0]!;
}

/** Returns the part of the reply that arrived in time. The status is known even if the rest fails. */
async function beginningOf(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of reply) {
      parts.push(part);
      size += part.length;
      if (size >= REPLY_BYTES) break;
    }
  } catch {
    // The reply was cut off, by the receiver or by the timeout.
  }
  reply.destroy();
  // PostgreSQL does not accept a null character in text.
  return cut(Buffer.concat(parts).toString('utf8').replaceAll('\0', ''), STORED_LENGTH);
}

function send(
  url: URL,
  { address, family }: Found,
  { headers, body }: Posted,
  signal: AbortSignal,
): Promise<ReplyStart> {
  const pinned: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinned,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (reply) => {
        request.off('error', reject).on('error', () => undefined);
        beginningOf(reply).then((text) => {
          const status = reply.statusCode!;
          const { location } = reply.headers;
          if (status >= 300 && status < 400 && location)
            reject(
              new NotDelivered('webhook-redirect', { status, to: cut(location, 200) }, { status, text }),
            );
          else resolve({ status, text });
        }, reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw refused('webhook-url');
  return url;
}

/** Resolves if the receiver accepted the post. Otherwise throws NotDelivered with a message. */
export async function postTo(address: string, posted: Posted, options: PostOptions): Promise<ReplyStart> {
  const { inside, signal, timeout = TIMEOUT_MS } = options;
  const url = urlOf(address);
  const timedOut = AbortSignal.timeout(timeout);
  const cancelled = AbortSignal.any([signal, timedOut]);
  const target = await targetOf(url, inside);
  const answered = await send(url, target, posted, cancelled).catch((error) => {
    if (error instanceof NotDelivered || signal.aborted) throw signal.aborted ? signal.reason : error;
    if (timedOut.aborted) throw new NotDelivered('webhook-slow', { seconds: timeout / 1000 });
    throw new NotDelivered('webhook-unreachable', { reason: String(error.code ?? error.message) });
  });
  if (answered.status >= 200 && answered.status < 300) return answered;
  throw new NotDelivered('webhook-status', { status: answered.status }, answered);
}
