/** Computes the missing dates of a maintenance, or why there are none. Has no side effects. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Text } from '../../../schemas/entity.ts';
import { CLOSING, PERIODIC } from '../../../schemas/interventions.ts';
import { dayAfter, dayBeyond, daysBetween, nextDay } from '../../../schemas/recurring-days.ts';
import type { Params, Sentence } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { instantOf, localTime } from '../../plant/plant-time.ts';
import { FROM_CLOSING, isUnfinished, type Latest, type Period, type Plan } from './plans.ts';

export interface Due {
  plan: Plan;
  day: string;
  /** The time of day in the plant's time zone. */
  time: string;
}

const MIDNIGHT = '00:00:00';

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/**
 * Returns the reason why no intervention of this maintenance can be created on any date; undefined if there is
 * none.
 */
export function obstacleTo(plan: Plan): Text | undefined {
  const { codice_oggetto: code } = plan;
  const say = (key: Sentence, params: Params = {}): Text => inBoth(key, params);
  if (plan.eliminato) return say('maintenance-asset-deleted', { code });
  if (plan.dismesso) return say('maintenance-asset-decommissioned', { code });
  if (plan.classe_eliminata) return say('maintenance-class-deleted');
  if (plan.checklist_eliminata) return say('maintenance-checklist-deleted');
  if (plan.tecnico_escluso) return say('maintenance-technician-out');
  return undefined;
}

/**
 * Returns the planned time of day. The timestamps are ordered from the oldest. A later time counts only if a clock
 * change did not cause it.
 */
export function timeOf(planned: (string | null)[], setting: SettingOf): string {
  let time = MIDNIGHT;
  for (const instant of planned) {
    if (instant === null) continue;
    const [day = '', localClockTime = ''] = localTime(instant, setting).split('T');
    if (Date.parse(instantOf(`${day}T${time}`, setting)) !== Date.parse(instant)) time = localClockTime;
  }
  return time;
}

/** Returns the date to count from, and the planned time of the next intervention. */
function baseOf(latest: Latest, plan: Plan, setting: SettingOf): { day: string; time: string } {
  const localOf = (instant: string): string => localTime(instant, setting);
  if (plan.tipo_rinnovo === FROM_CLOSING) {
    // A cancelled intervention has no end. The next date counts from the time of cancellation.
    const ended = latest.tipo === CLOSING ? latest.data_fine : null;
    return { day: localOf(ended ?? latest.data_ultima_mod).slice(0, 10), time: MIDNIGHT };
  }
  if (!latest.data_ordine) return { day: latest.data_ori_manutenzione, time: MIDNIGHT };
  return {
    day: localOf(latest.data_ordine).slice(0, 10),
    time: timeOf([...(latest.prima ?? []).toReversed(), latest.data_ordine], setting),
  };
}

/**
 * Returns the next date after the latest intervention. It is not before the start, which may be postponed, and not
 * a date that already has an intervention.
 */
export function nextOf(
  plan: Plan,
  latest: Latest,
  setting: SettingOf,
): { day: string | undefined; time: string } {
  const { day: base, time } = baseOf(latest, plan, setting);
  const candidate =
    plan.tipo_rinnovo === FROM_CLOSING ? dayAfter(base, plan, 1) : nextDay(plan.data_inizio, plan, base);
  const existing = new Set(plan.giorni);
  let day = candidate && laterOf(candidate, plan.data_inizio);
  while (day !== undefined && existing.has(day)) day = nextDay(plan.data_inizio, plan, day);
  return { day, time };
}

/** Returns the dates of a period, from its start or the start of the maintenance. */
export const daysOfPeriod = (
  plan: Pick<Plan, 'data_inizio' | 'frequenza' | 'unita_misura'>,
  { start, end }: Period,
  limit: number,
): string[] => daysBetween(laterOf(start, plan.data_inizio), plan, { to: end, most: limit });

/**
 * Returns the first date after the last period. The dates of a period count from its start, so a period that starts
 * on this date continues the rhythm.
 */
export function beyondPeriods(
  plan: Pick<
    Plan,
    'data_inizio' | 'frequenza' | 'unita_misura' | 'data_generazione_start' | 'data_generazione_end'
  >,
): string | undefined {
  const { data_generazione_start: start, data_generazione_end: end, data_inizio: maintenanceStart } = plan;
  return end
    ? dayBeyond(start ? laterOf(start, maintenanceStart) : maintenanceStart, plan, end)
    : maintenanceStart;
}

/** Returns the dates to create for this period, including dates that are still missing from earlier periods. */
export function missingWith(plan: Plan, period: Period, limit: number): string[] {
  if (plan.data_generata !== null && plan.data_generata >= period.end) return [];
  const [start, end] = [plan.data_generazione_start!, plan.data_generazione_end!];
  const periods = [
    ...plan.arretrati,
    ...(isUnfinished(plan) && end !== period.end ? [{ start, end }] : []),
    period,
  ];
  const existing = new Set(plan.giorni);
  const days = new Set(periods.flatMap((one) => daysOfPeriod(plan, one, limit + existing.size)));
  return [...days].filter((day) => !existing.has(day)).sort();
}

/** Returns all missing dates; undefined if the next date is beyond the calendar. */
export function dueOf(plan: Plan, setting: SettingOf, limit: number): Due[] | undefined {
  const at = (day: string, time = MIDNIGHT): Due => ({ plan, day, time });
  if (plan.id_tipo_odl !== PERIODIC) {
    const [start, end] = [plan.data_generazione_start!, plan.data_generazione_end!];
    return missingWith(plan, { start, end }, limit).map((day) => at(day));
  }
  if (plan.aperti > 0) return [];
  if (!plan.ultimo) return [at(plan.data_inizio)];
  const { day, time } = nextOf(plan, plan.ultimo, setting);
  return day === undefined ? undefined : [at(day, time)];
}
