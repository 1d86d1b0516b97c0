/**
 * The signed-in user: an access token in the browser's storage, which is renewed before it expires, by one request
 * at a time. The refresh token is in a cookie that no script can read (see `envelope.ts`).
 */
import { Listeners } from '../schemas/listeners.ts';
import { send } from './envelope.ts';
import { forgetTexts } from './kept-text.ts';
import { RENEWAL, withLock } from './locks.ts';
import { forgetSender } from './sender.ts';
import { showsStored } from './stored-first.ts';
import { claimsOf, isUnreachable, requestTokens, type SessionUser, type TokenPair } from './tokens.ts';

export { claimsOf, type SessionUser, type TokenPair } from './tokens.ts';

/** The reason why a session ended without the user's request. */
export type Ending = 'invalid' | 'replaced' | 'ended';

const ACCESS = 'access_token';
/** The place in which earlier versions stored the refresh token. It is exchanged for a cookie once. */
const OLD_REFRESH = 'refresh_token';
const USER_ID = 'id_utente';
/** The user who signed out while the server was unreachable. The cookie is still valid. */
const SIGNED_OUT = 'uscita';
const MARGIN_MS = 10_000;
/** The time in milliseconds that the start waits for a new token before it opens the pages without it. */
const START_WITHIN_MS = 4000;

const listeners = new Listeners();
let current: SessionUser | undefined;
let ending: Ending | undefined;
let renewal: Promise<string | undefined> | undefined;
/** Whether this tab is signing out: nothing is sent again any more, here or by the service worker. */
let isLeaving = false;
/** Server clock minus browser clock, from each new token, so that a wrong clock does not expire valid tokens. */
let clockDifference = 0;

const read = (name: string): string | null => localStorage.getItem(name);

const isFresh = (token: string | null): token is string =>
  ((claimsOf(token)?.exp ?? 0) * 1000 || 0) - (Date.now() + clockDifference) > MARGIN_MS;

/** Stores the user. An equal user keeps the same object, so that a renewed token draws nothing again. */
function setUser(user: SessionUser | undefined): void {
  if (JSON.stringify(user) === JSON.stringify(current)) return;
  current = user;
  listeners.notify();
}

/** Stores the id of the user. The service worker no longer sends the acts of another one. */
function setStoredUser(id: string): void {
  if (read(USER_ID) !== id) void forgetSender();
  localStorage.setItem(USER_ID, id);
}

function store(pair: TokenPair): SessionUser | undefined {
  const claims = claimsOf(pair.access_token);
  if (claims?.iat) clockDifference = claims.iat * 1000 - Date.now();
  localStorage.setItem(ACCESS, pair.access_token);
  for (const name of [OLD_REFRESH, SIGNED_OUT]) localStorage.removeItem(name);
  if (claims?.user) setStoredUser(String(claims.user.idUtente));
  ending = undefined;
  setUser(claims?.user);
  return claims?.user;
}

function clear(reason: Ending | undefined): void {
  for (const name of [ACCESS, OLD_REFRESH, USER_ID]) localStorage.removeItem(name);
  forgetTexts();
  void forgetSender();
  // A late call of a session that is over only knows that there is none.
  if (reason !== 'invalid' || !ending) ending = reason;
  // The sign-in page may already be displayed, with another reason.
  if (!current) listeners.notify();
  setUser(undefined);
}

async function renewOnce(refused: string | undefined): Promise<string | undefined> {
  const stored = read(ACCESS);
  if (stored !== refused && isFresh(stored)) return stored;
  const id = Number(read(USER_ID) ?? claimsOf(stored)?.user?.idUtente);
  if (!id) return undefined;
  try {
    const pair = await requestTokens(id, read(OLD_REFRESH));
    store(pair);
    return pair.access_token;
  } catch (error) {
    // Another tab may have renewed the token at the same time. Its token is valid here too.
    if (read(ACCESS) !== stored && isFresh(read(ACCESS))) return read(ACCESS) ?? undefined;
    // If the server cannot be reached, the session may still be valid.
    if (isUnreachable(error)) throw error;
    return undefined;
  }
}

