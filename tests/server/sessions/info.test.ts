import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlant, type TestPlant } from './plant.ts';

let plant: TestPlant;
const token: Record<string, string> = {};

beforeAll(async () => {
  plant = await openTestPlant();
  for (const name of ['admin', 'tech'])
    token[name] = (await plant.login(`${name}@plant.example`)).access_token;
});
afterAll(() => plant.close());

describe('what the product tells of itself', () => {
  it('languages, without a session [A2]', async () => {
    expect((await plant.ask('GET', '/lingua/default')).data).toMatchObject({ codice: 'it' });
    const { data } = await plant.ask('GET', '/lingua/config');
    expect(data.map(({ codice }: { codice: string }) => codice)).toEqual(['it', 'en']);
  });

  it('the licence: seats, active people by family, free disk [S12] [S13] [info-content] [licence-guest-seat]', async () => {
    const { data } = await plant.ask('GET', '/info/licenza/', { token: token.admin, language: 'en' });
    expect(data).toMatchObject({
      data_scadenza: null,
      num_guest: null,
      num_admin_attivi: 2,
      num_tecnici_attivi: 1,
      num_guest_attivi: 1,
      num_api_enabled_attivi: 0,
      max_space_disk: null,
    });
    expect(data.spazio_libero_txt).toMatch(/^[\d.]+ [kMGT]?B$/);
    expect(data.spazio_libero_perc).toBeGreaterThanOrEqual(0);
    await plant.database.query('update licenza set max_space_disk = 1000000000');
    const limited = (await plant.ask('GET', '/info/licenza/', { token: token.admin })).data;
    expect(limited.spazio_libero_perc).toBeLessThan(100);
    expect(limited.spazio_libero_txt).toMatch(/MB$/);
    await plant.database.query('update licenza set max_space_disk = null');
  });

  it('whether reliability is licensed [M7] [R10]', async () => {
    const flag = async () => (await plant.ask('GET', '/info/licenza/mtbf-mttr/', { token: token.tech })).data;
    expect(await flag()).toBe(1);
    await plant.database.query(`update licenza set data_scadenza_mtbf = '2020-01-01'`);
    expect(await flag()).toBe(0);
    await plant.database.query('update licenza set data_scadenza_mtbf = null, mtbf = 0');
    expect(await flag()).toBe(0);
    await plant.database.query('update licenza set mtbf = 1');
  });

  it('the manual as a document, for admins [manual-document]', async () => {
    const { data } = await plant.ask('GET', '/info/user-manual/', { token: token.admin });
    expect(data.filename).toBe('Manuale utente.html');
    expect(Buffer.from(data.data, 'base64').toString()).toContain('<html lang="it">');
    expect((await plant.ask('GET', '/info/user-manual/', { token: token.tech })).status).toBe(403);
  });

  it('changes, logo and accounts [history-content] [S9]', async () => {
    expect(typeof (await plant.ask('GET', '/info/changelog/', { token: token.admin })).data).toBe('string');
    expect((await plant.ask('GET', '/info/logo-cliente/')).data).toEqual({
      contenuto: null,
      content_type: null,
    });
    expect((await plant.ask('GET', '/info/account-management/')).data).toBe(0);
  });
});
