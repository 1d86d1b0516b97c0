/** Signed tokens. Each is good for one use only: an access token opens no link, a link opens no session. */

import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';

export type Purpose = 'access' | 'refresh' | 'link' | 'step' | 'sso' | 'identity';

const ISSUER = 'officina';
const ALGORITHM = 'HS256';
/** Among the plant's secrets, the key of what is locked. */
const LOCK = 'lucchetto';

export class BadToken extends Error {
  override name = 'BadToken';

  constructor(readonly expired: boolean) {
    super(expired ? 'the token has expired' : 'the token is not one of ours');
  }
}

/** What a token says: it has a mark of its own and an end. */
export type Claims = JWTPayload & { jti: string; exp: number };

const isWhole = (claims: JWTPayload): claims is Claims =>
  claims.jti !== undefined && claims.exp !== undefined;

export interface Tokens {
  /** `id` makes the token one of a kind; one is made up when none is given. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number, id?: string): Promise<string>;
  read(purpose: Purpose, token: string): Promise<Claims>;
  /** A mark that only this plant can make of this text; no token can be made of it, nor it of a token. */
  seal(text: string): Promise<string>;
  /** A text that only this plant can read again, and only for the same owner. */
  lock(text: string, owner: string): Promise<string>;
  /** Undefined when it was locked by another plant or for another owner. */
  unlock(locked: string, owner: string): Promise<string | undefined>;
}

/** The key lives in the database, so that all processes of a plant share it and a new plant has its own. */
async function signingKey(database: Database): Promise<webcrypto.CryptoKey> {
  const secret = randomBytes(32).toString('base64url');
  await database.query(
    'insert into chiave_firma (segreto) select $1::text where not exists (select 1 from chiave_firma) on conflict do nothing',
    [secret],
  );
  const { rows } = await database.query<{ segreto: string }>('select segreto from chiave_firma');
  const bytes = Buffer.from(onlyRow(rows).segreto, 'base64url');
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

/** Not the one that signs: what is locked goes with a backup, and sessions do not. */
async function lockingKey(database: Database): Promise<webcrypto.CryptoKey> {
  await database.query('insert into segreto (codice, valore) values ($1, $2) on conflict do nothing', [
    LOCK,
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await database.query<{ valore: string }>('select valore from segreto where codice = $1', [
    LOCK,
  ]);
  const bytes = Buffer.from(onlyRow(rows).valore, 'base64url');
  return webcrypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const IV_BYTES = 12;

function createLocks(key: webcrypto.CryptoKey): Pick<Tokens, 'lock' | 'unlock'> {
  const way = (iv: Uint8Array, owner: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: Buffer.from(owner),
  });
  return {
    async lock(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const bytes = await webcrypto.subtle.encrypt(way(iv, owner), key, Buffer.from(text));
      return Buffer.concat([iv, Buffer.from(bytes)]).toString('base64url');
    },
    async unlock(locked, owner) {
      const bytes = Buffer.from(locked, 'base64url');
      const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
      const plain = await webcrypto.subtle.decrypt(way(iv, owner), key, rest).catch(() => undefined);
      return plain && Buffer.from(plain).toString();
    },
  };
}

export async function createTokens(database: Database): Promise<Tokens> {
  const key = await signingKey(database);
  return {
    ...createLocks(await lockingKey(database)),
    seal: async (text) => {
      const mark = await webcrypto.subtle.sign('HMAC', key, new TextEncoder().encode(`seal:${text}`));
      return Buffer.from(mark).toString('base64url');
    },
    sign: (purpose, claims, seconds, id = randomUUID()) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(purpose)
        .setJti(id)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },
    read: async (purpose, token) => {
      try {
        const options = {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: purpose,
          requiredClaims: ['exp', 'jti'],
        };
        const { payload } = await jwtVerify(token, key, options);
        if (!isWhole(payload)) throw new BadToken(false);
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new BadToken(error instanceof errors.JWTExpired);
        throw error;
      }
    },
  };
}
