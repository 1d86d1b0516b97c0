import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Each worker has an engine of its own; more than two at once gain nothing.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/global-setup.ts'],
          pool: 'forks',
          // What a worker has loaded serves its next file too.
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // A race that a busy machine makes is told as another try in the output, and looked into; it stops nobody.
          retry: process.env.CI ? 2 : 0,
          // Only what never comes fails.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          setupFiles: ['tests/e2e/own-plant.ts'],
          pool: 'forks',
          // A worker keeps its server and its browser; each file has a plant, each test a window, as new.
          isolate: false,
          testTimeout: 120_000,
          // Two browsers on two cores: what a busy machine made late is seen once more; a fault is there each time.
          retry: process.env.CI ? 2 : 1,
          hookTimeout: 120_000,
          // As long as the person at the browser waits for anything (browser.ts).
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
