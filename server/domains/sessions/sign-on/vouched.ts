/** Whom a token names that came to /sso: one the provider has signed for somebody who started there, not here. */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Queryable } from '../../../database/engine.ts';
import { refused } from '../../../http/problem.ts';
import { failureOf, ProviderFailure } from './failure.ts';
import { takeOnce } from './flow.ts';
import type { Provider } from './provider.ts';

/** Older ones have lain about in an address. */
const NEWEST = '5m';
const TOLERANCE_S = 30;
const TIMEOUT_MS = 10_000;
/** Only the provider can make these: no shared secret, and not 'none'. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, Keys>();

function keysOf(address: string): Keys {
  const known = keySets.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_MS });
  if (keySets.size > 10) keySets.clear();
  keySets.set(address, known);
  return known;
}

/** Keys that come in the clear vouch for nobody, unless all else comes so too. */
export function keyAddress({ configuration }: Provider): string {
  const { issuer, jwks_uri = '' } = configuration.serverMetadata();
  const fits = URL.canParse(jwks_uri) && (jwks_uri.startsWith('https:') || issuer.startsWith('http:'));
  if (!fits) throw new ProviderFailure('sso-no-keys', { issuer }, 'sso-failed', undefined);
  return jwks_uri;
}

/** A token with a nonce belongs to a sign-in that was begun elsewhere; one for another party is not for us. */
const isForUs = ({ nonce, azp }: JWTPayload, clientId: string): boolean =>
  nonce === undefined && (azp === undefined || azp === clientId);

export async function vouchedIdentity(
  database: Queryable,
  provider: Provider,
  token: string,
): Promise<string> {
  const { issuer } = provider.configuration.serverMetadata();
  const claims = await jwtVerify(token, keysOf(keyAddress(provider)), {
    issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    maxTokenAge: NEWEST,
    clockTolerance: TOLERANCE_S,
    requiredClaims: ['sub', 'exp'],
  }).then(
    ({ payload }) => payload,
    (error) => {
      const line = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
      if (line) throw failureOf(error, provider, 'keys');
      throw new ProviderFailure('sso-answer', { reason: error.message }, 'sso-failed', error);
    },
  );
  // What is signed, letter by letter: the signature itself can be written in several ways.
  const signed = token.slice(0, token.lastIndexOf('.'));
  const mark = createHash('sha256').update(signed).digest('base64url');
  if (!claims.sub || !isForUs(claims, provider.clientId) || !(await takeOnce(database, mark)))
    throw refused('sso-failed');
  return claims.sub;
}
