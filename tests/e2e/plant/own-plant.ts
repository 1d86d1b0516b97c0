/** A fresh demo plant for each test file, so that files do not affect each other. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { setPlantUrl } from './plant-url.ts';
import { closePlant, openPlant } from './worker-server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  await cp(inject('freshPlant'), folder, { recursive: true });
  setPlantUrl(await openPlant(folder));
});

afterAll(async () => {
  await closePlant();
  await rm(folder, { recursive: true, force: true });
});
