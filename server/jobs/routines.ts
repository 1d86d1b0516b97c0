/**
 * Runs the routines, each on one server at a time, due routines in parallel. A failed run is repeated with growing
 * pauses. See docs/decisions/010-routines-and-outbox.md.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Text } from '../../schemas/entity.ts';
import { errorOf, messageOf } from '../../schemas/failures.ts';
import { cut } from '../http/cut-text.ts';
import { problemOf } from '../http/errors.ts';
import { backgroundContext, type Surroundings } from './background.ts';
import { Engine, type Queue, type Run } from './engine.ts';
import { inBoth } from './in-both.ts';
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
  /** How often to look for due routines, and after how many seconds without heartbeat a server is dead; for tests. */
  lookMs?: number;
  silence?: number;
}

export interface Routines {
  add(...routines: Routine[]): void;
  open(): Promise<void>;
  /** Stops running routines and waits for them. */
  close(): Promise<void>;
}

/** A routine that this server has claimed. */
interface Turn {
  claimed: Claimed;
  routine: Routine;
  done: number;
  total?: number;
}

const LOOK_MS = 5000;
/** The shortest time between two looks for woken routines, so that the changes of one moment share a run. */
const GATHER_MS = 200;
const SILENCE_S = 30;
const BEATS_A_SILENCE = 6;
const REASON_LENGTH = 500;

/** Returns the full reason, which only super administrators see. */
function reasonFor(error: unknown): Text {
  const problem = problemOf(errorOf(error));
  if (problem.status < 500) return inBoth(problem.key, problem.params);
  return inBoth('routine-failed', {
    reason: cut(messageOf(error), REASON_LENGTH),
  });
}

function runRoutine(run: Run<Turn>, parts: RoutineParts): Promise<Text | undefined> {
  const { log } = parts;
  const { item: turn, signal } = run;
  return turn.routine.run({
    context: backgroundContext(parts, undefined, 'it', { name: `attivita-${turn.routine.name}`, log }),
    log,
    signal,
    progress(finished, total) {
      turn.done = finished;
      turn.total = total ?? turn.total;
    },
    goOn: () => run.goOn(),
  });
}

async function outcomeOf(run: Run<Turn>, parts: RoutineParts): Promise<RoutineEnd & { runState?: RunState }> {
  const { routine, claimed } = run.item;
  try {
    const message = await runRoutine(run, parts);
    const next = nextTime(routine.every, new Date(), parts.setting);
    return { state: 'attesa', failures: 0, next, message, runState: message && 'fatta' };
  } catch (error) {
    if (run.signal.aborted)
      return {
        state: 'attesa',
        failures: claimed.errori,
        next: new Date(),
        message: inBoth('routine-interrupted'),
        runState: 'interrotta',
      };
    parts.log.error({ err: error }, `routine ${routine.name} failed`);
    const failures = claimed.errori + 1;
    return {
      state: 'errore',
      failures,
      next: timeAfterFailures(failures, new Date()),
      message: reasonFor(error),
      runState: 'errore',
    };
  }
}

async function carryOut(server: string, run: Run<Turn>, parts: RoutineParts): Promise<void> {
  const { database } = parts;
  const { id, lasciata } = run.item.claimed;
  if (lasciata)
    await recordRun(database, id, {
      began: lasciata,
      state: 'interrotta',
      message: inBoth('routine-interrupted'),
    });
  const { runState, ...end } = await outcomeOf(run, parts);
  const began = await endRoutine(database, id, server, end);
  if (began && runState && end.message)
    await recordRun(database, id, { began, state: runState, message: end.message });
}

/**
 * Returns the queue. Routines run in parallel. The next server that looks for work claims the routine of a dead
 * server.
 */
function queueOf(parts: RoutineParts, routinesByName: Map<string, Routine>, woken: Set<string>): Queue<Turn> {
  const { database, lookMs = LOOK_MS, silence = SILENCE_S } = parts;
  return {
    name: 'routines',
    concurrency: Number.POSITIVE_INFINITY,
    lookMs,
    beatMs: (silence * 1000) / BEATS_A_SILENCE,
    nameOf: ({ routine }) => `routine ${routine.name}`,
    async claim(server, running) {
      const busy = new Set(running.map(({ routine }) => routine.name));
      const names = [...routinesByName.keys()].filter((name) => !busy.has(name));
      if (names.length === 0) return undefined;
      const claimed = await claimRoutine(database, server, { names, woken: [...woken], silence });
      const routine = claimed && routinesByName.get(claimed.nome);
      if (!routine) return undefined;
      woken.delete(routine.name);
      return { claimed, routine, done: 0 };
    },
    beat: async (server, turn) =>
      (await beatRoutine(database, turn.claimed.id, server, turn)) ? undefined : 'loss',
    carryOut: (server, run) => carryOut(server, run, parts),
    ended: ({ routine }) => woken.has(routine.name),
    async orphans(_server, _running, others) {
      if (others) await leaveAll(database);
    },
  };
}

export function createRoutines(parts: RoutineParts): Routines {
  const { database, setting, log } = parts;
  const routinesByName = new Map<string, Routine>();
  const woken = new Set<string>();
  const engine = new Engine(queueOf(parts, routinesByName, woken), log);
  let sleep = (): void => undefined;
  let gathering: NodeJS.Timeout | undefined;
  let looked = Number.NEGATIVE_INFINITY;

  const declared = (now: Date) =>
    [...routinesByName.values()].map(({ name, title, every }) => ({
      name,
      title,
      first: firstTime(every, now, setting),
      next: nextTime(every, now, setting),
    }));

  return {
    add(...routines) {
      for (const routine of routines) routinesByName.set(routine.name, routine);
    },
    async open() {
      await declareRoutines(database, declared(new Date()));
      sleep = onWake((name) => {
        if (!routinesByName.has(name)) return;
        woken.add(name);
        gathering ??= setTimeout(
          () => {
            gathering = undefined;
            looked = performance.now();
            engine.look();
          },
          looked + GATHER_MS - performance.now(),
        );
      });
      await engine.open(database.engine === 'embedded');
    },
    async close() {
      sleep();
      clearTimeout(gathering);
      await engine.close();
    },
  };
}
