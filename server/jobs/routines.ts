/**
 * Does the routines: each by one of the servers at a time, those that are due beside each other. A run that fails is
 * tried again with growing pauses, and says so. See docs/decisions/010-routines-and-outbox.md.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Text } from '../../schemas/entity.ts';
import { errorOf, messageOf } from '../../schemas/failures.ts';
import { cut } from '../http/cut.ts';
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

/** A routine that this server has claimed. */
interface Turn {
  claimed: Claimed;
  routine: Routine;
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

function done(run: Run<Turn>, parts: RoutineParts): Promise<Text | undefined> {
  const { log } = parts;
  const { what: turn, signal } = run;
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

async function outcomeOf(run: Run<Turn>, parts: RoutineParts): Promise<RoutineEnd & { told?: RunState }> {
  const { routine, claimed } = run.what;
  try {
    const message = await done(run, parts);
    const next = nextTime(routine.every, new Date(), parts.setting);
    return { state: 'attesa', failures: 0, next, message, told: message && 'fatta' };
  } catch (error) {
    if (run.signal.aborted)
      return {
        state: 'attesa',
        failures: claimed.errori,
        next: new Date(),
        message: inBoth('routine-interrupted'),
        told: 'interrotta',
      };
    parts.log.error({ err: error }, `routine ${routine.name} failed`);
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

async function carryOut(server: string, run: Run<Turn>, parts: RoutineParts): Promise<void> {
  const { database } = parts;
  const { id, lasciata } = run.what.claimed;
  if (lasciata)
    await recordRun(database, id, {
      began: lasciata,
      state: 'interrotta',
      message: inBoth('routine-interrupted'),
    });
  const { told, ...end } = await outcomeOf(run, parts);
  const began = await endRoutine(database, id, server, end);
  if (began && told && end.message)
    await recordRun(database, id, { began, state: told, message: end.message });
}

/** Routines run beside each other; one whose server is silent is claimed again by the next server that looks. */
function queueOf(parts: RoutineParts, known: Map<string, Routine>, roused: Set<string>): Queue<Turn> {
  const { database, lookMs = LOOK_MS, silence = SILENCE_S } = parts;
  return {
    name: 'routines',
    atOnce: Number.POSITIVE_INFINITY,
    lookMs,
    beatMs: (silence * 1000) / BEATS_A_SILENCE,
    called: ({ routine }) => `routine ${routine.name}`,
    async claim(server, running) {
      const busy = new Set(running.map(({ routine }) => routine.name));
      const names = [...known.keys()].filter((name) => !busy.has(name));
      if (names.length === 0) return undefined;
      const claimed = await claimRoutine(database, server, { names, roused: [...roused], silence });
      const routine = claimed && known.get(claimed.nome);
      if (!routine) return undefined;
      roused.delete(routine.name);
      return { claimed, routine, done: 0 };
    },
    beat: async (server, turn) =>
      (await beatRoutine(database, turn.claimed.id, server, turn)) ? undefined : 'loss',
    carryOut: (server, run) => carryOut(server, run, parts),
    rested: ({ routine }) => roused.has(routine.name),
    async orphans(_server, _running, others) {
      if (others) await leaveAll(database);
    },
  };
}

export function createRoutines(parts: RoutineParts): Routines {
  const { database, setting, log } = parts;
  const known = new Map<string, Routine>();
  const roused = new Set<string>();
  const engine = new Engine(queueOf(parts, known, roused), log);
  let sleep = (): void => undefined;

  const declared = (now: Date) =>
    [...known.values()].map(({ name, title, every }) => ({
      name,
      title,
      first: firstTime(every, now, setting),
      next: nextTime(every, now, setting),
    }));

  return {
    add(...routines) {
      for (const routine of routines) known.set(routine.name, routine);
    },
    async open() {
      await declareRoutines(database, declared(new Date()));
      sleep = onWake((name) => {
        if (!known.has(name)) return;
        roused.add(name);
        engine.look();
      });
      await engine.open(database.engine === 'embedded');
    },
    async close() {
      sleep();
      await engine.close();
    },
  };
}
