/**
 * Allows one process per data folder, because two would overwrite each other's rows without an error. The lock
 * names its process by number and start time, so that the lock of a killed process blocks nobody, even if another
 * process gets its number.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartupError } from './startup-error.ts';

export const LOCK_FILE = 'officina.lock';

function startedAt(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const lockText = (): string => `${process.pid} ${startedAt(process.pid) ?? '-'}\n`;

function holderOf(lock: string): number | undefined {
  const [number, started] = lock.trim().split(' ');
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const since = startedAt(pid);
  return since === undefined || started === '-' || since === started ? pid : undefined;
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Creates the lock file atomically, with the name of this process. Returns false if the file exists. */
function claim(file: string): boolean {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, lockText());
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function replace(file: string): void {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, lockText());
  renameSync(temporary, file);
}

/**
 * Takes the lock, or returns the process that has it. When several processes find the lock of a dead one, only one
 * may replace it: the one that takes a second lock, named by the hash of the dead lock, in the same way.
 */
function take(file: string): number | undefined {
  for (;;) {
    if (claim(file)) return undefined;
    const lock = readLock(file);
    if (lock === undefined) continue;
    const holder = holderOf(lock);
    if (holder !== undefined) return holder;
    const takeover = `${file}.${createHash('sha1').update(lock).digest('hex').slice(0, 12)}`;
    const rival = take(takeover);
    if (rival !== undefined) return rival;
    try {
      if (readLock(file) !== lock) continue;
      replace(file);
      return undefined;
    } finally {
      rmSync(takeover, { force: true });
    }
  }
}

/** Locks the folder for this process and returns the function that unlocks it. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  const holder = take(file);
  if (holder !== undefined)
    throw new StartupError(
      `The data folder ${folder} is in use by process ${holder}. Stop that process first, or choose another folder with --data.`,
    );
  const text = lockText();
  return () => {
    if (readLock(file) === text) rmSync(file, { force: true });
  };
}
