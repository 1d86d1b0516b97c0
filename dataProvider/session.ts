/**
 * Who is logged in: an access token in the browser's storage, renewed in time, by one request at a time. The refresh
 * token is in a cookie that no script reads; `envelope.ts` asks for it so.
 */
import type { Family } from '../schemas/access.ts';
import type { Text } from '../schemas/language.ts';
import { CallError, send } from './envelope.ts';

export interface SessionUser {
  nome: string;
  ruolo: string;
  traduzioni_ruolo?: Partial<Text> | null;
  idUtente: number;
  codice_famiglia_ruolo: Family;
}

export interface TokenPair {
  access_token: string;
  /** Null, as the cookie has it. */
  refresh_token: string | null;
}

/** Why a session ended without the person asking for it. */
export type Ending = 'invalid' | 'replaced';

interface Claims {
  user?: SessionUser;
  iat?: number;
  exp?: number;
}

const ACCESS = 'access_token';
/** Where earlier versions kept it: it is exchanged for a cookie once. */
const OLD_REFRESH = 'refresh_token';
const USER_ID = 'id_utente';
/** Who has left without the server knowing: his cookie is still good. */
const LEFT = 'uscita';
const MARGIN_MS = 10_000;

const listeners = new Set<() => void>();
let current: SessionUser | undefined;
let ending: Ending | undefined;
let renewal: Promise<string | undefined> | undefined;
/** Server clock minus ours, learned from each new token, so that a wrong clock does not expire good tokens. */
let clockDifference = 0;

/** The content of a token, without checking its signature; undefined when it is no token. */
export function claimsOf<T extends object = Claims>(token: string | null | undefined): T | undefined {
  const part = token?.split('.')[1];
  if (!part) return undefined;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const read = (name: string): string | null => localStorage.getItem(name);

const isFresh = (token: string | null): token is string =>
  ((claimsOf(token)?.exp ?? 0) * 1000 || 0) - (Date.now() + clockDifference) > MARGIN_MS;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Keeps the same object while the person is the same, so that a renewed token redraws nothing. */
function become(user: SessionUser | undefined): void {
  if (JSON.stringify(user) === JSON.stringify(current)) return;
  current = user;
  tell();
}

function keep(pair: TokenPair): SessionUser | undefined {
  const claims = claimsOf(pair.access_token);
  if (claims?.iat) clockDifference = claims.iat * 1000 - Date.now();
  localStorage.setItem(ACCESS, pair.access_token);
  for (const name of [OLD_REFRESH, LEFT]) localStorage.removeItem(name);
  if (claims?.user) localStorage.setItem(USER_ID, String(claims.user.idUtente));
  ending = undefined;
  become(claims?.user);
  return claims?.user;
}

function forget(reason: Ending | undefined): void {
  for (const name of [ACCESS, OLD_REFRESH, USER_ID]) localStorage.removeItem(name);
  ending = reason;
  become(undefined);
}

const isAway = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** By the cookie, or by what an earlier version has left. */
async function askAnew(id: number): Promise<TokenPair> {
  const old = read(OLD_REFRESH);
  const body = { id, ...(old && { refresh_token: old }) };
  return (await send<TokenPair>('/utente/refresh-token', { method: 'POST', body })).data;
}

async function renewOnce(refused: string | undefined): Promise<string | undefined> {
  const kept = read(ACCESS);
  if (kept !== refused && isFresh(kept)) return kept;
  const id = Number(read(USER_ID) ?? claimsOf(kept)?.user?.idUtente);
  if (!id) return undefined;
  try {
    const pair = await askAnew(id);
    keep(pair);
    return pair.access_token;
  } catch (error) {
    // Another tab may have renewed in the same moment: its token is as good as ours.
    if (read(ACCESS) !== kept && isFresh(read(ACCESS))) return read(ACCESS) ?? undefined;
    // What cannot answer now says nothing about the session.
    if (isAway(error)) throw error;
    return undefined;
  }
}

/** A sign-out that the server was not there to hear is told when the pages open again, before anybody signs in. */
async function leaveForGood(): Promise<void> {
  const id = Number(read(LEFT));
  if (!id) return;
  try {
    const { access_token } = await askAnew(id);
    await send('/utente/logout', { method: 'POST' }, access_token);
  } catch (error) {
    if (isAway(error)) return;
  }
  localStorage.removeItem(LEFT);
}

/** Tabs wait for one another where the browser can do that (https or localhost). */
const oneTabAtATime = (work: () => Promise<string | undefined>): Promise<string | undefined> =>
  navigator.locks ? navigator.locks.request('officina.refresh', work) : work();

export const session = {
  /** Reads the storage; a token missing or expired is renewed. Answers the person, if there is one. */
  async start(): Promise<SessionUser | undefined> {
    addEventListener('storage', (event) => {
      if (event.key === ACCESS || event.key === null) become(claimsOf(read(ACCESS))?.user);
    });
    if (![ACCESS, OLD_REFRESH, USER_ID].some(read)) {
      await leaveForGood();
      return undefined;
    }
    if (read(OLD_REFRESH)) await session.renew(read(ACCESS) ?? undefined).catch(() => undefined);
    const token = await session.accessToken().catch(() => undefined);
    become(claimsOf(token)?.user);
    return current;
  },

  user: (): SessionUser | undefined => current,

  /** Why the last session ended; undefined after a logout or a login. */
  ending: (): Ending | undefined => ending,

  async login(username: string, pwd: string): Promise<SessionUser | undefined> {
    const reply = await send<TokenPair>('/utente/login', { method: 'POST', body: { username, pwd } });
    return keep(reply.data);
  },

  /** Signs in with what an external identity provider answered. */
  async loginExternal(auth: string): Promise<SessionUser | undefined> {
    const reply = await send<TokenPair>('/utente/login-sso', { method: 'POST', body: { auth } });
    return keep(reply.data);
  },

  /** A new pair that a call has answered. */
  adopt: keep,

  /** Tells the server, and forgets the session in any case. Where it is away, it is told when the pages open again. */
  async logout(): Promise<void> {
    const id = read(USER_ID);
    try {
      const token = await session.accessToken();
      if (token) await send('/utente/logout', { method: 'POST' }, token);
    } catch (error) {
      if (id && isAway(error)) localStorage.setItem(LEFT, id);
    }
    forget(undefined);
  },

  end: forget,

  /** A token good for at least ten seconds; undefined when nobody is logged in. */
  async accessToken(): Promise<string | undefined> {
    const kept = read(ACCESS);
    return isFresh(kept) ? kept : session.renew();
  },

  /** A new pair of tokens. Only one request runs; who comes meanwhile waits. `refused` is a token known to be bad. */
  renew(refused?: string): Promise<string | undefined> {
    renewal ??= oneTabAtATime(() => renewOnce(refused)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
