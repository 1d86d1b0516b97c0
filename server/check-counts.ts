/**
 * `npm run check:counts [-- --data DIR] [--repair]`, or with DATABASE_URL: compares the counts and the copied values that
 * the database keeps with the rows they come from. The exit code is 0 if they agree, and 1 if not. With --repair it
 * counts and copies again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity } from '../schemas/entity.ts';
import { readSchemas, SCHEMAS } from '../schemas/read-schemas.ts';
import { openStanding, readCommand, runCommand } from './command.ts';
import { wrongKept } from './database/counts.ts';
import { type Database, StartupError } from './database/engine.ts';
import type { Misses } from './database/keepers.ts';
import { allTables, isCurrent } from './database/migration.ts';

const USE = 'Use: npm run check:counts [-- --data DIR] [--repair]';

function report(found: Misses[]): void {
  for (const { table, rows } of found) console.log(`${table}: ${rows} rows differ.`);
  if (found.length === 0) console.log('All counts and copied values agree with the rows.');
}

const repair = (database: Database, entities: Entity[]): Promise<void> =>
  database.transaction(
    async ({ query }) => {
      const keepers = allTables(entities).flatMap((table) => table.keepers ?? []);
      for (const statement of keepers.flatMap(({ rows }) => rows)) await query(statement);
    },
    { unhurried: true },
  );

await runCommand(async () => {
  const { configuration, switches } = readCommand(USE, ['repair']);
  const { folder, url, schemas: more } = configuration;
  if (!url && !existsSync(join(folder, 'database')))
    throw new StartupError(`There is no plant in ${folder}. ${USE}`);
  const { entities } = readSchemas([SCHEMAS, ...more]);
  const database = await openStanding(configuration);
  try {
    if (!(await isCurrent(database, entities)))
      throw new StartupError(
        'The database belongs to another version of Officina. Start this version with it once.',
      );
    const found = await wrongKept(database, entities);
    report(found);
    if (found.length > 0 && switches.has('repair')) {
      await repair(database, entities);
      console.log('They were counted and copied again.');
      report(await wrongKept(database, entities));
    } else if (found.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
