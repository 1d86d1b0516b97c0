/** Requests to an S3-compatible store: signed, repeated when the store is busy, and told apart when they fail. */
import { setTimeout as pause } from 'node:timers/promises';
import { StorageFull, StorageUnavailable } from './errors.ts';
import { type Credentials, EMPTY_PAYLOAD, encoded, signed } from './s3-signature.ts';

export interface S3Settings extends Credentials {
  /** 'https://s3.eu-south-1.amazonaws.com' */
  endpoint: string;
  bucket: string;
  /** Begins each key, as 'officina/'; may be empty. */
  prefix: string;
  /** The bucket stands in the path, or before the host. */
  style: 'path' | 'host';
}

export interface Asked {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Undefined for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  payload?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: Buffer;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 60_000;
const worthAnother = (status: number): boolean => status >= 500 || status === 429;

function addressOf({ endpoint, bucket, style }: S3Settings, { key, query }: Asked): URL {
  const url = new URL(endpoint);
  const parts = key === undefined ? [] : key.split('/').map(encoded);
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`;
  else parts.unshift(encoded(bucket));
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${parts.join('/')}`;
  // As the signature writes it, so that what is signed is what is sent.
  url.search = Object.entries(query ?? {})
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
  return url;
}

/** '<Error><Code>AccessDenied</Code>…' */
const codeIn = (body: Buffer): string => /<Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';

export type S3 = (asked: Asked) => Promise<Answered>;

export function s3Client(settings: S3Settings): S3 {
  async function once(asked: Asked): Promise<Answered> {
    const url = addressOf(settings, asked);
    const { method, body, payload = EMPTY_PAYLOAD } = asked;
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

  /** What came last, when the store does not come to itself. */
  async function insist(asked: Asked): Promise<Answered> {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(asked).catch((error: Error) => error);
      if (!(answer instanceof Error) && !worthAnother(answer.status)) return answer;
      if (attempt < TRIES) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
      else if (answer instanceof Error)
        throw new StorageUnavailable('the store does not answer', { cause: answer });
      else return answer;
    }
  }

  return async (asked) => {
    const answer = await insist(asked);
    if (answer.status < 300 || answer.status === 404) return answer;
    const code = codeIn(answer.body);
    const told = `the store answers ${answer.status} ${code}`.trim();
    if (answer.status === 507 || /QuotaExceeded|XMinioStorageFull|EntityTooLarge/.test(code))
      throw new StorageFull(told);
    throw new StorageUnavailable(told);
  };
}
