/**
 * `npm run backup -- [FILE] [--data DIR]`, or with DATABASE_URL: writes the whole plant to a ZIP while the server
 * is in use. If a running server has the embedded database open, that server makes the backup.
 */

import { existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { codeOf } from '../schemas/failures.ts';
import { readSchemas, SCHEMAS } from '../schemas/read-schemas.ts';
import { lineOfProgress, openStanding, readCommand, runCommand } from './command.ts';
import type { Configuration } from './configuration.ts';
import { StartupError } from './database/engine.ts';
import { isCurrent } from './database/migration.ts';
import { storePrivately } from './domains/backup/index.ts';
import { openBackup } from './domains/backup/restore-backup.ts';
import { writeBackup } from './domains/backup/write-backup.ts';
import { BESIDE_FILES } from './domains/info/files.ts';
import { openStore } from './files/open-store.ts';
import { askLocally } from './local-call.ts';

const USE = 'Use: npm run backup -- [FILE] [--data DIR]';
const { version } = packageFile;

async function fromRunning({ folder, url }: Configuration, path: string): Promise<boolean> {
  const reply = url ? undefined : await askLocally(folder, '/backup');
  if (!reply) return false;
  if (reply.statusCode !== 200) {
    const message = (await reply.toArray()).join('');
    throw new StartupError(`The running server could not create the backup: ${message || reply.statusCode}.`);
  }
  await storePrivately(reply, path).catch((error) => {
    throw codeOf(error) === 'ECONNRESET'
      ? new StartupError('The server stopped before the backup was complete. Its log contains the reason.')
      : error;
  });
  return true;
}

async function withOwnDatabase(configuration: Configuration, path: string): Promise<void> {
  const { folder, url, schemas: more, s3 } = configuration;
  if (!url && !existsSync(join(folder, 'database')))
    throw new StartupError(`There is no plant in ${folder}. ${USE}`);
  const schemas = readSchemas([SCHEMAS, ...more]);
  const files = await openStore(folder, s3);
  const database = await openStanding(configuration);
  try {
    if (!(await isCurrent(database, schemas.entities)))
      throw new StartupError(
        'The database belongs to another version of Officina. Start this version with it once, or make the backup with the other version.',
      );
    const company = { database, schemas, files, folder, beside: BESIDE_FILES, version };
    await writeBackup(company, (content) => storePrivately(content, path), lineOfProgress());
  } finally {
    await database.close();
  }
}

const stamp = (): string => new Date().toISOString().slice(0, 16).replaceAll(':', '').replace('T', '-');

await runCommand(async () => {
  const { file, configuration } = readCommand(USE);
  const path = resolve(file ?? `officina-${stamp()}.zip`);
  if (existsSync(path)) throw new StartupError(`${path} already exists. Choose another file.`);
  const partial = `${path}.partial`;
  if (!(await fromRunning(configuration, partial))) await withOwnDatabase(configuration, partial);
  // A backup that cannot be read is useless, so it is read back.
  const { archive, manifest } = await openBackup(partial, version);
  await archive.close();
  renameSync(partial, path);
  const { tables, contents } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${path}: ${rows} rows, ${contents.count} files, read back and complete.`);
  if (contents.missing > 0)
    console.log(`${contents.missing} files were missing or damaged in the store, and are not in the backup.`);
});
