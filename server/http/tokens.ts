/** Signed tokens. Each is good for one use only: an access token opens no link, a link opens no session. */
import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/engine.ts';

export type Purpose = 'access' | 'refresh' | 'link';

const ISSUER = 'officina';
const ALGORITHM = 'HS256';

export class BadToken extends Error {
  override name = 'BadToken';

  constructor(readonly expired: boolean) {
    super(expired ? 'the token has expired' : 'the token is not one of ours');
  }
}

export interface Tokens {
  /** `id` makes the token one of a kind; one is made up when none is given. */
  sign(purpose: Purpose, claims: JWTPayload, seconds: number, id?: string): Promise<string>;
  read(purpose: Purpose, token: string): Promise<JWTPayload>;
}

/** The key lives in the database, so that all processes of a plant share it and a new plant has its own. */
async function signingKey(database: Database): Promise<webcrypto.CryptoKey> {
  const secret = randomBytes(32).toString('base64url');
  await database.query(
    'insert into chiave_firma (segreto) select $1::text where not exists (select 1 from chiave_firma) on conflict do nothing',
    [secret],
  );
  const { rows } = await database.query<{ segreto: string }>('select segreto from chiave_firma');
  const bytes = Buffer.from(rows[0]!.segreto, 'base64url');
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

export async function createTokens(database: Database): Promise<Tokens> {
  const key = await signingKey(database);
  return {
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
        return (await jwtVerify(token, key, options)).payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new BadToken(error instanceof errors.JWTExpired);
        throw error;
      }
    },
  };
}
