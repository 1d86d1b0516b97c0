import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeAt, stepAt } from '../../../server/domains/sessions/totp.ts';
import { type Ask, type Envelope, openTestPlant, PASSWORD, type TestPlant } from './test-plant.ts';

const [SUPER, ADMIN, TECH, REPORTER] = ['super', 'admin', 'tech', 'reporter'].map(
  (name) => `${name}@plant.example`,
) as [string, string, string, string];
const FACTOR = '/utente/secondo-fattore';
const LOGIN_FACTOR = '/utente/login/secondo-fattore';

let plant: TestPlant;
let superToken: string;
let addresses = 0;

/** Each call uses its own address, so that failures do not slow down the others. */
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, more: Ask = {}): Promise<Envelope> => {
  addresses += 1;
  return plant.ask(method, path, { address: `10.2.${addresses >> 8}.${addresses & 255}`, ...more });
};
const code = (secret: string, drift = 0): string => codeAt(secret, stepAt(Date.now()) + drift);
/** Returns a code that is not valid now. */
const wrong = (secret: string): string => {
  const good = [-2, -1, 0, 1, 2].map((drift) => code(secret, drift));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !good.includes(one))!;
};
const logIn = (username: string, pwd = PASSWORD) => ask('POST', '/utente/login', { body: { username, pwd } });
const forgetUsed = (mail: string) =>
  plant.database.query(
    'update secondo_fattore set passo = 0, errori = 0, fermo_fino = null where id_utente = $1',
    [plant.id[mail]],
  );
const answer = (token: string, codice: string) =>
  ask('POST', '/utente/login/codice', { body: { token, codice } });

async function switchOn(mail: string): Promise<{ token: string; secret: string; codes: string[] }> {
  const token = (await plant.login(mail)).access_token;
  const prepared = await ask('POST', FACTOR, { token, body: { pwd: PASSWORD } });
  const secret: string = prepared.data.segreto;
  const on = await ask('PUT', FACTOR, { token, body: { codice: code(secret) } });
  expect(on, on.description).toMatchObject({ result: 0 });
  await forgetUsed(mail);
  return { token, secret, codes: on.data.codici };
}

const require = (valore: '0' | '1') =>
  plant.database
    .query<{ id: number }>(`select id from parametro where codice = 'SecondoFattoreAdmin'`)
    .then(({ rows }) => ask('PUT', `/parametro/${rows[0]!.id}`, { token: superToken, body: { valore } }));

beforeAll(async () => {
  plant = await openTestPlant();
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.database.query('delete from secondo_fattore');
  await plant.database.query('delete from codice_recupero');
  await plant.database.query('update utente set secondo_fattore = 0');
  superToken = (await plant.login(SUPER)).access_token;
});

