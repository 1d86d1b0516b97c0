/** Folders that are there after a power cut too. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A name in a folder is on the disk only when the folder is; Windows has no such call, and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (!first) return;
  // Every folder above that got a new name in it, from the new one up to the one that was there.
  for (let above = dirname(path); above.length >= dirname(first).length; above = dirname(above))
    await syncFolder(above);
}
