/** Makes the templates once a run; every test file gets copies of them. */
import type { TestProject } from 'vitest/node';
import { readSchemas } from '../../schemas/read-schemas.ts';
import { openDatabase } from '../../server/database/engine.ts';
import { migrate } from '../../server/database/migration.ts';
import { copyOf, log, newPlace, type Template } from './templates.ts';

export type Templates = Record<Template, { url?: string; folder?: string }>;

declare module 'vitest' {
  export interface ProvidedContext {
    templates: Templates;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const empty = await newPlace();
  await (await openDatabase({ ...empty, log })).close();
  const migrated = await copyOf(empty);
  const database = await openDatabase({ ...migrated, log });
  try {
    await migrate(database, readSchemas().entities, { log });
  } finally {
    await database.close();
  }
  const where = ({ url, folder }: typeof empty) => ({ url, folder });
  provide('templates', { empty: where(empty), migrated: where(migrated) });
  return async () => {
    await migrated.remove();
    await empty.remove();
  };
}