describe('a second factor', () => {
  it('is set up only by its user with the password, and displayed during the setup', async () => {
    const token = (await plant.login(TECH)).access_token;
    const off = { attivo: 0, attivato: null, codici_rimasti: 0, obbligatorio: 0 };
    expect((await ask('GET', FACTOR, { token })).data).toEqual(off);
    expect(await ask('POST', FACTOR, { token, body: { pwd: 'Sbagliata1!' } })).toMatchObject({
      status: 422,
      description: 'La password attuale non è corretta.',
      errors: { pwd: 'La password attuale non è corretta.' },
    });
    const { data } = await ask('POST', FACTOR, { token, body: { pwd: PASSWORD } });
    expect(data.segreto).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.indirizzo).toContain(`secret=${data.segreto}`);
    expect((await ask('GET', FACTOR, { token })).data).toEqual(off);
    expect(await ask('PUT', FACTOR, { token, body: { codice: wrong(data.segreto) } })).toMatchObject({
      status: 422,
    });
    const on = await ask('PUT', FACTOR, { token, body: { codice: ` ${code(data.segreto)} ` } });
    expect(on.data.codici).toHaveLength(10);
    expect(new Set(on.data.codici).size).toBe(10);
    const state = (await ask('GET', FACTOR, { token })).data;
    expect(state).toMatchObject({ attivo: 1, codici_rimasti: 10, attivato: expect.any(String) });
  });

  it('prepared a quarter of an hour ago is late, and one never prepared is none', async () => {
    const token = (await plant.login(TECH)).access_token;
    expect(await ask('PUT', FACTOR, { token, body: { codice: '123456' } })).toMatchObject({ status: 422 });
    const { data } = await ask('POST', FACTOR, { token, body: { pwd: PASSWORD } });
    await plant.database.query(`update secondo_fattore set preparato = now() - interval '16 minutes'`);
    expect(await ask('PUT', FACTOR, { token, body: { codice: code(data.segreto) } })).toMatchObject({
      status: 422,
      description: 'Il codice QR non è più valido: ricominciare da uno nuovo.',
    });
  });

  it('is stored encrypted, useless for other users, and returned by no call', async () => {
    const { token, secret, codes } = await switchOn(TECH);
    const { rows } = await plant.database.query<{ segreto: string }>('select * from secondo_fattore');
    const recoveryCodes = await plant.database.query('select * from codice_recupero');
    const text = JSON.stringify([rows, recoveryCodes.rows]);
    for (const plain of [secret, ...codes, ...codes.map((one) => one.replaceAll('-', ''))])
      expect(text).not.toContain(plain);
    const owner = `secondo_fattore ${plant.id[TECH]}`;
    expect(await plant.tokens.unlock(rows[0]!.segreto, owner)).toBe(secret);
    expect(await plant.tokens.unlock(rows[0]!.segreto, `secondo_fattore ${plant.id[ADMIN]}`)).toBeUndefined();
    for (const path of [
      FACTOR,
      `/utente/${plant.id[TECH]}`,
      `/utente/${plant.id[TECH]}/storico/`,
      '/utente/csv',
    ])
      for (const who of [token, superToken]) {
        const response = JSON.stringify(await ask('GET', path, { token: who }));
        expect(response).not.toContain(secret);
        expect(response).not.toContain(rows[0]!.segreto);
      }
  });
});

