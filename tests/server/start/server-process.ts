/** The server in its own process, as users start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { program } from '../../processes/program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** The output so far. */
  output: Omit<Ended, 'code'>;
}

/** Processes that a failed test left running end with it. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export const startProcess = (args: string[], environment: Record<string, string> = {}): ServerProcess =>
  startNode([...program('server/main.ts'), ...args], ROOT, environment);

/** Stands for bundle.mjs: makes a program that loads the server of the tests. */
const fakedBundle = (file: string): string => {
  const load = file.endsWith('.ts')
    ? `import { register } from 'tsx/esm/api'; register(); await import(${JSON.stringify(pathToFileURL(file))});`
    : `import ${JSON.stringify(pathToFileURL(file))};`;
  return `
    import { mkdirSync, writeFileSync } from 'node:fs';
    mkdirSync(process.argv[2] + '/server', { recursive: true });
    writeFileSync(process.argv[2] + '/server/main.mjs', ${JSON.stringify(load)});`;
};

/** Runs start.mjs like `npm start`, in a folder where packages and builds are faked. */
export function startByStart(application: string, args: string[]): ServerProcess {
  mkdirSync(join(application, 'node_modules/vite/bin'), { recursive: true });
  for (const name of ['server', 'schemas', 'package.json', 'node_modules/tsx'])
    symlinkSync(join(ROOT, name), join(application, name));
  for (const name of ['start.mjs', 'package-lock.json'])
    copyFileSync(join(ROOT, name), join(application, name));
  writeFileSync(join(application, 'node_modules/.package-lock.json'), '');
  writeFileSync(join(application, 'node_modules/vite/bin/vite.js'), '');
  writeFileSync(join(application, 'bundle.mjs'), fakedBundle(program('server/main.ts').at(-1)!));
  return startNode(['start.mjs', ...args], application);
}

function startNode(args: string[], cwd: string, environment: Record<string, string> = {}): ServerProcess {
  const { DATABASE_URL: _, DATABASE_DIRECT_URL: __, DATABASE_READ_URL: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, OFFICINA_DEMO_YEAR: '0', ...environment },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, ...output })));
  return { child, ended, output };
}

export const run = (args: string[], environment?: Record<string, string>): Promise<Ended> =>
  startProcess(args, environment).ended;

/** Runs a command of `npm run` to its end. */
export const command = (
  script: 'backup' | 'restore' | 'reset-password',
  args: string[],
  url = '',
): Promise<{ code: number | null; said: string }> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [...program(`server/${script}.ts`), ...args], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    child.on('close', (code) => done({ code, said }));
  });

/** Resolves when the server prints its address; rejects if it ends before. */
export async function listening(server: ServerProcess): Promise<void> {
  let over = false;
  server.ended.then(() => {
    over = true;
  });
  while (!server.output.stdout.includes('Ctrl+C')) {
    if (over) throw new Error(server.output.stderr);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export async function stop(server: ServerProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  server.child.kill(signal);
  return server.ended;
}

/** Returns a port in use until `release`. */
export function takenPort(): Promise<{ port: number; release(): void }> {
  const holder = createServer();
  return new Promise((done) => {
    holder.listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as { port: number };
      done({ port, release: () => holder.close() });
    });
  });
}
