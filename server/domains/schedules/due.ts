/** Which days are missing of a maintenance, or why none can be told. Pure. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Text } from '../../../schemas/entity.ts';
import { CLOSING, PERIODIC } from '../../../schemas/interventions.ts';
import { dayAfter, dayBeyond, daysBetween, nextDay } from '../../../schemas/recurring-days.ts';
import { instantOf, localTime } from '../../http/plant-time.ts';
import type { Params, Sentence } from '../../http/problem.ts';
import { inBoth } from '../../jobs/in-both.ts';
import { FROM_CLOSING, isUnfinished, type Latest, type Period, type Plan } from './plans.ts';

export interface Due {
  plan: Plan;
  day: string;
  /** As the plant's clock shows it. */
  time: string;
}

const MIDNIGHT = '00:00:00';

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** What stands in the way of a maintenance, whatever its day. */
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

/** The time that these were planned at, the first one first, where one that the change of the clocks left out came later. */
export function timeOf(planned: (string | null)[], setting: SettingOf): string {
  let time = MIDNIGHT;
  for (const instant of planned) {
    if (instant === null) continue;
    const [day = '', shown = ''] = localTime(instant, setting).split('T');
    if (Date.parse(instantOf(`${day}T${time}`, setting)) !== Date.parse(instant)) time = shown;
  }
  return time;
}

/** The day from which the next one is counted, and at what time the next is planned. */
function baseOf(latest: Latest, plan: Plan, setting: SettingOf): { day: string; time: string } {
  const shown = (instant: string): string => localTime(instant, setting);
  if (plan.tipo_rinnovo === FROM_CLOSING) {
    // What was called off has no end: it counts from when that was.
    const ended = latest.tipo === CLOSING ? latest.data_fine : null;
    return { day: shown(ended ?? latest.data_ultima_mod).slice(0, 10), time: MIDNIGHT };
  }
  if (!latest.data_ordine) return { day: latest.data_ori_manutenzione, time: MIDNIGHT };
  return {
    day: shown(latest.data_ordine).slice(0, 10),
    time: timeOf([...(latest.prima ?? []).toReversed(), latest.data_ordine], setting),
  };
}

/** The day after the latest; not before the start, which may have been put off, and never one that is there already. */
export function nextOf(
  plan: Plan,
  latest: Latest,
  setting: SettingOf,
): { day: string | undefined; time: string } {
  const { day: base, time } = baseOf(latest, plan, setting);
  const counted =
    plan.tipo_rinnovo === FROM_CLOSING ? dayAfter(base, plan, 1) : nextDay(plan.data_inizio, plan, base);
  const there = new Set(plan.giorni);
  let day = counted && laterOf(counted, plan.data_inizio);
  while (day !== undefined && there.has(day)) day = nextDay(plan.data_inizio, plan, day);
  return { day, time };
}

/** The days of a period: the first at its start, or at the maintenance's own. */
export const daysOfPeriod = (
  plan: Pick<Plan, 'data_inizio' | 'frequenza' | 'unita_misura'>,
  { start, end }: Period,
  most: number,
): string[] => daysBetween(laterOf(start, plan.data_inizio), plan, { to: end, most });

/** A period is dated from its start: the next one keeps the rhythm when it begins where the last row goes on. */
export function beyondPeriods(
  plan: Pick<
    Plan,
    'data_inizio' | 'frequenza' | 'unita_misura' | 'data_generazione_start' | 'data_generazione_end'
  >,
): string | undefined {
  const { data_generazione_start: start, data_generazione_end: end, data_inizio: begins } = plan;
  return end ? dayBeyond(start ? laterOf(start, begins) : begins, plan, end) : begins;
}

/** What is made when this period is opened: its days, and those that earlier ones still miss. */
export function missingWith(plan: Plan, period: Period, most: number): string[] {
  if (plan.data_generata !== null && plan.data_generata >= period.end) return [];
  const [start, end] = [plan.data_generazione_start!, plan.data_generazione_end!];
  const periods = [
    ...plan.arretrati,
    ...(isUnfinished(plan) && end !== period.end ? [{ start, end }] : []),
    period,
  ];
  const there = new Set(plan.giorni);
  const days = new Set(periods.flatMap((one) => daysOfPeriod(plan, one, most + there.size)));
  return [...days].filter((day) => !there.has(day)).sort();
}

/** All that is missing; undefined where the next day is beyond the calendar. */
export function dueOf(plan: Plan, setting: SettingOf, most: number): Due[] | undefined {
  const at = (day: string, time = MIDNIGHT): Due => ({ plan, day, time });
  if (plan.id_tipo_odl !== PERIODIC) {
    const [start, end] = [plan.data_generazione_start!, plan.data_generazione_end!];
    return missingWith(plan, { start, end }, most).map((day) => at(day));
  }
  if (plan.aperti > 0) return [];
  if (!plan.ultimo) return [at(plan.data_inizio)];
  const { day, time } = nextOf(plan, plan.ultimo, setting);
  return day === undefined ? undefined : [at(day, time)];
}
