/**
 * node --import tsx tests/postgres.ts COMMAND...: runs the command with TEST_DATABASE_URL set to a private PostgreSQL
 * server, which is installed if missing, started, and removed. Installs PgBouncer too, for the tests of poolers.
 */
import { type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pgbouncer } from './processes/pgbouncer.ts';
import { binaries, PostgresServer } from './processes/postgres-server.ts';

const MEMORY = '/dev/shm';
/** Not crash-safe: the next run starts from scratch. */
const CARELESS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

function install(): void {
  const missing = [...(binaries() ? [] : ['postgresql']), ...(pgbouncer() ? [] : ['pgbouncer'])];
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  // Prints only errors: another installation may hold the lock.
  const apt = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  spawnSync('apt-get', [...apt, 'update'], { env, stdio });
  for (const name of missing)
    spawnSync('apt-get', [...apt, 'install', '-y', '--no-install-recommends', name], { env, stdio });
}

install();
const bin = binaries();
if (!bin) {
  console.error('PostgreSQL is not installed, and could not be.');
  process.exit(1);
}
if (!pgbouncer()) console.warn('PgBouncer is not installed: its tests are skipped.');
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
