/** The licence: a plant with limits loses exactly the limited features. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Plant, plant } from '../plant/plant.ts';

let demo: Plant;
beforeAll(async () => {
  demo = await plant();
});
afterAll(() => demo.close());

/** Waits, because changes by other servers arrive within seconds. */
async function becomes(status: number, path: string): Promise<void> {
  const person = await demo.as('SUADMIN');
  await expect
    .poll(async () => (await person.get(path)).status, { timeout: 40_000, interval: 500 })
    .toBe(status);
}

describe('licence', () => {
  it('opens everything when it sets nothing', async () => {
    const person = await demo.as('SUADMIN');
    expect((await person.get('/tipi-asset-critico/?pag=1')).status).toBe(200);
    expect((await person.get('/openapi.json')).status).toBe(200);
  });

  it('without MTBF hides the critical-asset types from all users [mtbf-feature-visible]', async () => {
    await demo.database.query('update licenza set mtbf = 0');
    await becomes(403, '/tipi-asset-critico/?pag=1');
    await demo.database.query("update licenza set mtbf = 1, data_scadenza_mtbf = '2020-01-01'");
    await becomes(403, '/tipi-asset-critico/?pag=1');
  });

  it('without connectors offers no API specification [openapi-super]', async () => {
    await demo.database.query('update licenza set num_api_enabled = 0');
    await becomes(403, '/info/openapi-specification/');
  });
});
