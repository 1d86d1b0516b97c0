/** Dates and instants as users read them, on screens, in mails and documents: dd/MM/yyyy HH:mm in a time zone. */
import type { SettingOf } from './access.ts';
import type { Field } from './entity.ts';

/** Returns whether a field displays the time of its timestamps. A setting of the plant may hide it. */
export const showsHour = ({ timeSetting }: Pick<Field, 'timeSetting'>, setting: SettingOf): boolean =>
  !timeSetting || setting(timeSetting) === '1';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Formats 'YYYY-MM-DD', and ignores a time after it. */
export function dateText(value: string): string {
  const [year, month, day] = value.slice(0, 10).split('-');
  return day ? `${day}/${month}/${year}` : value;
}

/** Formats a timestamp. Other texts are returned unchanged. */
export function timestampText(value: string, timeZone: string): string {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? value : clockOf(timeZone).format(moment).replace(',', '');
}
