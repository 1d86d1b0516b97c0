/**
 * node --import tsx tests/postgres.ts COMMAND...: runs the command with TEST_DATABASE_URL set to a private PostgreSQL
 * server, which is installed if missing, started, and removed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { binaries, PostgresServer } from './processes/postgres-server.ts';

const MEMORY = '/dev/shm';
/** Not crash-safe: the next run starts from scratch. */
const CARELESS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

function install(): void {
  if (binaries() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  // Prints only errors: another installation may hold the lock.
  const apt = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']])
    spawnSync('apt-get', [...apt, ...step], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

install();
const bin = binaries();
if (!bin) {
  console.error('PostgreSQL is not installed, and could not be.');
  process.exit(1);
}
const given = process.env.TMPDIR;
if (existsSync(MEMORY)) process.env.TMPDIR = MEMORY;
const server = await PostgresServer.make(bin, CARELESS);
await server.start();
const [command, ...args] = process.argv.slice(2);
const env = { ...process.env, TMPDIR: given, TEST_DATABASE_URL: server.url };
const child = spawn(command!, args, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', async (code) => {
  await server.remove();
  process.exit(code ?? 1);
});
