/** Interventions as a calendar has them: when each begins, how long it lasts, what it looks like. Pure. */
import { hexOf, readColour, solid, textOn } from '../../../resources/format/colour.ts';
import { dateOf, instantOf, wallOf } from '../../../resources/format/plant-time.ts';
import type { Row } from '../../../schemas/entity.ts';
import { addDays, hoursByDay } from '../../../schemas/working-days.ts';
import { MIDNIGHT } from './calendar-days.ts';

export interface Job extends Row {
  id: number;
  /** As it was read: sent with what changes, so that nobody overwrites what others did since. */
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

/** What a person has just made of it, until the server says so too. */
export interface Change {
  /** When it is planned, by the plant's clock. */
  wall?: string;
  technician?: { id: number; descrizione: string } | null;
  /** Who is told of it, where the plant wants somebody named with the technician. */
  notified?: number;
}

export interface CalendarEvent {
  id: number;
  job: Job;
  title: string;
  /** By the plant's clock. */
  wall: string;
  technician: number | null;
  start: Date;
  /** The first moment that is no longer in it. */
  end: Date;
  allDay: boolean;
  /** The days of its work, and the hours of each. */
  hours: Map<string, number>;
  colours: { background: string; text: string };
}

export interface JobFacts {
  zone: string;
  /** Hours are shown. */
  withTime: boolean;
  /** How long a person works in a day. */
  hoursOfDay: number;
}

const HOUR_MS = 3_600_000;

/** What begins at midnight has a day, and no hour; what takes more than a day has days. */
function placeOf(wall: string, days: string[], hours: number, { withTime, zone }: JobFacts) {
  const [first, last] = [days[0]!, days.at(-1)!];
  const start = dateOf(wall);
  const midnight = dateOf(`${addDays(last, 1)}T${MIDNIGHT}`);
  if (!withTime || wall.endsWith(MIDNIGHT) || days.length > 1)
    return { start: dateOf(`${first}T${MIDNIGHT}`), end: midnight, allDay: true };
  // Counted by the plant's clock: that of the browser may change on another day.
  const over = new Date(Date.parse(instantOf(wall, zone)) + (hours || 1) * HOUR_MS);
  const end = Math.min(dateOf(wallOf(over.toISOString(), zone)).getTime(), midnight.getTime() - 1000);
  return { start, end: new Date(end), allDay: false };
}

const NO_COLOUR = { background: 'var(--hover)', text: 'var(--text)' };
const colours = new Map<string, CalendarEvent['colours']>();

function coloursOf(told: string | null): CalendarEvent['colours'] {
  if (told === null) return NO_COLOUR;
  const known = colours.get(told);
  if (known) return known;
  const colour = readColour(told);
  const made = colour ? { background: hexOf(solid(colour)), text: textOn(colour) } : NO_COLOUR;
  colours.set(told, made);
  return made;
}

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

/** The same objects for rows that have not changed, so that they are not drawn again. */
export function eventMaker(facts: JobFacts): (jobs: Job[], changes: Map<number, Change>) => CalendarEvent[] {
  const made = new WeakMap<Job, CalendarEvent>();
  const plain = (job: Job): CalendarEvent => {
    const event = made.get(job) ?? eventOf(job, undefined, facts);
    made.set(job, event);
    return event;
  };
  return (jobs, changes) =>
    jobs.map((job) => (changes.has(job.id) ? eventOf(job, changes.get(job.id), facts) : plain(job)));
}

export const dayOfEvent = ({ wall }: CalendarEvent): string => wall.slice(0, 10);
export const timeOfEvent = ({ wall, allDay }: CalendarEvent): string | undefined =>
  allDay ? undefined : wall.slice(11, 16);

/** Those with work on this day, as they come. */
export const eventsOn = (events: CalendarEvent[], day: string): CalendarEvent[] =>
  events.filter(({ hours }) => hours.has(day)).toSorted((one, other) => one.wall.localeCompare(other.wall));

/** No month has room for more of a day; the library draws all it is given, at every step of a drag. */
const ROOM_OF_A_DAY = 16;

/** Of each day those there may be room for, with how many it has. */
export function fewOf(events: CalendarEvent[]): { events: CalendarEvent[]; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const few = events.filter((event) => {
    const day = dayOfEvent(event);
    const before = counts.get(day) ?? 0;
    for (const one of daysOf(event)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return event.hours.size > 1 || before < ROOM_OF_A_DAY;
  });
  return { events: few, counts };
}

/** Every day on which it is drawn: weekends within it too. */
function daysOf({ hours }: CalendarEvent): string[] {
  const [first, last] = [[...hours.keys()][0]!, [...hours.keys()].at(-1)!];
  const days = [first];
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1));
  return days;
}
