/**
 * npm run test:nightly: all tests on both engines without sampling, the crash series, and the benchmarks of large
 * plants. Takes hours; failures are listed at the end.
 */
import { spawnSync } from 'node:child_process';

const node = (...args) => ['node', '--import', 'tsx', ...args];
const STEPS = [
  ['every test, on the embedded engine', ['node', 'tests/run.mjs']],
  [
    'every server test, on a PostgreSQL server',
    [...node('tests/postgres.ts'), 'node', 'tests/run.mjs', '--server'],
  ],
  ['killed while it writes', node('tests/crash/run.ts', '--rounds', '50')],
  ['killed while it takes documents', node('tests/crash/documents.ts')],
  ['killed while people work', node('tests/crash/interventions.ts')],
  ['killed while it generates', node('tests/crash/generation.ts')],
  ['the figures of large plants', node('bench/run.ts')],
];

const failed = STEPS.filter(([what, [command, ...args]]) => {
  console.log(`\n>> ${what}`);
  const env = { ...process.env, NIGHTLY: '1' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status !== 0;
});
for (const [what] of failed) console.log(`failed: ${what}`);
console.log(`\n${STEPS.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
