/** The plant's own clock: days, months and delays are told by it, wherever the server stands. */
import type { SettingOf } from '../../schemas/access.ts';
import type { Text } from '../../schemas/entity.ts';

const ZONE_SETTING = 'FusoOrario';

export const zoneOf = (setting: SettingOf): string => setting(ZONE_SETTING) || 'Europe/Rome';

/** 'YYYY-MM-DD' in the plant. */
export const todayIn = (setting: SettingOf, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zoneOf(setting) }).format(now);

/** A moment as people read it, in both languages. */
export function momentText(instant: string, setting: SettingOf): Text {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: zoneOf(setting),
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(instant));
  return { it: format('it-IT'), en: format('en-GB') };
}
