/**
 * Requests to an S3-compatible store. They are signed, and repeated while the store is busy. Failures become errors
 * of the store.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../schemas/durations.ts';
import { StorageFull, StorageUnavailable } from './file-errors.ts';
import { type Credentials, EMPTY_PAYLOAD, encoded, signed } from './s3-signature.ts';

export interface S3Settings extends Credentials {
  /** For example 'https://s3.eu-south-1.amazonaws.com'. */
  endpoint: string;
  bucket: string;
  /** The beginning of each key, for example 'officina/'; may be empty. */
  prefix: string;
  /** Whether the bucket is in the path or in the host name. */
  style: 'path' | 'host';
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** The key of the object; undefined for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  payload?: string;
}

export interface S3Reply {
  status: number;
  headers: Headers;
  body: Buffer;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = MINUTE_MS;
const mayRetry = (status: number): boolean => status >= 500 || status === 429;

function addressOf({ endpoint, bucket, style }: S3Settings, { key, query }: S3Request): URL {
  const url = new URL(endpoint);
  const parts = key === undefined ? [] : key.split('/').map(encoded);
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`;
  else parts.unshift(encoded(bucket));
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${parts.join('/')}`;
  // The query is encoded as in the signature, so that the signed query is the one that is sent.
  url.search = Object.entries(query ?? {})
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return url;
}

/** Finds the code in '<Error><Code>AccessDenied</Code>…'. */
const codeIn = (body: Buffer): string => /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';

export type S3 = (request: S3Request) => Promise<S3Reply>;

export function s3Client(settings: S3Settings): S3 {
  async function send(request: S3Request): Promise<S3Reply> {
    const url = addressOf(settings, request);
    const { method, body, payload = EMPTY_PAYLOAD } = request;
    const headers = signed({ method, url, headers: {}, payload }, settings, new Date());
    const reply = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: reply.status,
      headers: reply.headers,
      body: Buffer.from(await reply.arrayBuffer()),
    };
  }

  /** Repeats a request while the store fails. Returns the last reply. */
  async function sendWithRetries(request: S3Request): Promise<S3Reply> {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(request).catch((error: Error) => error);
      if (!(answer instanceof Error) && !mayRetry(answer.status)) return answer;
      if (attempt < TRIES) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      else if (answer instanceof Error)
        throw new StorageUnavailable('the store does not answer', { cause: answer });
      else return answer;
    }
  }

  return async (request) => {
    const answer = await sendWithRetries(request);
    if (answer.status < 300 || answer.status === 404) return answer;
    const code = codeIn(answer.body);
    const message = `the store answers ${answer.status} ${code}`.trim();
    if (answer.status === 507 || /QuotaExceeded|XMinioStorageFull|EntityTooLarge/.test(code))
      throw new StorageFull(message);
    throw new StorageUnavailable(message);
  };
}
