/**
 * npm test: installs requirements (packages, a browser), checks, builds, and runs all tests. `--server` runs the
 * server tests only, against TEST_DATABASE_URL if set: those that use SQL. NIGHTLY=1 switches sampling off.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const serverOnly = process.argv.includes('--server');
const results = join(root, '.cache', serverOnly ? 'server-results' : 'test-results');
const begun = Date.now();

/** The seconds for which all cores together have been busy, and idle, since the start of the machine. */
function coreSeconds() {
  const times = cpus().map(({ times }) => times);
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0);
  return { busy: all / 1000, idle: times.reduce((sum, { idle }) => sum + idle, 0) / 1000 };
}
const before = coreSeconds();

const minutes = (since) => {
  const seconds = Math.round((Date.now() - since) / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

/** Runs a command in parallel with others; prints its output in one piece at the end. */
function alongside(what, command, args, env = {}) {
  const since = Date.now();
  const file = join(results, `${what.replaceAll(' ', '-')}.log`);
  const said = openSync(file, 'w');
  console.log(`> ${what} begins`);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', said, said],
  });
  return new Promise((settle) =>
    child.once('close', (status) => {
      closeSync(said);
      console.log(`\n> ${what} (${minutes(since)})\n${readFileSync(file, 'utf8')}`);
      settle(status === 0);
    }),
  );
}

function need(done, sentence) {
  if (done) return;
  console.error(`\n${sentence}`);
  process.exit(1);
}

const tool = (name) => join(root, 'node_modules', '.bin', name);

/** The headless build needs a fifth less time; the full browser is for PDF. */
const SHELL = '/usr/bin/chromium-headless-shell';

function chromium() {
  const candidates = [
    process.env.CHROMIUM,
    SHELL,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path) => path && existsSync(path));
}

const installs = (...names) => ['install', '-y', '--no-install-recommends', ...names];

/** Waits for `packages` before it uses them. */
async function installChromium(packages) {
  const whole = '/usr/bin/chromium';
  if (process.env.CHROMIUM || (existsSync(SHELL) && existsSync(whole))) return chromium();
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const apt = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await alongside('apt-get update', 'apt-get', [...apt, 'update']);
    const both = ['chromium', 'chromium-headless-shell'];
    // Some distributions lack the headless package.
    for (const names of [both, ['chromium']])
      if (await alongside('install Chromium', 'apt-get', [...apt, ...installs(...names)], quiet)) break;
  } else if (!chromium()) {
    await packages;
    await alongside('install Chromium', tool('playwright-core'), ['install', 'chromium']);
    const list = execFileSync(
      'node',
      ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
      { cwd: root },
    );
    return list.toString().trim();
  }
  return chromium();
}

const MEMORY = '/dev/shm';
const FREE_MEMORY = 6 * 1024 ** 3;

/** Test plants use memory if there is enough: on a disk, each commit waits. */
function inMemory() {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize <= FREE_MEMORY) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'officina-'));
  // PostgreSQL runs under its own account when we are root, and needs access to its data below.
  chmodSync(folder, 0o711);
  return folder;
}

const temporary = () => (memory ? { TMPDIR: memory } : {});

const PROGRAMS = join(results, 'programs');

const NO_RESULT = (name) => ({ passed: 0, failed: [`${name}: no result`], again: [], files: [] });

async function vitest(name, env = {}) {
  const file = join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./tests/runner/reporter.mjs'];
  await alongside(`${name} tests`, tool('vitest'), ['run', '--project', name, ...reporters], {
    ...temporary(),
    TEST_RESULT: file,
    BUILT_PROGRAMS: PROGRAMS,
    ...env,
  });
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : NO_RESULT(name);
}

/** Runs the checks in sequence; the first failure ends the sequence. */
async function checks() {
  const steps = [
    ['format and lint', tool('biome'), ['check', '.']],
    ['types', tool('tsc'), ['--noEmit']],
    ['generated types', 'npm', ['run', '--silent', 'types', '--', '--check']],
    ['rules', 'npm', ['run', '--silent', 'rules', '--', '--check']],
  ];
  const failed = [];
  for (const [what, command, args] of steps) if (!(await alongside(what, command, args))) failed.push(what);
  return { passed: 0, failed, again: [], files: [] };
}

async function pages(browser) {
  const built = await alongside('build', tool('vite'), ['build', '--logLevel', 'warn']);
  if (!built) return NO_RESULT('build');
  const path = await browser;
  if (path) return vitest('e2e', { CHROMIUM: path });
  console.error('\nNo Chromium: install one, or set CHROMIUM to its path.');
  return NO_RESULT('Chromium');
}

/** Runs a sample of the crash series. */
async function killed() {
  const what = 'killed while it writes';
  const script = join('tests', 'crash', 'run.ts');
  const done = await alongside(what, process.execPath, ['--import', 'tsx', script, '--rounds', '2'], {
    ...temporary(),
    BUILT_PROGRAMS: PROGRAMS,
  });
  return { passed: done ? 1 : 0, failed: done ? [] : [what], again: [], files: [] };
}

const behind = async () => [await checks(), await vitest('unit'), await vitest('server'), await killed()];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Downloads run in parallel.
const packages = existsSync(tool('vitest')) || alongside('install packages', 'npm', ['ci']);
const browser = serverOnly ? undefined : installChromium(packages);
need(await packages, 'npm ci failed.');

const memory = inMemory();
// Programs that cannot be bundled start from their source.
await alongside('programs', process.execPath, [join('tests', 'build-programs.mjs'), PROGRAMS]);
let counts;
if (serverOnly) {
  counts = [await vitest('postgres')];
} else {
  counts = (await Promise.all([pages(browser), behind()])).flat();
}
if (memory) rmSync(memory, { recursive: true, force: true });

const all = (key) => counts.flatMap((count) => count[key]);
const slowest = all('files').sort((a, b) => b[1] - a[1]);
for (const [file, ms] of slowest.slice(0, 10)) console.log(`slow: ${file} ${Math.round(ms / 1000)} s`);
const load = loadavg().map((one) => one.toFixed(1));
const now = coreSeconds();
const busy = Math.round(now.busy - before.busy);
const share = Math.round((100 * busy) / (busy + now.idle - before.idle));
console.log(
  `took: ${minutes(begun)}, load average ${load.join(', ')}, ${busy} s of processor time (cores busy for ${share} %)`,
);
for (const one of all('again')) console.log(`again: ${one}`);
for (const one of all('failed')) console.log(`failed: ${one}`);
const passed = counts.reduce((total, count) => total + count.passed, 0);
console.log(`\n${all('again').length} needed a second try`);
console.log(`${passed} passed, ${all('failed').length} failed`);
process.exit(all('failed').length === 0 && passed > 0 ? 0 : 1);