describe('signing in', () => {
  it('changes nothing for users without a second factor [login-fields]', async () => {
    const reply = await logIn(REPORTER);
    expect(reply).toMatchObject({ status: 200, result: 0 });
    expect(Object.keys(reply.data).sort()).toEqual(['access_token', 'refresh_token']);
  });

  it('requires a code after the correct password only, and starts no session before', async () => {
    const { secret } = await switchOn(TECH);
    expect(await logIn(TECH, 'Sbagliata1!')).toMatchObject({ status: 422, result: -1 });
    const response = await logIn(TECH);
    expect(response).toMatchObject({
      status: 200,
      result: -12,
      data: { passo: 'codice', token: expect.any(String) },
    });
    expect(JSON.stringify(response)).not.toContain('access_token');
    const { token } = response.data;
    expect(await ask('GET', FACTOR, { token })).toMatchObject({ status: 401, result: -100 });
    const refusal = await answer(token, wrong(secret));
    expect(refusal).toMatchObject({ status: 422, result: -1, data: null });
    const done = await answer(token, code(secret));
    expect(done.result, done.description).toBe(0);
    expect(decodeJwt(done.data.access_token).user).toMatchObject({ idUtente: plant.id[TECH] });
    expect((await ask('GET', FACTOR, { token: done.data.access_token })).result).toBe(0);
  });

  it('counts no failure while it only asks: six users of one address sign in in a row [W16]', async () => {
    await switchOn(TECH);
    for (let index = 0; index < 6; index += 1)
      expect(
        await ask('POST', '/utente/login', { body: { username: TECH, pwd: PASSWORD }, address: '10.9.9.9' }),
      ).toMatchObject({
        result: -12,
      });
  });

  it('accepts a code once, even in parallel, and no earlier one afterwards', async () => {
    const { secret } = await switchOn(TECH);
    const tickets = await Promise.all([1, 2, 3, 4].map(async () => (await logIn(TECH)).data.token as string));
    const now = code(secret, 1);
    const before = code(secret, 0);
    const replies = await Promise.all(tickets.map((token) => answer(token, now)));
    expect(replies.filter(({ result }) => result === 0)).toHaveLength(1);
    expect((await answer((await logIn(TECH)).data.token, before)).result).toBe(-1);
  });

  it('accepts a ticket once, for its user and step, in time, and none from before a new password', async () => {
    const { secret } = await switchOn(TECH);
    const over = {
      status: 422,
      result: -1,
      description: expect.stringContaining('non è stato completato in tempo'),
    };
    const { token } = (await logIn(TECH)).data;
    expect((await answer(token, code(secret))).result).toBe(0);
    await forgetUsed(TECH);
    expect(await answer(token, code(secret))).toMatchObject(over);

    const fresh = (await logIn(TECH)).data.token as string;
    const [head, , signature] = fresh.split('.');
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(fresh), idUtente: plant.id[SUPER] })).toString(
      'base64url',
    );
    const claim = { idUtente: plant.id[TECH], passo: 'codice' };
    const bad = [
      `${head}.${claims}.${signature}`,
      'abc',
      (await plant.login(REPORTER)).access_token,
      await plant.tokens.sign('link', { ...claim, purpose: 'reset' }, 60),
      await plant.tokens.sign('step', claim, -1),
      await plant.tokens.sign('step', { ...claim, passo: 'attivazione' }, 60),
      await plant.tokens.sign('step', { ...claim, idUtente: 99999 }, 60),
    ];
    for (const one of bad) expect(await answer(one, code(secret))).toMatchObject(over);
    // The code of one user does not work for another.
    const other = await switchOn(ADMIN);
    expect((await answer(fresh, code(other.secret))).result).toBe(-1);
    // A ticket for the code cannot set up another factor.
    expect(await ask('POST', LOGIN_FACTOR, { body: { token: fresh } })).toMatchObject(over);
    await plant.database.query(
      `update credenziale set aggiornata = now() + interval '2 seconds' where id_utente = $1`,
      [plant.id[TECH]],
    );
    await forgetUsed(TECH);
    expect(await answer(fresh, code(secret))).toMatchObject(over);
    await plant.database.query('update credenziale set aggiornata = null');
  });

  it('has to wait after five wrong codes in a row, wherever they come from, and longer after each', async () => {
    const { secret } = await switchOn(TECH);
    const { token } = (await logIn(TECH)).data;
    for (let index = 0; index < 5; index += 1) expect((await answer(token, wrong(secret))).status).toBe(422);
    const waiting = await answer(token, code(secret));
    expect(waiting).toMatchObject({ status: 429, result: -1 });
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(50);
    await plant.database.query('update secondo_fattore set fermo_fino = now()');
    expect((await answer(token, wrong(secret))).status).toBe(422);
    expect(Number((await answer(token, code(secret))).headers['retry-after'])).toBeGreaterThan(100);
    await plant.database.query('update secondo_fattore set fermo_fino = now()');
    expect((await answer(token, code(secret))).result).toBe(0);
    const { rows } = await plant.database.query('select errori, fermo_fino from secondo_fattore');
    expect(rows).toEqual([{ errori: 0, fermo_fino: null }]);
  });

  it('allows five attempts per minute from one address [W16]', async () => {
    const tries = Array.from({ length: 6 }, () =>
      ask('POST', '/utente/login/codice', { body: { token: 'x', codice: '123456' }, address: '10.9.9.8' }),
    );
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('accepts a recovery code once, in any notation, and counts the rest', async () => {
    const { codes } = await switchOn(TECH);
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const done = await answer((await logIn(TECH)).data.token, typed);
    expect(done).toMatchObject({ result: 0, data: { codici_rimasti: 9 } });
    expect((await answer((await logIn(TECH)).data.token, codes[0]!)).result).toBe(-1);
    const seen = (await ask('GET', '/utente/sessione/', { token: done.data.access_token })).data;
    expect(seen[0]).toMatchObject({ modo: 'recupero', fine: null });
  });

  it('reports missing values in both bodies', async () => {
    for (const [method, path] of [
      ['POST', '/utente/login/codice'],
      ['PUT', LOGIN_FACTOR],
    ] as const)
      expect(await ask(method, path, { body: { token: '' } })).toMatchObject({
        status: 422,
        errors: { token: expect.any(String), codice: expect.any(String) },
      });
  });
});

