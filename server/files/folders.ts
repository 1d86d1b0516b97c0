/** Folders whose entries survive a power cut. */
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Syncs a folder, which makes the names in it durable. Windows has no such call, and needs none. */
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
  // Each parent folder that got a new entry is synced, up to the first one that existed.
  for (let above = dirname(path); above.length >= dirname(first).length; above = dirname(above))
    await syncFolder(above);
}
