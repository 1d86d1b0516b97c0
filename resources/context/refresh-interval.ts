/** How often what others change is looked for, as the plant has it. */
import type { SettingOf } from '../../schemas/access.ts';

const USUAL_MS = 10_000;

/** In milliseconds; a plant may have it never be done. */
export function intervalOf(setting: SettingOf): number | undefined {
  const told = setting('IntervalloUpdInt');
  if (told === undefined || told === '') return USUAL_MS;
  const interval = Number(told);
  return Number.isFinite(interval) && interval > 0 ? interval : undefined;
}