/** Another user, because failures above count against the first for a minute. */
describe('the own second factor', () => {
  it('is switched off with the password and a code, and its owner gets a mail', async () => {
    const { token, secret } = await switchOn(REPORTER);
    await plant.database.query('delete from posta');
    const off = (pwd: string, codice: string) =>
      ask('POST', `${FACTOR}/disattiva`, { token, body: { pwd, codice } });
    expect((await off('Sbagliata1!', code(secret))).status).toBe(422);
    expect((await off(PASSWORD, wrong(secret))).status).toBe(422);
    expect((await ask('GET', FACTOR, { token })).data.attivo).toBe(1);
    expect((await off(PASSWORD, code(secret))).result).toBe(0);
    expect((await ask('GET', FACTOR, { token })).data).toMatchObject({ attivo: 0, codici_rimasti: 0 });
    expect((await off(PASSWORD, code(secret))).status).toBe(422);
    expect((await logIn(REPORTER)).result).toBe(0);
    const { rows } = await plant.database.query<{ oggetto: string }>('select oggetto from posta');
    expect(rows).toEqual([{ oggetto: 'Secondo fattore disattivato' }]);
  });

  it('is replaced with a code of the current one, which is valid until then', async () => {
    const { token, secret, codes } = await switchOn(REPORTER);
    expect((await ask('POST', FACTOR, { token, body: { pwd: PASSWORD } })).errors).toHaveProperty('codice');
    const next = await ask('POST', FACTOR, { token, body: { pwd: PASSWORD, codice: code(secret, -1) } });
    expect((await answer((await logIn(REPORTER)).data.token, code(secret))).result).toBe(0);
    await forgetUsed(REPORTER);
    const again = (await answer((await logIn(REPORTER)).data.token, code(secret))).data.access_token;
    const on = await ask('PUT', FACTOR, { token: again, body: { codice: code(next.data.segreto) } });
    expect(on.result, on.description).toBe(0);
    await forgetUsed(REPORTER);
    expect((await answer((await logIn(REPORTER)).data.token, code(secret))).result).toBe(-1);
    expect((await answer((await logIn(REPORTER)).data.token, codes[0]!)).result).toBe(-1);
    expect((await answer((await logIn(REPORTER)).data.token, code(next.data.segreto))).result).toBe(0);
  });

  it('gets new recovery codes, and the old ones become invalid', async () => {
    const { token, secret, codes } = await switchOn(REPORTER);
    const made = await ask('POST', `${FACTOR}/codici`, {
      token,
      body: { pwd: PASSWORD, codice: code(secret) },
    });
    expect(made.data.codici).toHaveLength(10);
    expect(made.data.codici).not.toContain(codes[0]);
    expect(await answer((await logIn(REPORTER)).data.token, codes[0]!)).toMatchObject({
      result: -1,
      description: 'Il codice di recupero non è corretto o è già stato usato.',
    });
    expect((await answer((await logIn(REPORTER)).data.token, made.data.codici[0])).result).toBe(0);
  });

  it('can be reset only by another super admin, with a line in the history', async () => {
    const { token } = await switchOn(REPORTER);
    const path = `/utente/${plant.id[REPORTER]}/azzera-secondo-fattore`;
    const admin = (await plant.login(ADMIN)).access_token;
    expect((await ask('POST', path, { token: admin })).status).toBe(403);
    expect((await ask('POST', path, { token })).status).toBe(403);
    const own = `/utente/${plant.id[SUPER]}/azzera-secondo-fattore`;
    expect(await ask('POST', own, { token: superToken })).toMatchObject({ status: 422 });
    expect(
      (await ask('GET', `/utente/${plant.id[REPORTER]}`, { token: superToken })).data.secondo_fattore,
    ).toBe(1);
    await plant.database.query('delete from posta');
    expect((await ask('POST', path, { token: superToken, language: 'en' })).result).toBe(0);
    // In the language of mails, not in that of the super admin.
    const { rows } = await plant.database.query<{ oggetto: string }>('select oggetto from posta');
    expect(rows).toEqual([{ oggetto: 'Secondo fattore disattivato' }]);
    expect((await ask('POST', path, { token: superToken })).status).toBe(422);
    expect((await ask('POST', '/utente/99999/azzera-secondo-fattore', { token: superToken })).status).toBe(
      404,
    );
    expect((await ask('GET', FACTOR, { token })).result).toBe(-100);
    expect((await logIn(REPORTER)).result).toBe(0);
    const history = (await ask('GET', `/utente/${plant.id[REPORTER]}/storico/`, { token: superToken })).data;
    expect(history[0]).toMatchObject({
      id_utente: plant.id[SUPER],
      modifiche: [{ campo: 'secondo_fattore', da: 1, a: 0 }],
    });
    expect(history[1]).toMatchObject({ id_utente: plant.id[REPORTER], modifiche: [{ da: 0, a: 1 }] });
  });

  it('cannot be written by a save of the user', async () => {
    await switchOn(REPORTER);
    const { data } = await ask('GET', `/utente/${plant.id[REPORTER]}`, { token: superToken });
    const { nome, cognome, mail, id_utente_ruolo } = data;
    const body = { nome, cognome, mail, id_utente_ruolo, attivo: 1, secondo_fattore: 0 };
    await ask('PUT', `/utente/${plant.id[REPORTER]}`, { token: superToken, body });
    expect(
      (await ask('GET', `/utente/${plant.id[REPORTER]}`, { token: superToken })).data.secondo_fattore,
    ).toBe(1);
    expect((await logIn(REPORTER)).result).toBe(-12);
  });
});

