/**
 * Brings the database to the state of the schemas at every start, in one transaction. Does nothing if nothing has
 * changed.
 */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Entity } from '../../schemas/entity.ts';
import { isRow } from '../../schemas/values.ts';
import { closureTables } from './closure.ts';
import { countKeepers, countTables } from './counts.ts';
import type { Database, EngineLog, Queryable, Transaction } from './database.ts';
import { copyKeepers } from './keepers.ts';
import { presentTables } from './present-tables.ts';
import { onlyRow } from './rows.ts';
import { LISTENER } from './server-announcements.ts';
import { CREATE_PAIRS, ident } from './sql.ts';
import { codeOf, messageOf, StartupError } from './startup-error.ts';
import { FIRST_ROWS, systemTables, VERSIONS } from './system-tables.ts';
import { createViews, dropViews } from './system-views.ts';
import { changesTo, type Rows } from './table-changes.ts';
import { type Table, tablesOf } from './tables.ts';

/** The version of the database. It is increased when older programs can no longer work with the database. */
export const SCHEMA_VERSION = 1;

/** The number of the lock, the same in every process: one process migrates, the others wait. */
const MIGRATION_LOCK = 620_413;

interface Version {
  versione: number;
  impronta: string;
}

async function lastVersion({ query }: Queryable): Promise<Version | undefined> {
  const { rows } = await query<{ there: boolean }>('select to_regclass($1) is not null as there', [VERSIONS]);
  if (!onlyRow(rows).there) return undefined;
  return (await query<Version>(`select versione, impronta from ${VERSIONS} order by id desc limit 1`))
    .rows[0];
}

function refuseNewer(version: Version | undefined): void {
  if (version && version.versione > SCHEMA_VERSION)
    throw new StartupError(
      `The database was written by a newer version of this program (${version.versione}; this one knows ${SCHEMA_VERSION}). Nothing was changed. Update the program, or use another database.`,
    );
}

async function execute(transaction: Transaction, statement: string): Promise<void> {
  try {
    await transaction.query(statement);
  } catch (error) {
    const detail = isRow(error) ? error.detail : undefined;
    throw new StartupError(
      `The database could not be updated, and nothing was changed: ${messageOf(error)}${detail ? ` (${detail})` : ''}. The statement was: ${statement}`,
      { cause: error },
    );
  }
}

/** Adds what the indexes of searches need. */
async function prepareSearches(transaction: Transaction): Promise<void> {
  try {
    await transaction.query('create extension if not exists pg_trgm');
  } catch (error) {
    const missing = codeOf(error) === '0A000' || codeOf(error) === '58P01';
    throw new StartupError(
      missing
        ? "The server of DATABASE_URL lacks the extension pg_trgm. Install PostgreSQL's contrib package there."
        : `The extension pg_trgm cannot be made: ${messageOf(error)}. Have an administrator run in this database: create extension pg_trgm;`,
    );
  }
  await transaction.query(CREATE_PAIRS);
}

const rowsOf = ({ query }: Queryable): Rows => {
  const isTrue = async (sql: string) =>
    onlyRow((await query<{ yes: boolean }>(`select exists (${sql}) as yes`)).rows).yes;
  return {
    any: (table) => isTrue(`select 1 from ${ident(table)}`),
    anyNull: (table, column) => isTrue(`select 1 from ${ident(table)} where ${ident(column)} is null`),
  };
};

/** Is thrown if the change needs the other servers to stop first. Nothing was changed. */
class OthersRunning extends StartupError {}

/** Returns how many servers of the plant are running, besides this one, which listens only after its migration. */
async function runningServers({ query }: Queryable): Promise<number> {
  const { rows } = await query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where application_name = $1 and datname = current_database()',
    [LISTENER],
  );
  return onlyRow(rows).count;
}

async function requireAlone(queryable: Queryable, breaking: string[]): Promise<void> {
  const count = breaking.length > 0 ? await runningServers(queryable) : 0;
  if (count > 0)
    throw new OthersRunning(
      `This version changes the database in a way that other versions cannot work with, and ${count === 1 ? 'a server of this plant is' : `${count} servers of this plant are`} running. Nothing was changed. Stop them and start again, or start with --wait, which waits until they have stopped. The first of these changes is: ${breaking[0]}`,
    );
}

