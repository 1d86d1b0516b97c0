/**
 * A push service inside the test, over TLS like those of browsers: it checks the signature of the sender (VAPID, RFC
 * 8292) and decrypts the message with the keys of the device (RFC 8291).
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const pem = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

export interface Receiver {
  origin: string;
  arrived: Arrived[];
  /** The status codes of the next replies. */
  status: number;
  close(): void;
}

export async function receive(): Promise<Receiver> {
  const receiver: Receiver = { origin: '', arrived: [], status: 201, close: () => server.close() };
  const server = createServer(
    { key: pem('receiver-key.pem'), cert: pem('receiver-certificate.pem') },
    (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        receiver.arrived.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(receiver.status).end();
      });
    },
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  receiver.origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return receiver;
}

/** The browser's side: its keys, and the messages that it decrypts. */
export class Device {
  private readonly pair = createECDH('prime256v1');
  private readonly secret = randomBytes(16);
  readonly endpoint: string;

  constructor(origin: string, name: string) {
    this.pair.generateKeys();
    this.endpoint = `${origin}/${name}`;
  }

  get subscription() {
    return {
      indirizzo: this.endpoint,
      chiave: this.pair.getPublicKey('base64url'),
      segreto: this.secret.toString('base64url'),
    };
  }

  /** Decrypts one record of `aes128gcm`. */
  read({ body }: Arrived): { title: string; body: string; path: string; tag: string } {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const content = body.subarray(21 + keyLength);
    const shared = this.pair.computeSecret(sender);
    const derive = (input: Buffer, saltOf: Buffer, info: Buffer, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', input, saltOf, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), sender]);
    const input = derive(shared, this.secret, info, 32);
    const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(content.subarray(-16));
    const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  }
}

/** Returns the claims of the sender, if they are signed with the plant's key. */
export function claimsOf({ headers }: Arrived, publicKey: string): { aud: string; sub: string; exp: number } {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  if (key !== publicKey) throw new Error(`Signed with another key: ${headers.authorization}`);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head, claims, signature = ''] = token.split('.');
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('The signature does not match');
  return JSON.parse(Buffer.from(claims ?? '', 'base64url').toString('utf8'));
}
