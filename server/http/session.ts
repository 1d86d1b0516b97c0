/** Authentication of a call: of a user by an access token, of a connector by a key. */

import { createHash } from 'node:crypto';
import type { Access, SettingOf } from '../../schemas/access.ts';
import { ACCESS_INVALID, REFRESH_INVALID, SESSION_REPLACED } from '../../schemas/results.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import type { Database } from '../database/engine.ts';
import { type Account, type Accounts, createAccounts } from '../plant/accounts.ts';
import type { User } from './call.ts';
import { createConnectors } from './connectors.ts';
import { unauthenticated } from './problem.ts';
import { createLimits, type Limits } from './rate-limit.ts';
import { BadToken, createTokens, type Tokens } from './tokens.ts';

export const KEY_PREFIX = 'ofk_';
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

export const bearer = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

export interface Sessions {
  tokens: Tokens;
  limits: Limits;
  accounts: Accounts;
  /** Returns the user of the `authorization` header, or undefined if the call needs none. */
  authenticate(header: string | undefined, access: Access): Promise<User | undefined>;
}

interface VerifiedToken {
  id: number;
  session: number;
  /** The time in milliseconds, as in Date.now(). */
  expires: number;
}

/** Caches verified tokens. A token never changes its content, so only its expiry must be checked. */
function createVerifier(tokens: Tokens): (token: string) => Promise<VerifiedToken> {
  const LIMIT = 2000;
  const verified = new Map<string, VerifiedToken>();

  return async (token) => {
    const cached = verified.get(token);
    if (cached && cached.expires > Date.now()) return cached;
    verified.delete(token);
    const claims = await tokens.read('access', token);
    const { user } = claims;
    const verifiedToken = {
      id: Number(isObject(user) ? user.idUtente : undefined),
      session: Number(claims.sessione),
      expires: claims.exp * 1000,
    };
    if (!Number.isInteger(verifiedToken.id) || !Number.isInteger(verifiedToken.session))
      throw new BadToken(false);
    const oldest = verified.size >= LIMIT ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(token, verifiedToken);
    return verifiedToken;
  };
}

/** Checks that a session is still valid: the user is active, and has not signed out or signed in elsewhere since. */
export function checkSession(account: Account | undefined, session: number): Account {
  if (!account?.active || account.system) throw unauthenticated(REFRESH_INVALID, 'refresh-token');
  if (account.session > session) throw unauthenticated(SESSION_REPLACED, 'session-replaced');
  if (account.session !== session || !account.signedIn) throw unauthenticated(ACCESS_INVALID, 'access-token');
  return account;
}

interface SessionParts {
  database: Database;
  setting: SettingOf;
}

export async function createSessions({ database, setting }: SessionParts): Promise<Sessions> {
  const tokens = await createTokens(database);
  const accounts = createAccounts(database);
  const verify = createVerifier(tokens);
  const connectors = createConnectors(database, setting);

  /**
   * Reads an account again if the token has a newer session than the cache, because another process signed the user
   * in.
   */
  const currentAccount = async ({ id, session }: VerifiedToken): Promise<Account | undefined> => {
    const account = await accounts.find(id);
    if (!account || account.session >= session) return account;
    accounts.reread(id);
    return accounts.find(id);
  };

  const person = async (token: string): Promise<User> => {
    const verifiedToken = await verify(token).catch((error) => {
      throw error instanceof BadToken ? unauthenticated(ACCESS_INVALID, 'access-token') : error;
    });
    return checkSession(await currentAccount(verifiedToken), verifiedToken.session).user;
  };

  const connector = async (key: string): Promise<User> => {
    const id = await connectors.userOf(keyHash(key));
    const account = id === undefined ? undefined : await accounts.find(id);
    if (!account?.system) throw unauthenticated(ACCESS_INVALID, 'access-token');
    return account.user;
  };

  return {
    tokens,
    limits: createLimits(database),
    accounts,
    async authenticate(header, access) {
      if (access === 'public' || access === 'link') return undefined;
      const token = bearer(header);
      if (!token) throw unauthenticated(ACCESS_INVALID, 'access-token');
      return token.startsWith(KEY_PREFIX) ? connector(token) : person(token);
    },
  };
}
