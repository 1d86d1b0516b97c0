/** Repeated wrong passwords slow down the address and the account, but not its owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppParts } from '../../../server/app.ts';
import { forbidden } from '../../../server/http/problem.ts';
import { createLimits } from '../../../server/http/rate-limit.ts';
import { readTrustedProxy } from '../../../server/trusted-proxy.ts';
import { openTestPlant, PASSWORD, type TestPlant } from './test-plant.ts';

const MAIL = 'tech@plant.example';

describe.each<[string, Partial<AppParts>, string]>([
  ['none is named', {}, '10.0.0.1'],
  ['none is named, behind https', { https: true }, '10.0.0.1'],
  ['one is counted', { trustProxy: readTrustedProxy('1') }, '10.0.0.1'],
  ['one is named', { trustProxy: readTrustedProxy('10.9.0.0/24, ::1') }, '10.0.0.1'],
])('a forged X-Forwarded-For, where of the proxies %s', (_name, parts, stranger) => {
  let plant: TestPlant;
  beforeAll(async () => {
    plant = await openTestPlant(parts);
  });
  afterAll(() => plant.close());

  it('is no new address [W16]', async () => {
    // A server that counts a proxy is reached only through it; the proxy appends the address it sees.
    const counted = _name === 'one is counted' ? `, ${stranger}` : '';
    const tries: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}${counted}` };
      const body = { username: `nobody${n}@plant.example`, pwd: 'wrong' };
      tries.push((await plant.ask('POST', '/utente/login', { body, headers, address: stranger })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });
});

describe('behind a proxy that is named', () => {
  let plant: TestPlant;
  beforeAll(async () => {
    plant = await openTestPlant({ https: true, trustProxy: readTrustedProxy('10.9.0.7') });
  });
  afterAll(() => plant.close());

  const from = (address: string, forwarded: string, pwd = 'wrong') =>
    plant.ask('POST', '/utente/login', {
      body: { username: MAIL, pwd },
      address,
      headers: { 'x-forwarded-for': forwarded },
    });

  it('each user has the address that the proxy saw, and is not blocked by others [W16]', async () => {
    for (let n = 0; n < 5; n += 1) expect((await from('10.9.0.7', '198.51.100.1')).status).toBe(422);
    expect((await from('::ffff:10.9.0.7', 'x, 198.51.100.1')).status).toBe(429);
    expect((await from('10.9.0.7', '198.51.100.2')).status).toBe(422);
  });
});

describe('an account whose password is guessed from many addresses', () => {
  let plant: TestPlant;
  beforeAll(async () => {
    plant = await openTestPlant();
  });
  afterAll(() => plant.close());

  const attempt = (username: string, pwd: string, address: string) =>
    plant.ask('POST', '/utente/login', { body: { username, pwd }, address, language: 'en' });

  it('pauses for unknown addresses, not for known ones of its owner, who gets one mail [W16]', async () => {
    await plant.login(MAIL);
    const owner = '10.1.0.1';
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, n) => attempt(MAIL.toUpperCase(), 'wrong', `203.0.113.${n}`)),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(422),
      ...Array(4).fill(429),
    ]);
    const right = await attempt(MAIL, PASSWORD, '203.0.113.99');
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(30);
    expect((await attempt(MAIL, 'wrong', owner)).status).toBe(422);
    expect((await attempt(MAIL, PASSWORD, owner)).result).toBe(0);
    const warnings = async () =>
      (await plant.database.query<{ destinatario: string; oggetto: string }>('select * from posta')).rows;
    await expect
      .poll(warnings)
      .toMatchObject([{ destinatario: MAIL, oggetto: 'Tentativi di accesso al tuo account Officina' }]);
  });

  it('is slowed like a name that nobody has [S10] [W16]', async () => {
    const tries: number[] = [];
    for (let n = 0; n < 11; n += 1)
      tries.push((await attempt('nobody@plant.example', 'wrong', `203.0.113.${n}`)).status);
    expect(tries).toEqual([...Array(10).fill(422), 429]);
  });

  it('is not guessed faster from a whole network of addresses [W16]', async () => {
    const tries: number[] = [];
    for (let n = 0; n < 6; n += 1)
      tries.push((await attempt(`v6-${n}@plant.example`, 'wrong', `2001:db8:1:2:${n}::${n}`)).status);
    expect(tries).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('attempts', () => {
  let plant: TestPlant;
  beforeAll(async () => {
    plant = await openTestPlant();
  });
  afterAll(() => plant.close());

  it('are possible again a minute after the oldest of five failures, on every server [W16]', async () => {
    let now = Date.now();
    const [one, other] = [1, 2].map(() =>
      createLimits(plant.database).attempts('test', 5, { now: () => now }),
    );
    const fail = (attempts = one!) =>
      attempts.run('a', async () => Promise.reject(forbidden())).catch((error) => error.status);
    for (let index = 0; index < 5; index += 1) {
      expect(await fail(index % 2 ? one : other)).toBe(403);
      now += 10_000;
    }
    expect(await fail()).toBe(429);
    expect(await fail(other)).toBe(429);
    now += 10_001;
    expect(await fail()).toBe(403);
    expect(await fail(other)).toBe(429);
  });

  it('that succeed, or fail by a server error, are not counted', async () => {
    const attempts = createLimits(plant.database).attempts('succeeding', 1);
    await attempts.run('a', async () => 1);
    await attempts.run('a', async () => Promise.reject(new Error('ours'))).catch(() => undefined);
    expect(await attempts.run('a', async () => 2)).toBe(2);
  });

  it('that arrive at once cannot pass the count together [W16]', async () => {
    const attempts = createLimits(plant.database).attempts('at once', 3);
    const fail = () =>
      attempts.run('a', async () => Promise.reject(forbidden())).catch((error) => error.status);
    expect(await Promise.all(Array.from({ length: 6 }, fail))).toEqual([403, 403, 403, 429, 429, 429]);
  });

  it('leave neither address nor name in the database', async () => {
    const limits = createLimits(plant.database);
    await limits
      .attempts('hidden', 1)
      .run('192.0.2.77', async () => Promise.reject(forbidden()))
      .catch(() => undefined);
    await limits.guesses().take('Segreto2026!');
    const { rows } = await plant.database.query(
      'select chiave from tentativo union all select chiave from nome_tentato',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.77|Segreto2026/);
  });

  it('at a name have a pause that rises, ends, and is forgotten after a day [W16]', async () => {
    let time = Date.now();
    const guesses = createLimits(plant.database).guesses({ now: () => time });
    const take = (name: string) => guesses.take(name);
    for (let n = 0; n < 10; n += 1) expect(await take('a')).toBe(0);
    expect(await take('a')).toBe(60);
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      time += (await take('a')) * 1000;
      expect(await take('a')).toBe(0);
      pauses.push((await take('a')) / 60);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(await take('b')).toBe(0);
    time += 86_400_001;
    expect([await take('a'), await take('a')]).toEqual([0, 0]);
  });
});
