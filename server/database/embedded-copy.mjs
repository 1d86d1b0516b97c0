/**
 * Copies the files of an embedded database: most of them while writes continue, then, with writes paused,
 * those that changed since. Plain JavaScript, because the database thread runs it too.
 */
import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** File timestamps are coarse: a file written this recently may be written again without a new timestamp. */
const YOUNG_MS = 2_000;
/** Shares blocks with the original where the file system can do so, instead of copying. */
const SHARED = constants.COPYFILE_FICLONE;

const stampOf = ({ size, mtimeMs }) => `${size} ${mtimeMs}`;
const isGone = (error) => error.code === 'ENOENT';

const pathsIn = (entries, root) =>
  entries.map((entry) => ({
    path: relative(root, join(entry.parentPath, entry.name)),
    folder: entry.isDirectory(),
  }));

/** Copies all files and returns a stamp of each from before its copy; skips files that disappear. */
export async function copyLoosely(from, to) {
  const stamps = new Map();
  await mkdir(to, { recursive: true });
  for (const { path, folder } of pathsIn(await readdir(from, { recursive: true, withFileTypes: true }), from))
    try {
      if (folder) await mkdir(join(to, path), { recursive: true });
      else {
        const before = await stat(join(from, path));
        await mkdir(dirname(join(to, path)), { recursive: true });
        await copyFile(join(from, path), join(to, path), SHARED);
        if (Date.now() - before.mtimeMs > YOUNG_MS) stamps.set(path, stampOf(before));
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  return stamps;
}

/** Brings the copy to the current state of the folder. Nothing may write there at the same time. */
export function copyChanged(from, to, stamps) {
  const entries = pathsIn(readdirSync(from, { recursive: true, withFileTypes: true }), from);
  for (const { path, folder } of entries)
    if (folder) mkdirSync(join(to, path), { recursive: true });
    else if (stamps.get(path) !== stampOf(statSync(join(from, path))))
      copyFileSync(join(from, path), join(to, path), SHARED);
  const present = new Set(entries.map(({ path }) => path));
  for (const { path } of pathsIn(readdirSync(to, { recursive: true, withFileTypes: true }), to))
    if (!present.has(path)) rmSync(join(to, path), { recursive: true, force: true });
}
