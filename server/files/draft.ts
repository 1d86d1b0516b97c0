/** A file during upload. It is written under a temporary name, and its hash is computed at the same time. */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, ofDisk, StorageUnavailable } from './file-errors.ts';
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
  // The content must be on disk before the file gets its final name.
  await file.sync();
  return { hash: hash.digest('hex'), size };
}

/** Receives a file. An incomplete one leaves nothing behind. */
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

/** Turns the error of a missing draft, which the cleanup removed, into a message: the file must be sent again. */
export const ofDraft = (error: unknown): unknown =>
  isMissing(error) ? new StorageUnavailable('the draft is gone', { cause: error }) : error;

const lostDraft = (error: unknown) => Promise.reject(ofDraft(error));

type Written = Pick<Draft, 'path'>;

export const openDraft = ({ path }: Written): Promise<FileHandle> => open(path, 'r').catch(lostDraft);

export const readDraft = ({ path }: Written): Promise<Buffer> => readFile(path).catch(lostDraft);

export const dropDraft = ({ path }: Written): Promise<void> => rm(path, { force: true });

/** Removes the drafts of a killed server. Drafts in progress are younger than `before`. */
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
