/** Who is logged in: the two tokens in the browser's storage, renewed in time, by one request at a time. */
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
  refresh_token: string;
}

/** Why a session ended without the person asking for it. */
export type Ending = 'invalid' | 'replaced';

interface Claims {
  user?: SessionUser;
  iat?: number;
  exp?: number;
}

const ACCESS = 'access_token';
const REFRESH = 'refresh_token';
const USER_ID = 'id_utente';
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
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
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
  localStorage.setItem(REFRESH, pair.refresh_token);
  if (claims?.user) localStorage.setItem(USER_ID, String(claims.user.idUtente));
  ending = undefined;
  become(claims?.user);
  return claims?.user;
}

function forget(reason: Ending | undefined): void {
  for (const name of [ACCESS, REFRESH, USER_ID]) localStorage.removeItem(name);
  ending = reason;
  become(undefined);
}

async function renewOnce(refused: string | undefined): Promise<string | undefined> {
  const kept = read(ACCESS);
  if (kept !== refused && isFresh(kept)) return kept;
  const used = read(REFRESH);
  if (!used) return undefined;
  const id = Number(read(USER_ID) ?? claimsOf(kept)?.user?.idUtente);
  try {
    const reply = await send<TokenPair>('/utente/refresh-token', {
      method: 'POST',
      body: { id, refresh_token: used },
    });
    keep(reply.data);
    return reply.data.access_token;
  } catch (error) {
    // Another tab may have renewed in the same moment: its token is as good as ours.
    if (read(REFRESH) !== used && isFresh(read(ACCESS))) return read(ACCESS) ?? undefined;
    // What cannot answer now says nothing about the session.
    if (error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500))
      throw error;
    return undefined;
  }
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
    if (!read(ACCESS) && !read(REFRESH)) return undefined;
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

  /** Tells the server, which may be away, and forgets both tokens in any case. */
  async logout(): Promise<void> {
    const token = read(ACCESS) ?? undefined;
    if (token) await send('/utente/logout', { method: 'POST' }, token).catch(() => undefined);
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
