/** The server of this worker, reused for all its test files: starting a process per file would take too long. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { program } from '../../processes/program.ts';
import type { Answer, Order } from './plant-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const [PROGRAM, ...LOADER] = program('tests/e2e/plant/plant-server.ts').toReversed();

let child: ChildProcess | undefined;
/** The same port for every plant of this worker, so that the browser can cache files. */
let port = 0;
let opened = '';

function server(): ChildProcess {
  if (child?.connected) return child;
  child = fork(PROGRAM!, [], {
    cwd: ROOT,
    execArgv: LOADER.toReversed(),
    env: { ...process.env, DATABASE_URL: '', OFFICINA_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return child;
}

async function send(order: Order): Promise<Answer> {
  const child = server();
  const ended = once(child, 'exit').then(([code]): [Answer] => [{ failed: `it ended with code ${code}` }]);
  child.send(order);
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  if (answer.failed) throw new Error(`The server of the tests: ${answer.failed}`);
  return answer;
}

export async function openPlant(folder: string, env?: Record<string, string>): Promise<string> {
  const { url } = await send({ folder, port, env });
  opened = folder;
  port = Number(new URL(url!).port);
  return url!;
}

/** Starts the plant of this file again, at the same address, with further settings. */
export const reopenPlant = (env: Record<string, string>): Promise<string> => openPlant(opened, env);

export async function closePlant(): Promise<void> {
  await send({ port });
}
