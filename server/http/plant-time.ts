/** The plant's own clock: days, months and delays are told by it, wherever the server stands. */
import type { SettingOf } from '../../schemas/access.ts';
import { shownMoment } from '../../schemas/shown-dates.ts';

const ZONE_SETTING = 'FusoOrario';

export const zoneOf = (setting: SettingOf): string => setting(ZONE_SETTING) || 'Europe/Rome';

/** 'YYYY-MM-DD' in the plant. */
export const todayIn = (setting: SettingOf, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zoneOf(setting) }).format(now);

/** A moment as people read it; of a year that no calendar of ours knows, as it is. */
export const momentText = (instant: string, setting: SettingOf): string =>
  shownMoment(instant, zoneOf(setting));

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const KEPT_QUARTERS = 50_000;

/** Minutes by which the clock of a zone is ahead of UTC; no zone changes it but at a quarter of an hour. */
class ZoneClock {
  readonly #kept = new Map<number, number>();
  readonly #shown: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  aheadAt(milliseconds: number): number {
    const quarter = Math.floor(milliseconds / QUARTER_MS) * QUARTER_MS;
    const kept = this.#kept.get(quarter);
    if (kept !== undefined) return kept;
    const shown = Date.parse(`${this.#shown.format(quarter).replace(' ', 'T')}Z`);
    const ahead = Math.round((shown - quarter) / MINUTE_MS);
    if (this.#kept.size >= KEPT_QUARTERS) this.#kept.clear();
    this.#kept.set(quarter, ahead);
    return ahead;
  }
}

const clocks = new Map<string, ZoneClock>();

function clockOf(setting: SettingOf): ZoneClock {
  const zone = zoneOf(setting);
  const clock = clocks.get(zone) ?? new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** At the ends of the calendar a zone's clock shows years that have no four digits. */
export const isOfClocks = (told: string): boolean => told >= '0002' && told < '9999';

/** '2026-03-29T10:00:00': what the plant's clock shows at a moment. */
export function localTime(instant: string, setting: SettingOf): string {
  const milliseconds = Date.parse(instant);
  const ahead = clockOf(setting).aheadAt(milliseconds);
  return new Date(milliseconds + ahead * MINUTE_MS).toISOString().slice(0, 19);
}

/** The moment at which the plant's clock shows this; of an hour that comes twice, the first. */
export function instantOf(local: string, setting: SettingOf): string {
  const [clock, shown] = [clockOf(setting), Date.parse(`${local}Z`)];
  const [before, after] = [-DAY_MS, DAY_MS].map(
    (aside) => shown - clock.aheadAt(shown + aside) * MINUTE_MS,
  ) as [number, number];
  const fits = [before, after].filter((moment) => moment + clock.aheadAt(moment) * MINUTE_MS === shown);
  return new Date(Math.min(...(fits.length > 0 ? fits : [before]))).toISOString();
}
