/** Sign-in through the company's identity provider: a real one, and one that forges. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tlsOptions from 'smtp-server/lib/tls-options.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../../schemas/entity.ts';
import { API } from '../../../server/http/register.ts';
import { createTokens } from '../../../server/http/tokens.ts';
import { type Client, type Plant, plant } from '../plant/plant.ts';
import { DEMO_PASSWORD } from '../plant/templates.ts';
import { type Forger, openForger } from './forger.ts';
import { CLIENT, type IdentityProvider, openIdentityProvider, signInThere } from './identity-provider.ts';

const BACK = 'http://localhost/auth';
const SUB = 'Mario.Rossi|è';

let demo: Plant;
let admin: Client;
let provider: IdentityProvider;
let forger: Forger;
let technician: number;
let settings: Row[];
let address = 0;

async function set(values: Row): Promise<void> {
  for (const [code, valore] of Object.entries(values)) {
    const { id } = settings.find(({ codice }) => codice === code)!;
    const { status, description } = await admin.put(`/parametro/${id}`, { valore });
    expect(status, `${code}: ${description}`).toBe(200);
  }
}

/** Each request uses its own address, because the limit on failures would refuse some. */
async function ask(method: 'GET' | 'POST', path: string, payload?: object, cookie?: string) {
  address += 1;
  const reply = await demo.app.server.inject({
    method,
    url: `${API}${path}`,
    payload,
    headers: { host: 'localhost', 'accept-language': 'it', ...(cookie && { cookie }) },
    remoteAddress: `10.9.${Math.floor(address / 250)}.${address % 250}`,
  });
  const { headers, statusCode: status, body } = reply;
  const envelope = body === '' ? {} : (JSON.parse(body) as Row);
  return {
    status,
    headers,
    result: envelope.result,
    description: envelope.description,
    data: envelope.data as Row,
  };
}

interface Started {
  url: URL;
  cookie: string;
  cookieLine: string;
}

async function start(): Promise<Started> {
  const { status, headers } = await ask('GET', '/auth/avvio');
  expect(status).toBe(302);
  const cookieLine = String(headers['set-cookie']);
  return { url: new URL(String(headers.location)), cookie: cookieLine.split(';')[0]!, cookieLine };
}

const comeBack = (sent: object, cookie?: string) => ask('POST', '/auth/auth', sent, cookie);
const enter = (auth: unknown) => ask('POST', '/utente/login-sso', { auth: auth as string });

/** Follows the button up to the provider's return address. */
async function goOver(who = SUB) {
  const started = await start();
  const back = await signInThere(started.url.href, who);
  const { searchParams } = back;
  const sent = {
    authCode: searchParams.get('code'),
    state: searchParams.get('state'),
    iss: searchParams.get('iss'),
  };
  return { ...started, back, sent };
}

const sessions = () => demo.count('credenziale where refresh_id is not null');

beforeAll(async () => {
  demo = await plant([], { signOnByHttp: true });
  admin = await demo.as('SUADMIN');
  settings = (await admin.get('/parametro/?pag=-1')).data;
  provider = await openIdentityProvider([BACK]);
  forger = await openForger(CLIENT.id);
  technician = await demo.idOf('utente', { mail: 'tecnico@officina.example' });
  const user = (await admin.get(`/utente/${technician}`)).data;
  expect((await admin.put(`/utente/${technician}`, { ...user, external_id: SUB })).status).toBe(200);
});
afterAll(async () => {
  await provider.close();
  await forger.close();
  await demo.close();
});

const useProvider = () =>
  set({
    SsoAttivo: '1',
    SsoIssuer: provider.issuer,
    SsoClientId: CLIENT.id,
    SsoClientSecret: CLIENT.secret,
    SsoSolo: '0',
    SsoPortale: '0',
  });

