/** Tells who makes a call: a person by his access token, a connector by its key. */

import { createHash } from 'node:crypto';
import type { Access, SettingOf } from '../../schemas/access.ts';
import { isObject } from '../../schemas/shape-parts.ts';
import type { Database } from '../database/engine.ts';
import { type Account, type Accounts, createAccounts } from './accounts.ts';
import type { User } from './call.ts';
import { createConnectors } from './connectors.ts';
import { unauthenticated } from './problem.ts';
import { BadToken, createTokens, type Tokens } from './tokens.ts';

export const KEY_PREFIX = 'ofk_';
export const keyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

export const bearer = (header: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];

export interface Sessions {
  tokens: Tokens;
  accounts: Accounts;
  /** The user of the `authorization` header; undefined only where the call asks for none. */
  authenticate(header: string | undefined, access: Access): Promise<User | undefined>;
}

interface Seen {
  id: number;
  session: number;
  /** Milliseconds, as Date.now(). */
  expires: number;
}

/** Signatures already verified; a token never changes its meaning, so only its end has to be watched. */
function createVerifier(tokens: Tokens): (token: string) => Promise<Seen> {
  const LIMIT = 2000;
  const verified = new Map<string, Seen>();

  return async (token) => {
    const known = verified.get(token);
    if (known && known.expires > Date.now()) return known;
    verified.delete(token);
    const claims = await tokens.read('access', token);
    const { user } = claims;
    const seen = {
      id: Number(isObject(user) ? user.idUtente : undefined),
      session: Number(claims.sessione),
      expires: claims.exp * 1000,
    };
    if (!Number.isInteger(seen.id) || !Number.isInteger(seen.session)) throw new BadToken(false);
    const oldest = verified.size >= LIMIT ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(token, seen);
    return seen;
  };
}

/** -101 nobody any more, -102 signed in elsewhere since, -100 signed out. */
export function checkSession(account: Account | undefined, session: number): Account {
  if (!account?.active || account.system) throw unauthenticated(-101, 'refresh-token');
  if (account.session > session) throw unauthenticated(-102, 'session-replaced');
  if (account.session !== session || !account.signedIn) throw unauthenticated(-100, 'access-token');
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

  /** A newer session than the one kept: another process of this plant has signed the user in. */
  const atLeast = async ({ id, session }: Seen): Promise<Account | undefined> => {
    const account = await accounts.find(id);
    if (!account || account.session >= session) return account;
    accounts.forget(id);
    return accounts.find(id);
  };

  const person = async (token: string): Promise<User> => {
    const seen = await verify(token).catch((error) => {
      throw error instanceof BadToken ? unauthenticated(-100, 'access-token') : error;
    });
    return checkSession(await atLeast(seen), seen.session).user;
  };

  const connector = async (key: string): Promise<User> => {
    const id = await connectors.userOf(keyHash(key));
    const account = id === undefined ? undefined : await accounts.find(id);
    if (!account?.system) throw unauthenticated(-100, 'access-token');
    return account.user;
  };

  return {
    tokens,
    accounts,
    async authenticate(header, access) {
      if (access === 'public' || access === 'link') return undefined;
      const token = bearer(header);
      if (!token) throw unauthenticated(-100, 'access-token');
      return token.startsWith(KEY_PREFIX) ? connector(token) : person(token);
    },
  };
}
