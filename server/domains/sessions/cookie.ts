/**
 * Stores the refresh token in a cookie that scripts cannot read, for clients that request this. Other clients get
 * the token in the body.
 */
import type { Context, Reply } from '../../http/call.ts';
import { API } from '../../http/register.ts';
import type { Tokens } from '../../http/tokens.ts';
import { REFRESH_SECONDS, type TokenPair } from './logins.ts';

const HEADER = 'x-officina-session';
/** The path of the calls that begin, renew and end a session. */
const PATH = `${API}/utente`;

export const asksForCookie = ({ headers }: Pick<Context, 'headers'>): boolean => headers[HEADER] === 'cookie';

/** Returns the name of the cookie. Cookies ignore ports, so two plants on one machine need different names. */
const nameOf = async (tokens: Tokens): Promise<string> =>
  `officina_${(await tokens.seal('session cookie')).slice(0, 8)}`;

async function cookie(tokens: Tokens, { origin }: Context, value: string, seconds: number): Promise<string> {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${await nameOf(tokens)}=${value}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the reply of a sign-in, with `more` next to the tokens. */
export async function pairReply(
  tokens: Tokens,
  context: Context,
  pair: TokenPair,
  more: Record<string, unknown> = {},
): Promise<Reply> {
  if (!asksForCookie(context)) return { data: { ...pair, ...more } };
  const cookieText = await cookie(tokens, context, pair.refresh_token ?? '', REFRESH_SECONDS);
  return { data: { ...pair, refresh_token: null, ...more }, headers: { 'set-cookie': cookieText } };
}

export const forgetCookie = async (tokens: Tokens, context: Context): Promise<Reply['headers']> =>
  asksForCookie(context) ? { 'set-cookie': await cookie(tokens, context, '', 0) } : undefined;

/** Reads the cookie only if the request has the header for it, which other sites cannot set. */
export async function cookieToken(tokens: Tokens, context: Context): Promise<string | undefined> {
  if (!asksForCookie(context)) return undefined;
  const name = await nameOf(tokens);
  const pairs = (context.headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] || undefined;
}
