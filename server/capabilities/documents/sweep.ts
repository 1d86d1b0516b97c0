/**
 * Deletes contents to which no document and no job refers, and abandoned drafts, at startup and every night. Recent
 * ones are left, because their row may not be written yet. A lock on the hash separates an upload from the cleanup
 * of the same content.
 */
import { DAY_MS, HOUR_MS } from '../../../schemas/durations.ts';
import { messageOf } from '../../../schemas/failures.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Database, EngineLog, Queryable, Transaction } from '../../database/engine.ts';
import { lockFor, lockShared } from '../../database/lock.ts';
import { onlyRow } from '../../database/rows.ts';
import type { FileStore } from '../../files/file-store.ts';
import { hashesInUse, isInUse, jobContents } from './space.ts';

export interface Sweep {
  database: Database;
  schemas: Schemas;
  files: FileStore;
  /** The minimum age of deleted contents and drafts, in milliseconds. */
  grace?: number;
}

export interface Swept {
  contents: number;
  drafts: number;
}

/** Locks a content before a row refers to it, or before it is deleted. */
export const lockContent = (transaction: Transaction, hash: string): Promise<void> =>
  lockFor(transaction, `contenuto ${hash}`);

let readers = 0;

/** Stops deletions by this server until the returned function is called, while someone reads contents by old rows. */
export function keepContents(): () => void {
  readers += 1;
  return () => {
    readers -= 1;
  };
}

const LOCK_NAME = 'contenuti';

/** Stops deletions by other servers until the transaction ends. */
export const keepContentsOfOthers = (queryable: Queryable): Promise<void> => lockShared(queryable, LOCK_NAME);

async function areProtected({ query }: Queryable): Promise<boolean> {
  const { rows } = await query<{ free: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as free', [
    LOCK_NAME,
  ]);
  return readers > 0 || !onlyRow(rows).free;
}

/** Removes a content stored before this time, if no row refers to it. */
export async function removeUnused(
  { database, schemas, files }: Omit<Sweep, 'grace'>,
  hash: string,
  before: Date,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await areProtected(transaction)) return false;
    await lockContent(transaction, hash);
    const stored = await files.storedAt(hash);
    if (!stored || stored >= before || (await isInUse(transaction, schemas, hash))) return false;
    await files.remove(hash);
    return true;
  });
}

export async function sweepFiles(sweep: Sweep): Promise<Swept> {
  const { database, schemas, files, grace = HOUR_MS } = sweep;
  const before = new Date(Date.now() - grace);
  const documents = await hashesInUse(database, schemas);
  const results = await jobContents(database);
  let contents = 0;
  for await (const { hash, stored } of files.list())
    if (
      !documents.has(hash) &&
      !results.has(hash) &&
      stored < before &&
      (await removeUnused(sweep, hash, before))
    )
      contents += 1;
  return { contents, drafts: await files.forgetDrafts(before) };
}

/** Cleans up now and then once a day. If the store does not answer, tries again the next day. */
export function keepSwept(sweep: Sweep, log: EngineLog): { stop(): void } {
  const once = async (): Promise<void> => {
    try {
      const { contents, drafts } = await sweepFiles(sweep);
      if (contents + drafts > 0) log.info(`files: ${contents} contents and ${drafts} drafts removed`);
    } catch (error) {
      log.warn(`files could not be swept: ${messageOf(error)}`);
    }
  };
  void once();
  const timer = setInterval(once, DAY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
