import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlant, PASSWORD, type TestPlant } from './test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await openTestPlant();
});
afterAll(() => plant.close());

const REFUSED = 'Nome utente o password non validi';

describe('login', () => {
  it('returns a pair whose access token contains user and exp for 15 minutes [session-token-content] [S5]', async () => {
    const { access_token, refresh_token } = await plant.login('tech@plant.example');
    const claims = decodeJwt(access_token);
    expect(claims.user).toEqual({
      nome: 'tech Test',
      ruolo: expect.any(String),
      traduzioni_ruolo: { en: 'Technician' },
      idUtente: plant.id['tech@plant.example'],
      codice_famiglia_ruolo: 'RIFTEC',
    });
    expect(claims.exp! - claims.iat!).toBe(15 * 60);
    const refresh = decodeJwt(refresh_token);
    expect(refresh.exp! - refresh.iat!).toBe(12 * 60 * 60);
  });

  it('compares the user name without case [S7]', async () => {
    await expect(plant.login('TECH@Plant.Example')).resolves.toHaveProperty('access_token');
  });

  const wrong: [string, object, string][] = [
    ['a wrong password', { username: 'tech@plant.example', pwd: 'Officina2026?' }, '10.2.0.1'],
    ['an unknown user', { username: 'nobody@plant.example', pwd: PASSWORD }, '10.2.0.2'],
    ['a user who is not active', { username: 'new@plant.example', pwd: PASSWORD }, '10.2.0.3'],
    ['a system user by the dash', { username: '-', pwd: PASSWORD }, '10.2.0.4'],
  ];
  it.each(wrong)('refuses %s with the same sentence [S10]', async (_name, body, address) => {
    const reply = await plant.ask('POST', '/utente/login', { body, address });
    expect(reply).toMatchObject({ status: 422, result: -1, description: REFUSED, data: null });
  });

  it('reports missing and unknown fields [login-fields]', async () => {
    const reply = await plant.ask('POST', '/utente/login', {
      body: { username: 'x', nonsense: 1 },
      language: 'en',
    });
    expect(reply).toMatchObject({ status: 422, result: -1 });
    expect(Object.keys(reply.errors!).sort()).toEqual(['nonsense', 'pwd']);
    const types = await plant.ask('POST', '/utente/login', { body: { username: 'a\u0000', pwd: 3 } });
    expect(Object.keys(types.errors!).sort()).toEqual(['pwd', 'username']);
  });

  it('makes an address wait after five failures, the right password too [W16]', async () => {
    const attempt = (pwd: string, address: string) =>
      plant.ask('POST', '/utente/login', { body: { username: 'reporter@plant.example', pwd }, address });
    const tries = await Promise.all(Array.from({ length: 8 }, () => attempt('wrong', '10.3.0.1')));
    expect(tries.map(({ status }) => status).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429]);
    const right = await attempt(PASSWORD, '10.3.0.1');
    expect(right).toMatchObject({ status: 429, result: -1 });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(right.description).toContain(String(right.headers['retry-after']));
    expect((await attempt(PASSWORD, '10.3.0.2')).result).toBe(0);
  });

  it('refuses all except administrators after the licence has expired [R10]', async () => {
    await plant.database.query(`update licenza set data_scadenza = '2020-01-31'`);
    await expect(plant.login('tech@plant.example')).rejects.toThrow('La licenza è scaduta');
    await expect(plant.login('admin@plant.example')).resolves.toBeTruthy();
    await plant.database.query('update licenza set data_scadenza = null');
  });
});

describe('refresh', () => {
  const refresh = (id: number, refresh_token: string) =>
    plant.ask('POST', '/utente/refresh-token', { body: { id, refresh_token } });

  it('returns a new pair; the old token is valid until the new one is used [session-refresh-success] [S5]', async () => {
    const first = await plant.login('tech@plant.example');
    const id = plant.id['tech@plant.example']!;
    const second = await refresh(id, first.refresh_token);
    expect(second.result).toBe(0);
    expect(second.data.refresh_token).not.toBe(first.refresh_token);
    // A lost reply, and two tabs at once.
    const again = await Promise.all([refresh(id, first.refresh_token), refresh(id, first.refresh_token)]);
    expect(again.map(({ result }) => result)).toEqual([0, 0]);
    expect((await refresh(id, second.data.refresh_token)).result).toBe(0);
  });

  it('does not continue a session from before a deactivation, even if the user is active again [S6]', async () => {
    const { access_token, refresh_token } = await plant.login('tech@plant.example');
    const id = plant.id['tech@plant.example']!;
    const { access_token: token } = await plant.login('super@plant.example');
    const setActive = (attivo: number) => plant.ask('PUT', `/utente/${id}`, { token, body: { attivo } });
    expect((await setActive(0)).status).toBe(200);
    expect((await setActive(1)).status).toBe(200);
    const call = await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token: access_token });
    expect(call).toMatchObject({ status: 401, result: -100 });
    expect(await refresh(id, refresh_token)).toMatchObject({ status: 401, result: -101 });
    expect(await plant.login('tech@plant.example')).toBeTruthy();
  });

  it.each(['the one before', 'a sibling of it'])(
    'ends the session if a token is used too late, %s, and informs the user [S5]',
    async (which) => {
      await plant.database.query('delete from posta');
      const first = await plant.login('tech@plant.example');
      const id = plant.id['tech@plant.example']!;
      const second = await refresh(id, first.refresh_token);
      const sibling = await refresh(id, first.refresh_token);
      const third = await refresh(id, second.data.refresh_token);
      expect(third.result).toBe(0);
      const late = which === 'the one before' ? first.refresh_token : sibling.data.refresh_token;
      expect(await refresh(id, late)).toMatchObject({ status: 401, result: -101 });
      expect(await refresh(id, third.data.refresh_token)).toMatchObject({ status: 401, result: -101 });
      const token = third.data.access_token;
      expect((await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token })).result).toBe(-100);
      // Once: a user who is signed out already gets no further mail.
      await refresh(id, late);
      const { rows } = await plant.database.query('select destinatario, oggetto from posta');
      expect(rows).toEqual([
        { destinatario: 'tech@plant.example', oggetto: 'Accesso a Officina chiuso per sicurezza' },
      ]);
      const visits = await plant.database.query<{ motivo: string }>(
        'select motivo from sessione where id_utente = $1 order by id desc limit 1',
        [id],
      );
      expect(visits.rows[0]!.motivo).toBe('riuso');
    },
  );

  it('refuses the token of another user, an access token, and nonsense with -101 [S6] [S7]', async () => {
    const pair = await plant.login('tech@plant.example');
    const id = plant.id['tech@plant.example']!;
    expect((await refresh(id + 1, pair.refresh_token)).result).toBe(-101);
    expect((await refresh(id, pair.access_token)).result).toBe(-101);
    expect((await refresh(id, 'nonsense')).result).toBe(-101);
  });

  it('returns -102 after the user has signed in elsewhere [S6]', async () => {
    const old = await plant.login('tech@plant.example');
    await plant.login('tech@plant.example');
    expect(await refresh(plant.id['tech@plant.example']!, old.refresh_token)).toMatchObject({ result: -102 });
  });
});

