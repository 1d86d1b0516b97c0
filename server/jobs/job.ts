/** A background job as a value: the request, the progress and the result. */

import type { Readable } from 'node:stream';
import type { Access } from '../../schemas/access.ts';
import type { Language, Row, Text } from '../../schemas/entity.ts';
import type { JobFacts } from '../../schemas/job.ts';
import type { Context, RawReply } from '../http/call.ts';

/** A row of the table `lavoro`. */
export interface Job extends JobFacts {
  id_utente: number;
  lingua: Language;
  messaggio: Text | null;
  parametri: Row;
  /** The contents of the result. */
  parti: string[] | null;
}

/** A running job, as its function uses it. */
export interface Work {
  job: Job;
  /** The context with the current rights of the user who requested the job. */
  context: Context;
  progress(done: number, total?: number): void;
  /** Throws if the job must end early. It is called often. */
  goOn(): void;
  /** Stores the job's result, which is deleted with the job. */
  store(content: AsyncIterable<string | Uint8Array>): Promise<void>;
}

export interface Outcome {
  message: Text;
  result?: object;
  /** The file name of the download. */
  file?: string;
}

export interface JobKind {
  /**
   * Returns which users may request such a job and fetch its result. This is checked again when the job starts and
   * at the download.
   */
  access(job: Job): Access;
  run(work: Work): Promise<Outcome>;
  /** Returns the result after a user cancelled the job; by default that of `interrupted`. */
  cancelled?(job: Job, context: Context): Promise<Partial<Outcome>>;
  /** Returns the result of a job that ended early. */
  interrupted?(job: Job, context: Context): Promise<Partial<Outcome>>;
  /** Returns the result as a download. `open` reads the stored contents. */
  download(job: Job, context: Context, open: () => Promise<Readable>): Promise<RawReply>;
  /** Whether a super administrator may repeat the job with the same parameters after a failure or interruption. */
  repeats?: boolean;
  /** The number of days for which an ended job is stored. */
  retentionDays: number;
}

/** Is thrown by `goOn`: a user cancelled, the server stops, or another server has the item. */
export class Ended extends Error {
  constructor(readonly by: 'person' | 'server' | 'loss') {
    super(`ended by the ${by}`);
  }
}
