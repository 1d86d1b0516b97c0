/** How often pages check for changes by others, by the plant's setting. */
import type { SettingOf } from '../../schemas/access.ts';
import { INTEGER_MAX } from '../../schemas/kinds.ts';

const USUAL_MS = 10_000;
const SHORTEST_MS = 1000;
/** The browser's timers know no longer time, and fire at once after a longer one. */
const LONGEST_MS = INTEGER_MAX;

/**
 * Returns the interval in milliseconds; undefined if the plant switched it off. Shorter values, such as seconds taken
 * for milliseconds, count as one second.
 */
export function intervalOf(setting: SettingOf): number | undefined {
  const value = setting('IntervalloUpdInt');
  if (value === undefined || value === '') return USUAL_MS;
  const interval = Number(value);
  return Number.isFinite(interval) && interval > 0
    ? Math.min(Math.max(interval, SHORTEST_MS), LONGEST_MS)
    : undefined;
}
