/**
 * Runs long work in the background, one job at a time, with its progress. Jobs are rows: they outlive the page that
 * requested them and the server that ran them. See docs/decisions/006-jobs-in-a-table.md.
 */
import { HOUR_MS } from '../../schemas/durations.ts';
import type { Announcements, Topic } from '../database/announcements.ts';
import type { Queryable } from '../database/engine.ts';
import { onceCommitted } from '../database/joined.ts';
import { notFound } from '../http/problem.ts';
import { personOf } from '../requests/signed-in-user.ts';
import { Engine, type Queue } from './engine.ts';
import type { Job } from './job.ts';
import type { Jobs } from './job-desk.ts';
import { type JobParts, JobRuns } from './job-run.ts';
import {
  addJob,
  beat,
  cancelJob,
  endJob,
  findJob,
  forgetJob,
  forgetJobs,
  orphans,
  queueAgain,
  recentJobs,
  rememberJob,
  takeJob,
} from './job-table.ts';

export type { Jobs } from './job-desk.ts';

const BEAT_MS = 400;
const LOOK_MS = 5000;
const CLEAN_MS = HOUR_MS;

const ENDED: Topic<number> = { name: 'jobs', accepts: (message) => typeof message === 'number' };

/** Calls that wait for the end of a job. */
class Waiting {
  readonly #looks = new Map<number, (() => void)[]>();
  readonly close: () => void;

  constructor(private readonly announcements: Announcements) {
    this.close = announcements.listen(ENDED, { received: (id) => this.notify(id) });
  }

  announce(id: number): void {
    this.announcements.announce(ENDED, id);
  }

  /** Resolves when a server announces the end of the job, or after a while, in case the message is lost. */
  nextLook(id: number): Promise<void> {
    return new Promise((look) => {
      setTimeout(look, LOOK_MS).unref();
      this.#looks.set(id, [...(this.#looks.get(id) ?? []), look]);
    });
  }

  private notify(id: number): void {
    for (const look of this.#looks.get(id) ?? []) look();
    this.#looks.delete(id);
  }
}

/** Returns the queue. Jobs run one at a time. The server that finds a job of a dead server marks it as interrupted. */
const queueOf = ({ database, jobFiles }: JobParts, runs: JobRuns, waiting: Waiting): Queue<Job> => ({
  name: 'jobs',
  concurrency: 1,
  lookMs: LOOK_MS,
  beatMs: BEAT_MS,
  nameOf: ({ id }) => `job ${id}`,
  async claim(server) {
    const job = await takeJob(database, server);
    return job && { ...job, fatto: 0, file: null, esito: null };
  },
  async beat(server, job) {
    const status = await beat(database, job.id, server, job);
    if (!status) return 'loss';
    return status.cancelled ? 'person' : undefined;
  },
  async carryOut(server, run) {
    const outcome = await runs.outcomeOf(run);
    const job = { ...run.item, ...outcome };
    await endJob(database, server, job);
    if (!job.file && job.stato !== 'in_corso') await jobFiles.forget(job.parti);
  },
  ended({ id }) {
    waiting.announce(id);
    return false;
  },
  async orphans(server, [running], others) {
    for (const job of await orphans(database, server, { running: running?.id, others })) {
      const outcome = await runs.outcomeOfUnfinished(job, 'interrotto');
      await endJob(database, server, { ...job, ...outcome, file: null });
      await jobFiles.forget(job.parti);
    }
  },
});

export function createJobs(parts: JobParts): Jobs {
  const { database, jobFiles, log } = parts;
  const runs = new JobRuns(parts);
  const waiting = new Waiting(database.announcements);
  const engine = new Engine(queueOf(parts, runs, waiting), log);
  return {
    kinds: runs.kinds,
    openResult: (job) => jobFiles.open(job),
    ...requests(engine),
    ...queries(database, engine, waiting),
    async cancel(id) {
      runOf(engine, id)?.stop('person');
      const waitingJob = await cancelJob(database, id, engine.server);
      if (!waitingJob) return;
      const outcome = await runs.outcomeOfUnfinished(waitingJob, 'annullato');
      await endJob(database, engine.server, { ...waitingJob, ...outcome });
    },
    async open() {
      await engine.open(database.engine === 'embedded');
      await clean(parts, runs);
      engine.every(CLEAN_MS, () => clean(parts, runs));
    },
    async close() {
      waiting.close();
      await engine.close();
    },
  };
}

const runOf = (engine: Engine<Job>, id: number) => engine.runs.find(({ item }) => item.id === id);

async function clean({ database, jobFiles }: JobParts, runs: JobRuns): Promise<void> {
  for (const [name, { retentionDays }] of runs.kinds)
    await jobFiles.forget(await forgetJobs(database, name, retentionDays));
}

/**
 * Returns the functions that request jobs. Requests are part of the caller's transaction, and the job starts after
 * its commit.
 */
const requests = (engine: Engine<Job>): Pick<Jobs, 'add' | 'next' | 'remember' | 'forget'> => ({
  async add({ kind, step = '', resource, parameters, idle = false, total }, by) {
    const id = await addJob(by.database, {
      tipo: kind,
      fase: step,
      risorsa: resource,
      id_utente: personOf(by).id,
      lingua: by.language,
      stato: idle ? 'fatto' : 'attesa',
      parametri: parameters,
      totale: total,
    });
    if (!idle) onceCommitted(by.database, () => engine.look());
    return id;
  },
  async next(job, step, parameters, by) {
    const queued = await queueAgain(by.database, job.id, step, parameters, by.language);
    if (queued) onceCommitted(by.database, () => engine.look());
    return queued;
  },
  remember: (id, { parameters, message, total }, by) =>
    rememberJob(by.database, id, parameters, message, total),
  forget: (id, by) => forgetJob(by.database, id),
});

/** Returns the functions that read jobs. For a job that runs here, the progress in memory is newer than the row. */
const queries = (
  database: Queryable,
  engine: Engine<Job>,
  waiting: Waiting,
): Pick<Jobs, 'find' | 'existing' | 'recent' | 'ended'> => ({
  // The job comes from memory, without waiting for its current write.
  async find(id, by) {
    const running = runOf(engine, id)?.item;
    const person = personOf(by).id;
    return running?.id_utente === person ? { ...running } : findJob(by.database, id, person);
  },
  async existing(id, by) {
    const job = await this.find(id, by);
    if (!job) throw notFound();
    return job;
  },
  async recent(user) {
    const jobs = await recentJobs(database, user.id);
    return jobs.map((job) => {
      const { fatto, totale } = runOf(engine, job.id)?.item ?? job;
      return { ...job, fatto, totale };
    });
  },
  async ended(id, user) {
    for (;;) {
      const nextLook = waiting.nextLook(id);
      const job = await findJob(database, id, user.id);
      if (!job) throw notFound();
      if (job.stato !== 'attesa' && job.stato !== 'in_corso') return job;
      await nextLook;
    }
  },
});
