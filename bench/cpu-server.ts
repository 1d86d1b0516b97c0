/**
 * A bare server that runs the statements that our server runs for each listed call, without checks. It asks our server
 * first, in this process, and stores its statements. Prints its port and the calls as JSON.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import { type Database, openDatabase } from '../server/database/engine.ts';
import { API } from '../server/http/register.ts';
import { type CpuCall, cpuCalls } from './cpu-calls.ts';
import { printReady } from './server-process.ts';
import { JSON_BODY, PASSWORD } from './signed-in.ts';

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements of the request that runs. Background work has no list. */
const recorded = new AsyncLocalStorage<Statement[]>();
const record = (text: string, values: unknown[] = []): void =>
  void recorded.getStore()?.push({ text, values });

const recording = (database: Database): Database => ({
  ...database,
  reading: () => recording(database.reading()),
  query(text, values) {
    record(text, values);
    return database.query(text, values);
  },
  async transaction(work, options) {
    record('begin');
    const result = await database.transaction((inner) => {
      const query: typeof inner.query = (text, values) => {
        record(text, values);
        return inner.query(text, values);
      };
      return work({ ...inner, query });
    }, options);
    record('commit');
    return result;
  },
});

/** Leaves out what a write starts after its commit. */
function ofRequest(all: Statement[]): Statement[] {
  const end = all.findIndex(({ text }) => text === 'commit');
  return end < 0 ? all : all.slice(0, end + 1);
}

/** Returns the statements of each call, without those of the first time, which fill caches. */
async function statementsOf(database: Database, calls: CpuCall[], folder: string): Promise<Statement[][]> {
  const parts = { schemas: readSchemas(), version: 'bench', site: 'none', folder };
  const app = await buildApp({ ...parts, database: recording(database) });
  const send = (path: string, method: CpuCall['method'] = 'GET', body?: object, authorization = '') =>
    app.server.inject({
      method,
      url: `${API}${path}`,
      headers: { authorization, ...(body && JSON_BODY) },
      ...(body && { payload: body }),
    });
  const all: Statement[][] = [];
  try {
    for (const { user, path, body, method } of calls) {
      const login = await send('/utente/login', 'POST', { username: user, pwd: PASSWORD });
      const token = `Bearer ${login.json().data.access_token}`;
      let list: Statement[] = [];
      for (let time = 0; time < 2; time++) {
        list = [];
        const reply = await recorded.run(list, async () => await send(path, method, body, token));
        if (list.length === 0) throw new Error(`${path}: no statement was recorded`);
        if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
      }
      all.push(ofRequest(list));
    }
  } finally {
    await app.close();
    // It would slow down each asynchronous call of the bare server.
    recorded.disable();
  }
  return all;
}

let codes = 0;
/** Returns the values of another row: the code of an intervention is unique. */
const renewed = (values: unknown[]): unknown[] => {
  const code = `B${process.pid}-${codes++}`;
  return values.map((value) => (typeof value === 'string' && /^ODL-\d\d-\d+$/.test(value) ? code : value));
};

const [url] = process.argv.slice(2) as [string];
const folder = mkdtempSync(join(tmpdir(), 'officina-cpu-'));
const log = { info: () => undefined, warn: console.error };
const database = await openDatabase({ url, folder, log });
const calls = await cpuCalls(database);
const statements = await statementsOf(database, calls, folder);
await database.close();
rmSync(folder, { recursive: true, force: true });

const pool = new pg.Pool({ connectionString: url, max: 10 });
const bare = Fastify();

async function write(all: Statement[], named: (place: number) => string): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const data: unknown[] = [];
    for (const [place, { text, values }] of all.entries())
      data.push((await client.query({ name: named(place), text, values: renewed(values) })).rows);
    return data;
  } finally {
    client.release();
  }
}

for (const [index, all] of statements.entries()) {
  const named = (place: number) => `${index} ${place}`;

  const isWrite = all.some(({ text }) => text === 'begin');
  bare.get(`/${index}`, async () => ({
    data: isWrite
      ? await write(all, named)
      : await Promise.all(
          all.map(
            async ({ text, values }, place) => (await pool.query({ name: named(place), text, values })).rows,
          ),
        ),
  }));
}
await bare.listen({ port: 0, host: '127.0.0.1' });
printReady({ bare: (bare.server.address() as { port: number }).port, calls });
process.once('SIGTERM', () => process.exit());
