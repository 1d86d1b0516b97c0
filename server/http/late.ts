/**
 * Acts that were done without a connection and sent later: when they were done, by the clock of the device, corrected by
 * the difference between its clock and the server's. See docs/decisions/060-late-acts.md.
 */
import type { SettingOf } from '../../schemas/access.ts';
import { DAY_MS, HOUR_MS } from '../../schemas/durations.ts';
import { isInstant } from '../../schemas/validate.ts';
import type { Queryable } from '../database/engine.ts';
import { conflict, malformed } from './problem.ts';

/** When it was done, and what the device's clock showed when it was sent. */
export const DONE_HEADER = 'x-officina-done';
export const CLOCK_HEADER = 'x-officina-clock';

/** The days for which stored replies are kept, if the setting has no value. */
export const RETENTION_DAYS = 30;
const CERTAIN_HOURS = 24;

export const retentionDays = (setting: SettingOf): number =>
  Number(setting('RisposteTenuteGiorni')) || RETENTION_DAYS;

export interface LateAct {
  /** When it was done; never after the arrival. */
  done: Date;
  /** Whether the time is too old to count as certain. */
  estimated: boolean;
  /** Whether replies of that time are no longer stored: nobody knows whether it has already had its effect. */
  forgotten: boolean;
}

/** Returns undefined for calls that say nothing of their time; throws if they say it badly. */
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
  };
}

/** The name of the transaction's own setting that every line of the history reads. */
const DONE_SETTING = 'officina.fatto';

/** SQL of the time when the act of this transaction was done; null if it was done when it arrived. */
export const DONE_SQL = `nullif(current_setting('${DONE_SETTING}', true), '')::timestamptz`;

/** Refuses an act that may already have had its effect; else tells the transaction when it was done. */
export async function takeLate(queryable: Queryable, late: LateAct | undefined): Promise<void> {
  if (!late) return;
  if (late.forgotten) throw conflict('late-forgotten', { reason: 'late' });
  await queryable.query(`select set_config('${DONE_SETTING}', $1, true)`, [late.done.toISOString()]);
}