describe('single sign-on', () => {
  beforeEach(useProvider);

  it('is not there until it is configured, and then names the button [S8]', async () => {
    await set({ SsoAttivo: '0' });
    expect((await ask('GET', '/auth/config')).data).toEqual({ enabled: 0, url: null, text: null, only: 0 });
    expect((await ask('GET', '/auth/avvio')).headers.location).toBe('/auth?error=disabled');
    expect((await comeBack({ error: 'disabled' })).description).toContain('non è attivo');
    await set({ SsoAttivo: '1', SsoClientId: '' });
    expect((await ask('GET', '/auth/config')).data.enabled).toBe(0);
    await set({ SsoClientId: CLIENT.id, SsoTesto: 'Entra con ACME' });
    expect((await ask('GET', '/auth/config')).data).toEqual({
      enabled: 1,
      url: '/api/cmms/auth/avvio',
      text: 'Entra con ACME',
      only: 0,
    });
    await set({ SsoTesto: '' });
  });

  it('never returns its secret, and shows its settings only to the super admin', async () => {
    const stored = (await admin.get('/parametro/?pag=-1')).data.find(
      ({ codice }: Row) => codice === 'SsoClientSecret',
    );
    expect(stored.valore).toBe('********');
    const other = await demo.as('SUPER');
    const response = await other.get('/parametro/?codici=SsoIssuer,SsoClientSecret');
    expect(response.data.map(({ valore }: Row) => valore)).toEqual([null, null]);
    const { id } = settings.find(({ codice }) => codice === 'SsoIssuer')!;
    for (const valore of [
      'login.acme.example',
      'https://x.example/?a=1',
      'https://u:p@x.example',
      'ftp://x.example',
    ])
      expect((await admin.put(`/parametro/${id}`, { valore })).errors, valore).toHaveProperty('valore');
  });

  it('signs in the user with the external identity, by code and PKCE [S8] [route-auth-params]', async () => {
    const { url, cookieLine, sent, cookie } = await goOver();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      client_id: CLIENT.id,
      redirect_uri: BACK,
      code_challenge_method: 'S256',
    });
    expect(cookieLine).toMatch(/; Path=\/api\/cmms\/auth; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { data } = await comeBack(sent, cookie);
    const pair = await enter(data.auth);
    expect(pair).toMatchObject({ status: 200, result: 0 });
    const claims = JSON.parse(
      Buffer.from(String(pair.data.access_token).split('.')[1]!, 'base64url').toString(),
    );
    expect(claims.user.idUtente).toBe(technician);
    const used = await enter(data.auth);
    expect(used).toMatchObject({ status: 422, result: -1 });
  });

  it('signs in users without a password', async () => {
    const { data: role } = await admin.get('/ruolo/?pag=-1&codice=TEC');
    const made = await admin.post('/utente/', {
      nome: 'Senza',
      cognome: 'Password',
      mail: 'senza@officina.example',
      id_utente_ruolo: role[0].id,
      attivo: 1,
      external_id: 'senza-password',
    });
    expect(made.status).toBe(200);
    const { sent, cookie } = await goOver('senza-password');
    const pair = await enter((await comeBack(sent, cookie)).data.auth);
    expect(pair.result).toBe(0);
    const twice = await admin.post('/utente/', {
      ...made.data,
      id: undefined,
      mail: 'altra@officina.example',
    });
    expect(twice.errors).toHaveProperty('external_id');
    await admin.put(`/utente/${made.data.id}`, { attivo: 0 });
    const later = await goOver('senza-password');
    const refused = await enter((await comeBack(later.sent, later.cookie)).data.auth);
    expect(refused).toMatchObject({ status: 422, description: expect.stringContaining('non è attivo') });
  });

  it('creates no user, and names the unknown identity', async () => {
    const people = await demo.count('utente');
    const { sent, cookie } = await goOver('sconosciuto-7');
    const reply = await enter((await comeBack(sent, cookie)).data.auth);
    expect(reply).toMatchObject({
      status: 422,
      result: -1,
      description: expect.stringContaining('sconosciuto-7'),
    });
    expect(await demo.count('utente')).toBe(people);
  });

  it('is over when the provider denies it, or is not there [session-external-fail]', async () => {
    const { back } = await goOver('');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect((await comeBack({ error: 'access_denied', state: 'x' })).description).toContain(
      'annullato o negato',
    );
    expect((await comeBack({ error: '<b>scherzo</b>' })).description).not.toContain('scherzo');
    await set({ SsoIssuer: 'http://127.0.0.1:9' });
    expect((await ask('GET', '/auth/avvio')).headers.location).toBe('/auth?error=server_error');
    expect((await comeBack({ error: 'server_error' })).description).toContain('non è raggiungibile');
  });

  it('does not begin where the request names no host', async () => {
    const { statusCode } = await demo.app.server.inject({
      url: `${API}/auth/avvio`,
      headers: { host: 'a b' },
      remoteAddress: '10.8.0.1',
    });
    expect(statusCode).toBe(422);
  });

  it('accepts a reply only in the browser that started the sign-in, with its state, and once', async () => {
    const before = await sessions();
    const first = await goOver();
    const second = await start();
    const lost = { status: 422, description: expect.stringContaining('non è più valido') };
    expect(await comeBack(first.sent)).toMatchObject(lost);
    expect(await comeBack(first.sent, second.cookie)).toMatchObject(lost);
    expect(await comeBack({ ...first.sent, state: 'altro' }, first.cookie)).toMatchObject(lost);
    expect(await comeBack({ authCode: first.sent.authCode }, first.cookie)).toMatchObject(lost);
    expect(await comeBack(first.sent, `${first.cookie.slice(0, -3)}abc`)).toMatchObject(lost);
    const tokens = await createTokens(demo.database);
    const claims = JSON.parse(Buffer.from(first.cookie.split('.')[1]!, 'base64url').toString());
    const late = await tokens.sign('sso', { ...claims, exp: undefined }, -1);
    expect(await comeBack(first.sent, `officina_sso=${late}`)).toMatchObject(lost);
    const other = await tokens.sign('link', claims, 600);
    expect(await comeBack(first.sent, `officina_sso=${other}`)).toMatchObject(lost);

    expect((await comeBack(first.sent, first.cookie)).result).toBe(0);
    expect(await comeBack(first.sent, first.cookie)).toMatchObject(lost);
    // The same code in another sign-in: the provider accepts it once.
    const third = await start();
    const state = third.url.searchParams.get('state');
    expect(await comeBack({ ...first.sent, state }, third.cookie)).toMatchObject({
      status: 422,
      description: expect.stringContaining('non accetta più il codice'),
    });
    expect(await enter('eyJ.x.y')).toMatchObject({ status: 422 });
    expect(await sessions()).toBe(before);
  });

  it('slows down guessing', async () => {
    const guess = () =>
      demo.app.server.inject({ method: 'POST', url: `${API}/utente/login-sso`, payload: { auth: 'x' } });
    const statuses = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await guess()).statusCode);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});

