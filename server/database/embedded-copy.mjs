/**
 * The files of an embedded database, copied. Most of them while it goes on; then, while it stands still, those only that
 * have changed since. Plain JavaScript, since the thread of the database runs it too.
 */
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Clocks of file systems tick slowly: what was written so shortly before it was looked at may have been written again. */
const YOUNG_MS = 2_000;
/** Where the file system can share blocks until one side changes, nothing is copied at all. */
const SHARED = constants.COPYFILE_FICLONE;

const look = ({ size, mtimeMs }) => `${size} ${mtimeMs}`;
const isGone = (error) => error.code === 'ENOENT';

const pathsIn = (entries, root) =>
  entries.map((entry) => ({
    path: relative(root, join(entry.parentPath, entry.name)),
    folder: entry.isDirectory(),
  }));

/** Copies what is there, and says how each file looked before it was copied; what vanishes meanwhile is left out. */
export async function copyLoosely(from, to) {
  const looks = new Map();
  await mkdir(to, { recursive: true });
  for (const { path, folder } of pathsIn(await readdir(from, { recursive: true, withFileTypes: true }), from))
    try {
      if (folder) await mkdir(join(to, path), { recursive: true });
      else {
        const before = await stat(join(from, path));
        await mkdir(dirname(join(to, path)), { recursive: true });
        await copyFile(join(from, path), join(to, path), SHARED);
        if (Date.now() - before.mtimeMs > YOUNG_MS) looks.set(path, look(before));
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  return looks;
}

/** Makes the copy what the folder is now. Nothing may write there meanwhile. */
export function copyChanged(from, to, looks) {
  const there = pathsIn(readdirSync(from, { recursive: true, withFileTypes: true }), from);
  for (const { path, folder } of there)
    if (folder) mkdirSync(join(to, path), { recursive: true });
    else if (looks.get(path) !== look(statSync(join(from, path))))
      copyFileSync(join(from, path), join(to, path), SHARED);
  const wanted = new Set(there.map(({ path }) => path));
  for (const { path } of pathsIn(readdirSync(to, { recursive: true, withFileTypes: true }), to))
    if (!wanted.has(path)) rmSync(join(to, path), { recursive: true, force: true });
}
