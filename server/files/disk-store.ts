/** The store in a folder: data/files/ab/cdef…. Each file is written as a draft, synced, and then renamed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Draft, forgetDrafts, ofDraft, receiveDraft } from './draft.ts';
import { FileDamaged, FileLost, isMissing, ofDisk } from './file-errors.ts';
import { type FileStore, hashOf, keyOf, type StoredFile } from './file-store.ts';
import { makeFolder, syncFolder } from './folders.ts';

async function present(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The number of verified contents in memory, by the state of their file, because a video is read in many parts. */
const VERIFIED_MAX = 5_000;

async function* storedIn(root: string): AsyncGenerator<StoredFile> {
  for (const folder of await readdir(root).catch(() => []))
    for (const name of await readdir(join(root, folder)).catch(() => [])) {
      const hash = hashOf(`${folder}/${name}`);
      const file = hash && (await present(join(root, folder, name)));
      if (hash && file) yield { hash, stored: file.mtime };
    }
}

export function diskStore(root: string): FileStore {
  const verified = new Map<string, string>();
  const pathOf = (hash: string): string => join(root, keyOf(hash));

  async function check(hash: string, stamp: string): Promise<void> {
    if (verified.get(hash) === stamp) return;
    if ((await hashOfFile(pathOf(hash))) !== hash)
      throw new FileDamaged(`the content ${hash} has changed on the disk`);
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(hash, stamp);
  }

  async function keep({ path, hash }: Draft): Promise<void> {
    const final = pathOf(hash);
    await makeFolder(dirname(final));
    await rename(path, final).catch((error) => Promise.reject(ofDraft(error)));
    await syncFolder(dirname(final));
  }

  return {
    receive: (content) => receiveDraft(root, content),
    keep: (draft) => keep(draft).catch((error) => Promise.reject(ofDisk(error))),
    has: async (hash) => (await present(pathOf(hash))) !== undefined,
    storedAt: async (hash) => (await present(pathOf(hash)))?.mtime,
    remove: (hash) => rm(pathOf(hash), { force: true }),
    list: () => storedIn(root),
    forgetDrafts: (before) => forgetDrafts(root, before),

    async open(hash) {
      const file = await present(pathOf(hash));
      if (!file) throw new FileLost(`the content ${hash} is not on the disk`);
      await check(hash, `${file.ino} ${file.size} ${file.mtimeMs}`);
      return { size: file.size, stream: (range) => createReadStream(pathOf(hash), range) };
    },
  };
}
