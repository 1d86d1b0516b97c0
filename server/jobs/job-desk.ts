/** What may be asked about work in the background. */
import type { Text } from '../../schemas/entity.ts';
import type { Context, User } from '../http/call.ts';
import type { Job, JobKind } from './job.ts';

export interface Asked {
  kind: string;
  step?: string;
  resource: string;
  parameters: object;
  /** Nothing is done yet: the job waits for its next step. */
  atRest?: boolean;
  total?: number;
}

export interface Known {
  parameters: object;
  message: Text;
  total: number;
}

/** What a call asks for is part of the call's own transaction, where it has one. */
export interface Jobs {
  kinds: Map<string, JobKind>;
  add(asked: Asked, context: Context): Promise<number>;
  /** Another step of a job that is at rest; false when it is not. */
  next(
    job: Job,
    step: string,
    parameters: object,
    by: Pick<Context, 'database' | 'language'>,
  ): Promise<boolean>;
  /** What a job at rest has come to know. */
  remember(id: number, known: Known, by: Pick<Context, 'database'>): Promise<void>;
  forget(id: number, by: Pick<Context, 'database'>): Promise<void>;
  find(id: number, by: Pick<Context, 'database' | 'user'>): Promise<Job | undefined>;
  /** The same of a job that is there. */
  known(id: number, by: Pick<Context, 'database' | 'user'>): Promise<Job>;
  recent(user: User): Promise<Job[]>;
  cancel(id: number): Promise<void>;
  /** Resolves when the job has come to rest. */
  ended(id: number, user: User): Promise<Job>;
  pathOf(id: number): string;
  /** Says of jobs that a server left behind what became of them, and takes up those that wait. */
  open(): Promise<void>;
  close(): Promise<void>;
}
