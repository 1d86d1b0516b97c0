/** Signed tokens. Each is valid for only one purpose: an access token opens no link, a link opens no session. */

import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database, Queryable } from '../database/engine.ts';
import { onlyRow } from '../database/rows.ts';

export type Purpose = 'access' | 'refresh' | 'link' | 'step' | 'sso' | 'identity';

const ISSUER = 'officina';
const ALGORITHM = 'HS256';
/** The name of the encryption key among the plant's secrets. */
const LOCK = 'lucchetto';

export class BadToken extends Error {
  override name = 'BadToken';

  constructor(readonly expired: boolean) {
    super(expired ? 'the token has expired' : 'the token is not one of ours');
  }
}

/** The content of a token, with its id and expiry. */
export type Claims = JWTPayload & { jti: string; exp: number };

const hasIdAndExpiry = (claims: JWTPayload): claims is Claims =>
  claims.jti !== undefined && claims.exp !== undefined;

export interface Tokens {
  /** Signs a token with `id` as its unique id. If it is absent, an id is generated. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number, id?: string): Promise<string>;
  read(purpose: Purpose, token: string): Promise<Claims>;
  /**
   * Returns a signature that only this plant can make. A signature is never accepted as a token, nor a token as a
   * signature.
   */
  seal(text: string): Promise<string>;
  /** Encrypts a text so that only this plant can decrypt it, and only for the same owner. */
  lock(text: string, owner: string): Promise<string>;
  /** Decrypts a text. Returns undefined if another plant encrypted it, or if it is for another owner. */
  unlock(locked: string, owner: string): Promise<string | undefined>;
}

/**
 * Reads or creates the signing key. It is stored in the database, so that all processes share it and each plant has
 * its own.
 */
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

/**
 * Reads or creates the encryption key. It differs from the signing key: backups contain encrypted values, but no
 * sessions.
 */
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
  const algorithm = (iv: Uint8Array, owner: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: Buffer.from(owner),
  });
  return {
    async lock(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const bytes = await webcrypto.subtle.encrypt(algorithm(iv, owner), key, Buffer.from(text));
      return Buffer.concat([iv, Buffer.from(bytes)]).toString('base64url');
    },
    async unlock(locked, owner) {
      const bytes = Buffer.from(locked, 'base64url');
      const [iv, content] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
      const decrypted = await webcrypto.subtle
        .decrypt(algorithm(iv, owner), key, content)
        .catch(() => undefined);
      return decrypted && Buffer.from(decrypted).toString();
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
        if (!hasIdAndExpiry(payload)) throw new BadToken(false);
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new BadToken(error instanceof errors.JWTExpired);
        throw error;
      }
    },
  };
}

/** Marks a token as used. Returns false if it was already used. */
export async function spendToken(database: Queryable, jti: string): Promise<boolean> {
  const { count } = await database.query(
    'insert into link_usato (jti, usato) values ($1, now()) on conflict (jti) do nothing',
    [jti],
  );
  return count === 1;
}
