/**
 * npm test: installs what it needs (packages, a browser), checks, builds, and runs every test.
 * `--server` runs the unit and server tests only, against TEST_DATABASE_URL when it is set.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  run(`${name} tests`, tool('vitest'), args, env);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites };
}

if (!existsSync(tool('vitest'))) need(run('install packages', 'npm', ['ci']), 'npm ci failed.');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

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

const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 && sum('passed') > 0 ? 0 : 1);
