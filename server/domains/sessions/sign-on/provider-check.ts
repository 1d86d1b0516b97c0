/** Tries the way to the provider as far as it goes without a person, and says at which step it ends. */

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

const ask = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

async function tryKeys(provider: Provider): Promise<void> {
  const address = keyAddress(provider);
  const reply = await ask(address).catch((error) => {
    throw failureOf(error, provider, 'keys');
  });
  const answer: unknown = await reply.json().catch(() => undefined);
  if (!reply.ok || !isObject(answer) || !Array.isArray(answer.keys))
    throw new ProviderFailure('sso-keys', { address, status: reply.status }, 'sso-failed', undefined);
}

/** With a code that nobody was given: who is refused for that has been recognised first. */
async function tryClient(provider: Provider, address: string): Promise<void> {
  const back = new URL(address);
  back.searchParams.set('code', `prova-${randomState()}`);
  back.searchParams.set('iss', provider.configuration.serverMetadata().issuer);
  try {
    await authorizationCodeGrant(provider.configuration, back, {
      pkceCodeVerifier: randomPKCECodeVerifier(),
    });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return;
    throw failureOf(error, provider, 'token');
  }
}

/** Who asks without a person is sent back at once, to an address that is known there. */
async function tryReturn(provider: Provider, address: string): Promise<void> {
  const url = buildAuthorizationUrl(provider.configuration, {
    redirect_uri: address,
    scope: 'openid',
    prompt: 'none',
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    state: randomState(),
  });
  const reply = await ask(url.href).catch((error) => {
    throw failureOf(error, provider, 'token');
  });
  if (reply.status >= 400)
    throw new ProviderFailure('sso-return', { address, status: reply.status }, 'sso-failed', undefined);
}

export async function tryOut(provider: Provider, address: string): Promise<void> {
  await tryKeys(provider);
  await tryClient(provider, address);
  await tryReturn(provider, address);
}
