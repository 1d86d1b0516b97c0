/**
 * Does what takes long, one job at a time, and says how far it is. Jobs are rows: they outlive the page that asked for
 * them, and the server that did them. See docs/decisions/006-jobs-in-a-table.md.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { allows } from '../../schemas/access.ts';
import type { Text } from '../../schemas/entity.ts';
import { errorOf } from '../../schemas/failures.ts';
import { inEach } from '../../schemas/language.ts';
import { onceCommitted } from '../database/joined.ts';
import type { Accounts } from '../http/accounts.ts';
import type { Context } from '../http/call.ts';
import { problemOf } from '../http/errors.ts';
import { personOf } from '../http/person.ts';
import { notFound, type Params, type Sentence, say } from '../http/problem.ts';
import { backgroundContext, type Surroundings, stillActive } from './background.ts';
import { Ended, type Job, type JobKind, type JobState } from './job.ts';
import type { Jobs } from './job-desk.ts';
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

export interface JobParts extends Surroundings {
  /** The data folder; results lie below it. */
  folder: string;
  accounts: Pick<Accounts, 'find'>;
  log: FastifyBaseLogger;
}

const BEAT_MS = 400;
const LOOK_MS = 5000;
const CLEAN_MS = 3_600_000;

export const inBoth = (key: Sentence, params?: Params): Text =>
  inEach((language) => say(key, language, params));

interface Running {
  job: Job;
  end: Ended | undefined;
}

