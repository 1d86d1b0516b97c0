/**
 * One sign-in at the provider, from the button to the person's identity. What it was begun with (state, nonce, PKCE
 * verifier) travels in a cookie of the same browser, signed and short-lived; it is good for one way back.
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
import { BadToken, type Tokens } from '../../../http/tokens.ts';
import { failureOf } from './failure.ts';
import type { Provider } from './provider.ts';

const COOKIE = 'officina_sso';
/** As long as somebody may take to sign in there. */
const FLOW_S = 10 * 60;
/** From the identity to the session, in one breath of the page. */
const IDENTITY_S = 60;
/** Longer than any token that is good once. */
const REMEMBERED = "interval '4 days'";

/** Where the provider sends people back to: it has to be registered there, letter by letter. */
export function returnAddress({ setting, origin }: Context): string {
  const address = `${(setting('ClienteURL') || origin).replace(/\/+$/, '')}/auth`;
  // Without the setting it is what the request says of its host, which may be anything.
  if (!URL.canParse(address)) throw refused('sso-failed');
  return new URL(address).href;
}

/** Where the button leads: on the host people are sent back to, or the cookie would stay behind on another. */
export const startAddress = ({ setting }: Context): string =>
  `${(setting('ClienteURL') ?? '').replace(/\/+$/, '')}${API}/auth/avvio`;

/** False when it was used before. */
export async function takeOnce(database: Queryable, id: string): Promise<boolean> {
  await database.query(`delete from link_usato where usato < now() - ${REMEMBERED}`);
  const { count } = await database.query(
    'insert into link_usato (jti, usato) values ($1, now()) on conflict (jti) do nothing',
    [id],
  );
  return count === 1;
}

export interface Begun {
  location: string;
  cookie: string;
}

export async function begin(provider: Provider, tokens: Tokens, context: Context): Promise<Begun> {
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
  const kept = await tokens.sign('sso', { state, nonce, verifier, address }, FLOW_S);
  const secure = context.origin.startsWith('https:') ? '; Secure' : '';
  return {
    location: url.href,
    cookie: `${COOKIE}=${kept}; Path=${API}/auth; Max-Age=${FLOW_S}; HttpOnly; SameSite=Lax${secure}`,
  };
}

const cookieOf = ({ headers }: Context): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';

interface Flow {
  nonce: string;
  verifier: string;
  address: string;
}

/** What this browser began, if it is this that comes back: once, and within its time. */
export async function takeFlow(tokens: Tokens, context: Context, state: string): Promise<Flow> {
  const claims = await tokens.read('sso', cookieOf(context)).catch((error) => {
    throw error instanceof BadToken ? refused('sso-state') : error;
  });
  if (claims.state !== state || !(await takeOnce(context.database, claims.jti))) throw refused('sso-state');
  const { nonce, verifier, address } = claims;
  return { nonce: String(nonce), verifier: String(verifier), address: String(address) };
}

/** The identity behind a code; the library holds state, nonce, issuer, audience, signature and time against the flow. */
export async function identityBehind(
  provider: Provider,
  { nonce, verifier, address }: Flow,
  sent: { code: string; state: string; iss?: string },
): Promise<string> {
  const back = new URL(address);
  for (const [name, value] of Object.entries(sent)) if (value) back.searchParams.set(name, value);
  try {
    const answer = await authorizationCodeGrant(provider.configuration, back, {
      pkceCodeVerifier: verifier,
      expectedState: sent.state,
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
