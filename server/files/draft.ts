/** A file while it comes in: written beside the store under a name of its own, hashed on the way. */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, ofDisk, StorageUnavailable } from './errors.ts';
import { makeFolder } from './folders.ts';

export interface Draft {
  path: string;
  hash: string;
  size: number;
}

const DRAFTS = 'incoming';

async function write(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<Omit<Draft, 'path'>> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
    await file.writeFile(chunk);
  }
  // On the disk before it gets its name in the store.
  await file.sync();
  return { hash: hash.digest('hex'), size };
}

/** What could not be written to its end leaves nothing behind. */
export async function receiveDraft(folder: string, content: AsyncIterable<Uint8Array>): Promise<Draft> {
  const path = join(folder, DRAFTS, randomUUID());
  try {
    await makeFolder(join(folder, DRAFTS));
    const file = await open(path, 'wx', 0o640);
    try {
      return { path, ...(await write(file, content)) };
    } finally {
      await file.close();
    }
  } catch (error) {
    await dropDraft({ path });
    throw ofDisk(error);
  }
}

/** A draft that the sweep took for one left behind: it has to be sent again. */
export const ofDraft = (error: unknown): unknown =>
  isMissing(error) ? new StorageUnavailable('the draft is gone', { cause: error }) : error;

const orGone = (error: unknown) => Promise.reject(ofDraft(error));

type Written = Pick<Draft, 'path'>;

export const openDraft = ({ path }: Written): Promise<FileHandle> => open(path, 'r').catch(orGone);

export const readDraft = ({ path }: Written): Promise<Buffer> => readFile(path).catch(orGone);

export const dropDraft = ({ path }: Written): Promise<void> => rm(path, { force: true });

/** A server that was killed leaves drafts behind; those of a server that runs are younger than `before`. */
export async function forgetDrafts(folder: string, before: Date): Promise<number> {
  const names = await readdir(join(folder, DRAFTS)).catch(() => []);
  let forgotten = 0;
  for (const name of names) {
    const path = join(folder, DRAFTS, name);
    const { mtime } = await stat(path).catch(() => ({ mtime: before }));
    if (mtime >= before) continue;
    await dropDraft({ path });
    forgotten += 1;
  }
  return forgotten;
}
