/** How much work each technician has on each day. Pure. */

import { CANCELLATION } from '../../../schemas/interventions.ts';
import { addDays, hoursByDay } from '../../../schemas/working-days.ts';
import { type CalendarEvent, dayOfEvent } from './calendar-events.ts';

/** Of nobody: what is to be given to somebody. */
export const NOBODY = 0;
export const rowOf = (technician: number | null): number => technician ?? NOBODY;

export interface Load {
  events: CalendarEvent[];
  hours: number;
  /** Of these nobody has said how long they take. */
  untold: number;
}

export type Loads = Map<string, Load>;

const keyOf = (row: number, day: string): string => `${row} ${day}`;
const NOTHING: Load = { events: [], hours: 0, untold: 0 };

export const loadOf = (loads: Loads, row: number, day: string): Load => loads.get(keyOf(row, day)) ?? NOTHING;

const counts = ({ job }: CalendarEvent): boolean => job.id_tipo_stato_odl !== CANCELLATION;

export function loadsOf(events: CalendarEvent[]): Loads {
  const loads: Loads = new Map();
  for (const event of events)
    for (const [day, hours] of event.hours) {
      const key = keyOf(rowOf(event.technician), day);
      const load = loads.get(key) ?? { ...NOTHING, events: [] };
      load.events.push(event);
      if (counts(event)) {
        load.hours += hours;
        load.untold += event.job.ore_previste ? 0 : 1;
      }
      loads.set(key, load);
    }
  return loads;
}

export interface Drag {
  event: CalendarEvent;
  /** The day it was taken at: of work of several days, one of them. */
  day: string;
}

export interface Target {
  row: number;
  day: string;
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** The day on which it would begin. */
export const beginning = ({ event, day }: Drag, target: string): string =>
  addDays(dayOfEvent(event), daysBetween(day, target));

/** The hours of the technician over whom it is held, on the days it would take, if it were dropped. */
export function loadAfter(loads: Loads, drag: Drag, target: Target, hoursOfDay: number): Map<string, number> {
  const { event } = drag;
  const taken = hoursByDay(beginning(drag, target.day), event.job.ore_previste ?? 0, hoursOfDay);
  const isHis = rowOf(event.technician) === target.row;
  return new Map(
    [...taken].map(([day, hours]) => {
      const before = isHis ? (event.hours.get(day) ?? 0) : 0;
      return [day, loadOf(loads, target.row, day).hours - before + hours];
    }),
  );
}
