/** A private PostgreSQL server from this machine's binaries, to start and kill. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const DEBIAN = '/usr/lib/postgresql';
const ENCODING = ['-E', 'UTF8', '--locale=C.UTF-8'];

export function binaries(): string | undefined {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  const path = (process.env.PATH ?? '').split(':');
  return [...debian, ...path].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root; Debian has an account for it. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((what) =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
};

/** Makes a folder for a program, and says as whom it runs. */
export function ownFolder(program: string) {
  const folder = mkdtempSync(join(tmpdir(), `officina-${program}-`));
  const who = account();
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid!);
  return { folder, who };
}

export class PostgresServer {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: Record<string, string>,
  ) {}

  static async make(bin: string, settings: Record<string, string> = {}): Promise<PostgresServer> {
    const { folder, who } = ownFolder('postgres');
    const cluster = ['-D', join(folder, 'data'), '-U', 'officina', '-A', 'trust', ...ENCODING];
    execFileSync(join(bin, 'initdb'), cluster, { ...who, stdio: ['ignore', 'ignore', 'inherit'] });
    const own = { listen_addresses: '127.0.0.1', unix_socket_directories: folder };
    return new PostgresServer(bin, folder, await freePort(), { ...own, ...settings });
  }

  /** Makes a replica that follows the server of `url`. */
  static async replicaOf(bin: string, url: string): Promise<PostgresServer> {
    const { folder, who } = ownFolder('replica');
    const what = ['-D', join(folder, 'data'), '-d', url, '-X', 'stream', '-R', '-c', 'fast', '--no-sync'];
    await promisify(execFile)(join(bin, 'pg_basebackup'), what, who);
    const own = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
    return new PostgresServer(bin, folder, await freePort(), own);
  }

  get url(): string {
    return `postgres://officina@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    const settings = Object.entries(this.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = spawn(
      join(this.bin, 'postgres'),
      ['-D', join(this.folder, 'data'), '-p', String(this.port), ...settings],
      { ...account(), stdio: 'ignore' },
    );
    for (let attempt = 0; attempt < 300; attempt++) {
      const client = new pg.Client({ connectionString: this.url });
      client.on('error', () => undefined);
      const answers = await client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
      if (answers) return;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error('PostgreSQL did not start');
  }

  #signal(pid: number, signal: NodeJS.Signals): void {
    for (const each of [pid, ...childrenOf(pid)])
      try {
        process.kill(each, signal);
      } catch {
        // The child has ended by itself.
      }
  }

  /** Stops all processes where they are, as if the network were lost. Returns the function that lets them go on. */
  freeze(): () => void {
    const pid = this.#process!.pid!;
    this.#signal(pid, 'SIGSTOP');
    return () => this.#signal(pid, 'SIGCONT');
  }

  /** Kills the postmaster and its children at once, like a power cut. */
  async kill(): Promise<void> {
    const postmaster = this.#process;
    if (!postmaster?.pid || postmaster.exitCode !== null) return;
    const exited = new Promise((exit) => postmaster.once('exit', exit));
    this.#signal(postmaster.pid, 'SIGKILL');
    await exited;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
