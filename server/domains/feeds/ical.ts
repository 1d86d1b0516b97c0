/** Calendars as RFC 5545 has them: lines of 75 octets that end in CRLF, texts escaped, days and moments. Pure. */

export interface CalendarEvent {
  uid: string;
  /** The day it is on, and the first day it is no longer on; or the moments it begins and ends. */
  span: { from: string; until: string; days: boolean };
  summary: string;
  description: string;
  location?: string;
  url: string;
  category: string;
  status: 'CONFIRMED' | 'CANCELLED';
  /** 1 is the most urgent, 9 the least. */
  priority: number;
  /** It keeps nobody busy: cancelled, or done. */
  free: boolean;
  sequence: number;
  created: string;
  changed: string;
}

export interface Calendar {
  name: string;
  zone: string;
  events: CalendarEvent[];
}

const MOST_OCTETS = 75;

/** Characters of control have no place in a text, but for the end of a line. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ');

export const escapeText = (text: string): string =>
  clean(text).replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n');

/** Broken after at most 75 octets, never within a character; what follows begins with a space, which counts. */
export function fold(line: string): string {
  const lines: string[] = [];
  let [current, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

const day = (date: string): string => date.slice(0, 10).replaceAll('-', '');
/** '2026-03-29T08:00:00.000Z' -> '20260329T080000Z': of no zone, so that no change of the clocks moves it. */
const moment = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function eventLines(event: CalendarEvent): string[] {
  const { span, location } = event;
  const [value, at] = span.days ? [';VALUE=DATE', day] : ['', moment];
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${moment(event.changed)}`,
    `CREATED:${moment(event.created)}`,
    `LAST-MODIFIED:${moment(event.changed)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART${value}:${at(span.from)}`,
    `DTEND${value}:${at(span.until)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    `CATEGORIES:${escapeText(event.category)}`,
    `URL:${clean(event.url)}`,
    `STATUS:${event.status}`,
    `PRIORITY:${event.priority}`,
    `TRANSP:${event.free ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

export const calendarText = ({ name, zone, events }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Officina//Officina//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