describe('a plant that asks a second factor of its administrators', () => {
  beforeEach(() => require('1'));
  afterAll(() => require('0'));

  it('lets admins sign in after they have set it up, and not without', async () => {
    expect((await logIn(TECH)).result).toBe(0);
    const response = await logIn(ADMIN);
    expect(response).toMatchObject({ status: 200, result: -12, data: { passo: 'attivazione' } });
    const { token } = response.data;
    expect((await answer(token, '123456')).result).toBe(-1);
    const prepared = await ask('POST', LOGIN_FACTOR, { body: { token } });
    const { segreto } = prepared.data;
    const finish = (codice: string) => ask('PUT', LOGIN_FACTOR, { body: { token, codice } });
    expect((await finish(wrong(segreto))).status).toBe(422);
    const done = await finish(code(segreto));
    expect(done.result, done.description).toBe(0);
    expect(done.data.codici).toHaveLength(10);
    const state = (await ask('GET', FACTOR, { token: done.data.access_token })).data;
    expect(state).toMatchObject({ attivo: 1, obbligatorio: 1 });
    expect((await finish(code(segreto, 1))).status).toBe(422);
    expect((await ask('POST', LOGIN_FACTOR, { body: { token } })).status).toBe(422);
    expect((await logIn(ADMIN)).data.passo).toBe('codice');
    await forgetUsed(ADMIN);
    const off = await ask('POST', `${FACTOR}/disattiva`, {
      token: done.data.access_token,
      body: { pwd: PASSWORD, codice: code(segreto) },
    });
    expect(off).toMatchObject({ status: 422, description: expect.stringContaining('obbligatorio') });
  });
});
