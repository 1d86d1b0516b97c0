/**
 * Writes calendars by RFC 5545: lines of 75 octets ending in CRLF, escaped texts, dates and instants. Has no side
 * effects.
 */

export interface CalendarEvent {
  uid: string;
  /** The dates, the last one exclusive, or else the timestamps of start and end. */
  span: { from: string; until: string; days: boolean };
  summary: string;
  description: string;
  location?: string;
  url: string;
  category: string;
  status: 'CONFIRMED' | 'CANCELLED';
  /** 1 is the most urgent, 9 the least. */
  priority: number;
  /** Whether the user is free at that time, because the work is cancelled or closed. */
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

const MAX_OCTETS = 75;

/** Removes control characters, except line ends. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them.
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, ' ');

export const escapeText = (text: string): string =>
  clean(text).replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll('\n', '\\n');

/** Breaks a line after 75 octets at most, never within a character. The leading space of the next line counts. */
export function fold(line: string): string {
  const lines: string[] = [];
  let [current, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

const day = (date: string): string => date.slice(0, 10).replaceAll('-', '');
/**
 * Converts '2026-03-29T08:00:00.000Z' to '20260329T080000Z'. The time is in UTC, so that clock changes do not move
 * it.
 */
const timestamp = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function eventLines(event: CalendarEvent): string[] {
  const { span, location } = event;
  const [value, at] = span.days ? [';VALUE=DATE', day] : ['', timestamp];
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${timestamp(event.changed)}`,
    `CREATED:${timestamp(event.created)}`,
    `LAST-MODIFIED:${timestamp(event.changed)}`,
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
