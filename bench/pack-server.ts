/**
 * The server of the pack benchmark: a plant with many interventions and two technicians, each with open work. A
 * child process; prints its port and that of a second server, which counts processor time and changes rows.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import { type Database, openDatabase } from '../server/database/engine.ts';
import { migrate } from '../server/database/migration.ts';
import { type Size, seedVolume } from '../server/seed/volume.ts';
import { demoDatabase } from './demo-database.ts';
import { PACK_WORK, SCOPED, UNSCOPED } from './pack-work.ts';
import { printReady } from './server-process.ts';

const [folder, url, size] = process.argv.slice(2) as [string, string, Size];
/** The code of the last intervention of each size. */
const LAST: Record<Size, string> = { typical: 'V0010000', large: 'V1000000' };
const schemas = readSchemas();
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** The plant in the database. An empty database is filled first, which takes minutes. */
async function plantDatabase(): Promise<Database> {
  const database = await openDatabase({ url: url || undefined, folder, log });
  const { rows } = await database.query("select 1 from pg_tables where tablename = 'odl'");
  if (rows.length > 0) {
    await migrate(database, schemas.entities, { log });
    return database;
  }
  await database.close();
  return demoDatabase(schemas, folder, url);
}

async function prepared(): Promise<Database> {
  const database = await plantDatabase();
  const { rows } = await database.query('select 1 from odl where codice = $1', [LAST[size]]);
  if (rows.length === 0) await seedVolume(database, schemas, size);
  for (const user of [SCOPED, UNSCOPED])
    await database.transaction(
      async (transaction) => {
        for (const { text, values } of PACK_WORK(user)) await transaction.query(text, values);
      },
      { unhurried: true },
    );
  await database.maintain();
  return database;
}

const MILLISECONDS_PER_TICK = 10;

/** Processor time of the backends in milliseconds, if PostgreSQL runs on this machine. */
async function databaseTime(database: Database): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'officina' and datname = current_database()",
  );
  const ticksOf = (pid: number): number => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      return 0;
    }
  };
  return rows.reduce((sum, { pid }) => sum + ticksOf(pid), 0) * MILLISECONDS_PER_TICK;
}

const database = await prepared();
const app = await buildApp({ database, schemas, version: 'bench', site: 'none' });
const side = Fastify();
side.get('/time', async () => {
  const { user, system } = process.cpuUsage();
  return { server: (user + system) / 1000, database: await databaseTime(database) };
});
/** Changes three interventions and a ticked item of the technician. */
side.get('/change/:code', async (call) => {
  const { code } = call.params as { code: string };
  await database.query(
    `update odl set note = 'Nota ' || clock_timestamp(), versione = versione + 1
     where codice in ($1::text || '-1', $1::text || '-2', $1::text || '-3')`,
    [code],
  );
  await database.query(
    `update odl_checklist set checked = 1 - checked
     where id_odl = (select id from odl where codice = $1::text || '-4') and ordine = 1`,
    [code],
  );
  return {};
});
await app.server.listen({ port: 0, host: '127.0.0.1' });
await side.listen({ port: 0, host: '127.0.0.1' });
const port = (server: typeof side) => (server.server.address() as { port: number }).port;
printReady({ ours: port(app.server as typeof side), side: port(side) });
