/**
 * Acts without a connection that are sent later. The time of the act comes from the device's clock, corrected by
 * its difference from the server's clock. See docs/decisions/060-late-acts.md.
 */
import type { SettingOf } from '../../schemas/access.ts';
import { DAY_MS, HOUR_MS } from '../../schemas/durations.ts';
import { isInstant } from '../../schemas/validate.ts';
import type { Queryable } from '../database/engine.ts';
import { conflict, malformed } from './problem.ts';

/** The headers with the time of the act, and with the time of the device's clock when it was sent. */
export const DONE_HEADER = 'x-officina-done';
export const CLOCK_HEADER = 'x-officina-clock';

/** The number of days for which replies are stored, if the setting has no value. */
export const RETENTION_DAYS = 30;
const CERTAIN_HOURS = 24;

export const retentionDays = (setting: SettingOf): number =>
  Number(setting('RisposteTenuteGiorni')) || RETENTION_DAYS;

export interface LateAct {
  /** The time of the act, which is never after the arrival. */
  done: Date;
  /** Whether the time is too long ago to be certain. */
  estimated: boolean;
  /** Whether replies of that time are already deleted, so that it is unknown whether the act has taken effect. */
  forgotten: boolean;
  /** The milliseconds by which the server's clock is ahead of the device's. */
  ahead: number;
}

/** Returns the time, or undefined for calls without such a time. Throws if the time is invalid. */
export function lateActOf(
  headers: Record<string, string | string[] | undefined>,
  setting: SettingOf,
  arrival = new Date(),
): LateAct | undefined {
  const [done, clock] = [headers[DONE_HEADER], headers[CLOCK_HEADER]];
  if (done === undefined && clock === undefined) return undefined;
  const isTime = (value: typeof done): value is string => typeof value === 'string' && isInstant(value);
  if (!isTime(done) || !isTime(clock)) throw malformed('late-times');
  const age = Math.max(0, Date.parse(clock) - Date.parse(done));
  const hours = Number(setting('AttiTardiOre')) || CERTAIN_HOURS;
  return {
    done: new Date(arrival.getTime() - age),
    estimated: age > hours * HOUR_MS,
    forgotten: age > retentionDays(setting) * DAY_MS,
    ahead: arrival.getTime() - Date.parse(clock),
  };
}

/** The name of the transaction setting with the time of the act. Every line of the history reads it. */
const DONE_SETTING = 'officina.fatto';

/** SQL of the time of the act of this transaction; null if it arrived at once. */
export const DONE_SQL = `nullif(current_setting('${DONE_SETTING}', true), '')::timestamptz`;

/** Refuses an act that may already have taken effect. Otherwise stores its time in the transaction. */
export async function takeLate(queryable: Queryable, late: LateAct | undefined): Promise<void> {
  if (!late) return;
  if (late.forgotten) throw conflict('late-forgotten', { reason: 'late' });
  await queryable.query(`select set_config('${DONE_SETTING}', $1, true)`, [late.done.toISOString()]);
}
