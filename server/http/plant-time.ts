/** The plant's own clock: days, months and delays are told by it, wherever the server stands. */
import type { SettingOf } from '../../schemas/access.ts';
import type { Field } from '../../schemas/entity.ts';
import { shownDay, shownMoment, showsHour } from '../../schemas/shown-dates.ts';
import { instantIn, localTimeIn } from '../../schemas/zone-clock.ts';

const ZONE_SETTING = 'FusoOrario';

export const zoneOf = (setting: SettingOf): string => setting(ZONE_SETTING) || 'Europe/Rome';

/** 'YYYY-MM-DD' in the plant. */
export const todayIn = (setting: SettingOf, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zoneOf(setting) }).format(now);

/** A moment as people read it; of a year that no calendar of ours knows, as it is. */
export const momentText = (instant: string, setting: SettingOf): string =>
  shownMoment(instant, zoneOf(setting));

/** The same of a field, some of which show the day alone where the plant has it so. */
export const fieldMomentText = (
  field: Pick<Field, 'timeSetting'>,
  instant: string,
  setting: SettingOf,
): string =>
  showsHour(field, setting) || Number.isNaN(Date.parse(instant))
    ? momentText(instant, setting)
    : shownDay(localTimeIn(zoneOf(setting), instant));

/** At the ends of the calendar a zone's clock shows years that have no four digits. */
export const isOfClocks = (told: string): boolean => told >= '0002' && told < '9999';

/** '2026-03-29T10:00:00': what the plant's clock shows at a moment. */
export const localTime = (instant: string, setting: SettingOf): string =>
  localTimeIn(zoneOf(setting), instant);

/** The moment at which the plant's clock shows this; of an hour that comes twice, the first. */
export const instantOf = (local: string, setting: SettingOf): string => instantIn(zoneOf(setting), local);
