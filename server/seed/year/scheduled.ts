/**
 * The schedules of the year and the work they generated: done, late, and planned for the coming weeks. All of it is
 * generated already.
 */

import { DAY_MS, HOUR_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, OPEN_CODE, PERIODIC } from '../../../schemas/interventions.ts';
import { dayAfter, daysBetween } from '../../../schemas/recurring-days.ts';
import type { Schedule, Story } from '../data/shapes.ts';
import schedules from '../data/year-schedules.json' with { type: 'json' };
import { dayFrom, moment } from '../demo-day.ts';
import { Chance } from './chance.ts';
import { fieldsBefore } from './custom-field-values.ts';
import { finishedWork } from './failures.ts';
import { ASSETS, plannerOf, technicianFor, type Work } from './work.ts';

const SCHEDULES = schedules;
/** The number of days from today up to which work is generated. */
const AHEAD = 38;
/**
 * The number of days before its date on which work is generated. Periodic work is generated when the previous work
 * is over.
 */
const BEFORE = 45;
const monthsIn = (unit: number): number => (unit === 4 ? 12 : 1);
const MAX_DATES = 60;
const DAYS_A_MONTH = 30;

const startOf = (schedule: Schedule): number => Math.min(...Object.values(schedule.assets));

export const scheduleRows = (now: Date): Row[] =>
  SCHEDULES.map((schedule) => {
    const {
      assets: _assets,
      causa: _causa,
      ricambi: _parts,
      costi: _costs,
      id_checklist: _list,
      ...row
    } = schedule;
    const isPeriodic = row.id_tipo_odl === PERIODIC;
    return {
      ...row,
      id_reparto: '*',
      interno: 1,
      persone_previste: 1,
      data_generazione_start: isPeriodic ? null : dayFrom(now, startOf(schedule)),
      data_generazione_end: isPeriodic ? null : dayFrom(now, AHEAD),
    };
  });

export const maintenanceRows = (now: Date): Row[] =>
  SCHEDULES.flatMap(({ codice, assets, id_checklist, id_tipo_odl }) =>
    Object.entries(assets).map(([asset, first]) => ({
      id_schedulazione: codice,
      id_oggetto: asset,
      data_inizio: dayFrom(now, first),
      data_generata: id_tipo_odl === PERIODIC ? null : dayFrom(now, AHEAD),
      id_checklist: id_checklist ?? null,
    })),
  );

/** Returns the dates of a schedule. A periodic one has one future date, the others have all dates of their period. */
function daysOf(schedule: Schedule, first: string, now: Date): string[] {
  const today = dayFrom(now, 0);
  if (schedule.id_tipo_odl !== PERIODIC)
    return daysBetween(first, schedule, { to: dayFrom(now, AHEAD), most: MAX_DATES });
  const past = daysBetween(first, schedule, { to: today, most: MAX_DATES });
  const next = dayAfter(first, schedule, past.length);
  return next === undefined ? past : [...past, next];
}

function daysBefore({ id_tipo_odl, frequenza, unita_misura }: Schedule): number {
  if (id_tipo_odl !== PERIODIC) return BEFORE;
  return frequenza * monthsIn(unita_misura) * DAYS_A_MONTH - 2;
}

const LATE_AFTER = 6;

export function scheduled(now: Date): Work[] {
  const chance = new Chance(4);
  return SCHEDULES.flatMap((schedule) =>
    Object.entries(schedule.assets).flatMap(([code, first], place) =>
      daysOf(schedule, dayFrom(now, first), now).map((day) =>
        workOn(schedule, { code, place, day }, now, chance),
      ),
    ),
  );
}

/**
 * Returns the work of one date. The last one before today on a schedule's first asset is still open. The others are
 * finished.
 */
function workOn(
  schedule: Schedule,
  { code, place, day }: { code: string; place: number; day: string },
  now: Date,
  chance: Chance,
): Work {
  const asset = ASSETS.of(code);
  const planned = new Date(`${day}T07:00:00Z`);
  const ago = (now.getTime() - planned.getTime()) / DAY_MS;
  const isOver = ago > (place === 0 ? LATE_AFTER : 0.5);
  const story: Story = {
    tipo: schedule.id_tipo_guasto,
    classe: schedule.id_classe_intervento,
    testo: schedule.descrizione,
    causa: schedule.causa,
    causale: 'PROGR',
    componente: 'Nessuno',
    ore: [schedule.ore_previste * 0.7, schedule.ore_previste * 1.2],
    ricambi: schedule.ricambi,
  };
  const origin = { schedule: schedule.codice, day };
  const reported = new Date(
    Math.min(planned.getTime() - daysBefore(schedule) * DAY_MS, now.getTime() - 3 * HOUR_MS),
  );
  const shared = { origin, reported, planned, checklist: schedule.id_checklist, priority: schedule.priorita };
  if (isOver) {
    const begins = moment(
      planned,
      chance.happens(0.2) && ago > 2 ? 1 : 0,
      `${Math.floor(chance.between(7, 13))}:15`,
    );
    const work = finishedWork(asset, story, begins, now, chance);
    return {
      ...work,
      ...shared,
      costs: { ...work.costs, ...schedule.costi },
      by: plannerOf(asset),
      remarks: [],
    };
  }
  const isAssigned = ago > -14;
  return {
    ...shared,
    asset,
    text: schedule.descrizione,
    type: schedule.id_tipo_guasto,
    kind: schedule.id_classe_intervento,
    state: isAssigned ? ASSIGNED_CODE : OPEN_CODE,
    by: plannerOf(asset),
    technician: isAssigned ? technicianFor(asset, schedule.id_classe_intervento, chance) : undefined,
    hours: schedule.ore_previste,
    fields: fieldsBefore(schedule.id_classe_intervento, {}),
    parts: {},
    reserved: {},
    costs: {},
    remarks: [],
  };
}
