/** The clock of a time zone: from an instant to its local time and back. For both sides. */
import { DAY_MS, MINUTE_MS } from './durations.ts';

const QUARTER_MS = 900_000;
const CACHED_QUARTERS = 50_000;

/** Minutes that a zone is ahead of UTC. Clocks only ever change at a quarter of an hour. */
class ZoneClock {
  readonly #cached = new Map<number, number>();
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  aheadAt(milliseconds: number): number {
    const quarter = Math.floor(milliseconds / QUARTER_MS) * QUARTER_MS;
    const cached = this.#cached.get(quarter);
    if (cached !== undefined) return cached;
    const local = Date.parse(`${this.#format.format(quarter).replace(' ', 'T')}Z`);
    const difference = Math.round((local - quarter) / MINUTE_MS);
    // Falls back to UTC at the ends of the calendar, where local years are invalid dates.
    const ahead = Math.abs(difference) <= DAY_MS / MINUTE_MS ? difference : 0;
    if (this.#cached.size >= CACHED_QUARTERS) this.#cached.clear();
    this.#cached.set(quarter, ahead);
    return ahead;
  }
}

const clocks = new Map<string, ZoneClock>();

function clockOf(zone: string): ZoneClock {
  const clock = clocks.get(zone) ?? new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** Returns the local time of an instant: '2026-03-29T10:00:00'. */
export function localTimeIn(zone: string, instant: string): string {
  const milliseconds = Date.parse(instant);
  const ahead = clockOf(zone).aheadAt(milliseconds);
  return new Date(milliseconds + ahead * MINUTE_MS).toISOString().slice(0, 19);
}

/** Returns the instant of a local time; of an hour that occurs twice, the first. */
export function instantIn(zone: string, local: string): string {
  const [clock, wallTime] = [clockOf(zone), Date.parse(`${local}Z`)];
  const candidate = (aside: number): number => wallTime - clock.aheadAt(wallTime + aside) * MINUTE_MS;
  const [before, after] = [candidate(-DAY_MS), candidate(DAY_MS)];
  const matching = [before, after].filter(
    (moment) => moment + clock.aheadAt(moment) * MINUTE_MS === wallTime,
  );
  return new Date(Math.min(...(matching.length > 0 ? matching : [before]))).toISOString();
}
