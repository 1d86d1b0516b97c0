/** A small S3-compatible store over HTTP that verifies every signature with its own code. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const BUCKET = 'officina-files';
export const REGION = 'eu-south-1';
export const KEY = 'AKIDEXAMPLE';
export const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

interface Stored {
  bytes: Buffer;
  at: Date;
}

export interface S3Peer {
  port: number;
  stored: Map<string, Stored>;
  /** Status codes for the next requests, one each. */
  failing: number[];
  requests: string[];
  close(): Promise<void>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

function failure(request: IncomingMessage, body: Buffer): string | undefined {
  const header = request.headers.authorization ?? '';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/.exec(
      header,
    );
  if (!match) return 'AccessDenied';
  const [, key, day, region, names, signature] = match as unknown as string[];
  const signedAt = String(request.headers['x-amz-date']);
  if (key !== KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  if (!signedAt.startsWith(day!) || Math.abs(Date.now() - parseTimestamp(signedAt)) > 300_000)
    return 'RequestTimeTooSkewed';
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const signedNames = names!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signedNames.includes(name)))
    return 'AccessDenied';
  const [path = '', query = ''] = request.url!.split('?');
  const canonical = [
    request.method,
    path,
    query.split('&').filter(Boolean).sort().join('&'),
    ...signedNames.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', signedAt, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  );
  const signing = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day!), region!), 's3'), 'aws4_request');
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

const parseTimestamp = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Two keys per page, so that lists have several pages. */
function list(stored: Map<string, Stored>, query: URLSearchParams): string {
  const keys = [...stored.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const entries = keys
    .slice(from, from + 2)
    .map((key) => {
      const escaped = key.replaceAll('&', '&amp;');
      return `<Contents><Key>${escaped}</Key><LastModified>${stored.get(key)!.at.toISOString()}</LastModified></Contents>`;
    })
    .join('');
  const more = from + 2 < keys.length;
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${entries}${
    more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  }</ListBucketResult>`;
}

/** Reads the bucket from the path or the host name. */
function keyIn(request: IncomingMessage, url: URL): { bucket: string; key: string } {
  const path = decodeURIComponent(url.pathname.slice(1));
  const [host = ''] = request.headers.host!.split(':');
  if (host.endsWith('.localhost')) return { bucket: host.replace('.localhost', ''), key: path };
  const [bucket = '', ...rest] = path.split('/');
  return { bucket, key: rest.join('/') };
}

function answer(
  peer: S3Peer,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): ServerResponse {
  const url = new URL(request.url!, 'http://peer');
  const say = (status: number, text: string | Buffer = '', headers = {}): ServerResponse =>
    response.writeHead(status, headers).end(text);
  const forced = peer.failing.shift();
  if (forced) return say(forced, '<Error><Code>SlowDown</Code></Error>');
  const refused = failure(request, body);
  if (refused) return say(403, `<Error><Code>${refused}</Code></Error>`);
  const { bucket, key } = keyIn(request, url);
  if (bucket !== BUCKET) return say(404, '<Error><Code>NoSuchBucket</Code></Error>');
  if (request.method === 'GET' && key === '') return say(200, list(peer.stored, url.searchParams));
  const there = peer.stored.get(key);
  if (request.method === 'PUT') {
    peer.stored.set(key, { bytes: body, at: new Date() });
    return say(200);
  }
  if (request.method === 'DELETE') {
    peer.stored.delete(key);
    return say(204);
  }
  if (!there) return say(404, '<Error><Code>NoSuchKey</Code></Error>');
  return say(200, request.method === 'HEAD' ? '' : there.bytes, { 'last-modified': there.at.toUTCString() });
}

export async function s3Peer(): Promise<S3Peer> {
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    peer.requests.push(`${request.method} ${request.url}`);
    answer(peer, request, Buffer.concat(parts), response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const peer: S3Peer = {
    port: (server.address() as AddressInfo).port,
    stored: new Map(),
    failing: [],
    requests: [],
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  return peer;
}
