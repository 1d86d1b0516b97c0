/**
 * A bare server that runs the SQL of the lists and the page of interventions without checks. Prints its port as JSON.
 * List statements are not prepared: a generic plan for a search would read the full table.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { printReady } from './server-process.ts';
import { detailCalls } from './work-detail.ts';
import { workLists } from './work-statements.ts';

const [url, root, text, id] = process.argv.slice(2) as [string, string, string, string];
const pool = new pg.Pool({ connectionString: url, max: 10 });
const lists = workLists(Number(root), text);
const bare = Fastify();
bare.get('/:index', async (call) => {
  const index = (call.params as { index: string }).index;
  const { rows, count, values } = lists[Number(index)]!;
  const [data, total] = await Promise.all([pool.query(rows, values), pool.query(count, values)]);
  return { data: data.rows, tot: total.rows[0].tot };
});
const calls = detailCalls(Number(id), 1);
bare.get('/detail/:index', async (call) => {
  const index = Number((call.params as { index: string }).index);
  const data: unknown[] = [];
  for (const [place, statement] of calls[index]!.statements.entries())
    data.push((await pool.query({ ...statement, name: `${index} ${place}` })).rows);
  return { data };
});
await bare.listen({ port: 0, host: '127.0.0.1' });
printReady({ bare: (bare.server.address() as { port: number }).port });
