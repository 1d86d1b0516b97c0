/**
 * Copies and removes folders of many small files. The programs of the system need a quarter of the processor time that
 * Node needs for this; where there are none, Node does it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';

const HAS_PROGRAMS = process.platform !== 'win32';

/** Copies the contents of a folder into another one that exists. */
export function copyFolder(from: string, to: string): void {
  if (HAS_PROGRAMS) execFileSync('cp', ['-R', `${from}/.`, to]);
  else cpSync(from, to, { recursive: true });
}

/** Removes a folder, if it exists. */
export function removeFolder(folder: string): void {
  if (HAS_PROGRAMS) execFileSync('rm', ['-rf', '--', folder]);
  else rmSync(folder, { recursive: true, force: true });
}
