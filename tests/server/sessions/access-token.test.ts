import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlant, type TestPlant } from './test-plant.ts';

let plant: TestPlant;
let user: { idUtente: number };
let sessione: number;
let key: Uint8Array;

const who = (token?: string) => plant.ask('GET', '/info/licenza/mtbf-mttr/', { token });
const column = async (sql: string) => (await plant.database.query<{ value: number }>(sql)).rows[0]!.value;

beforeAll(async () => {
  plant = await openTestPlant();
  user = { idUtente: plant.id['tech@plant.example']! };
  await plant.login('tech@plant.example');
  sessione = await column(`select sessione as value from credenziale where id_utente = ${user.idUtente}`);
  const { rows } = await plant.database.query<{ segreto: string }>('select segreto from chiave_firma');
  key = Buffer.from(rows[0]!.segreto, 'base64url');
});
afterAll(() => plant.close());

const signed = (change: { key?: Uint8Array; issuer?: string; audience?: string; algorithm?: string } = {}) =>
  new SignJWT({ user, sessione })
    .setProtectedHeader({ alg: change.algorithm ?? 'HS256' })
    .setIssuer(change.issuer ?? 'officina')
    .setAudience(change.audience ?? 'access')
    .setJti('made-by-hand')
    .setExpirationTime('5m')
    .sign(change.key ?? key);

describe('an access token', () => {
  it('made with our key and format is accepted, so that the refusals below are meaningful', async () => {
    expect((await who(await signed())).result).toBe(0);
  });

  const bad: [string, () => Promise<string | undefined>][] = [
    ['missing', async () => undefined],
    ['malformed', async () => 'abc'],
    ['without its signature', async () => (await signed()).replace(/[^.]+$/, '')],
    [
      'alg:none',
      async () =>
        new UnsecuredJWT({ user, sessione, jti: 'x' })
          .setIssuer('officina')
          .setAudience('access')
          .setExpirationTime('5m')
          .encode(),
    ],
    ['of another algorithm', () => signed({ algorithm: 'HS512', key: Buffer.alloc(64, key) })],
    ['forged with another key', () => signed({ key: Buffer.alloc(32, 7) })],
    ['of another issuer', () => signed({ issuer: 'elsewhere' })],
    ['made to refresh', () => signed({ audience: 'refresh' })],
    ['expired', () => plant.tokens.sign('access', { user, sessione }, -1)],
    ['of no user', () => plant.tokens.sign('access', { sessione, user: {} }, 60)],
  ];
  it.each(bad)('%s is refused with -100 [S6] [session-invalid-token]', async (_name, token) => {
    expect(await who(await token())).toMatchObject({ status: 401, result: -100, data: null });
  });

  it('with a changed payload is refused with -100', async () => {
    const [head, , signature] = (await signed()).split('.');
    const claims = {
      user: { idUtente: plant.id['super@plant.example'] },
      sessione,
      iss: 'officina',
      aud: 'access',
      jti: 'x',
      exp: 9e9,
    };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect((await who(`${head}.${payload}.${signature}`)).result).toBe(-100);
  });

  it('is refused after it has expired, although it was accepted before', async () => {
    const token = await plant.tokens.sign('access', { user, sessione }, 1);
    expect((await who(token)).result).toBe(0);
    await expect.poll(async () => (await who(token)).result).toBe(-100);
  });
});

describe('a session', () => {
  it('of a user who signs in elsewhere ends with -102 and the documented message [S6] [session-replaced]', async () => {
    const { access_token } = await plant.login('reporter@plant.example');
    expect((await who(access_token)).result).toBe(0);
    await plant.login('reporter@plant.example');
    expect(await who(access_token)).toMatchObject({
      status: 401,
      result: -102,
      description:
        "È stata attivata una nuova sessione per il tuo utente. L'attuale sessione non è più valida",
    });
  });

  it('ends with -101 when the user is made inactive [S6]', async () => {
    const [{ access_token: token }, admin] = [
      await plant.login('reporter@plant.example'),
      await plant.login('super@plant.example'),
    ];
    expect((await who(token)).result).toBe(0);
    const path = `/utente/${plant.id['reporter@plant.example']}`;
    const { data } = await plant.ask('GET', path, { token: admin.access_token });
    const { nome, cognome, mail, id_utente_ruolo } = data;
    const saved = await plant.ask('PUT', path, {
      token: admin.access_token,
      body: { nome, cognome, mail, id_utente_ruolo, attivo: 0 },
    });
    expect(saved).toMatchObject({ result: 0 });
    expect(await who(token)).toMatchObject({ status: 401, result: -101 });
  });

  it('has the rights of the role the user has now, not of the token [R1]', async () => {
    const [{ access_token: token }, admin] = [
      await plant.login('admin@plant.example'),
      await plant.login('super@plant.example'),
    ];
    const licence = () => plant.ask('GET', '/info/licenza/', { token });
    expect((await licence()).status).toBe(200);
    const role = await column(
      `select r.id as value from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo where f.codice = 'RIFTEC' limit 1`,
    );
    const path = `/utente/${plant.id['admin@plant.example']}`;
    const { data } = await plant.ask('GET', path, { token: admin.access_token });
    const body = {
      nome: data.nome,
      cognome: data.cognome,
      mail: data.mail,
      attivo: 1,
      id_utente_ruolo: role,
    };
    expect(await plant.ask('PUT', path, { token: admin.access_token, body })).toMatchObject({ result: 0 });
    expect((await licence()).status).toBe(403);
  });
});
