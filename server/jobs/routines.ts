/**
 * Does the routines: each by one of the servers at a time, those that are due beside each other. A run that fails is
 * tried again with growing pauses, and says so. See docs/decisions/010-routines-and-outbox.md.
 */

import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Text } from '../../schemas/entity.ts';
import { errorOf, messageOf } from '../../schemas/failures.ts';
import { cut } from '../http/cut.ts';
import { problemOf } from '../http/errors.ts';
import { backgroundContext, type Surroundings } from './background.ts';
import { Ended } from './job.ts';
import { inBoth } from './jobs.ts';
import { firstTime, nextTime, type Routine, timeAfterFailures } from './routine.ts';
import {
  beatRoutine,
  type Claimed,
  claimRoutine,
  declareRoutines,
  endRoutine,
  leaveAll,
  type RoutineEnd,
  type RunState,
  recordRun,
} from './routine-table.ts';
import { onWake } from './wake.ts';

export interface RoutineParts extends Surroundings {
  log: FastifyBaseLogger;
  /** How often it looks what is due, and after how many seconds a server that says nothing is gone; for tests. */
  lookMs?: number;
  silence?: number;
}

export interface Routines {
  add(...routines: Routine[]): void;
  open(): Promise<void>;
  /** Tells those under way to end, and waits for them. */
  close(): Promise<void>;
}

interface Run {
  claimed: Claimed;
  routine: Routine;
  aborter: AbortController;
  done: number;
  total?: number;
}

const LOOK_MS = 5000;
const SILENCE_S = 30;
const BEATS_A_SILENCE = 6;
const REASON_LENGTH = 500;

/** Who sees it is the super admin: the reason as it is helps him. */
function reasonFor(error: unknown): Text {
  const problem = problemOf(errorOf(error));
  if (problem.status < 500) return inBoth(problem.key, problem.params);
  return inBoth('routine-failed', {
    reason: cut(messageOf(error), REASON_LENGTH),
  });
}

export function createRoutines(parts: RoutineParts): Routines {
  const { database, setting, log, lookMs = LOOK_MS, silence = SILENCE_S } = parts;
  const server = randomUUID();
  const known = new Map<string, Routine>();
  const running = new Map<string, Promise<void>>();
  const aborters = new Set<AbortController>();
  const roused = new Set<string>();
  let looking: Promise<void> | undefined;
  let again = false;
  let opened = false;
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  let sleep = (): void => undefined;

  const stop = (aborter: AbortController): void => aborter.abort(new Ended('server'));

  /** Says that it is being done; who has lost it to another ends. */
  function keepBeating(run: Run): () => void {
    let busy = false;
    const beating = setInterval(
      () => {
        if (busy) return;
        busy = true;
        beatRoutine(database, run.claimed.id, server, run)
          .then((ours) => ours || stop(run.aborter))
          .catch((error) =>
            log.warn({ err: error }, `routine ${run.routine.name}: no sign of life could be given`),
          )
          .finally(() => {
            busy = false;
          });
      },
      (silence * 1000) / BEATS_A_SILENCE,
    );
    return () => clearInterval(beating);
  }

  async function outcomeOf(run: Run): Promise<RoutineEnd & { told?: RunState }> {
    const { routine, claimed, aborter } = run;
    const { signal } = aborter;
    const next = (): Date => nextTime(routine.every, new Date(), setting);
    try {
      const context = backgroundContext(parts, undefined, 'it', { name: `attivita-${routine.name}`, log });
      const message = await routine.run({
        context,
        log,
        signal,
        progress(done, total) {
          run.done = done;
          run.total = total ?? run.total;
        },
        goOn: () => signal.throwIfAborted(),
      });
      return { state: 'attesa', failures: 0, next: next(), message, told: message && 'fatta' };
    } catch (error) {
      if (signal.aborted)
        return {
          state: 'attesa',
          failures: claimed.errori,
          next: new Date(),
          message: inBoth('routine-interrupted'),
          told: 'interrotta',
        };
      log.error({ err: error }, `routine ${routine.name} failed`);
      const failures = claimed.errori + 1;
      return {
        state: 'errore',
        failures,
        next: timeAfterFailures(failures, new Date()),
        message: reasonFor(error),
        told: 'errore',
      };
    }
  }

  async function carryOut(run: Run): Promise<void> {
    const { id, lasciata } = run.claimed;
    const stopBeating = keepBeating(run);
    try {
      if (lasciata)
        await recordRun(database, id, {
          began: lasciata,
          state: 'interrotta',
          message: inBoth('routine-interrupted'),
        });
      const { told, ...end } = await outcomeOf(run);
      const began = await endRoutine(database, id, server, end);
      if (began && told && end.message)
        await recordRun(database, id, { began, state: told, message: end.message });
    } finally {
      stopBeating();
    }
  }

  function start(claimed: Claimed): void {
    const routine = known.get(claimed.nome)!;
    const aborter = new AbortController();
    aborters.add(aborter);
    roused.delete(routine.name);
    const work = carryOut({ claimed, routine, aborter, done: 0 })
      .catch((error) => log.error({ err: error }, `the end of routine ${routine.name} could not be written`))
      .finally(() => {
        aborters.delete(aborter);
        running.delete(routine.name);
        if (roused.has(routine.name)) look();
      });
    running.set(routine.name, work);
  }

  async function takeAll(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const names = [...known.keys()].filter((name) => !running.has(name));
        if (closing || names.length === 0) return;
        const claimed = await claimRoutine(database, server, { names, roused: [...roused], silence });
        if (!claimed) break;
        start(claimed);
      }
    } while (again);
  }

  function look(): void {
    again = true;
    if (!opened || closing || looking) return;
    looking = takeAll()
      .catch((error) => log.warn({ err: error }, 'routines could not be looked after'))
      .finally(() => {
        looking = undefined;
        if (again) look();
      });
  }

  return {
    add(...routines) {
      for (const routine of routines) known.set(routine.name, routine);
    },
    async open() {
      const now = new Date();
      await declareRoutines(
        database,
        [...known.values()].map(({ name, title, every }) => ({
          name,
          title,
          first: firstTime(every, now, setting),
          next: nextTime(every, now, setting),
        })),
      );
      if (database.engine === 'embedded') await leaveAll(database);
      opened = true;
      sleep = onWake((name) => {
        if (!known.has(name)) return;
        roused.add(name);
        look();
      });
      timer = setInterval(look, lookMs);
      timer.unref();
      look();
    },
    async close() {
      closing = true;
      sleep();
      clearInterval(timer);
      await looking;
      for (const aborter of aborters) stop(aborter);
      await Promise.all(running.values());
    },
  };
}
