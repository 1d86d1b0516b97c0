/** A routine as a value: work that the server does without a request, and how often. */
import type { FastifyBaseLogger } from 'fastify';
import type { SettingOf } from '../../schemas/access.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../schemas/durations.ts';
import type { Text } from '../../schemas/entity.ts';
import type { Context } from '../http/call.ts';
import { instantOf, localTime } from '../plant/plant-time.ts';

/**
 * How often a routine runs. `dailyAt` is a time in the plant's zone, 'HH:MM'. A routine with `wake` also runs at an
 * interval.
 */
export type Every = { minutes: number } | { dailyAt: string } | { wake: true; lookEverySeconds: number };

/** A running routine, as its function sees it. */
export interface RoutineWork {
  /** A context without a user, which may do and see everything. */
  context: Context;
  log: FastifyBaseLogger;
  progress(done: number, total?: number): void;
  /** Throws if the run must end early. It is called often. */
  goOn(): void;
  /** The signal that is aborted when the run must end, for waits on other systems. */
  signal: AbortSignal;
}

export interface Routine {
  /** The name in the table. It never changes. */
  name: string;
  title: Text;
  every: Every;
  /** Runs the routine and returns its message, or undefined if there was nothing to do. */
  run(work: RoutineWork): Promise<Text | undefined>;
}

const LONGEST_PAUSE_MINUTES = 60;

/**
 * Returns the next time of day. A time that the clock change skips comes later that day. A repeated time counts
 * once.
 */
function nextAt(hour: string, now: Date, setting: SettingOf): Date {
  const at = (days: number): Date => {
    const date = localTime(new Date(now.getTime() + days * DAY_MS).toISOString(), setting).slice(0, 10);
    return new Date(instantOf(`${date}T${hour}:00`, setting));
  };
  // In a day of 25 hours, one day later may be the same date.
  return [0, 1].map(at).find((instant) => instant > now) ?? at(2);
}

export function nextTime(every: Every, now: Date, setting: SettingOf): Date {
  if ('dailyAt' in every) return nextAt(every.dailyAt, now, setting);
  const pause = 'wake' in every ? every.lookEverySeconds * SECOND_MS : every.minutes * MINUTE_MS;
  return new Date(now.getTime() + pause);
}

/** Returns the first time of a routine: now, unless the routine has a time of day. */
export const firstTime = (every: Every, now: Date, setting: SettingOf): Date =>
  'dailyAt' in every ? nextAt(every.dailyAt, now, setting) : now;

/** Returns the time of the next attempt: a minute after one failure, then two, four, and so on up to an hour. */
export const timeAfterFailures = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(2 ** (failures - 1), LONGEST_PAUSE_MINUTES) * MINUTE_MS);
