/**
 * Reads the identity in a token sent to /sso. The provider has signed it for a user who started at a portal, not
 * here.
 */
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Queryable } from '../../../database/engine.ts';
import { refused } from '../../../http/problem.ts';
import { failureOf, ProviderFailure } from './failure.ts';
import { takeOnce } from './flow.ts';
import type { Provider } from './provider.ts';

/** The maximum age of a token. It is part of an address, which may be logged. */
const MAX_AGE = '5m';
const TOLERANCE_S = 30;
const TIMEOUT_MS = 10_000;
/** The algorithms that only the provider can sign with: none with a shared secret, and not 'none'. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, Keys>();

function keysOf(address: string): Keys {
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_MS });
  if (keySets.size > 10) keySets.clear();
  keySets.set(address, keys);
  return keys;
}

/** Accepts keys over plain http only if the issuer uses plain http too. */
export function keyAddress({ configuration }: Provider): string {
  const { issuer, jwks_uri = '' } = configuration.serverMetadata();
  const isSafe = URL.canParse(jwks_uri) && (jwks_uri.startsWith('https:') || issuer.startsWith('http:'));
  if (!isSafe) throw new ProviderFailure('sso-no-keys', { issuer }, 'sso-failed', undefined);
  return jwks_uri;
}

/** Returns whether the token is for us. A token with a nonce belongs to a sign-in that started elsewhere. */
const isForUs = ({ nonce, azp }: JWTPayload, clientId: string): boolean =>
  nonce === undefined && (azp === undefined || azp === clientId);

export async function identityIn(database: Queryable, provider: Provider, token: string): Promise<string> {
  const { issuer } = provider.configuration.serverMetadata();
  const claims = await jwtVerify(token, keysOf(keyAddress(provider)), {
    issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    maxTokenAge: MAX_AGE,
    clockTolerance: TOLERANCE_S,
    requiredClaims: ['sub', 'exp'],
  }).then(
    ({ payload }) => payload,
    (error) => {
      const isConnectionError = !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout;
      if (isConnectionError) throw failureOf(error, provider, 'keys');
      throw new ProviderFailure('sso-answer', { reason: error.message }, 'sso-failed', error);
    },
  );
  // The hash is of the signed part, because the signature itself can be encoded in several ways.
  const signedPart = token.slice(0, token.lastIndexOf('.'));
  const fingerprint = createHash('sha256').update(signedPart).digest('base64url');
  if (!claims.sub || !isForUs(claims, provider.clientId) || !(await takeOnce(database, fingerprint)))
    throw refused('sso-failed');
  return claims.sub;
}