describe('logout', () => {
  it('ends the session: -100 for the access token, -101 for the refresh token [session-logout]', async () => {
    const { access_token, refresh_token } = await plant.login('tech@plant.example');
    const id = plant.id['tech@plant.example']!;
    expect((await plant.ask('POST', '/utente/logout', { token: access_token })).result).toBe(0);
    expect((await plant.ask('POST', '/utente/logout', { token: access_token })).result).toBe(-100);
    const refreshed = await plant.ask('POST', '/utente/refresh-token', { body: { id, refresh_token } });
    expect(refreshed.result).toBe(-101);
  });
});

describe('external sign-in', () => {
  it('is off, and its calls say so [S8]', async () => {
    expect((await plant.ask('GET', '/auth/config')).data).toEqual({
      enabled: 0,
      url: null,
      text: null,
      only: 0,
    });
    const refused = { status: 422, result: -1, description: expect.stringContaining('accesso esterno') };
    expect(await plant.ask('POST', '/auth/auth', { body: { authCode: 'x' } })).toMatchObject(refused);
    expect(await plant.ask('POST', '/utente/login-sso', { body: { auth: 'x' } })).toMatchObject(refused);
    expect(await plant.ask('GET', '/auth/external-id/abc')).toMatchObject(refused);
  });
});

describe('a session in a cookie', () => {
  const headers = { 'x-officina-session': 'cookie' };
  const body = () => ({ username: 'tech@plant.example', pwd: PASSWORD });

  it('hides the refresh token from scripts, renews by it, and is deleted at sign-out [S5]', async () => {
    const id = plant.id['tech@plant.example']!;
    const response = await plant.ask('POST', '/utente/login', { body: body(), headers, address: '10.5.0.1' });
    expect(response.data).toEqual({ access_token: expect.any(String), refresh_token: null });
    const set = String(response.headers['set-cookie']);
    expect(set).toMatch(
      /^officina_[\w-]{8}=eyJ[\w.-]+; Path=\/api\/cmms\/utente; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    const cookie = set.split(';')[0]!;
    const renew = (more: object) =>
      plant.ask('POST', '/utente/refresh-token', { body: { id }, headers: { cookie, ...more } });
    // Without the header, another site could send it.
    expect((await renew({})).status).toBe(422);
    const renewed = await renew(headers);
    expect(renewed).toMatchObject({ result: 0, data: { refresh_token: null } });
    expect(String(renewed.headers['set-cookie'])).not.toContain(cookie);
    const out = await plant.ask('POST', '/utente/logout', { token: renewed.data.access_token, headers });
    expect(String(out.headers['set-cookie'])).toMatch(/^officina_[\w-]{8}=; .*Max-Age=0/);
    expect((await renew(headers)).result).toBe(-101);
    const bare = await plant.ask('POST', '/utente/refresh-token', { body: { id }, headers });
    expect(bare.result).toBe(-101);
  });

  it('replaces a token from an older page, which then becomes invalid [S5]', async () => {
    const id = plant.id['tech@plant.example']!;
    const { refresh_token } = await plant.login('tech@plant.example');
    const renew = (refresh: string | undefined, more: Record<string, string> = {}) =>
      plant.ask('POST', '/utente/refresh-token', { body: { id, refresh_token: refresh }, headers: more });
    const moved = await renew(refresh_token, headers);
    expect(moved).toMatchObject({ result: 0, data: { refresh_token: null } });
    const cookie = String(moved.headers['set-cookie']).split(';')[0]!;
    expect(await renew(undefined, { ...headers, cookie })).toMatchObject({ result: 0 });
    expect(await renew(refresh_token)).toMatchObject({ result: -101 });
  });

  it('is optional: without the header, the pair is in the body, and there is no cookie [S5]', async () => {
    const response = await plant.ask('POST', '/utente/login', { body: body(), address: '10.5.0.2' });
    expect(response.data.refresh_token).toEqual(expect.any(String));
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});
