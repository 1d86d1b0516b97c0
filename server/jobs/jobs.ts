/**
 * Does what takes long, one job at a time, and says how far it is. Jobs are rows: they outlive the page that asked for
 * them, and the server that did them. See docs/decisions/006-jobs-in-a-table.md.
 */
import { rmSync } from 'node:fs';
import type { Queryable } from '../database/engine.ts';
import { onceCommitted } from '../database/joined.ts';
import { personOf } from '../http/person.ts';
import { notFound } from '../http/problem.ts';
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
const CLEAN_MS = 3_600_000;

/** Calls that wait for the end of a job. */
class Waiting {
  readonly #looks = new Map<number, (() => void)[]>();

  /** Until the job ends on this server; the end on another server is not announced, so it looks again after a while. */
  resting(id: number): Promise<void> {
    return new Promise((look) => {
      setTimeout(look, LOOK_MS).unref();
      this.#looks.set(id, [...(this.#looks.get(id) ?? []), look]);
    });
  }

  tell(id: number): void {
    for (const look of this.#looks.get(id) ?? []) look();
    this.#looks.delete(id);
  }
}

/** Jobs run one at a time; those of a dead server are marked as interrupted by the server that finds them. */
const queueOf = (database: Queryable, runs: JobRuns, waiting: Waiting): Queue<Job> => ({
  name: 'jobs',
  atOnce: 1,
  lookMs: LOOK_MS,
  beatMs: BEAT_MS,
  called: ({ id }) => `job ${id}`,
  async claim(server) {
    const job = await takeJob(database, server);
    return job && { ...job, fatto: 0, file: null, esito: null };
  },
  async beat(server, job) {
    const heard = await beat(database, job.id, server, job);
    if (!heard) return 'loss';
    return heard.unwanted ? 'person' : undefined;
  },
  async carryOut(server, run) {
    const outcome = await runs.outcomeOf(run);
    await endJob(database, server, { ...run.what, ...outcome });
  },
  rested({ id }) {
    waiting.tell(id);
    return false;
  },
  async orphans(server, [running], others) {
    for (const job of await orphans(database, server, { running: running?.id, others })) {
      const outcome = await runs.brokenOff(job, 'interrotto');
      rmSync(runs.pathOf(job.id), { force: true });
      await endJob(database, server, { ...job, ...outcome, file: null });
    }
  },
});

export function createJobs(parts: JobParts): Jobs {
  const { database, log } = parts;
  const runs = new JobRuns(parts);
  const waiting = new Waiting();
  const engine = new Engine(queueOf(database, runs, waiting), log);
  return {
    kinds: runs.kinds,
    pathOf: (id) => runs.pathOf(id),
    ...asking(engine),
    ...watching(database, engine, waiting),
    async cancel(id) {
      runOf(engine, id)?.stop('person');
      const waited = await cancelJob(database, id, engine.server);
      if (!waited) return;
      const outcome = await runs.brokenOff(waited, 'annullato');
      await endJob(database, engine.server, { ...waited, ...outcome });
    },
    async open() {
      await engine.open(database.engine === 'embedded');
      await clean(database, runs);
      engine.every(CLEAN_MS, () => clean(database, runs));
    },
    close: () => engine.close(),
  };
}

const runOf = (engine: Engine<Job>, id: number) => engine.runs.find(({ what }) => what.id === id);

async function clean(database: Queryable, runs: JobRuns): Promise<void> {
  for (const [name, { keptDays }] of runs.kinds)
    for (const id of await forgetJobs(database, name, keptDays)) rmSync(runs.pathOf(id), { force: true });
}

/** Requests are part of the caller's transaction; the job starts once that is committed. */
const asking = (engine: Engine<Job>): Pick<Jobs, 'add' | 'next' | 'remember' | 'forget'> => ({
  async add({ kind, step = '', resource, parameters, atRest = false, total }, by) {
    const id = await addJob(by.database, {
      tipo: kind,
      fase: step,
      risorsa: resource,
      id_utente: personOf(by).id,
      lingua: by.language,
      stato: atRest ? 'fatto' : 'attesa',
      parametri: parameters,
      totale: total,
    });
    if (!atRest) onceCommitted(by.database, () => engine.look());
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

/** Of a job under way here, the progress in memory is newer than the row. */
const watching = (
  database: Queryable,
  engine: Engine<Job>,
  waiting: Waiting,
): Pick<Jobs, 'find' | 'known' | 'recent' | 'ended'> => ({
  // Watching a job does not wait for the portion that it is writing.
  async find(id, by) {
    const running = runOf(engine, id)?.what;
    const person = personOf(by).id;
    return running?.id_utente === person ? { ...running } : findJob(by.database, id, person);
  },
  async known(id, by) {
    const job = await this.find(id, by);
    if (!job) throw notFound();
    return job;
  },
  async recent(user) {
    const jobs = await recentJobs(database, user.id);
    return jobs.map((job) => {
      const { fatto, totale } = runOf(engine, job.id)?.what ?? job;
      return { ...job, fatto, totale };
    });
  },
  async ended(id, user) {
    for (;;) {
      const rest = waiting.resting(id);
      const job = await findJob(database, id, user.id);
      if (!job) throw notFound();
      if (job.stato !== 'attesa' && job.stato !== 'in_corso') return job;
      await rest;
    }
  },
});