/** Reports a sign-out that the server missed, when the application opens and before anyone signs in. */
async function reportSignOut(): Promise<void> {
  const id = Number(read(SIGNED_OUT));
  if (!id) return;
  try {
    const { access_token } = await requestTokens(id, read(OLD_REFRESH));
    await send('/utente/logout', { method: 'POST' }, access_token);
  } catch (error) {
    if (isUnreachable(error)) return;
  }
  localStorage.removeItem(SIGNED_OUT);
}

/**
 * Returns a valid token. If the server does not answer, returns the expired one: work continues without a network,
 * and the next call that reaches the server renews it.
 */
async function tokenAtStart(): Promise<string | undefined> {
  const stored = read(ACCESS) ?? undefined;
  const late = new Promise<string | undefined>((resolve) => setTimeout(resolve, START_WITHIN_MS, stored));
  const renewed = session.accessToken().catch((error) => (isUnreachable(error) ? stored : undefined));
  return Promise.race([renewed, late]);
}

/**
 * Opens the pages of the stored user without waiting for a new token: a phone has the data of this user. If the
 * server refuses a new token, the session ends as it does on open pages.
 */
function openStored(user: SessionUser): void {
  setUser(user);
  session.accessToken().then(
    (token) => token === undefined && setUser(undefined),
    () => undefined,
  );
}

export const session = {
  /** Reads the storage and renews a token that is missing or expired. Returns the user, if there is one. */
  async start(): Promise<SessionUser | undefined> {
    addEventListener('storage', (event) => {
      if (event.key === ACCESS || event.key === null) setUser(claimsOf(read(ACCESS))?.user);
    });
    if (![ACCESS, OLD_REFRESH, USER_ID].some(read)) {
      await reportSignOut();
      return undefined;
    }
    if (read(OLD_REFRESH)) await session.renew(read(ACCESS) ?? undefined).catch(() => undefined);
    const stored = claimsOf(read(ACCESS))?.user;
    if (stored && showsStored()) openStored(stored);
    else setUser(claimsOf(await tokenAtStart())?.user);
    return current;
  },

  user: (): SessionUser | undefined => current,

  /** Returns whether the browser's storage has a session of the user. Another tab may have signed out. */
  isStored: (user: number | undefined): boolean =>
    !isLeaving && claimsOf(read(ACCESS))?.user?.idUtente === user,

  /** Returns why the last session ended; undefined after a sign-out or a sign-in. */
  ending: (): Ending | undefined => ending,

  async login(username: string, pwd: string): Promise<SessionUser | undefined> {
    const reply = await send<TokenPair>('/utente/login', { method: 'POST', body: { username, pwd } });
    return store(reply.data);
  },

  /** Signs in with the answer of an external identity provider. */
  async loginExternal(auth: string): Promise<SessionUser | undefined> {
    const reply = await send<TokenPair>('/utente/login-sso', { method: 'POST', body: { auth } });
    return store(reply.data);
  },

  /** Stores the token pair that another call returned. */
  adopt: store,

  /**
   * Signs out on the server, and clears the session in any case. If the server is unreachable, the sign-out is
   * reported when the application opens again.
   */
  async logout(): Promise<void> {
    const id = read(USER_ID);
    isLeaving = true;
    // First, because the service worker must not send after the sign-out, also if the application is closed in between.
    await forgetSender();
    try {
      const token = await session.accessToken();
      if (token) await send('/utente/logout', { method: 'POST' }, token);
    } catch (error) {
      if (id && isUnreachable(error)) localStorage.setItem(SIGNED_OUT, id);
    }
    clear(undefined);
    isLeaving = false;
    // Another tab may have stored the user again during the call.
    await forgetSender();
  },

  end: clear,

  /** Returns a token that is valid for at least ten seconds; undefined if nobody is signed in. */
  async accessToken(): Promise<string | undefined> {
    const stored = read(ACCESS);
    return isFresh(stored) ? stored : session.renew();
  },

  /** Requests a new token pair, one request at a time. `refused` is a token that the server rejected. */
  renew(refused?: string): Promise<string | undefined> {
    renewal ??= withLock(RENEWAL, () => renewOnce(refused)).finally(() => {
      renewal = undefined;
    });
    return renewal;
  },

  subscribe: listeners.subscribe,
};
