/**
 * `npm run restore -- FILE [--data DIR] [--silent]`, or with DATABASE_URL: restores a plant from a backup, into an
 * empty data folder or an empty database. Restores everything, or changes nothing.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { readSchemas, SCHEMAS } from '../schemas/read-schemas.ts';
import { lineOfProgress, openBeside, readCommand, runCommand } from './command.ts';
import type { Configuration } from './configuration.ts';
import { StartupError, type Transaction } from './database/engine.ts';
import { type Opened, openBackup, type Restored, restoreBackup } from './domains/backup/restore-backup.ts';
import { BESIDE_FILES } from './domains/info/files.ts';
import { forgetMailServer } from './domains/outbox/index.ts';
import { switchOffWebhooks } from './domains/webhooks/index.ts';
import { openStore } from './files/open-store.ts';
import { markRestoring } from './restoring.ts';

const SILENT = 'silent';
const USE = `Use: npm run restore -- FILE [--data DIR] [--${SILENT}]`;

const contentOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Refuses a used folder. With a database server it may contain files: their names are hashes, and none is
 * overwritten.
 */
function refuseUsedFolder({ folder, url }: Configuration): void {
  if (!url && contentOf(folder).length > 0)
    throw new StartupError(
      `${folder} is not empty: a backup can only be restored into an empty folder. Nothing was changed. Choose another one with --data.`,
    );
}

/** Keeps a test plant from sending anything: its mails and events stay in the outbox. */
async function silence(transaction: Transaction): Promise<void> {
  await forgetMailServer(transaction);
  await switchOffWebhooks(transaction);
}

type Finish = (transaction: Transaction) => Promise<void>;

async function restore(configuration: Configuration, opened: Opened, finish?: Finish): Promise<Restored> {
  const { folder, schemas: more, s3 } = configuration;
  const schemas = readSchemas([SCHEMAS, ...more]);
  const files = await openStore(folder, s3);
  const database = await openBeside(configuration);
  try {
    const target = { database, schemas, files, folder, beside: BESIDE_FILES, finish };
    return await restoreBackup(target, opened, lineOfProgress());
  } finally {
    await database.close();
  }
}

await runCommand(async () => {
  const { file, configuration, switches } = readCommand(USE, [SILENT]);
  if (!file) throw new StartupError(USE);
  const { folder, url } = configuration;
  refuseUsedFolder(configuration);
  const opened = await openBackup(resolve(file), packageFile.version);
  const isNew = !existsSync(folder);
  const before = new Set(contentOf(folder));
  const unmark = markRestoring(folder);
  try {
    const { rows, files, missing } = await restore(
      configuration,
      opened,
      switches.has(SILENT) ? silence : undefined,
    );
    console.log(`Restored ${rows} rows and ${files} files as of ${opened.manifest.made}.`);
    if (missing > 0) console.log(`${missing} files were missing when the backup was made.`);
    if (switches.has(SILENT))
      console.log('The restored plant has no mail server, and its webhooks are switched off.');
    console.log(`Start it with: npm start -- --data ${folder}${url ? ', and DATABASE_URL as now' : ''}`);
  } catch (error) {
    for (const name of contentOf(folder))
      if (!before.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    unmark();
    await opened.archive.close();
  }
});
