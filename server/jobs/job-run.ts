/** Runs one job with the current rights of the user who requested it, and returns its result. */

import type { FastifyBaseLogger } from 'fastify';
import { allows } from '../../schemas/access.ts';
import { errorOf } from '../../schemas/failures.ts';
import type { JobState } from '../../schemas/job.ts';
import type { Context } from '../http/call.ts';
import { problemOf } from '../http/errors.ts';
import type { Accounts } from '../plant/accounts.ts';
import { backgroundContext, type Surroundings, stillActive } from './background.ts';
import type { Run } from './engine.ts';
import { inBoth } from './in-both.ts';
import { Ended, type Job, type JobKind, type Outcome } from './job.ts';
import type { JobFiles } from './job-files.ts';

export interface JobParts extends Surroundings {
  jobFiles: JobFiles;
  accounts: Pick<Accounts, 'find'>;
  log: FastifyBaseLogger;
}

export class JobRuns {
  readonly kinds = new Map<string, JobKind>();

  constructor(private readonly parts: JobParts) {}

  /** Runs the job and returns the fields to write in its row. */
  async outcomeOf(run: Run<Job>): Promise<Partial<Job>> {
    const job = run.item;
    const [kind, context] = [this.kinds.get(job.tipo), await this.#contextFor(job)];
    if (!kind || !context) return { stato: 'errore', messaggio: inBoth('job-nobody') };
    if (!allows(kind.access(job), context.user, context.setting))
      return { stato: 'errore', messaggio: inBoth('forbidden') };
    try {
      const { message, result, file } = await this.#runKind(kind, run, context);
      return { stato: 'fatto', messaggio: message, esito: result ? { ...result } : null, file: file ?? null };
    } catch (error) {
      return this.#failed(error, job, context);
    }
  }

  /** Returns the fields of a job that did not finish. Its kind may add a message and a result. */
  async outcomeOfUnfinished(job: Job, stato: JobState): Promise<Partial<Job>> {
    return this.#unfinished(job, stato, await this.#contextFor(job));
  }

  async #contextFor(job: Job): Promise<Context | undefined> {
    const { accounts, log } = this.parts;
    const user = await stillActive(accounts, job.id_utente);
    return user && backgroundContext(this.parts, user, job.lingua, { name: `lavoro-${job.id}`, log });
  }

  #runKind(kind: JobKind, run: Run<Job>, context: Context): Promise<Outcome> {
    const job = run.item;
    return kind.run({
      job,
      context,
      store: (content) => this.parts.jobFiles.store(job, content),
      progress(finished, total) {
        job.fatto = finished;
        if (total !== undefined) job.totale = total;
      },
      goOn: () => run.goOn(),
    });
  }

  async #unfinished(job: Job, stato: JobState, context: Context | undefined): Promise<Partial<Job>> {
    const kind = this.kinds.get(job.tipo);
    const ending = (stato === 'annullato' && kind?.cancelled) || kind?.interrupted;
    const { message, result } = (context && (await ending?.(job, context))) ?? {};
    const key = stato === 'annullato' ? 'job-cancelled' : 'job-interrupted';
    return { stato, messaggio: message ?? inBoth(key), esito: result ? { ...result } : null };
  }

  async #failed(error: unknown, job: Job, context: Context): Promise<Partial<Job>> {
    if (error instanceof Ended) {
      // The server that has the job now writes its result.
      if (error.by === 'loss') return {};
      return this.#unfinished(job, error.by === 'person' ? 'annullato' : 'interrotto', context);
    }
    const problem = problemOf(errorOf(error));
    if (problem.status === 500) this.parts.log.error({ err: error }, `job ${job.id} failed`);
    return { stato: 'errore', messaggio: inBoth(problem.key, problem.params) };
  }
}