export function createJobs(parts: JobParts): Jobs {
  const { database, folder, accounts, log } = parts;
  const server = randomUUID();
  const files = join(folder, 'lavori');
  const kinds = new Map<string, JobKind>();
  const waiting = new Map<number, (() => void)[]>();
  let running: Running | undefined;
  let working: Promise<void> | undefined;
  let asked = false;
  let closing = false;
  const timers: NodeJS.Timeout[] = [];

  const pathOf = (id: number): string => join(files, String(id));

  /** What is known here is newer than what is written. */
  const overlaid = (job: Job | undefined): Job | undefined =>
    job && running?.job.id === job.id
      ? { ...job, fatto: running.job.fatto, totale: running.job.totale }
      : job;

  /** Writes how far the job is, as often as a person looks, and never twice at once. */
  function keepBeating(now: Running): () => void {
    let under: Promise<unknown> = Promise.resolve();
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      under = beat(database, now.job.id, server, now.job)
        .then((heard) => {
          if (!heard) now.end = new Ended('loss');
          else if (heard.unwanted) now.end ??= new Ended('person');
        })
        .catch((error) => log.warn({ err: error }, 'the progress of a job could not be written'))
        .finally(() => {
          busy = false;
        });
    }, BEAT_MS);
    return () => {
      clearInterval(timer);
      void under;
    };
  }

  async function contextFor(job: Job): Promise<Context | undefined> {
    const user = await stillActive(accounts, job.id_utente);
    return user && backgroundContext(parts, user, job.lingua, { name: `lavoro-${job.id}`, log });
  }

  async function done(now: Running): Promise<Partial<Job>> {
    const { job } = now;
    const [kind, context] = [kinds.get(job.tipo), await contextFor(job)];
    if (!kind || !context) return { stato: 'errore', messaggio: inBoth('job-nobody') };
    if (!allows(kind.access(job), context.user, context.setting))
      return { stato: 'errore', messaggio: inBoth('forbidden') };
    mkdirSync(files, { recursive: true });
    try {
      const { message, result, file } = await kind.run({
        job,
        context,
        path: pathOf(job.id),
        progress(finished, total) {
          job.fatto = finished;
          if (total !== undefined) job.totale = total;
        },
        goOn() {
          if (now.end) throw now.end;
        },
      });
      return { stato: 'fatto', messaggio: message, esito: result ? { ...result } : null, file: file ?? null };
    } catch (error) {
      return failed(error, job, context);
    }
  }

  async function brokenOff(job: Job, stato: JobState, context?: Context): Promise<Partial<Job>> {
    const kind = kinds.get(job.tipo);
    const ending = (stato === 'annullato' && kind?.cancelled) || kind?.interrupted;
    const { message, result } = (context && (await ending?.(job, context))) ?? {};
    const key = stato === 'annullato' ? 'job-cancelled' : 'job-interrupted';
    return { stato, messaggio: message ?? inBoth(key), esito: result ? { ...result } : null };
  }

  async function failed(error: unknown, job: Job, context: Context): Promise<Partial<Job>> {
    if (error instanceof Ended) {
      // Who has it now says what became of it.
      if (error.by === 'loss') return {};
      return brokenOff(job, error.by === 'person' ? 'annullato' : 'interrotto', context);
    }
    const problem = problemOf(errorOf(error));
    if (problem.status === 500) log.error({ err: error }, `job ${job.id} failed`);
    return { stato: 'errore', messaggio: inBoth(problem.key, problem.params) };
  }

  async function work(): Promise<void> {
    while (!closing) {
      asked = false;
      const job = await takeJob(database, server);
      if (!job) return;
      const now: Running = { job: { ...job, fatto: 0, file: null, esito: null }, end: undefined };
      running = now;
      const stopBeating = keepBeating(now);
      try {
        const outcome = await done(now);
        await endJob(database, server, { ...now.job, ...outcome });
      } finally {
        stopBeating();
      }
      running = undefined;
      for (const tell of waiting.get(job.id) ?? []) tell();
      waiting.delete(job.id);
    }
  }

  /** Until somebody tells that the job is at rest; another server does not tell, so after a while one looks. */
  const resting = (id: number): Promise<void> =>
    new Promise((look) => {
      setTimeout(look, LOOK_MS).unref();
      waiting.set(id, [...(waiting.get(id) ?? []), look]);
    });

  /** Starts on what waits; who is at it already looks again before he rests. */
  function look(): void {
    asked = true;
    if (closing || working) return;
    working = work()
      .catch((error) => log.error({ err: error }, 'jobs could not be taken'))
      .finally(() => {
        running = undefined;
        working = undefined;
        if (asked) look();
      });
  }

  async function tellOrphans(others = false): Promise<void> {
    for (const job of await orphans(database, server, { running: running?.job.id, others })) {
      const outcome = await brokenOff(job, 'interrotto', await contextFor(job));
      rmSync(pathOf(job.id), { force: true });
      await endJob(database, server, { ...job, ...outcome, file: null });
    }
  }

  async function clean(): Promise<void> {
    for (const [name, { keptDays }] of kinds)
      for (const id of await forgetJobs(database, name, keptDays)) rmSync(pathOf(id), { force: true });
  }

  const every = (milliseconds: number, act: () => unknown): void => {
    const quiet = async () => act();
    const timer = setInterval(
      () => void quiet().catch((error) => log.warn({ err: error }, 'jobs could not be looked after')),
      milliseconds,
    );
    timer.unref();
    timers.push(timer);
  };

  return {
    kinds,
    pathOf,
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
      if (!atRest) onceCommitted(by.database, look);
      return id;
    },
    async next(job, step, parameters, by) {
      const queued = await queueAgain(by.database, job.id, step, parameters, by.language);
      if (queued) onceCommitted(by.database, look);
      return queued;
    },
    remember: (id, { parameters, message, total }, by) =>
      rememberJob(by.database, id, parameters, message, total),
    forget: (id, by) => forgetJob(by.database, id),
    // Who watches a job does not wait for the portion that it is writing.
    find: async (id, by) =>
      running?.job.id === id && running.job.id_utente === personOf(by).id
        ? { ...running.job }
        : findJob(by.database, id, personOf(by).id),
    recent: async (user) => (await recentJobs(database, user.id)).map((job) => overlaid(job)!),
    async cancel(id) {
      if (running?.job.id === id) running.end ??= new Ended('person');
      const waited = await cancelJob(database, id, server);
      if (!waited) return;
      const outcome = await brokenOff(waited, 'annullato', await contextFor(waited));
      await endJob(database, server, { ...waited, ...outcome });
    },
    async known(id, by) {
      const job = await this.find(id, by);
      if (!job) throw notFound();
      return job;
    },
    async ended(id, user) {
      for (;;) {
        const rest = resting(id);
        const job = await findJob(database, id, user.id);
        if (!job) throw notFound();
        if (job.stato !== 'attesa' && job.stato !== 'in_corso') return job;
        await rest;
      }
    },
    async open() {
      // One server alone opens the embedded engine.
      await tellOrphans(database.engine === 'embedded');
      await clean();
      every(LOOK_MS, look);
      every(CLEAN_MS, clean);
      every(LOOK_MS, tellOrphans);
      look();
    },
    async close() {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      if (running) running.end ??= new Ended('server');
      await working;
    },
  };
}
