/** A start fills a new database once, and never changes an existing plant. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSchemas, type Schemas } from '../../../schemas/read-schemas.ts';
import type { Database } from '../../../server/database/engine.ts';
import type { FileStore } from '../../../server/files/file-store.ts';
import { firstAdminLink, openPlant } from '../../../server/open-plant.ts';
import { testDatabase } from '../plant/database.ts';

const REAL = { empty: true, admin: 'capo@plant.example', demoYear: true, port: 0 };
const stored: string[] = [];
const files = { keep: async ({ hash }) => void stored.push(hash) } as Partial<FileStore> as FileStore;

let database: Database;
let schemas: Schemas;
const open = (wish = REAL) => openPlant({ database, schemas, files }, wish);

beforeAll(async () => {
  schemas = readSchemas();
  database = await testDatabase();
});
afterAll(() => database.close());

it('a real plant begins without documents', async () => {
  expect(await open()).toEqual({ demo: false });
  const owned = schemas.entities.map((entity) => entity.documents?.entity);
  const documents = schemas.entities.filter(({ name }) => owned.includes(name));
  expect(documents.length).toBeGreaterThan(0);
  for (const { table } of documents)
    expect((await database.query(`select 1 from ${table}`)).rows).toEqual([]);
  expect(stored).toEqual([]);
});

it('a real plant stays one, also when it is started without --empty', async () => {
  expect(await open({ ...REAL, empty: false })).toEqual({ demo: false });
  expect((await database.query('select 1 from oggetto')).rows).toEqual([]);
});

it('a real plant has a link for its super admin, new at each start, until it has been used', async () => {
  const links = [];
  for (let start = 1; start <= 2; start++) links.push(await firstAdminLink(database, 'http://here'));
  for (const one of links)
    expect(one).toEqual({
      mail: 'capo@plant.example',
      link: expect.stringMatching(/^http:\/\/here\/attiva-account\/\S+$/),
    });
  await database.query(
    "insert into credenziale (id_utente, hash) select id, 'x' from utente where mail = 'capo@plant.example' on conflict (id_utente) do update set hash = 'x'",
  );
  expect(await firstAdminLink(database, 'http://here')).toBeUndefined();
});

it('a demo plant does not become a real one', async () => {
  await database.query('update impianto set demo = 1');
  await expect(open()).rejects.toThrow('contains a demo plant');
  expect(await open({ ...REAL, empty: false })).toEqual({ demo: true });
});
