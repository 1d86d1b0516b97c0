/** Who guesses passwords is slowed, by the address he comes from and by the account he tries; its owner is not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppParts } from '../../../server/app.ts';
import { readTrustedProxy } from '../../../server/trusted-proxy.ts';
import { openTestPlant, type TestPlant } from './plant.ts';

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
    // Whoever counts a proxy is reached through it alone, and it writes the address it sees at the end.
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

  it('each person has the address the proxy saw, and nobody is held up by his neighbour [W16]', async () => {
    for (let n = 0; n < 5; n += 1) expect((await from('10.9.0.7', '198.51.100.1')).status).toBe(422);
    expect((await from('::ffff:10.9.0.7', 'x, 198.51.100.1')).status).toBe(429);
    expect((await from('10.9.0.7', '198.51.100.2')).status).toBe(422);
  });
});
