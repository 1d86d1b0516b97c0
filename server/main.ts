/** Configuration, database, listen, stop. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { readSchemas, SCHEMAS, SchemaError, type Schemas } from '../schemas/read-schemas.ts';
import { type App, buildApp } from './app.ts';
import { asksForHelp, type Configuration, readConfiguration, readHelp } from './configuration.ts';
import { type Database, openDatabase, StartupError } from './database/engine.ts';
import { migrate } from './database/migration.ts';
import { addressesOf, greeting } from './greeting.ts';
import { createLog } from './log.ts';
import { firstAdminLink, openPlant } from './plant.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const STOP_WITHIN_MS = 10_000;

interface Running {
  app: App;
  database: Database;
}

async function listen({ server }: App, host: string, port: number): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartupError(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken by another program. Stop it, or choose another port with --port.`
        : code === 'EACCES'
          ? `Port ${port} needs more rights than this user has. Choose one above 1023 with --port.`
          : `The server cannot listen on ${host}, port ${port}: ${message}. Choose others with --host and --port.`,
    );
  }
  return (server.server.address() as AddressInfo).port;
}

interface Ground {
  schemas: Schemas;
  database: Database;
  log: ReturnType<typeof createLog>;
}

async function serve(configuration: Configuration, { schemas, database, log }: Ground): Promise<App> {
  const { folder, https } = configuration;
  await migrate(database, schemas.entities, { log });
  const { demo } = await openPlant(database, schemas, configuration);
  const app = await buildApp({
    database,
    schemas,
    version: packageFile.version,
    site: join(ROOT, 'dist'),
    folder,
    https,
    log,
  });
  const host = configuration.host ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const addresses = addressesOf(host, await listen(app, host, configuration.port));
  const invitation = demo ? undefined : await firstAdminLink(database, addresses[0]!);
  process.stdout.write(greeting(addresses, demo, invitation));
  return app;
}

async function start(configuration: Configuration): Promise<Running> {
  const log = createLog({
    level: configuration.logLevel,
    short: process.stderr.isTTY === true,
    write: (line) => process.stderr.write(line),
  });
  const schemas = readSchemas([SCHEMAS, ...configuration.schemas]);
  const database = await openDatabase({ url: configuration.url, folder: configuration.folder, log });
  try {
    return { app: await serve(configuration, { schemas, database, log }), database };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Calls under way are finished, then the database is closed; a terminal sends its signal twice through npm. */
function stopOnSignal({ app, database }: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function fail(error: unknown): never {
  const told = error instanceof StartupError || error instanceof SchemaError;
  const { message, stack } = error as Error;
  process.stderr.write(`${told ? message : `Officina could not start: ${message}`}\n`);
  if (!told && process.env.OFFICINA_LOG === 'debug') process.stderr.write(`${stack}\n`);
  process.exit(1);
}

const args = process.argv.slice(2);
if (asksForHelp(args)) process.stdout.write(readHelp());
else
  try {
    stopOnSignal(await start(readConfiguration(args, process.env, process.stderr.isTTY === true)));
  } catch (error) {
    fail(error);
  }