async function bringUpToDate(transaction: Transaction, tables: Table[], fingerprint: string, log: EngineLog) {
  const changes = await changesTo(tables, await presentTables(transaction), rowsOf(transaction));
  if (changes.refused.length > 0)
    throw new StartupError(
      `The schemas no longer name some columns of the database, or name another type for them; data would be lost, so nothing was changed. Give a renamed property "x-was", put a lost one back, or run this yourself and start again:\n${changes.refused.map((sql) => `  ${sql};`).join('\n')}`,
    );
  await requireAlone(transaction, changes.breaking);
  const statements = [...changes.columns, ...changes.constraints, ...changes.indexes, ...changes.rows];
  for (const statement of [...dropViews(), ...statements, ...FIRST_ROWS, ...createViews(tables)])
    await execute(transaction, statement);
  await transaction.query(
    `insert into ${VERSIONS} (versione, impronta, sql, additiva) values ($1, $2, $3, $4)`,
    [SCHEMA_VERSION, fingerprint, statements.join(';\n'), changes.breaking.length === 0 ? 1 : 0],
  );
  for (const note of changes.notes) log.warn(note);
  return statements.length;
}

/** Returns all tables of the database: those of the schemas, their closures and the server's own. */
export function allTables(entities: Entity[]): Table[] {
  const own = [...tablesOf(entities), ...closureTables(entities), ...countTables(entities)];
  const keepers = [...copyKeepers(entities), ...countKeepers(entities)];
  const kept = own.map((table) => ({
    ...table,
    keepers: keepers.flatMap(([name, keeper]) => (name === table.name ? [keeper] : [])),
  }));
  return [...kept, ...systemTables(kept)];
}

const fingerprintOf = (tables: Table[]): string =>
  createHash('sha256')
    .update(JSON.stringify([tables, createViews(tables)]))
    .digest('hex');

/** Returns whether the database matches this program. Refuses a database that a newer program wrote. */
export async function isCurrent(queryable: Queryable, entities: Entity[]): Promise<boolean> {
  const version = await lastVersion(queryable);
  refuseNewer(version);
  return version?.versione === SCHEMA_VERSION && version.impronta === fingerprintOf(allTables(entities));
}

/** Migrates in the caller's transaction, one process at a time. Returns the number of statements. */
export async function migrateWithin(
  transaction: Transaction,
  entities: Entity[],
  { log }: { log: EngineLog },
): Promise<number> {
  await transaction.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  if (await isCurrent(transaction, entities)) return 0;
  await prepareSearches(transaction);
  const tables = allTables(entities);
  return bringUpToDate(transaction, tables, fingerprintOf(tables), log);
}

/**
 * Returns whether this program worked with the database before, and newer programs have only added to it since. Then
 * it works beside them, and must not remove what they added.
 */
async function isAddedTo({ query }: Queryable, entities: Entity[]): Promise<boolean> {
  // The column is missing in databases of earlier programs.
  const { rows } = await query<{ ours: boolean; added: boolean }>(
    `select impronta = $1 as ours, to_jsonb(v)->>'additiva' = '1' as added from ${VERSIONS} v order by id desc`,
    [fingerprintOf(allTables(entities))],
  );
  const ours = rows.findIndex((row) => row.ours);
  return ours > 0 && rows.slice(0, ours).every((row) => row.added);
}

const WAIT_MS = 1000;

/** Brings the database up to date. With `wait`, waits for older servers to stop if the change needs it. */
export async function migrate(
  database: Database,
  entities: Entity[],
  { log, wait = false }: { log: EngineLog; wait?: boolean },
): Promise<void> {
  if (await isCurrent(database, entities)) return;
  const version = await lastVersion(database);
  if (version && (await isAddedTo(database, entities)))
    return log.warn('A newer version has added to the database. This one works with it as before.');
  const work = (transaction: Transaction) => migrateWithin(transaction, entities, { log });
  for (let hasSaid = false; ; hasSaid = true)
    try {
      const count = await database.transaction(work, { unhurried: true });
      if (count > 0) log.info(`The database was brought up to date: ${count} statements.`);
      // Until then a rewritten table has no statistics, and an index-only scan reads each of its rows.
      if (count > 0 && version) await database.maintain();
      return;
    } catch (error) {
      if (!wait || !(error instanceof OthersRunning)) throw error;
      if (!hasSaid) log.warn('Waiting until the other servers of this plant have stopped.');
      await pause(WAIT_MS);
    }
}
