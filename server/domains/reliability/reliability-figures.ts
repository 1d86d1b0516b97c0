/**
 * Computes the reliability figures, and has no side effects. By EN 13306 and ISO 14224, MTBF is the operating time
 * between failures, in days. MTTR is the mean time to repair, in hours. Availability is the share of operating
 * time.
 */
import { chiSquareQuantile } from './chi-square.ts';

export interface Failures {
  /** The days of the period in which the asset existed. */
  days: number;
  failures: number;
  /** The sum of the hours between start and end of each failure. */
  downtime: number;
}

export interface Figures {
  mtbf: number | null;
  mttr: number | null;
  /** The availability in per cent; null if the asset did not exist. */
  availability: number | null;
  /** The confidence interval of MTBF; null with too few failures. */
  mtbf_low: number | null;
  mtbf_high: number | null;
}

/** The number of failures below which the interval is too wide to be useful. */
export const ENOUGH_FAILURES = 5;
/** The confidence level in per cent. */
export const CONFIDENCE = 90;

export const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Returns the operating time. Overlapping failures can add up to more than the period, so the result is at least
 * zero.
 */
const operatingDays = ({ days, downtime }: Failures): number => Math.max(days - downtime / 24, 0);

/**
 * Returns the two-sided confidence interval of a time-terminated test, with 2n and 2n + 2 degrees of freedom. It
 * assumes a constant failure rate (exponential distribution).
 */
export function intervalOf(operating: number, failures: number): { low: number; high: number } {
  const tail = (1 - CONFIDENCE / 100) / 2;
  return {
    low: (2 * operating) / chiSquareQuantile(1 - tail, 2 * failures + 2),
    high: (2 * operating) / chiSquareQuantile(tail, 2 * failures),
  };
}

export function figuresOf(counted: Failures): Figures {
  const { days, failures, downtime } = counted;
  const operating = operatingDays(counted);
  const availability = days > 0 ? rounded((operating / days) * 100) : null;
  if (failures === 0) return { mtbf: null, mttr: null, availability, mtbf_low: null, mtbf_high: null };
  const interval = failures >= ENOUGH_FAILURES ? intervalOf(operating, failures) : undefined;
  return {
    mtbf: rounded(operating / failures),
    mttr: rounded(downtime / failures),
    availability,
    mtbf_low: interval ? rounded(interval.low) : null,
    mtbf_high: interval ? rounded(interval.high) : null,
  };
}
