/** The data folder of the embedded engine. Its content is checked before PostgreSQL opens it. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, messageOf, StartupError } from './startup-error.ts';

/** The major version of the embedded PostgreSQL. */
export const CARRIED = '18';

const REASONS: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name is in the way',
  ENOSPC: 'the disk is full',
};

const unusable = (folder: string, error: unknown): StartupError =>
  new StartupError(
    `The data folder ${folder} cannot be used: ${REASONS[codeOf(error) ?? ''] ?? messageOf(error)}. Choose another with --data, or allow this account to write there.`,
  );

/** Runs `act`, which writes into the data folder. Turns a system error into a message for the user. */
export function inFolder<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof StartupError ? error : unusable(folder, error);
  }
}

export const clusterOf = (folder: string): string => join(folder, 'database');
/** Returns the marker file of a database that is being initialised and contains no user data yet. */
const markOf = (folder: string): string => join(folder, 'database.initialising');

/** Checks that this program can open the folder. `isNew` means that a database must be created. */
export function prepareFolder(folder: string): { isNew: boolean } {
  const cluster = clusterOf(folder);
  const mark = markOf(folder);
  if (existsSync(mark)) rmSync(cluster, { recursive: true, force: true });
  const content = existsSync(cluster) ? readdirSync(cluster) : [];
  if (content.length === 0) {
    writeFileSync(mark, '');
    mkdirSync(cluster, { recursive: true });
    return { isNew: true };
  }
  if (!content.includes('PG_VERSION'))
    throw new StartupError(
      `${cluster} is not a database: it contains files, but no PG_VERSION. Nothing was changed. Restore it from a copy, or move it away to start with an empty database.`,
    );
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== CARRIED)
    throw new StartupError(
      `${cluster} was written by PostgreSQL ${version}; this program contains PostgreSQL ${CARRIED}. Nothing was changed. Open it with the program that wrote it and move its content, or choose another folder with --data.`,
    );
  removeEmptyLock(join(cluster, 'postmaster.pid'));
  return { isNew: false };
}

/** A process that is killed while it opens the database can leave PostgreSQL's lock file empty, and then nobody could open it. */
function removeEmptyLock(file: string): void {
  if (existsSync(file) && statSync(file).size === 0) rmSync(file);
}

function syncAll(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) syncAll(inner);
    else if (entry.isFile()) syncOne(inner);
  }
  syncOne(path);
}

function syncOne(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Completes a new database: syncs its files to disk, and then removes the marker file. */
export function finishFolder(folder: string): void {
  syncAll(clusterOf(folder));
  rmSync(markOf(folder), { force: true });
}
