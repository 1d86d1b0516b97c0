/**
 * Contents that no document names any more, and drafts that nobody finished, go: when the server starts, and every
 * night. What is young stays, as its document may be about to be written; the lock of its hash keeps the two apart.
 */
import { messageOf } from '../../../schemas/failures.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Database, EngineLog, Queryable, Transaction } from '../../database/engine.ts';
import { lockFor, lockShared } from '../../database/lock.ts';
import { onlyRow } from '../../database/rows.ts';
import type { FileStore } from '../../files/file-store.ts';
import { hashesInUse, isInUse } from './space.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Sweep {
  database: Database;
  schemas: Schemas;
  files: FileStore;
  /** How old what is swept must be. */
  grace?: number;
}

export interface Swept {
  contents: number;
  drafts: number;
}

/** Held by who is about to name a content, and by who is about to remove it. */
export const lockContent = (transaction: Transaction, hash: string): Promise<void> =>
  lockFor(transaction, `contenuto ${hash}`);

let keepers = 0;

/** Nothing is removed here until what this returns is called: somebody reads what the rows named a while ago. */
export function keepContents(): () => void {
  keepers += 1;
  return () => {
    keepers -= 1;
  };
}

const KEPT = 'contenuti';

/** Nor by other servers of this database, until the transaction ends. */
export const keepContentsOfOthers = (queryable: Queryable): Promise<void> => lockShared(queryable, KEPT);

async function areKept({ query }: Queryable): Promise<boolean> {
  const { rows } = await query<{ free: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as free', [
    KEPT,
  ]);
  return keepers > 0 || !onlyRow(rows).free;
}

async function removeUnused(
  { database, schemas, files }: Sweep,
  hash: string,
  before: Date,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await areKept(transaction)) return false;
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
  const used = await hashesInUse(database, schemas);
  let contents = 0;
  for await (const { hash, stored } of files.list())
    if (!used.has(hash) && stored < before && (await removeUnused(sweep, hash, before))) contents += 1;
  return { contents, drafts: await files.forgetDrafts(before) };
}

/** Now, and then once a day; a store that does not answer is asked again tomorrow. */
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
