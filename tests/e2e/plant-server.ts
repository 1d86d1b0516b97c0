/** The real server in a process that outlives a test file: it closes one plant and opens the next when told to. */
import { readConfiguration } from '../../server/configuration.ts';
import { type Running, start } from '../../server/running.ts';

export interface Order {
  /** The data folder of the plant to open; none closes the one that is open. */
  folder?: string;
  port: number;
}
export interface Answer {
  url?: string;
  failed?: string;
}

let running: Running | undefined;

async function obey({ folder, port }: Order): Promise<Answer> {
  await running?.close();
  running = undefined;
  if (!folder) return {};
  running = await start(readConfiguration(['--port', `${port}`, '--data', folder], process.env, false));
  return { url: running.addresses[0] };
}

process.on('message', async (order: Order) => {
  const answer = await obey(order).catch((error: Error): Answer => ({ failed: error.message }));
  process.send!(answer);
});
// Whoever gave the orders has gone.
process.on('disconnect', () => process.exit(0));
