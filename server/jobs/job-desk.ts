/** The interface of background jobs. */
import type { Readable } from 'node:stream';
import type { Text } from '../../schemas/entity.ts';
import type { Context, User } from '../http/call.ts';
import type { Job, JobKind } from './job.ts';

export interface JobRequest {
  kind: string;
  step?: string;
  resource: string;
  parameters: object;
  /** Whether nothing runs yet: the job is idle until its next step is requested. */
  idle?: boolean;
  total?: number;
}

export interface JobFacts {
  parameters: object;
  message: Text;
  total: number;
}

/** The interface. Requests are part of the transaction of the call, if it has one. */
export interface Jobs {
  kinds: Map<string, JobKind>;
  add(request: JobRequest, context: Context): Promise<number>;
  /** Queues the next step of an idle job. Returns false if the job is not idle. */
  next(
    job: Job,
    step: string,
    parameters: object,
    by: Pick<Context, 'database' | 'language'>,
  ): Promise<boolean>;
  /** Stores the facts that an idle job has found. */
  remember(id: number, facts: JobFacts, by: Pick<Context, 'database'>): Promise<void>;
  forget(id: number, by: Pick<Context, 'database'>): Promise<void>;
  find(id: number, by: Pick<Context, 'database' | 'user'>): Promise<Job | undefined>;
  /** Returns the job like `find`, but throws if it is missing. */
  existing(id: number, by: Pick<Context, 'database' | 'user'>): Promise<Job>;
  recent(user: User): Promise<Job[]>;
  cancel(id: number): Promise<void>;
  /** Resolves when the job has ended. */
  ended(id: number, user: User): Promise<Job>;
  /** Opens the stored result. */
  openResult(job: Job): Promise<Readable>;
  /** Marks the jobs that a dead server has left, and starts those that wait. */
  open(): Promise<void>;
  close(): Promise<void>;
}
