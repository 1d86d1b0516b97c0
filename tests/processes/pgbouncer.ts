/** A private PgBouncer in transaction mode, from this machine's package. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ownFolder } from './postgres-server.ts';

const PLACES = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(':')];

/** Returns the path of the program; undefined if it is not installed. */
export const pgbouncer = (): string | undefined =>
  PLACES.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));

/** Since 1.21 it can know prepared statements by name. */
export function knowsNames(): boolean {
  const said = execFileSync(pgbouncer()!, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said)!;
  return Number(major) * 1000 + Number(minor) >= 1021;
}

export interface Pooler {
  /** The address of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((exit) => child.once('exit', exit));
  child.kill('SIGKILL');
  await exited;
}

/** Starts PgBouncer in front of the server of `database`. It has `connections` connections for all its clients. */
export async function startPooler(
  database: string,
  connections: number,
  settings: Record<string, string | number> = {},
): Promise<Pooler> {
  const { hostname, port, username } = new URL(database);
  const { folder, who } = ownFolder('pgbouncer');
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: await freePort(),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: connections,
    ...settings,
  };
  const lines = Object.entries(own).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const target = `* = host=${hostname} port=${port} user=${username}`;
  writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 });
  const child = spawn(pgbouncer()!, [file], { ...who, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const url = Object.assign(new URL(database), { port: String(own.listen_port) }).href;
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await new Promise((later) => setTimeout(later, 50));
  }
  return { url, stop };
}
