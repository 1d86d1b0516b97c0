/** Tests the provider as far as possible without a user. An error names the step that failed. */

import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ResponseBodyError,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { isObject } from '../../../../schemas/shape-parts.ts';
import { failureOf, ProviderFailure } from './failure.ts';
import type { Provider } from './provider.ts';
import { keyAddress } from './vouched.ts';

const TIMEOUT_MS = 10_000;

const request = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

async function testKeys(provider: Provider): Promise<void> {
  const address = keyAddress(provider);
  const reply = await request(address).catch((error) => {
    throw failureOf(error, provider, 'keys');
  });
  const body: unknown = await reply.json().catch(() => undefined);
  if (!reply.ok || !isObject(body) || !Array.isArray(body.keys))
    throw new ProviderFailure('sso-keys', { address, status: reply.status }, 'sso-failed', undefined);
}

/** Tests the client with an invalid code, which the provider rejects only after it has accepted the client. */
async function testClient(provider: Provider, address: string): Promise<void> {
  const callback = new URL(address);
  callback.searchParams.set('code', `prova-${randomState()}`);
  callback.searchParams.set('iss', provider.configuration.serverMetadata().issuer);
  try {
    await authorizationCodeGrant(provider.configuration, callback, {
      pkceCodeVerifier: randomPKCECodeVerifier(),
    });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return;
    throw failureOf(error, provider, 'token');
  }
}

/**
 * Tests the return address by requesting a sign-in without a user. If the address is registered, the provider
 * redirects back at once.
 */
async function testReturn(provider: Provider, address: string): Promise<void> {
  const url = buildAuthorizationUrl(provider.configuration, {
    redirect_uri: address,
    scope: 'openid',
    prompt: 'none',
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    state: randomState(),
  });
  const reply = await request(url.href).catch((error) => {
    throw failureOf(error, provider, 'token');
  });
  if (reply.status >= 400)
    throw new ProviderFailure('sso-return', { address, status: reply.status }, 'sso-failed', undefined);
}

export async function testSteps(provider: Provider, address: string): Promise<void> {
  await testKeys(provider);
  await testClient(provider, address);
  await testReturn(provider, address);
}
