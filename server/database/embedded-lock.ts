/**
 * One process a data folder: two would overwrite each other's rows without an error. The lock names its process by
 * number and by the moment it started, so that what a killed process left behind holds nobody up, not even when its
 * number was given to another.
 */
import { execFileSync } from 'node:child_process';
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

function claim(file: string): boolean {
  try {
    writeFileSync(file, myself(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead process's lock out of the way; when another took it over meanwhile, puts theirs back. */
function clear(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes the folder for this process, and returns what gives it back. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, LOCK_FILE);
  for (let attempt = 0; attempt < 3; attempt++) {
    if (claim(file)) {
      const mine = myself();
      return () => {
        if (readLock(file) === mine) rmSync(file, { force: true });
      };
    }
    const lock = readLock(file);
    if (lock === undefined) continue;
    const holder = holderOf(lock);
    if (holder !== undefined)
      throw new StartupError(
        `The data folder ${folder} is in use by process ${holder}. Stop that process first, or choose another folder with --data.`,
      );
    clear(file, lock);
  }
  throw new StartupError(
    `The data folder ${folder} could not be locked: another process takes it. Try again.`,
  );
}
