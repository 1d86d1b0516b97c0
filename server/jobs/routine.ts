/** Work that the server does by itself, as a value: how often, and what. */
import type { FastifyBaseLogger } from 'fastify';
import type { SettingOf } from '../../schemas/access.ts';
import type { Text } from '../../schemas/entity.ts';
import type { Context } from '../http/call.ts';
import { instantOf, localTime } from '../http/plant-time.ts';

/** `dailyAt` is an hour of the plant's clock, 'HH:MM'; what is woken also looks by itself now and then. */
export type Every = { minutes: number } | { dailyAt: string } | { wake: true; lookEverySeconds: number };

/** A routine under way, as its function sees it. */
export interface RoutineWork {
  /** Nobody stands behind it: the product itself, which may do and see everything. */
  context: Context;
  log: FastifyBaseLogger;
  progress(done: number, total?: number): void;
  /** Throws when the run is to end early; to be asked wherever it may. */
  goOn(): void;
  /** Aborted at that moment, for what waits for others. */
  signal: AbortSignal;
}

export interface Routine {
  /** Its name in the table, for ever. */
  name: string;
  title: Text;
  every: Every;
  /** What came of it; undefined when there was nothing to do, which nobody needs to be told. */
  run(work: RoutineWork): Promise<Text | undefined>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONGEST_PAUSE_MINUTES = 60;

/** An hour of the plant that the change of the clocks leaves out comes later that day; one that it repeats counts once. */
function nextAt(hour: string, now: Date, setting: SettingOf): Date {
  const at = (days: number): Date => {
    const day = localTime(new Date(now.getTime() + days * DAY_MS).toISOString(), setting).slice(0, 10);
    return new Date(instantOf(`${day}T${hour}:00`, setting));
  };
  // A day of 25 hours may be the same one day later.
  return [0, 1].map(at).find((moment) => moment > now) ?? at(2);
}

export function nextTime(every: Every, now: Date, setting: SettingOf): Date {
  if ('dailyAt' in every) return nextAt(every.dailyAt, now, setting);
  const pause = 'wake' in every ? every.lookEverySeconds * SECOND_MS : every.minutes * MINUTE_MS;
  return new Date(now.getTime() + pause);
}

/** What is new, or was not known before, begins at once, but for what has its hour. */
export const firstTime = (every: Every, now: Date, setting: SettingOf): Date =>
  'dailyAt' in every ? nextAt(every.dailyAt, now, setting) : now;

/** After one failure a minute, then two, four, up to an hour. */
export const timeAfterFailures = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(2 ** (failures - 1), LONGEST_PAUSE_MINUTES) * MINUTE_MS);
