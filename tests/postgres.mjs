/**
 * node tests/postgres.mjs COMMAND...: runs the command with TEST_DATABASE_URL naming a PostgreSQL server of its own,
 * which is installed where it is missing, started, and removed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;

function binaries() {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : [];
  return [...debian, ...(process.env.PATH ?? '').split(':')].find((folder) =>
    ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))),
  );
}

function install() {
  if (binaries() || !isRoot || !existsSync('/usr/bin/apt-get')) return;
  // Nothing comes meanwhile but what goes wrong: another installation may hold the lock.
  const apt = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', [...apt, 'update'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = ['install', '-y', '--no-install-recommends', 'postgresql'];
  spawnSync('apt-get', [...apt, ...packages], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** PostgreSQL refuses to run as root; Debian has an account for it. */
function account() {
  if (!isRoot) return {};
  const [uid, gid] = ['-u', '-g'].map((what) =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })),
  );
  return { uid, gid };
}

function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}

async function startServer(bin, folder) {
  const who = account();
  const port = await freePort();
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  if (who.uid !== undefined) chownSync(cluster, who.uid, who.gid);
  chmodSync(folder, 0o755);
  const data = join(cluster, 'data');
  const fresh = ['-D', data, '-U', 'officina', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(bin, 'initdb'), fresh, { ...who, stdio: ['ignore', 'ignore', 'inherit'] });
  const options = {
    // What a power cut would take is made anew by the next run.
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: cluster,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...who,
    stdio: 'ignore',
  });
  const isReady = () =>
    spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]).status === 0;
  for (let attempt = 0; !isReady(); attempt += 1) {
    if (attempt === 100) throw new Error('PostgreSQL did not start.');
    await new Promise((later) => setTimeout(later, 200));
  }
  return { server, url: `postgres://officina@127.0.0.1:${port}/postgres` };
}

install();
const bin = binaries();
if (!bin) {
  console.error('PostgreSQL is not installed, and could not be.');
  process.exit(1);
}
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(memory, 'officina-postgres-'));
const { server, url } = await startServer(bin, folder);
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => {
  server.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
  server.kill('SIGQUIT');
});
