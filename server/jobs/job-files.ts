/**
 * The result of a job as contents of the file store, so that every server of the plant can send it. It has several
 * parts, because the store holds a content in memory.
 */
import { chmod } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Queryable } from '../database/engine.ts';
import { FileLost } from '../files/file-errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { Problem } from '../http/problem.ts';
import type { Job } from './job.ts';
import { addPart } from './job-table.ts';

const PART_BYTES = 8 * 1024 * 1024;
/** The permissions of a backup, which contains everything, whatever the user may see. */
const OWNER_ONLY = 0o600;

export interface JobFilesParts {
  database: Queryable;
  files: FileStore;
  /** Removes a content that no row refers to. */
  release(hash: string): Promise<unknown>;
}

async function* inParts(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let part: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    part.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (size > 0) yield part;
}

async function* asStream(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

export class JobFiles {
  constructor(private readonly parts: JobFilesParts) {}

  /** Each part is named in the job's row at once, because a part without a row would be removed as unused. */
  async store(job: Job, content: AsyncIterable<string | Uint8Array>): Promise<void> {
    const { database, files } = this.parts;
    for await (const chunks of inParts(content)) {
      const draft = await files.receive(asStream(chunks));
      await chmod(draft.path, OWNER_ONLY);
      await files.keep(draft);
      job.parti = [...(job.parti ?? []), draft.hash];
      await addPart(database, job.id, draft.hash);
    }
  }

  async open({ parti }: Job): Promise<Readable> {
    const { files } = this.parts;
    const [first, ...others] = parti ?? [];
    if (!first) throw new Problem(404, 'job-file-gone');
    const begun = await files.open(first).catch((error) => {
      throw error instanceof FileLost ? new Problem(404, 'job-file-gone') : error;
    });
    async function* all() {
      yield* begun.stream();
      for (const hash of others) yield* (await files.open(hash)).stream();
    }
    return Readable.from(all(), { objectMode: false });
  }

  /** Removes the parts of a job whose row no longer names them. */
  async forget(hashes: string[] | null): Promise<void> {
    for (const hash of hashes ?? []) await this.parts.release(hash);
  }
}
