/**
 * A snapshot of the embedded database. Its one session cannot keep a transaction open for a reader while others write;
 * so its files are copied, all others wait only while those are that changed during the copying, and the copy is opened
 * in a thread of its own.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { copyLoosely } from './embedded-copy.mjs';
import { EngineBusy } from './errors.ts';

const PREFIX = 'snapshot-';

/** What a server that was killed left behind. */
export function forgetSnapshots(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(PREFIX)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The thread of the database does it, in turn with what it is asked. */
function copyStill(worker: Worker, to: string, looks: Map<string, string>): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done, reject) => {
    port1.once('message', ({ failed, code }: { failed?: string; code?: string }) => {
      port1.close();
      if (failed === undefined) done();
      else reject(Object.assign(new Error(failed), { code }));
    });
    port1.once('close', () => reject(new EngineBusy('The database engine stopped while it was copied.')));
    worker.postMessage({ copied: { to, looks, reply: port2 } }, [port2]);
  });
}

interface Source {
  /** The data folder, and the cluster in it. */
  folder: string;
  cluster: string;
  /** Runs `act` while nobody else asks the database anything. */
  alone(act: (worker: Worker) => Promise<void>): Promise<void>;
}

/** Gives the copy's place to `work`, and removes it. */
export async function withCopy<T>(
  { folder, cluster, alone }: Source,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const place = mkdtempSync(join(folder, PREFIX));
  const copy = join(place, 'database');
  try {
    const looks = await copyLoosely(cluster, copy);
    await alone((worker) => copyStill(worker, copy, looks));
    return await work(copy);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
