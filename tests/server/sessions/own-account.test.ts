import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlant, PASSWORD, type TestPlant } from './test-plant.ts';

const NEW = 'Officina2027!';
const PATH = '/utente/password';
let plant: TestPlant;
let pair: { access_token: string; refresh_token: string };

beforeAll(async () => {
  plant = await openTestPlant();
  pair = await plant.login('reporter@plant.example');
});
afterAll(() => plant.close());

const change = (token: string, pwd: string, password: string, password2 = password) =>
  plant.ask('PUT', PATH, { token, body: { pwd, password, password2 } });
const visits = async (token: string) => (await plant.ask('GET', '/utente/sessione/', { token })).data;

describe('the own password', () => {
  const bad: [string, [string, string, string?], string, string][] = [
    ['with a wrong one now', ['Sbagliata1!', NEW], 'pwd', 'La password attuale non è corretta.'],
    ['like the one now', [PASSWORD, PASSWORD], 'password', 'La nuova password è uguale a quella attuale.'],
    ['weak [password-classes]', [PASSWORD, 'officina'], 'password', 'almeno 8'],
    [
      'unlike its confirmation [password-match]',
      [PASSWORD, NEW, `${NEW}x`],
      'password2',
      'devono avere lo stesso valore',
    ],
  ];
  it.each(bad)('is not changed %s', async (_name, [pwd, password, password2], field, words) => {
    const reply = await change(pair.access_token, pwd, password, password2);
    const description = expect.stringContaining(words);
    expect(reply).toMatchObject({ status: 422, result: -1, description, errors: { [field]: description } });
    expect((await visits(pair.access_token))[0].fine).toBeNull();
  });

  it('can be changed, once, and tokens of the old session become invalid', async () => {
    const { access_token: token } = pair;
    const done = await change(token, PASSWORD, NEW);
    expect(done, done.description).toMatchObject({ result: 0, description: 'Password cambiata.' });
    const next = done.data.access_token as string;
    expect((await plant.ask('GET', '/utente/sessione/', { token })).result).toBe(-102);
    const id = plant.id['reporter@plant.example'];
    const body = { id, refresh_token: pair.refresh_token };
    expect((await plant.ask('POST', '/utente/refresh-token', { body })).result).toBe(-102);
    const [open, before] = await visits(next);
    expect(open).toMatchObject({ modo: 'password', fine: null, motivo: null });
    expect(before).toMatchObject({ fine: expect.any(String), motivo: 'password' });
    await expect(plant.login('reporter@plant.example', PASSWORD)).rejects.toThrow('Nome utente o password');
    await expect(plant.login('reporter@plant.example', NEW)).resolves.toBeTruthy();
  });

  it('can be guessed at most five times a minute at an open session', async () => {
    const { access_token: token } = await plant.login('tech@plant.example');
    const tries: number[] = [];
    for (let index = 0; index < 6; index += 1) tries.push((await change(token, 'Sbagliata1!', NEW)).status);
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('the own sessions', () => {
  it('are visible to nobody else, and one is open [S6]', async () => {
    await plant.login('admin@plant.example');
    const { access_token: token } = await plant.login('admin@plant.example');
    const all = await visits(token);
    expect(all).toHaveLength(2);
    expect(all[0]).toMatchObject({
      modo: 'password',
      indirizzo: expect.stringMatching(/^10\.1\./),
      fine: null,
    });
    expect(all[1]).toMatchObject({ motivo: 'sostituita', fine: expect.any(String) });
    expect(Object.keys(all[0]).sort()).toEqual(
      ['dispositivo', 'fine', 'id', 'indirizzo', 'inizio', 'modo', 'motivo', 'vista'].sort(),
    );
    expect((await plant.ask('GET', '/utente/sessione/')).result).toBe(-100);
  });

  it('are seen again with each renewal, and end by going out, or when their time is over', async () => {
    const { database, id } = plant;
    const first = await plant.login('super@plant.example');
    const user = id['super@plant.example'];
    await database.query(`update sessione set vista = now() - interval '1 hour' where id_utente = $1`, [
      user,
    ]);
    const body = { id: user, refresh_token: first.refresh_token };
    const renewed = (await plant.ask('POST', '/utente/refresh-token', { body })).data.access_token as string;
    const [seen] = await visits(renewed);
    expect(Date.now() - Date.parse(seen.vista)).toBeLessThan(60_000);
    await plant.ask('POST', '/utente/logout', { token: renewed });
    await plant.login('super@plant.example');
    await database.query(
      `update sessione set scade = now() - interval '2 hours' where id_utente = $1 and fine is null`,
      [user],
    );
    const { access_token: token } = await plant.login('super@plant.example');
    const all = await visits(token);
    expect(all.map(({ motivo }: { motivo: string | null }) => motivo)).toEqual([null, 'scaduta', 'uscita']);
    expect(Date.now() - Date.parse(all[1].fine)).toBeGreaterThan(7_000_000);
    expect(decodeJwt(token).user).toMatchObject({ idUtente: user });
  });

  it('are forgotten after ninety days', async () => {
    const { database, id } = plant;
    await database.query(
      `update sessione set fine = now() - interval '91 days' where id_utente = $1 and fine is not null`,
      [id['super@plant.example']],
    );
    const { access_token: token } = await plant.login('super@plant.example');
    expect(await visits(token)).toHaveLength(2);
  });
});
