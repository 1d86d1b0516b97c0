/** How often pages check for changes by others, by the plant's setting. */
import type { SettingOf } from '../../schemas/access.ts';

const USUAL_MS = 10_000;

/** Returns the interval in milliseconds; undefined if the plant switched it off. */
export function intervalOf(setting: SettingOf): number | undefined {
  const value = setting('IntervalloUpdInt');
  if (value === undefined || value === '') return USUAL_MS;
  const interval = Number(value);
  return Number.isFinite(interval) && interval > 0 ? interval : undefined;
}
