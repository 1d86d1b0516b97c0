/** The dates that entering a state sets. Pure. */
import type { Row } from '../../../../schemas/entity.ts';
import { CLOSING, PROCESSING } from '../../../../schemas/interventions.ts';

export interface Entering {
  /** The types of the state left and of the one entered; undefined for a new intervention. */
  from: number | undefined;
  to: number | undefined;
  /** It was closed once already. */
  closedBefore: boolean;
  now: Date;
}

const earlier = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? one : other);

/**
 * Work begins with the first state of processing; what is closed without one has no beginning of its own. An end told
 * by the person counts; one left from an earlier closing does not, but what is taken up again did not begin after it.
 */
export function datesOf(row: Row, before: Row | undefined, { from, to, closedBefore, now }: Entering): Row {
  if (from === to) return {};
  const moment = now.toISOString();
  const stale = closedBefore && row.data_fine === before?.data_fine;
  if (to === PROCESSING) {
    if (row.data_inizio) return {};
    return { data_inizio: stale && row.data_fine ? earlier(moment, String(row.data_fine)) : moment };
  }
  if (to !== CLOSING) return {};
  return { data_fine: row.data_fine && !stale ? String(row.data_fine) : moment };
}
