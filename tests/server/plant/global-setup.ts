/** Creates the templates once per run; test files use copies. */
import type { TestProject } from 'vitest/node';
import { readSchemas } from '../../../schemas/read-schemas.ts';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { migrate } from '../../../server/database/migration.ts';
import { seedDemo } from '../../../server/seed/demo.ts';
import { seedInitial } from '../../../server/seed/initial.ts';
import { quickHash } from '../../processes/quick-password.ts';
import { copyOf, DEMO_PASSWORD, log, newPlace, type Place, type Template } from './templates.ts';

export type Templates = Record<Template, { url?: string; folder?: string }>;

declare module 'vitest' {
  export interface ProvidedContext {
    templates: Templates;
  }
}

async function withDatabase(place: Place, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ ...place, log });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const empty = await newPlace();
  await (await openDatabase({ ...empty, log })).close();
  const schemas = readSchemas();
  const migrated = await copyOf(empty);
  await withDatabase(migrated, (database) => migrate(database, schemas.entities, { log }));
  const demo = await copyOf(migrated);
  const passwordHash = await quickHash(DEMO_PASSWORD);
  await withDatabase(demo, (database) =>
    database.transaction(async (transaction) => {
      await seedInitial(transaction, schemas);
      await seedDemo(transaction, schemas, { passwordHash });
    }),
  );
  const where = ({ url, folder }: typeof empty) => ({ url, folder });
  provide('templates', { empty: where(empty), migrated: where(migrated), demo: where(demo) });
  return async () => {
    await demo.remove();
    await migrated.remove();
    await empty.remove();
  };
}
