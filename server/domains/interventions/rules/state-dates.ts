/** Computes the dates that entering a state sets. Has no side effects. */
import type { Row } from '../../../../schemas/entity.ts';
import { CLOSING, PROCESSING } from '../../../../schemas/interventions.ts';

export interface StateChange {
  /** The kinds of the old and the new state. `from` is undefined for a new intervention. */
  from: number | undefined;
  to: number | undefined;
  /** Whether the intervention was closed before. */
  closedBefore: boolean;
  now: Date;
}

const earlier = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? one : other);

/**
 * Returns the dates. The work starts with the first processing state. Work that is closed without one has no start.
 * An end from the user counts, an end from an earlier closing does not. The start of a reopened intervention is not
 * after its end.
 */
export function datesOf(
  row: Row,
  before: Row | undefined,
  { from, to, closedBefore, now }: StateChange,
): Row {
  if (from === to) return {};
  const instant = now.toISOString();
  const isOldEnd = closedBefore && row.data_fine === before?.data_fine;
  if (to === PROCESSING) {
    if (row.data_inizio) return {};
    return { data_inizio: isOldEnd && row.data_fine ? earlier(instant, String(row.data_fine)) : instant };
  }
  if (to !== CLOSING) return {};
  return { data_fine: row.data_fine && !isOldEnd ? String(row.data_fine) : instant };
}
