import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/runner/longest-first.ts';
import { WITHOUT_SQL } from './tests/runner/without-sql.ts';

/** In CI a failed test is retried. Retries are counted and listed: each one is a fault to find. */
const TRIES = process.env.CI ? 2 : 0;

const server = {
  include: ['tests/server/**/*.test.ts'],
  globalSetup: ['tests/server/plant/global-setup.ts'],
  pool: 'forks' as const,
  // More space for young objects: a fifth of a worker's time went into garbage collection.
  execArgv: ['--max-semi-space-size=64'],
  // A worker reuses the modules it has loaded for its next file.
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 300_000,
  retry: TRIES,
  // Long enough for slow machines: only a result that never arrives fails.
  expect: { poll: { timeout: 40_000 } },
};

export default defineConfig({
  test: {
    // Each worker has its own engine; more than two workers are not faster.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'],
          // As with the server tests: loading modules anew for each file took most of the time.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      { test: { ...server, name: 'server' } },
      {
        test: { ...server, name: 'postgres', exclude: process.env.NIGHTLY ? [] : WITHOUT_SQL },
      },
      {
        test: {
          name: 'e2e',
          // Workers wait for their browsers, and browsers for their servers: two workers would leave a core idle.
          maxWorkers: 3,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/plant/global-setup.ts'],
          setupFiles: ['tests/e2e/plant/own-plant.ts'],
          pool: 'forks',
          // A worker keeps its server and its browser; each file gets a new plant, each test a clean window.
          isolate: false,
          testTimeout: 300_000,
          retry: TRIES,
          hookTimeout: 300_000,
          // The same timeout as in windows.ts.
          expect: { poll: { timeout: 40_000 } },
        },
      },
    ],
  },
});
