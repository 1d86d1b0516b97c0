/** Starts the real server with a folder of its own, and measures memory and time to the first reply. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

export interface Plant {
  port: number;
  /** Milliseconds from the start to the first reply of /health. */
  answered: number;
  child: ChildProcess;
  /** Resident memory of the server process in megabytes. */
  memory(): number;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const children = (pid: number): number[] => {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const direct = list === '' ? [] : list.split(' ').map(Number);
  return [...direct, ...direct.flatMap(children)];
};

const resident = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Returns the server process itself, which `start.mjs` starts. */
export const serverOf = ({ child }: Pick<Plant, 'child'>): number => children(child.pid!)[0] ?? child.pid!;

const TICKS_PER_SECOND = 100;

/** Returns the CPU time in milliseconds of a process and its children, of all their threads. */
export function cpuOf(pid: number): number {
  const [user = 0, system = 0] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const own = ((user + system) * 1000) / TICKS_PER_SECOND;
  return children(pid).reduce((sum, child) => sum + cpuOf(child), own);
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    (reply) => reply.ok,
    () => false,
  );
}

export async function startPlant(folder: string, url = '', env: Record<string, string> = {}): Promise<Plant> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['start.mjs', '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...(url && { DATABASE_URL: url }), ...env },
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const answered = performance.now() - started;
  return {
    port,
    answered,
    child,
    memory: () => Math.max(...[child.pid!, ...children(child.pid!)].map(resident)),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}
