/**
 * A snapshot of the embedded database. Its one session cannot keep a transaction open for a reader while others
 * write. So the files are copied while writes continue. The files that changed are then copied again while writes
 * pause, and a separate thread opens the copy.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { copyLoosely } from './embedded-copy.mjs';
import { EngineBusy } from './startup-error.ts';

const PREFIX = 'snapshot-';

/** Removes the copies that a killed server has left. */
export function forgetSnapshots(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Copies the changed files in the database thread, between its queries. */
function copyRemaining(worker: Worker, to: string, stamps: Map<string, string>): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done, reject) => {
    port1.once('message', ({ failed, code }: { failed?: string; code?: string }) => {
      port1.close();
      if (failed === undefined) done();
      else reject(Object.assign(new Error(failed), { code }));
    });
    port1.once('close', () => reject(new EngineBusy('The database engine stopped during the copy.')));
    worker.postMessage({ copied: { to, stamps, reply: port2 } }, [port2]);
  });
}

interface Source {
  /** The data folder, and the cluster in it. */
  folder: string;
  cluster: string;
  /** Runs `act` while no other query runs. */
  exclusively(act: (worker: Worker) => Promise<void>): Promise<void>;
}

/** Calls `work` with the path of a copy, then removes the copy. */
export async function withCopy<T>(
  { folder, cluster, exclusively }: Source,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const temporary = mkdtempSync(join(folder, PREFIX));
  const copy = join(temporary, 'database');
  try {
    const stamps = await copyLoosely(cluster, copy);
    await exclusively((worker) => copyRemaining(worker, copy, stamps));
    return await work(copy);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
