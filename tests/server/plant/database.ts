/** A fresh database for a test file, on the engine of the run: TEST_DATABASE_URL or embedded. */
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/engine.ts';
import { copyOf, log, type Place, type Template } from './templates.ts';

/** Returns a closed copy of the template, for tests that open and close it themselves. */
export function testPlace(template: Template = 'migrated'): Promise<Place> {
  return copyOf({ ...inject('templates')[template], remove: async () => undefined });
}

/** With the tables of all schemas, or empty. Closing removes it. */
export async function testDatabase(template: Template = 'migrated', timeout?: number): Promise<Database> {
  const place = await testPlace(template);
  const database = await openDatabase({ ...place, log, timeout });
  const removed: Database = {
    ...database,
    // Tests replace functions of this object, to see statements.
    reading: () => removed,
    async close() {
      await database.close();
      await place.remove();
    },
  };
  return removed;
}
