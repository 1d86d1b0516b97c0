/**
 * npm test: installs what it needs (packages, a browser), checks, builds, and runs every test.
 * `--server` runs the unit and server tests only, against TEST_DATABASE_URL when it is set.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const serverOnly = process.argv.includes('--server');
const results = join(root, '.cache', 'test-results');

function run(what, command, args, env = {}) {
  console.log(`\n> ${what}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

function need(done, sentence) {
  if (done) return;
  console.error(`\n${sentence}`);
  process.exit(1);
}

const tool = (name) => join(root, 'node_modules', '.bin', name);

function chromium() {
  const known = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return known.find((path) => path && existsSync(path));
}

function installChromium() {
  if (chromium()) return chromium();
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    run('apt-get update', 'apt-get', ['update', '-q']);
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    run('install Chromium', 'apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], quiet);
  } else {
    run('install Chromium', tool('playwright-core'), ['install', 'chromium']);
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
const ROOM = 6 * 1024 ** 3;

/** Plants of tests lie in memory where there is room: each of their commits waits for the disk otherwise. */
function inMemory() {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? mkdtempSync(join(MEMORY, 'officina-')) : undefined;
}

function vitest(name, env = {}) {
  const file = join(results, `${name}.json`);
  const args = [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  run(`${name} tests`, tool('vitest'), args, memory ? { ...env, TMPDIR: memory } : env);
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [`${name}: no result`] };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests || result.numFailedTestSuites,
    names: failedNames(name, result),
  };
}

/** What failed, and the first line of why: a file that could not be read whole has no tests to name. */
const failedNames = (name, { testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const told = failed.map((one) => `${one.fullName}: ${one.failureMessages[0] ?? ''}`);
      return (told.length > 0 ? told : [message]).map(
        (text) => `${name} ${relative(root, file)} > ${text.split('\n')[0]}`,
      );
    });

if (!existsSync(tool('vitest'))) need(run('install packages', 'npm', ['ci']), 'npm ci failed.');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const memory = inMemory();
const counts = [];
if (serverOnly) {
  counts.push(vitest('server'));
} else {
  need(run('format and lint', tool('biome'), ['check', '.']), 'Biome found faults.');
  need(run('types', tool('tsc'), ['--noEmit']), 'TypeScript found faults.');
  need(
    run('generated types', 'npm', ['run', '--silent', 'types', '--', '--check']),
    'schemas/types.ts is stale: npm run types',
  );
  need(run('build', tool('vite'), ['build', '--logLevel', 'warn']), 'The build failed.');
  const browser = installChromium();
  need(browser, 'No Chromium: install one, or set CHROMIUM to its path.');
  counts.push(vitest('unit'), vitest('server'), vitest('e2e', { CHROMIUM: browser }));
}

for (const { names } of counts) for (const one of names) console.log(`failed: ${one}`);
if (memory) rmSync(memory, { recursive: true, force: true });
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
