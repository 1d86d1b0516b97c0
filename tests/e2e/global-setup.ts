/** One server with a demo plant for all end-to-end tests of a run. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    url: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('dist/ holds no pages: build them first.');
  const folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  const server = await startServer({ folder });
  provide('url', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
