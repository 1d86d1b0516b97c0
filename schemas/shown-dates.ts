/** Days and moments as people read them, on screens, in mails and on paper: dd/MM/yyyy, HH:mm by the clock of a zone. */
import type { SettingOf } from './access.ts';
import type { Field } from './entity.ts';

/** A field may leave it to a setting of the plant whether the hour of its moments is shown. */
export const showsHour = ({ timeSetting }: Pick<Field, 'timeSetting'>, setting: SettingOf): boolean =>
  !timeSetting || setting(timeSetting) === '1';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
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

/** 'YYYY-MM-DD', and what may follow: a day is the same everywhere. */
export function shownDay(value: string): string {
  const [year, month, day] = value.slice(0, 10).split('-');
  return day ? `${day}/${month}/${year}` : value;
}

/** What is no moment, as it is. */
export function shownMoment(value: string, timeZone: string): string {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? value : clockOf(timeZone).format(moment).replace(',', '');
}
