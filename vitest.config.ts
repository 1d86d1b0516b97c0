import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/runner/longest-first.ts';
import { WITHOUT_SQL } from './tests/runner/without-sql.ts';

/** In CI a test that a busy machine made late has another try, which is counted and named: it is a fault to be found. */
const TRIES = process.env.CI ? 2 : 0;

const server = {
  include: ['tests/server/**/*.test.ts'],
  globalSetup: ['tests/server/plant/global-setup.ts'],
  pool: 'forks' as const,
  // Young objects live long enough here to be worth room: a fifth of a worker's time went into clearing it.
  execArgv: ['--max-semi-space-size=64'],
  // What a worker has loaded serves its next file too.
  isolate: false,
  testTimeout: 90_000,
  hookTimeout: 120_000,
  retry: TRIES,
  // Only what never comes fails.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    // Each worker has an engine of its own; more than two at once gain nothing.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      { test: { ...server, name: 'server' } },
      {
        test: { ...server, name: 'postgres', exclude: process.env.NIGHTLY ? [] : WITHOUT_SQL },
      },
      {
        test: {
          name: 'e2e',
          // Each waits for its browser, and that for its server: two would leave a core idle.
          maxWorkers: 3,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/plant/global-setup.ts'],
          setupFiles: ['tests/e2e/plant/own-plant.ts'],
          pool: 'forks',
          // A worker keeps its server and its browser; each file has a plant, each test a window, as new.
          isolate: false,
          testTimeout: 120_000,
          retry: TRIES,
          hookTimeout: 120_000,
          // As long as the person at the browser waits for anything (windows.ts).
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
