import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, call } from '../../dataProvider/http.ts';
import { claimsOf, session } from '../../dataProvider/session.ts';

const USER = { nome: 'Però Àlvise', ruolo: 'Tecnico', idUtente: 7, codice_famiglia_ruolo: 'RIFTEC' };

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenFor = (seconds: number, mark = ''): string => {
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: 'HS256' })}.${encode({ user: USER, iat: now, exp: now + seconds, mark })}.signature`;
};

interface Answer {
  status?: number;
  result?: number;
  description?: string;
  data?: unknown;
}

interface Sent {
  path: string;
  token: string | null;
  /** Whether the refresh token is sent in a cookie. */
  cookie: boolean;
  body: unknown;
}

let sent: Sent[];
let answers: (request: Sent) => Answer;

/** Minimal storage and network of a browser. */
beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', () => undefined);
  sent = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = {
      path: address.replace('/api/cmms', ''),
      token: new Headers(init.headers).get('Authorization')?.replace('Bearer ', '') ?? null,
      cookie: new Headers(init.headers).get('X-Officina-Session') === 'cookie',
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    };
    sent.push(request);
    await new Promise((done) => setTimeout(done, 5));
    const { status = 200, result = 0, description = 'ok', data = null } = answers(request);
    return new Response(JSON.stringify({ result, description, data }), { status });
  });
});

afterEach(() => {
  session.end(undefined);
  vi.unstubAllGlobals();
});

function keep(access: string): void {
  localStorage.setItem('access_token', access);
  localStorage.setItem('id_utente', '7');
}

const paths = (): string[] => sent.map(({ path }) => path);

describe('the start', () => {
  it('reads the user from the stored access token [session-start-token] [session-token-content]', async () => {
    keep(tokenFor(600));
    expect(await session.start()).toEqual(USER);
    expect(sent).toEqual([]);
  });

  it('renews an expired token [session-start-refresh]', async () => {
    keep(tokenFor(-60));
    const fresh = tokenFor(600, 'fresh');
    answers = () => ({ data: { access_token: fresh, refresh_token: null } });
    expect(await session.start()).toEqual(USER);
    expect(sent).toEqual([{ path: '/utente/refresh-token', token: null, cookie: true, body: { id: 7 } }]);
  });

  it('exchanges the token of an earlier version, also while the other is valid, once [S5]', async () => {
    keep(tokenFor(600));
    localStorage.setItem('refresh_token', 'refresh-1');
    answers = () => ({ status: 503, result: -1 });
    expect(await session.start()).toEqual(USER);
    expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
    answers = () => ({ data: { access_token: tokenFor(600, 'fresh'), refresh_token: null } });
    expect(await session.start()).toEqual(USER);
    const exchange = {
      path: '/utente/refresh-token',
      cookie: true,
      body: { id: 7, refresh_token: 'refresh-1' },
    };
    expect(sent).toMatchObject([exchange, exchange]);
    expect(localStorage.getItem('refresh_token')).toBeNull();
    await session.start();
    expect(sent).toHaveLength(2);
  });

  it('keeps the user of an expired token while the server is out of reach', async () => {
    keep(tokenFor(-60));
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    expect(await session.start()).toEqual(USER);
    expect(session.ending()).toBeUndefined();
  });

  it('has no user when the renewal fails [session-start-fail]', async () => {
    keep(tokenFor(-60));
    answers = () => ({ status: 401, result: -101, description: 'scaduta' });
    expect(await session.start()).toBeUndefined();
    expect(session.user()).toBeUndefined();
  });
});

describe('a call', () => {
  it('renews a token ten seconds before its end, once, while others wait [session-refresh-margin] [session-refresh-once]', async () => {
    keep(tokenFor(9));
    const fresh = tokenFor(600, 'fresh');
    answers = ({ path }) =>
      path === '/utente/refresh-token' ? { data: { access_token: fresh, refresh_token: null } } : {};
    await Promise.all([call('/stato/'), call('/costo/'), call('/ruolo/')]);
    expect(paths()).toEqual(['/utente/refresh-token', '/stato/', '/costo/', '/ruolo/']);
    expect(sent.slice(1).map(({ token }) => token)).toEqual([fresh, fresh, fresh]);
  });

  it('leaves a token alone that has more than ten seconds', async () => {
    keep(tokenFor(30));
    answers = () => ({});
    await call('/stato/');
    expect(paths()).toEqual(['/stato/']);
  });

  it('renews once, silently, a token the server refuses', async () => {
    keep(tokenFor(600));
    const fresh = tokenFor(600, 'fresh');
    answers = ({ path, token }) => {
      if (path === '/utente/refresh-token') return { data: { access_token: fresh, refresh_token: null } };
      return token === fresh ? { data: 'good' } : { status: 401, result: -100, description: 'no' };
    };
    expect((await call('/stato/')).data).toBe('good');
    expect(paths()).toEqual(['/stato/', '/utente/refresh-token', '/stato/']);
  });

  it.each([
    [-101, 'invalid'],
    [-102, 'replaced'],
  ])('ends the session on %i [session-invalid-token] [session-replaced]', async (result, ending) => {
    keep(tokenFor(600));
    answers = () => ({});
    await session.start();
    answers = () => ({ status: 401, result, description: 'fine' });
    await expect(call('/stato/')).rejects.toBeInstanceOf(CallError);
    expect(session.user()).toBeUndefined();
    expect(session.ending()).toBe(ending);
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  it('continues if this browser has started a newer session during a call', async () => {
    const [old, fresh] = [tokenFor(600, 'old'), tokenFor(600, 'fresh')];
    keep(old);
    answers = ({ token }) => {
      if (token === fresh) return { data: 'there' };
      session.adopt({ access_token: fresh, refresh_token: null });
      return { status: 401, result: -102, description: 'replaced' };
    };
    expect((await call('/stato/')).data).toBe('there');
    expect(sent.map(({ token }) => token)).toEqual([old, fresh]);
    expect(session.ending()).toBeUndefined();
  });

  it('reads the envelope whatever the status, also a refusal under 200', async () => {
    answers = () => ({ status: 200, result: -1, description: 'Non si può' });
    await expect(call('/stato/')).rejects.toMatchObject({
      name: 'HttpError',
      message: 'Non si può',
      result: -1,
    });
  });

  it('returns the documented message for a failure without envelope', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    await expect(call('/stato/')).rejects.toMatchObject({
      status: 502,
      message: 'Si è verificato un errore. Riprovare più tardi.',
    });
  });

  it('keeps the session if the server cannot renew it now', async () => {
    keep(tokenFor(5));
    answers = () => ({ status: 503, result: -1, description: 'Il server è occupato.' });
    await expect(call('/stato/')).rejects.toMatchObject({ status: 503 });
    expect(paths()).toEqual(['/utente/refresh-token']);
    expect(localStorage.getItem('id_utente')).toBe('7');
    expect(session.ending()).toBeUndefined();
  });

  it("sends a mailed link's token instead of the session's [api-link-bearer]", async () => {
    keep(tokenFor(600));
    answers = () => ({});
    await call('/utente/7/password/', { method: 'PUT', body: {}, token: 'link' });
    expect(sent[0]?.token).toBe('link');
  });
});

describe('login and logout', () => {
  it('stores the access token and the user, and no refresh token [S5] [session-login-store] [session-token-storage] [login-fields]', async () => {
    const access = tokenFor(600);
    answers = () => ({ data: { access_token: access, refresh_token: null } });
    expect(await session.login('anna', 'Password1!')).toEqual(USER);
    expect(sent[0]?.body).toEqual({ username: 'anna', pwd: 'Password1!' });
    expect(localStorage.getItem('access_token')).toBe(access);
    expect(sent[0]?.cookie).toBe(true);
    expect(localStorage.getItem('refresh_token')).toBeNull();
  });

  it('informs the server and clears the session, also if it does not answer: then it is informed at the next start [session-logout]', async () => {
    keep(tokenFor(600));
    answers = () => ({ status: 500, result: -1 });
    await session.logout();
    expect(paths()).toEqual(['/utente/logout']);
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('id_utente')).toBeNull();
    expect(session.ending()).toBeUndefined();
    const fresh = tokenFor(600, 'fresh');
    answers = ({ path }) =>
      path === '/utente/refresh-token' ? { data: { access_token: fresh, refresh_token: null } } : {};
    expect(await session.start()).toBeUndefined();
    expect(sent.slice(1)).toMatchObject([
      { path: '/utente/refresh-token', body: { id: 7 } },
      { path: '/utente/logout', token: fresh },
    ]);
    await session.start();
    expect(sent).toHaveLength(3);
  });

  it('leaves the service worker without a user before it calls the server, and when another user signs in', async () => {
    const steps: string[] = [];
    vi.stubGlobal('caches', { delete: async (name: string) => steps.push(`${name} removed`) });
    answers = ({ path }) => {
      steps.push(path);
      return { data: { access_token: tokenFor(600), refresh_token: null } };
    };
    keep(tokenFor(600));
    await session.login('anna', 'Password1!');
    expect(steps).toEqual(['/utente/login']);
    localStorage.setItem('id_utente', '8');
    await session.login('anna', 'Password1!');
    expect(steps.slice(1)).toEqual(['/utente/login', 'officina.sender removed']);
    await session.logout();
    expect(steps.slice(3, 5)).toEqual(['officina.sender removed', '/utente/logout']);
    expect(steps.at(-1)).toBe('officina.sender removed');
  });

  it('renews an expired token to inform the server of the sign-out [session-logout]', async () => {
    keep(tokenFor(-60));
    const fresh = tokenFor(600, 'fresh');
    answers = ({ path }) =>
      path === '/utente/refresh-token' ? { data: { access_token: fresh, refresh_token: null } } : {};
    await session.logout();
    expect(sent).toMatchObject([{ path: '/utente/refresh-token' }, { path: '/utente/logout', token: fresh }]);
    expect(localStorage.getItem('access_token')).toBeNull();
  });
});

it('reads the content of a token with accents, and returns nothing for an invalid one', () => {
  expect(claimsOf(tokenFor(60))?.user).toEqual(USER);
  expect(claimsOf('abc')).toBeUndefined();
  expect(claimsOf('a.%%%.c')).toBeUndefined();
});
