/** A running server of one configuration: database, plant, application and port. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { codeOf, messageOf } from '../schemas/failures.ts';
import { readSchemas, SCHEMAS, type Schemas } from '../schemas/read-schemas.ts';
import { type App, buildApp } from './app.ts';
import { keepSwept } from './capabilities/documents/sweep.ts';
import type { Configuration } from './configuration.ts';
import { type Database, openDatabase, StartupError } from './database/engine.ts';
import { migrate } from './database/migration.ts';
import { writeBackup } from './domains/backup/write-backup.ts';
import { BESIDE_FILES } from './domains/info/files.ts';
import { settingOf } from './domains/settings/current.ts';
import type { FileStore } from './files/file-store.ts';
import { openStore } from './files/open-store.ts';
import { addressesOf, greeting } from './greeting.ts';
import { answerLocally, portOf } from './local-call.ts';
import { createLog } from './log.ts';
import { firstAdminLink, openPlant } from './open-plant.ts';
import { refuseHalfRestored } from './restoring.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

export interface Running {
  /** The addresses of the server, the best first. */
  addresses: string[];
  /** Finishes the calls in progress, then closes the database. */
  close(): Promise<void>;
}

async function listen({ server }: App, host: string, port: number): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = codeOf(error);
    throw new StartupError(
      code === 'EADDRINUSE'
        ? `Port ${port} is used by another program. Stop it, or choose another port with --port.`
        : code === 'EACCES'
          ? `Port ${port} needs more rights than this user has. Choose one above 1023 with --port.`
          : `The server cannot listen on ${host}, port ${port}: ${messageOf(error)}. Choose others with --host and --port.`,
    );
  }
  return portOf(server.server);
}

interface ServerParts {
  schemas: Schemas;
  database: Database;
  files: FileStore;
  log: ReturnType<typeof createLog>;
}

/** Serves the commands. With a database server they need no help, since they query the database directly. */
async function answerCommands(parts: ServerParts, folder: string): Promise<() => void> {
  const { database, schemas, files } = parts;
  if (database.engine === 'server') return () => undefined;
  const company = { database, schemas, files, folder, beside: BESIDE_FILES, version: packageFile.version };
  return answerLocally(folder, {
    '/backup': async (reply) => {
      await writeBackup(company, async (content) => {
        reply.writeHead(200, { 'content-type': 'application/zip' });
        await pipeline(content, reply);
      });
    },
  });
}

/** Migrates the database, fills a new plant, starts the application, and prints its addresses. */
async function serve(configuration: Configuration, parts: ServerParts): Promise<Running> {
  const { schemas, database, files, log } = parts;
  const { folder, https, trustProxy, webhooksInside, signOnByHttp, wait } = configuration;
  await migrate(database, schemas.entities, { log, wait });
  // Earlier versions stored results of jobs here. They are in the file store now.
  rmSync(join(folder, 'lavori'), { recursive: true, force: true });
  const { demo } = await openPlant(parts, configuration);
  const app = await buildApp({
    database,
    schemas,
    version: packageFile.version,
    site: join(ROOT, 'dist'),
    folder,
    files,
    https,
    trustProxy,
    webhooksInside,
    signOnByHttp,
    log,
  });
  const host = configuration.host ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const addresses = addressesOf(host, await listen(app, host, configuration.port));
  const endLocal = await answerCommands(parts, folder);
  const invitation = demo ? undefined : await firstAdminLink(database, addresses[0]);
  const isAddressSet = Boolean(await settingOf(database, 'ClienteURL'));
  const isProxyUnnamed = https && !trustProxy;
  process.stdout.write(greeting(addresses, { demo, invitation, isAddressSet, isProxyUnnamed }));
  const sweeping = keepSwept({ database, schemas, files }, log);
  return {
    addresses,
    async close() {
      endLocal();
      sweeping.stop();
      await app.close();
      await database.close();
    },
  };
}

export async function start(configuration: Configuration): Promise<Running> {
  const log = createLog({
    level: configuration.logLevel,
    short: process.stderr.isTTY === true,
    write: (line) => process.stderr.write(line),
  });
  refuseHalfRestored(configuration.folder);
  const schemas = readSchemas([SCHEMAS, ...configuration.schemas]);
  for (const warning of schemas.warnings) log.warn(warning);
  const files = await openStore(configuration.folder, configuration.s3);
  const { url, direct, poolerPrepares, replica, folder } = configuration;
  const database = await openDatabase({ url, direct, poolerPrepares, replica, folder, log });
  try {
    return await serve(configuration, { schemas, database, files, log });
  } catch (error) {
    await database.close();
    throw error;
  }
}
