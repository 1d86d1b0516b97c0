/** The real server in its own process, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { program } from '../../processes/program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ADDRESS = /https?:\/\/[\w.-]+:\d+/;
const START_WITHIN_MS = 240_000;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

interface Start {
  folder: string;
  args?: string[];
  env?: Record<string, string>;
}

/** Returns the address that the server prints; rejects with its output if it fails. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(
      () => reject(new Error(`The server did not start in time. ${said}`)),
      START_WITHIN_MS,
    );
    const settle = (finish: () => void): void => {
      clearTimeout(late);
      finish();
    };
    child.stderr!.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout!.on('data', (chunk) => {
      said += chunk;
      const address = ADDRESS.exec(said)?.[0];
      if (address) settle(() => resolve(address));
    });
    child.once('exit', (code) =>
      settle(() => reject(new Error(`The server ended with code ${code}. ${said}`))),
    );
  });
}

export async function startServer({ folder, args = [], env = {} }: Start): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    [...program('server/main.ts'), '--port', '0', '--data', folder, ...args],
    {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: '', OFFICINA_LOG: 'error', OFFICINA_DEMO_YEAR: '0', ...env },
    },
  );
  const url = await addressOf(child);
  const health = await fetch(`${url}/health`);
  if (!health.ok) throw new Error(`/health answers ${health.status}`);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
