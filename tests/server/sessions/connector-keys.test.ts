import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlant, type TestPlant } from './plant.ts';

let plant: TestPlant;
let token: string;
const keysOf = (mail: string) => `/utente/${plant.id[mail]}/chiave-api/`;

beforeAll(async () => {
  plant = await openTestPlant();
  token = (await plant.login('super@plant.example')).access_token;
});
afterAll(() => plant.close());

describe('the key of a connector [S14]', () => {
  it('is shown once, kept as a hash, signs in and can be revoked', async () => {
    const made = await plant.ask('POST', keysOf('connector@plant.example'), { token });
    const key = made.data.chiave;
    expect(key).toMatch(/^ofk_[\w-]{43}$/);
    const { rows } = await plant.database.query('select * from chiave_api');
    expect(JSON.stringify(rows)).not.toContain(key);

    const listed = await plant.ask('GET', keysOf('connector@plant.example'), { token });
    expect(listed.data).toEqual([
      { id: made.data.id, prefisso: key.slice(0, 10), creata: expect.any(String), revocata: null },
    ]);

    const asConnector = () => plant.ask('GET', '/info/licenza/', { token: key });
    expect((await asConnector()).data.num_api_enabled_attivi).toBe(1);
    const revoked = await plant.ask('DELETE', `${keysOf('connector@plant.example')}${made.data.id}`, {
      token,
    });
    expect(revoked.result).toBe(0);
    expect(await asConnector()).toMatchObject({ status: 401, result: -100 });
    const again = await plant.ask('DELETE', `${keysOf('connector@plant.example')}${made.data.id}`, { token });
    expect(again.status).toBe(404);
  });

  it('is refused when it is made up', async () => {
    const reply = await plant.ask('GET', '/info/licenza/', { token: `ofk_${'a'.repeat(43)}` });
    expect(reply).toMatchObject({ status: 401, result: -100 });
  });

  it('is only for system users, and only made by a super admin', async () => {
    expect(await plant.ask('POST', keysOf('tech@plant.example'), { token })).toMatchObject({
      status: 422,
      result: -1,
    });
    const admin = (await plant.login('admin@plant.example')).access_token;
    for (const method of ['GET', 'POST'] as const)
      expect((await plant.ask(method, keysOf('connector@plant.example'), { token: admin })).status).toBe(403);
  });

  it('takes a seat of the licence', async () => {
    await plant.database.query('update licenza set num_api_enabled = 0');
    const refused = await plant.ask('POST', keysOf('connector@plant.example'), { token });
    expect(refused).toMatchObject({ status: 422, description: expect.stringContaining('connettori') });
    await plant.database.query('update licenza set num_api_enabled = 1');
    expect((await plant.ask('POST', keysOf('connector@plant.example'), { token })).result).toBe(0);
    // The same connector needs no second seat for its second key.
    expect((await plant.ask('POST', keysOf('connector@plant.example'), { token })).result).toBe(0);
  });
});
