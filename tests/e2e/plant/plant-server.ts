/** The real server in a process that outlives a test file: on command, it closes one plant and opens the next. */
import { readConfiguration } from '../../../server/configuration.ts';
import { type Running, start } from '../../../server/running.ts';

export interface Order {
  /** The data folder of the plant to open; without it, only closes the open plant. */
  folder?: string;
  port: number;
  /** Further settings of this plant. */
  env?: Record<string, string>;
}
export interface Answer {
  url?: string;
  failed?: string;
}

let running: Running | undefined;

async function obey({ folder, port, env }: Order): Promise<Answer> {
  await running?.close();
  running = undefined;
  if (!folder) return {};
  const args = ['--port', `${port}`, '--data', folder];
  running = await start(readConfiguration(args, { ...process.env, ...env }, false));
  return { url: running.addresses[0] };
}

process.on('message', async (order: Order) => {
  const answer = await obey(order).catch((error: Error): Answer => ({ failed: error.message }));
  process.send!(answer);
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
