/** Initial data of a plant, and the demo plant, which fills every master table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../server/seed/demo.ts';
import { seedInitial } from '../../../server/seed/initial.ts';
import { seedVolume } from '../../../server/seed/volume.ts';
import { type Plant, plant } from '../plant/plant.ts';

let demo: Plant;
beforeAll(async () => {
  demo = await plant();
});
afterAll(() => demo.close());

const counts = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      demo.schemas.entities.map(async (entity) => [entity.name, await demo.count(entity.table)] as const),
    ),
  );

// Rows that the server writes automatically, at its own times.
const OWN = ['background-job', 'routine-run', 'outgoing-mail'];

const seeded = async () =>
  Object.fromEntries(Object.entries(await counts()).filter(([name]) => !OWN.includes(name)));

describe('seeds', () => {
  it('leave no entity of the demo plant empty', async () => {
    // Documents need a store; signatures and reports need people.
    const documents = demo.schemas.entities.map((entity) => entity.documents?.entity);
    const files = [...documents, 'signature', 'job-report'];
    // Addresses and keys of external systems.
    const workings = [...OWN, 'webhook', 'webhook-delivery', 'connector-key'];
    // Browsers of users, and what they had not sent yet.
    const devices = ['user-device', 'held-acts'];
    const empty = Object.entries(await counts()).filter(([, count]) => count === 0);
    const others = [...files, ...workings, ...devices];
    expect(empty.filter(([name]) => !others.includes(name))).toEqual([]);
  });

  it('add nothing when they run again', async () => {
    const before = await seeded();
    await demo.database.transaction(async (transaction) => {
      await seedInitial(transaction, demo.schemas);
      await seedDemo(transaction, demo.schemas, { passwordHash: 'x' });
    });
    expect(await seeded()).toEqual(before);
  });

  it('fill a plant of a usual size, once', async () => {
    await seedVolume(demo.database, demo.schemas, 'typical');
    const first = await seeded();
    expect(first.cost).toBeGreaterThan(20_000);
    await seedVolume(demo.database, demo.schemas, 'typical');
    expect(await seeded()).toEqual(first);
  }, 300_000);
});
