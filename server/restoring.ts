/** A marker file in the data folder during a restore, so that an interrupted restore is not used as a plant. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './database/startup-error.ts';

const markOf = (folder: string): string => join(folder, 'officina.restoring');

export function markRestoring(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(markOf(folder), '');
  return () => rmSync(markOf(folder), { force: true });
}

export function refuseHalfRestored(folder: string): void {
  if (existsSync(markOf(folder)))
    throw new StartupError(
      `A restore into ${folder} was interrupted, or is still running. Empty the folder and restore again, or choose another folder with --data.`,
    );
}
