/**
 * One process a data folder: two would overwrite each other's rows without an error. The lock names its process by
 * number and by the moment it started, so that what a killed process left behind holds nobody up, not even when its
 * number was given to another.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, StartupError } from './errors.ts';

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

const myself = (): string => `${process.pid} ${startedAt(process.pid) ?? '-'}\n`;

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

/** Puts a file with my name into place, whole or not at all; false when one is there. */
function claim(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, myself());
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function replace(file: string): void {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, myself());
  renameSync(mine, file);
}

/**
 * Takes the lock, or says who has it. Of several that find the lock of a dead process, one may replace it: whoever
 * takes the lock named after what the dead one left, in the same way.
 */
function take(file: string): number | undefined {
  for (;;) {
    if (claim(file)) return undefined;
    const lock = readLock(file);
    if (lock === undefined) continue;
    const holder = holderOf(lock);
    if (holder !== undefined) return holder;
    const right = `${file}.${createHash('sha1').update(lock).digest('hex').slice(0, 12)}`;
    const rival = take(right);
    if (rival !== undefined) return rival;
    try {
      if (readLock(file) !== lock) continue;
      replace(file);
      return undefined;
    } finally {
      rmSync(right, { force: true });
    }
  }
}

/** Takes the folder for this process, and returns what gives it back. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  const holder = take(file);
  if (holder !== undefined)
    throw new StartupError(
      `The data folder ${folder} is in use by process ${holder}. Stop that process first, or choose another folder with --data.`,
    );
  const mine = myself();
  return () => {
    if (readLock(file) === mine) rmSync(file, { force: true });
  };
}
