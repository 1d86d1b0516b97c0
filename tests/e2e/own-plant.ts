/** A server with a fresh demo plant for each test file: what one file leaves behind is nobody else's. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { setPlantUrl } from './plant-url.ts';
import { type RunningServer, startServer } from './server.ts';

let folder: string;
let server: RunningServer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  await cp(inject('freshPlant'), folder, { recursive: true });
  server = await startServer({ folder });
  setPlantUrl(server.url);
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});