describe('a forged reply', () => {
  const now = () => Math.floor(Date.now() / 1000);
  beforeEach(async () => {
    await useProvider();
    await set({ SsoIssuer: forger.issuer });
    Object.assign(forger, { forgery: {}, description: {}, status: 200 });
  });

  async function answered(change: object = {}) {
    const { url, cookie } = await start();
    const state = url.searchParams.get('state');
    forger.nonce = url.searchParams.get('nonce')!;
    return comeBack({ authCode: 'codice', state, iss: forger.issuer, ...change }, cookie);
  }

  it('differs from a valid one', async () => {
    expect((await answered()).result).toBe(0);
  });

  it.each([
    ['another nonce', { claims: { nonce: 'altro' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://altro.example' } }],
    ['another audience', { claims: { aud: 'altro' } }],
    ['two audiences and another party', { claims: { aud: ['altro', CLIENT.id], azp: 'altro' } }],
    ['a time that is over', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
    ['no end', { claims: { exp: undefined } }],
    ['nobody in it', { claims: { sub: undefined } }],
    ["another's signature", { foreignKey: true }],
    ['no signature', { unsigned: true }],
    ['no identity', { none: true }],
  ])('is refused: %s [session-external-fail]', async (_what, forgery) => {
    const before = await sessions();
    forger.forgery = forgery;
    expect(await answered()).toMatchObject({
      status: 422,
      result: -1,
      data: null,
      description: expect.stringContaining('non è valida'),
    });
    expect(await sessions()).toBe(before);
  });

  it('is refused: it comes from another provider, or from none', async () => {
    for (const iss of ['https://altro.example', undefined])
      expect(await answered({ iss })).toMatchObject({
        status: 422,
        description: expect.stringContaining('non è valida'),
      });
  });
});

describe('arriving from a portal at /sso', () => {
  beforeEach(async () => {
    await useProvider();
    await set({ SsoIssuer: forger.issuer, SsoPortale: '1' });
    Object.assign(forger, { forgery: {}, description: {}, status: 200 });
  });
  const now = () => Math.floor(Date.now() / 1000);

  it('is for tokens that the provider has just signed, each once [route-sso-params] [S8]', async () => {
    expect((await ask('GET', `/auth/external-id/${encodeURIComponent(SUB)}`)).data).toBe(1);
    expect((await ask('GET', '/auth/external-id/nessuno')).data).toBe(0);
    const jwt = await forger.sign({ sub: SUB });
    expect((await enter(jwt)).result).toBe(0);
    expect((await enter(jwt)).status).toBe(422);
    // A different text of the same signature: the last letter contains unused bits.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = jwt.slice(0, -1) + letters[letters.indexOf(jwt.at(-1)!) ^ 1];
    expect((await enter(other)).status).toBe(422);
    expect((await enter(`${jwt} `)).status).toBe(422);
  });

  it.each([
    ['another issuer', { iss: 'https://altro.example' }, {}],
    ['another audience', { aud: 'altro' }, {}],
    ['another party', { azp: 'altro' }, {}],
    ['a nonce of somebody else', { nonce: 'x' }, {}],
    ['a time that is over', { exp: now() - 60 }, {}],
    ['an old one', { iat: now() - 400 }, {}],
    ['no end', { exp: undefined }, {}],
    ["another's signature", {}, { foreignKey: true }],
    ['no signature', {}, { unsigned: true }],
  ])('refuses %s [session-sso-fail-page]', async (_what, claims, forgery) => {
    const before = await sessions();
    expect(await enter(await forger.sign({ sub: SUB, ...claims }, forgery))).toMatchObject({
      status: 422,
      result: -1,
    });
    expect(await sessions()).toBe(before);
  });

  it('is closed where the plant does not open it', async () => {
    await set({ SsoPortale: '0' });
    expect((await enter(await forger.sign({ sub: SUB }))).description).toContain('non è attivo');
    expect((await ask('GET', '/auth/external-id/nessuno')).status).toBe(422);
  });
});

describe('the try of the super admin', () => {
  beforeEach(async () => {
    await useProvider();
    Object.assign(forger, { forgery: {}, description: {}, status: 200 });
  });
  const tried = async (values: Row) => {
    await set(values);
    const { status, description } = await admin.post('/auth/prova', undefined, {
      headers: { host: 'localhost' },
    });
    return [status, description];
  };
  const fails = (text: string) => [422, expect.stringContaining(text)];

  it('succeeds', async () => {
    expect(await tried({})).toEqual([200, expect.stringContaining(BACK)]);
  });

  it('names the fault: settings, name, port, certificate, http, description, name of the provider, client, return', async () => {
    expect(await tried({ SsoIssuer: '' })).toEqual(fails('SsoIssuer'));
    expect(await tried({ SsoIssuer: 'https://nessuno.invalid' })).toEqual(
      fails('nessuno.invalid non esiste'),
    );
    const closed = await openForger(CLIENT.id);
    await closed.close();
    expect(await tried({ SsoIssuer: closed.issuer })).toEqual(fails('rifiuta il collegamento'));

    const { key, cert } = tlsOptions();
    const secure = createServer({ key, cert });
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening));
    const port = (secure.address() as AddressInfo).port;
    expect(await tried({ SsoIssuer: `https://127.0.0.1:${port}` })).toEqual(fails('certificato'));
    secure.close();

    forger.status = 404;
    expect(await tried({ SsoIssuer: forger.issuer })).toEqual(fails('404'));
    forger.status = 200;
    forger.description = { issuer: 'https://altro.example' };
    expect(await tried({})).toEqual(fails('devono essere uguali'));
    forger.description = { jwks_uri: undefined };
    await set({ SsoIssuer: forger.issuer });
    expect(await tried({ SsoIssuer: forger.issuer })).toEqual(fails('chiavi'));
  });

  it('reports an unknown client, secret, or return address', async () => {
    expect(await tried({ SsoClientSecret: 'sbagliato' })).toEqual(fails('non riconosce il client officina'));
    expect(await tried({ SsoClientSecret: CLIENT.secret, SsoClientId: 'altro' })).toEqual(
      fails('non riconosce'),
    );
    const [status, description] = await tried({
      SsoClientId: CLIENT.id,
      ClienteURL: 'http://altrove.example',
    });
    await set({ ClienteURL: '' });
    expect([status, description]).toEqual(fails('http://altrove.example/auth'));
  });
});

describe('the password', () => {
  it('is for super admins only if the plant says so, while single sign-on is on', async () => {
    const logIn = (username: string) => ask('POST', '/utente/login', { username, pwd: DEMO_PASSWORD });
    await useProvider();
    await set({ SsoSolo: '1', SsoAttivo: '0' });
    expect((await logIn('admin@officina.example')).result).toBe(0);
    await set({ SsoAttivo: '1' });
    expect((await ask('GET', '/auth/config')).data.only).toBe(1);
    expect((await logIn('admin@officina.example')).description).toContain('account aziendale');
    expect((await logIn('superadmin@officina.example')).result).toBe(0);
  });
});
