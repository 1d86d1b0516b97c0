/** The clock of a time zone, for both sides: what it shows at a moment, and the moment at which it shows this. */
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
    const told = Math.round((shown - quarter) / MINUTE_MS);
    // At the ends of the calendar it shows years of which no date can be made: UTC stands in for it there.
    const ahead = Math.abs(told) <= DAY_MS / MINUTE_MS ? told : 0;
    if (this.#kept.size >= KEPT_QUARTERS) this.#kept.clear();
    this.#kept.set(quarter, ahead);
    return ahead;
  }
}

const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const clock = clocks.get(zone) ?? new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** '2026-03-29T10:00:00': what the clock of the zone shows at a moment. */
export function localTimeIn(zone: string, instant: string): string {
  const milliseconds = Date.parse(instant);
  const ahead = clockOf(zone).aheadAt(milliseconds);
  return new Date(milliseconds + ahead * MINUTE_MS).toISOString().slice(0, 19);
}

/** The moment at which the clock of the zone shows this; of an hour that comes twice, the first. */
export function instantIn(zone: string, local: string): string {
  const [clock, shown] = [clockOf(zone), Date.parse(`${local}Z`)];
  const seen = (aside: number): number => shown - clock.aheadAt(shown + aside) * MINUTE_MS;
  const [before, after] = [seen(-DAY_MS), seen(DAY_MS)];
  const fits = [before, after].filter((moment) => moment + clock.aheadAt(moment) * MINUTE_MS === shown);
  return new Date(Math.min(...(fits.length > 0 ? fits : [before]))).toISOString();
}
