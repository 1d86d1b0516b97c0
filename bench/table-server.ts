/**
 * A bare server without checks. At /hand/N it runs the statements that a developer would write for the call with this
 * number, unprepared; at /recorded/N those that our own server runs, prepared. Prints its port as JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { openDatabase } from '../server/database/engine.ts';
import { recordedStatements, renewed } from './recorded.ts';
import { printReady } from './server-process.ts';
import { type Statement, tableCalls } from './table-calls.ts';

const [url, sample] = process.argv.slice(2) as [string, string];
const calls = tableCalls(JSON.parse(sample));
const folder = mkdtempSync(join(tmpdir(), 'officina-table-'));
const log = { info: () => undefined, warn: console.error };
const database = await openDatabase({ url, folder, log });
const recorded = await recordedStatements(database, calls, folder);
await database.close();
rmSync(folder, { recursive: true, force: true });

const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c jit=off' });

async function inTurn(statements: Statement[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    const all: unknown[] = [];
    for (const statement of statements) all.push((await client.query(statement)).rows);
    return all;
  } finally {
    client.release();
  }
}

/** Reads run at the same time on several connections, a transaction in turn on one. */
const run = (statements: Statement[]): Promise<unknown[]> =>
  statements.some(({ text }) => text === 'begin')
    ? inTurn(statements)
    : Promise.all(statements.map(async (statement) => (await pool.query(statement)).rows));

const bare = Fastify();
let requests = 0;
for (const [index, { byHand }] of calls.entries()) {
  bare.get(`/hand/${index}`, async () => ({ data: await run(byHand(requests++)) }));
  const prepared = recorded[index]!.map((statement, place) => ({ ...statement, name: `${index} ${place}` }));
  bare.get(`/recorded/${index}`, async () => ({
    data: await run(prepared.map((statement) => ({ ...statement, values: renewed(statement.values) }))),
  }));
}
await bare.listen({ port: 0, host: '127.0.0.1' });
printReady({ bare: (bare.server.address() as { port: number }).port });
process.once('SIGTERM', () => process.exit());
