/** The work of each technician on each day. Has no side effects. */

import { DAY_MS } from '../../../schemas/durations.ts';
import { CANCELLATION } from '../../../schemas/interventions.ts';
import { addDays, hoursByDay } from '../../../schemas/working-days.ts';
import { type CalendarEvent, dayOfEvent } from './calendar-events.ts';

/** The row of unassigned work. */
export const NOBODY = 0;
export const rowOf = (technician: number | null): number => technician ?? NOBODY;

export interface Load {
  events: CalendarEvent[];
  hours: number;
  /** The number of events without planned hours. */
  withoutHours: number;
}

export type Loads = Map<string, Load>;

const keyOf = (row: number, day: string): string => `${row} ${day}`;
const NOTHING: Load = { events: [], hours: 0, withoutHours: 0 };

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
        load.withoutHours += event.job.ore_previste ? 0 : 1;
      }
      loads.set(key, load);
    }
  return loads;
}

export interface Drag {
  event: CalendarEvent;
  /** The date under the pointer when the drag began. */
  day: string;
}

export interface Target {
  row: number;
  day: string;
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Returns the date on which a dropped event would start. */
export const beginning = ({ event, day }: Drag, target: string): string =>
  addDays(dayOfEvent(event), daysBetween(day, target));

/** Returns the hours of the target technician after a drop, on the affected dates. */
export function loadAfter(loads: Loads, drag: Drag, target: Target, hoursOfDay: number): Map<string, number> {
  const { event } = drag;
  const added = hoursByDay(beginning(drag, target.day), event.job.ore_previste ?? 0, hoursOfDay);
  const isOwn = rowOf(event.technician) === target.row;
  return new Map(
    [...added].map(([day, hours]) => {
      const before = isOwn ? (event.hours.get(day) ?? 0) : 0;
      return [day, loadOf(loads, target.row, day).hours - before + hours];
    }),
  );
}
