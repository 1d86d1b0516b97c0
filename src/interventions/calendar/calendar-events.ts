/** Interventions as calendar events: start, duration, colour. Has no side effects. */
import { hexOf, readColour, solid, textOn } from '../../../resources/format/colour.ts';
import { dateOf, instantOf, wallOf } from '../../../resources/format/plant-time.ts';
import { HOUR_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { addDays, hoursByDay } from '../../../schemas/working-days.ts';
import { MIDNIGHT } from './calendar-days.ts';

export interface Job extends Row {
  id: number;
  /** The version that was loaded. It is sent with changes, to detect changes by others. */
  versione: number;
  codice: string;
  descrizione: string;
  oggetto: string | null;
  stato: string;
  cod_stato: string;
  id_tipo_stato_odl: number;
  id_oggetto: number;
  data_ordine: string;
  id_tecnico: number | null;
  tecnico: string | null;
  id_usr_notifica: number | null;
  ore_previste: number | null;
  colore: string | null;
  modificabile: number;
  dataInizioModificabile: number;
}

/** A change by the user that the server has not confirmed yet. */
export interface Change {
  /** The planned time in the plant's time zone. */
  wall?: string;
  technician?: { id: number; descrizione: string } | null;
  /** The user to notify, if the plant requires one in addition to the technician. */
  notified?: number;
}

export interface CalendarEvent {
  id: number;
  job: Job;
  title: string;
  /** The start in the plant's time zone. */
  wall: string;
  technician: number | null;
  start: Date;
  /** The first timestamp after the event. */
  end: Date;
  allDay: boolean;
  /** Hours by date. */
  hours: Map<string, number>;
  colours: { background: string; text: string };
}

export interface JobFacts {
  zone: string;
  /** Whether events have times. */
  withTime: boolean;
  /** The working hours of a day. */
  hoursOfDay: number;
}

/** Returns the place of an event. Midnight means a date without a time. Events of several days are always all-day. */
function placeOf(wall: string, days: string[], hours: number, { withTime, zone }: JobFacts) {
  const [first, last] = [days[0]!, days.at(-1)!];
  const start = dateOf(wall);
  const midnight = dateOf(`${addDays(last, 1)}T${MIDNIGHT}`);
  if (!withTime || wall.endsWith(MIDNIGHT) || days.length > 1)
    return { start: dateOf(`${first}T${MIDNIGHT}`), end: midnight, allDay: true };
  // The hours count in the plant's zone, because the browser's clock may change on another date.
  const over = new Date(Date.parse(instantOf(wall, zone)) + (hours || 1) * HOUR_MS);
  const end = Math.min(dateOf(wallOf(over.toISOString(), zone)).getTime(), midnight.getTime() - 1000);
  return { start, end: new Date(end), allDay: false };
}

const NO_COLOUR = { background: 'var(--hover)', text: 'var(--text)' };
const colours = new Map<string, CalendarEvent['colours']>();

function coloursOf(source: string | null): CalendarEvent['colours'] {
  if (source === null) return NO_COLOUR;
  const cached = colours.get(source);
  if (cached) return cached;
  const colour = readColour(source);
  const result = colour ? { background: hexOf(solid(colour)), text: textOn(colour) } : NO_COLOUR;
  colours.set(source, result);
  return result;
}

/** Returns whether the user may move the event. */
export const isMovable = ({ job }: Pick<CalendarEvent, 'job'>): boolean => job.dataInizioModificabile === 1;

export const textOf = ({ codice, oggetto, descrizione }: Job): string =>
  [codice, oggetto, descrizione].filter(Boolean).join(' · ');

export function eventOf(job: Job, change: Change | undefined, facts: JobFacts): CalendarEvent {
  const { zone, hoursOfDay } = facts;
  const wall = change?.wall ?? wallOf(job.data_ordine, zone);
  const planned = Math.max(job.ore_previste ?? 0, 0);
  const hours = hoursByDay(wall.slice(0, 10), planned, hoursOfDay);
  const { technician } = change ?? {};
  return {
    id: job.id,
    job:
      technician === undefined
        ? job
        : { ...job, id_tecnico: technician?.id ?? null, tecnico: technician?.descrizione ?? null },
    title: textOf(job),
    wall,
    technician: technician === undefined ? job.id_tecnico : (technician?.id ?? null),
    ...placeOf(wall, [...hours.keys()], planned, facts),
    hours,
    colours: coloursOf(job.colore),
  };
}

/** Returns a function that returns the same objects for unchanged rows, so that they are not drawn again. */
export function eventMaker(facts: JobFacts): (jobs: Job[], changes: Map<number, Change>) => CalendarEvent[] {
  const cached = new WeakMap<Job, CalendarEvent>();
  const unchanged = (job: Job): CalendarEvent => {
    const event = cached.get(job) ?? eventOf(job, undefined, facts);
    cached.set(job, event);
    return event;
  };
  return (jobs, changes) =>
    jobs.map((job) => (changes.has(job.id) ? eventOf(job, changes.get(job.id), facts) : unchanged(job)));
}

export const dayOfEvent = ({ wall }: CalendarEvent): string => wall.slice(0, 10);
export const timeOfEvent = ({ wall, allDay }: CalendarEvent): string | undefined =>
  allDay ? undefined : wall.slice(11, 16);

/** Returns the events of a day in order of time. */
export const eventsOn = (events: CalendarEvent[], day: string): CalendarEvent[] =>
  events.filter(({ hours }) => hours.has(day)).toSorted((one, other) => one.wall.localeCompare(other.wall));

/** The maximum number of events of a day given to the library, which renders all of them at each step of a drag. */
const MAX_PER_DAY = 16;

/** Returns a limited number of events per day, with the full count of each day. */
export function fewOf(events: CalendarEvent[]): { events: CalendarEvent[]; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const few = events.filter((event) => {
    const day = dayOfEvent(event);
    const before = counts.get(day) ?? 0;
    for (const one of daysOf(event)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return event.hours.size > 1 || before < MAX_PER_DAY;
  });
  return { events: few, counts };
}

/** Returns every date of an event, including weekends within it. */
function daysOf({ hours }: CalendarEvent): string[] {
  const [first, last] = [[...hours.keys()][0]!, [...hours.keys()].at(-1)!];
  const days = [first];
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** Returns the number of events of each date, without the weekends within long work. */
export function countsByDay(events: CalendarEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { hours } of events) for (const day of hours.keys()) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}
