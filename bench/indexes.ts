/**
 * node --import tsx bench/indexes.ts [table], with the DATABASE_URL of a filled demo plant: the indexes of a table, their
 * size, and the listed calls whose plans use them. It changes one intervention and creates one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchemas } from '../schemas/read-schemas.ts';
import { type App, buildApp } from '../server/app.ts';
import { type Database, openDatabase, type Queryable } from '../server/database/engine.ts';
import { API } from '../server/http/register.ts';
import { type ListedCall, listedCalls } from './listed-calls.ts';
import { JSON_BODY, PASSWORD } from './signed-in.ts';

const log = { info: () => undefined, warn: console.error };

interface Recorded {
  text: string;
  values: unknown[];
}

/** A database that records the statements sent to it. */
function recording(database: Database, recorded: Recorded[]): Database {
  const over =
    (queryable: Queryable): Queryable['query'] =>
    (text, values = []) => {
      recorded.push({ text, values });
      return queryable.query(text, values);
    };
  return {
    ...database,
    query: over(database),
    transaction: (work, options) =>
      database.transaction((transaction) => work({ ...transaction, query: over(transaction) }), options),
  };
}

/** Returns the names of the indexes in a plan. */
function indexesIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(indexesIn);
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'Index Name' ? [String(value)] : indexesIn(value),
  );
}

async function planned(database: Database, { text, values }: Recorded): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return [];
  const { rows } = await database.query(`explain (format json) ${text}`, values);
  return indexesIn(rows);
}

async function tokenOf({ server }: App, username: string): Promise<string> {
  const payload = { username, pwd: PASSWORD };
  const reply = await server.inject({ method: 'POST', url: `${API}/utente/login`, payload });
  return reply.json().data.access_token;
}

async function send(
  { server }: App,
  token: string,
  { method = 'GET', path, body }: ListedCall,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...(body && JSON_BODY) };
  const reply = await server.inject({
    method,
    url: `${API}${path}`,
    headers,
    ...(body && { payload: body }),
  });
  if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
}

async function usesOf(database: Database, folder: string): Promise<Map<string, string[]>> {
  const recorded: Recorded[] = [];
  const app = await buildApp({
    database: recording(database, recorded),
    schemas: readSchemas(),
    version: 'bench',
    site: 'none',
    folder,
  });
  const uses = new Map<string, string[]>();
  try {
    const tokens = new Map<string, string>();
    for (const call of await listedCalls(database)) {
      const token = tokens.get(call.user) ?? (await tokenOf(app, call.user));
      tokens.set(call.user, token);
      recorded.length = 0;
      await send(app, token, call);
      for (const statement of [...recorded])
        for (const index of await planned(database, statement))
          uses.set(index, [...new Set([...(uses.get(index) ?? []), call.name])]);
    }
  } finally {
    await app.close();
  }
  return uses;
}

const SIZES = `
  select i.relname as name, pg_relation_size(i.oid)::float8 / 1048576 as megabytes, x.indisunique as is_unique
  from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = to_regclass($1)
  order by pg_relation_size(i.oid) desc, i.relname`;

const table = process.argv[2] ?? 'odl';
const folder = mkdtempSync(join(tmpdir(), 'officina-indexes-'));
const database = await openDatabase({ url: process.env.DATABASE_URL, folder, log });
try {
  const uses = await usesOf(database, folder);
  const { rows } = await database.query<{ name: string; megabytes: number; is_unique: boolean }>(SIZES, [
    table,
  ]);
  for (const { name, megabytes, is_unique } of rows) {
    const used = uses.get(name) ?? (is_unique ? ['keeps values unique'] : ['no listed call']);
    console.log(`| ${name} | ${megabytes.toFixed(1)} MB | ${used.join(', ')} |`);
  }
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
