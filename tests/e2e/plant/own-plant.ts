/** A fresh demo plant for each test file, so that files do not affect each other. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { copyFolder, removeFolder } from '../../processes/folders.ts';
import { setPlantUrl } from './plant-url.ts';
import { closePlant, openPlant } from './worker-server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'officina-e2e-'));
  copyFolder(inject('freshPlant'), folder);
  setPlantUrl(await openPlant(folder));
});

afterAll(async () => {
  await closePlant();
  removeFolder(folder);
});
