/** Shared parts of the commands: their arguments, and how they end. */

import { parseArgs } from 'node:util';
import { codeOf, messageOf } from '../schemas/failures.ts';
import { SchemaError } from '../schemas/read-schemas.ts';
import { isRow } from '../schemas/values.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { type Database, openDatabase, StartupError } from './database/engine.ts';
import { BackupRefused } from './domains/backup/manifest.ts';
import { FileDamaged, FileLost, StorageFull, StorageUnavailable } from './files/file-errors.ts';
import { refuseHalfRestored } from './restoring.ts';

const quiet = { info: () => undefined, warn: (message: string) => console.error(message) };

export interface CommandArguments {
  file: string | undefined;
  configuration: Configuration;
  /** The switches of the command that were set. */
  switches: Set<string>;
}

export function readCommand(use: string, switches: string[] = []): CommandArguments {
  try {
    const { values, positionals } = parseArgs({
      options: {
        data: { type: 'string', default: 'data' },
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new Error('Name one file only.');
    return {
      file: positionals[0],
      configuration: readConfiguration(['--data', String(values.data)], process.env, false),
      switches: new Set(switches.filter((name) => name in values)),
    };
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(`${messageOf(error)}\n${use}`);
  }
}

/** Opens the database directly: some of the commands' work takes longer than a pooler should lend a connection. */
export const openBeside = ({ url, direct, folder }: Configuration): Promise<Database> =>
  openDatabase({ url: direct ?? url, folder, log: quiet });

/** Opens the database of a plant. One that was only half restored is no plant. */
export async function openStanding(configuration: Configuration): Promise<Database> {
  refuseHalfRestored(configuration.folder);
  return openBeside(configuration);
}

const REASONS: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  ENOENT: 'There is no such file.',
  EACCES: 'This account may not read or write there.',
  EISDIR: 'That is a folder, not a file.',
};
const EXPECTED = [
  StartupError,
  SchemaError,
  BackupRefused,
  FileDamaged,
  FileLost,
  StorageFull,
  StorageUnavailable,
];

/** Prints a message instead of a stack on an error, and sets the exit code for scripts. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const [message, reason] = [messageOf(error), REASONS[codeOf(error) ?? '']];
    const path = isRow(error) ? error.path : undefined;
    if (reason) console.error(path ? `${path}: ${reason}` : reason);
    else console.error(EXPECTED.some((kind) => error instanceof kind) ? message : `Failed: ${message}`);
    process.exitCode = 1;
  }
}

/** Returns a function that displays the progress on a terminal, in one line that is overwritten. */
export function lineOfProgress(): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let printed = -1;
  return (done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    if (percent === printed) return;
    printed = percent;
    process.stderr.write(`\r${percent}%${percent === 100 ? '\n' : ''}`);
  };
}
