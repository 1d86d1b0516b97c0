/** AWS Signature Version 4, which an S3-compatible store requires on every request. */
import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  key: string;
  secret: string;
  region: string;
}

export interface Unsigned {
  method: string;
  url: URL;
  /** The headers, with names in lower case. */
  headers: Record<string, string>;
  /** SHA-256 of the body, in hex. */
  payload: string;
}

export const EMPTY_PAYLOAD = createHash('sha256').digest('hex');

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Encodes more characters than encodeURIComponent, as the signature requires. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const byName = ([one]: [string, string], [other]: [string, string]): number =>
  one < other ? -1 : one > other ? 1 : 0;

const queryText = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]): [string, string] => [encoded(name), encoded(value)])
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Formats as '20260329T080000Z'. */
const timestampOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** Returns the headers that sign the request. `host` is signed too, but fetch sends it. */
export function signed(
  { method, url, headers, payload }: Unsigned,
  { key, secret, region }: Credentials,
  now: Date,
): Record<string, string> {
  const timestamp = timestampOf(now);
  const all = { ...headers, host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': timestamp };
  const entries = Object.entries(all)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim()])
    .sort(byName);
  const names = entries.map(([name]) => name).join(';');
  const request = [
    method,
    url.pathname,
    queryText(url),
    ...entries.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payload,
  ].join('\n');
  const scope = [timestamp.slice(0, 8), region, SERVICE, 'aws4_request'];
  const text = [ALGORITHM, timestamp, scope.join('/'), createHash('sha256').update(request).digest('hex')];
  const signing = scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secret}`);
  const signature = hmac(signing, text.join('\n')).toString('hex');
  const { host: _, ...sent } = all;
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${key}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
