/**
 * Two servers to compare, in one process on one database: ours, and a bare Fastify that runs the same SQL without
 * checks. A child process; prints its ports and a token as one line of JSON.
 */
import Fastify from 'fastify';
import type { Row } from '../schemas/entity.ts';
import { readSchemas } from '../schemas/read-schemas.ts';
import { buildApp } from '../server/app.ts';
import { insertStatement } from '../server/capabilities/row-statements.ts';
import type { Database } from '../server/database/engine.ts';
import { readPage } from '../server/database/list-page.ts';
import { countStatement, listStatement, readStatement } from '../server/database/list-query.ts';
import { seedVolume } from '../server/seed/volume.ts';
import { demoDatabase } from './demo-database.ts';
import { quantile } from './load.ts';
import { printReady } from './server-process.ts';

const RESOURCE = 'costo';
const [folder, url] = process.argv.slice(2);
const schemas = readSchemas();
const entity = schemas.byResource.get(RESOURCE)!;

async function prepared(): Promise<Database> {
  const database = await demoDatabase(schemas, folder, url);
  await seedVolume(database, schemas, 'large');
  await database.query('vacuum analyze');
  return database;
}

const request = (query: Record<string, string>) => ({
  query,
  language: 'it' as const,
  scopes: undefined,
  zone: 'Europe/Rome',
});
const statements = (query: Record<string, string>) => ({
  list: listStatement(entity, schemas, request(query), readPage(query)),
  count: countStatement(entity, schemas, request(query)),
});

function bareServer(database: Database) {
  const bare = Fastify();
  bare.get('/list', async (call) => {
    const { list, count } = statements(call.query as Record<string, string>);
    const [rows, total] = await Promise.all([
      database.query(list.text, list.values),
      database.query<{ tot: number }>(count.text, count.values),
    ]);
    return { data: rows.rows, tot: total.rows[0]!.tot };
  });
  bare.get('/read/:id', async (call) => {
    const { text, values } = readStatement(entity, schemas, Number((call.params as { id: string }).id), {
      language: 'it',
    });
    return { data: (await database.query(text, values)).rows[0] };
  });
  bare.post('/create', async (call) => {
    const { text, values } = insertStatement(entity, schemas, call.body as Row, undefined, 'it');
    return { data: (await database.query(text, values)).rows[0] };
  });
  /** The same two statements without HTTP: the median of 200 runs in milliseconds. */
  bare.get('/direct', async (call) => {
    const { list, count } = statements(call.query as Record<string, string>);
    const times: number[] = [];
    for (let index = 0; index < 200; index++) {
      const started = performance.now();
      await database.query(list.text, list.values);
      await database.query(count.text, count.values);
      times.push(performance.now() - started);
    }
    return { median: quantile(times, 0.5) };
  });
  return bare;
}

const database = await prepared();
const app = await buildApp({ database, schemas, version: 'bench', site: 'none' });
const bare = bareServer(database);
await app.server.listen({ port: 0, host: '127.0.0.1' });
await bare.listen({ port: 0, host: '127.0.0.1' });
const port = (server: typeof bare) => (server.server.address() as { port: number }).port;
printReady({ ours: port(app.server as typeof bare), bare: port(bare) });
