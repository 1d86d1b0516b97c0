/** A database with the demo plant, for servers under test. */
import type { Schemas } from '../schemas/read-schemas.ts';
import { type Database, openDatabase } from '../server/database/engine.ts';
import { migrate } from '../server/database/migration.ts';
import { hashPassword } from '../server/domains/sessions/password.ts';
import { seedDemo } from '../server/seed/demo.ts';
import { seedInitial } from '../server/seed/initial.ts';
import { PASSWORD } from './signed-in.ts';

const log = { info: () => undefined, warn: () => undefined, error: console.error };

export async function demoDatabase(schemas: Schemas, folder?: string, url?: string): Promise<Database> {
  const database = await openDatabase({ url: url || undefined, folder, log });
  await migrate(database, schemas.entities, { log });
  const passwordHash = await hashPassword(PASSWORD);
  await database.transaction(async (transaction) => {
    await seedInitial(transaction, schemas);
    await seedDemo(transaction, schemas, { passwordHash });
  });
  return database;
}
