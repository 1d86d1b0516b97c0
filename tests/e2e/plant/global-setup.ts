/** One demo plant, created once: every test file starts from a copy. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/database/engine.ts';
import { DEMO_PASSWORD } from '../../../server/domains/sessions/demo-accounts.ts';
import { removeFolder } from '../../processes/folders.ts';
import { quickHash } from '../../processes/quick-password.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of an unused demo plant. */
    freshPlant: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync('dist/index.html')) throw new Error('dist/ holds no pages: build them first.');
  const folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  const server = await startServer({ folder });
  await server.stop();
  const database = await openDatabase({ folder, log: console });
  await database.query('update credenziale set hash = $1', [await quickHash(DEMO_PASSWORD)]);
  await database.close();
  provide('freshPlant', folder);
  return async () => removeFolder(folder);
}
