/** The plant's time zone. Dates, months and delays use it, wherever the server is. */
import type { SettingOf } from '../../schemas/access.ts';
import { dateText, showsHour, timestampText } from '../../schemas/date-texts.ts';
import type { Field } from '../../schemas/entity.ts';
import { hasOffset } from '../../schemas/timestamps.ts';
import { instantIn, localTimeIn } from '../../schemas/zone-clock.ts';

const ZONE_SETTING = 'FusoOrario';

export const zoneOf = (setting: SettingOf): string => setting(ZONE_SETTING) || 'Europe/Rome';

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar of a zone. Making one takes a hundred times longer than reading a date from it. */
function calendarOf(zone: string): Intl.DateTimeFormat {
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  calendars.set(zone, calendar);
  return calendar;
}

/** Returns the plant's current date, 'YYYY-MM-DD'. */
export const todayIn = (setting: SettingOf, now = new Date()): string =>
  calendarOf(zoneOf(setting)).format(now);

/** Formats a timestamp for people. If its year is outside the calendar, it is not changed. */
export const instantText = (instant: string, setting: SettingOf): string =>
  timestampText(instant, zoneOf(setting));

/** Formats the timestamp of a field. Some fields show only the date, if the plant's setting says so. */
export const fieldTimestampText = (
  field: Pick<Field, 'timeSetting'>,
  instant: string,
  setting: SettingOf,
): string =>
  showsHour(field, setting) || Number.isNaN(Date.parse(instant))
    ? instantText(instant, setting)
    : dateText(localTimeIn(zoneOf(setting), instant));

/** Returns whether the local time is not at the ends of the calendar, where a zone's year may not have four digits. */
export const isOfClocks = (local: string): boolean => local >= '0002' && local < '9999';

/** Returns the plant's local time at a timestamp: '2026-03-29T10:00:00'. */
export const localTime = (instant: string, setting: SettingOf): string =>
  localTimeIn(zoneOf(setting), instant);

/** Returns the timestamp of a local time. If the local time occurs twice, returns the first. */
export const instantOf = (local: string, setting: SettingOf): string => instantIn(zoneOf(setting), local);

/** Returns a timestamp in UTC. A timestamp without an offset is local to the plant. */
export const inUtc = (timestamp: string, setting: SettingOf): string =>
  hasOffset(timestamp) ? new Date(timestamp).toISOString() : instantOf(timestamp, setting);
