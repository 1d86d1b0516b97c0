/**
 * node --import tsx bench/indexes.ts [table ...], with the DATABASE_URL of a filled demo plant: the indexes of these
 * tables (by default the ten with the largest indexes), their size, and the calls that used them by PostgreSQL's own
 * counters. It changes one intervention and creates one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchemas } from '../schemas/read-schemas.ts';
import { type App, buildApp } from '../server/app.ts';
import { type Database, openDatabase, type Queryable } from '../server/database/engine.ts';
import { migrate } from '../server/database/migration.ts';
import { API } from '../server/http/register.ts';
import { apiCalls } from './api-calls.ts';
import { type ListedCall, listedCalls } from './listed-calls.ts';
import { JSON_BODY, PASSWORD } from './signed-in.ts';

const log = { info: () => undefined, warn: console.error };
const MAX_TABLES = 10;
/** The number of calls that are named for each index. */
const NAMED = 3;

/** PostgreSQL counts the use of an index at the end of a transaction, but at most once a second without this. */
const FLUSH = 'select pg_stat_force_next_flush()';

/** A database that counts the use of indexes at once. */
function counting(database: Database): Database {
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction(async (inner) => {
      const result = await work(inner);
      await inner.query(FLUSH);
      return result;
    }, options);
  return {
    ...database,
    reading: () => counting(database.reading()),
    transaction,
    query: (text, values) => transaction(({ query }) => query(text, values)),
  };
}

const SCANS = `
  select indexrelname as name, idx_scan::float8 as scans from pg_stat_user_indexes where relname = any($1::text[])`;

async function scansOf(queryable: Queryable, tables: string[]): Promise<Map<string, number>> {
  const { rows } = await queryable.query<{ name: string; scans: number }>(SCANS, [tables]);
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

async function tokenOf({ server }: App, username: string): Promise<string> {
  const payload = { username, pwd: PASSWORD };
  const reply = await server.inject({ method: 'POST', url: `${API}/utente/login`, payload });
  return reply.json().data.access_token;
}

/** Sends a call and returns the status of its reply. */
async function send(
  { server }: App,
  token: string,
  { method = 'GET', path, body }: ListedCall,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(body && JSON_BODY) };
  const reply = await server.inject({
    method,
    url: `${API}${path}`,
    headers,
    ...(body && { payload: body }),
  });
  return reply.statusCode;
}

interface Uses {
  byIndex: Map<string, string[]>;
  calls: number;
  refused: string[];
}

/** Sends the calls one after the other. Other work of the server runs before them. */
async function usesOf(database: Database, tables: string[], folder: string): Promise<Uses> {
  const schemas = readSchemas();
  const app = await buildApp({
    database: counting(database),
    schemas,
    version: 'bench',
    site: 'none',
    folder,
  });
  const uses: Uses = { byIndex: new Map(), calls: 0, refused: [] };
  try {
    const tokens = new Map<string, string>();
    const calls = [...(await listedCalls(database)), ...(await apiCalls(app, database, schemas, tables))];
    for (const { user } of calls) if (!tokens.has(user)) tokens.set(user, await tokenOf(app, user));
    let before = await scansOf(database, tables);
    for (const call of calls) {
      const status = await send(app, tokens.get(call.user) ?? '', call);
      if (status === 200) uses.calls++;
      else uses.refused.push(`${status} ${call.path}`);
      const after = await scansOf(database, tables);
      for (const [name, scans] of after)
        if (scans > (before.get(name) ?? 0))
          uses.byIndex.set(name, [...(uses.byIndex.get(name) ?? []), call.name]);
      before = after;
    }
  } finally {
    await app.close();
  }
  return uses;
}

interface Index {
  table: string;
  name: string;
  definition: string;
  megabytes: number;
  is_unique: boolean;
}

const INDEXES = `
  select t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition, x.indisunique as is_unique,
    pg_relation_size(i.oid)::float8 / 1048576 as megabytes
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relname = any($1::text[]) order by t.relname, megabytes desc, i.relname`;

const LARGEST = `
  select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by pg_indexes_size(c.oid) desc limit ${MAX_TABLES}`;

function describe(calls: string[] | undefined, { is_unique }: Index): string {
  if (!calls) return is_unique ? 'no call; keeps values unique' : 'no call';
  const [named, more] = [calls.slice(0, NAMED), calls.length - NAMED];
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function print(indexes: Index[], { byIndex, calls, refused }: Uses): void {
  console.log('| table | index | MB | used by |\n|---|---|---|---|');
  for (const index of indexes) {
    const columns = index.definition.replace(/^.* USING /, '').replaceAll('|', '\\|');
    const use = describe(byIndex.get(index.name), index);
    console.log(`| ${index.table} | ${columns} | ${index.megabytes.toFixed(2)} | ${use} |`);
  }
  for (const table of new Set(indexes.map((index) => index.table))) {
    const its = indexes.filter((index) => index.table === table);
    const sum = its.reduce((total, { megabytes }) => total + megabytes, 0);
    console.log(`${table}: ${its.length} indexes, ${sum.toFixed(1)} MB`);
  }
  console.log(`${calls} calls; refused: ${refused.length}`);
  for (const one of refused) console.error(one);
}

const folder = mkdtempSync(join(tmpdir(), 'officina-indexes-'));
const database = await openDatabase({ url: process.env.DATABASE_URL, folder, log });
try {
  await migrate(database, readSchemas().entities, { log });
  await database.query('analyze');
  const given = process.argv.slice(2);
  const largest = await database.query<{ name: string }>(LARGEST);
  const tables = given.length > 0 ? given : largest.rows.map(({ name }) => name);
  const uses = await usesOf(database, tables, folder);
  const { rows } = await database.query<Index>(INDEXES, [tables]);
  print(rows, uses);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
