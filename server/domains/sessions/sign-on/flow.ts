/**
 * One sign-in at the provider, from the button to the identity. State, nonce and PKCE verifier are in a signed,
 * short-lived cookie that is valid for one return.
 */
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Queryable } from '../../../database/engine.ts';
import type { Context } from '../../../http/call.ts';
import { refused } from '../../../http/problem.ts';
import { API } from '../../../http/register.ts';
import { BadToken, spendToken, type Tokens } from '../../../http/tokens.ts';
import { failureOf } from './failure.ts';
import type { Provider } from './provider.ts';

const COOKIE = 'officina_sso';
/** The time in seconds that a user may take to sign in at the provider. */
const FLOW_S = 10 * 60;
/** The time in seconds between identity and session: one request of the page. */
const IDENTITY_S = 60;
/** The time for which used tokens are stored, longer than any one-time token is valid. */
const USED_TOKEN_LIFETIME = "interval '4 days'";

/** Returns the address to which the provider redirects. The same address must be registered there. */
export function returnAddress({ setting, origin }: Context): string {
  const address = `${(setting('ClienteURL') || origin).replace(/\/+$/, '')}/auth`;
  // Without the setting it depends on the request's Host header, which can be anything.
  if (!URL.canParse(address)) throw refused('sso-failed');
  return new URL(address).href;
}

/**
 * Returns the address of the button, on the host of the return address, because the cookie must belong to that
 * host.
 */
export const startAddress = ({ setting }: Context): string =>
  `${(setting('ClienteURL') ?? '').replace(/\/+$/, '')}${API}/auth/avvio`;

/** Marks a token as used and deletes old ones. Returns false if it was already used. */
export async function takeOnce(database: Queryable, id: string): Promise<boolean> {
  await database.query(`delete from link_usato where usato < now() - ${USED_TOKEN_LIFETIME}`);
  return spendToken(database, id);
}

export interface StartedFlow {
  location: string;
  cookie: string;
}

export async function startFlow(provider: Provider, tokens: Tokens, context: Context): Promise<StartedFlow> {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const address = returnAddress(context);
  const url = buildAuthorizationUrl(provider.configuration, {
    redirect_uri: address,
    scope: 'openid',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const flowToken = await tokens.sign('sso', { state, nonce, verifier, address }, FLOW_S);
  const secure = context.origin.startsWith('https:') ? '; Secure' : '';
  return {
    location: url.href,
    cookie: `${COOKIE}=${flowToken}; Path=${API}/auth; Max-Age=${FLOW_S}; HttpOnly; SameSite=Lax${secure}`,
  };
}

const cookieOf = ({ headers }: Context): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';

interface Flow {
  nonce: string;
  verifier: string;
  address: string;
}

/** Reads the flow that this browser started. Each flow can be read once, and within its time limit. */
export async function takeFlow(tokens: Tokens, context: Context, state: string): Promise<Flow> {
  const claims = await tokens.read('sso', cookieOf(context)).catch((error) => {
    throw error instanceof BadToken ? refused('sso-state') : error;
  });
  if (claims.state !== state || !(await takeOnce(context.database, claims.jti))) throw refused('sso-state');
  const { nonce, verifier, address } = claims;
  return { nonce: String(nonce), verifier: String(verifier), address: String(address) };
}

/** Exchanges the code for an identity. The library checks state, nonce, issuer, audience, signature and time. */
export async function identityBehind(
  provider: Provider,
  { nonce, verifier, address }: Flow,
  parameters: { code: string; state: string; iss?: string },
): Promise<string> {
  const callback = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value) callback.searchParams.set(name, value);
  try {
    const answer = await authorizationCodeGrant(provider.configuration, callback, {
      pkceCodeVerifier: verifier,
      expectedState: parameters.state,
      expectedNonce: nonce,
    });
    const claims = answer.claims();
    if (!claims) throw new Error('the answer has no identity token');
    return claims.sub;
  } catch (error) {
    throw failureOf(error, provider, 'token');
  }
}

export const signIdentity = (tokens: Tokens, sub: string): Promise<string> =>
  tokens.sign('identity', { sub }, IDENTITY_S);
