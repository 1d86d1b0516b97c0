/**
 * The figures of reliability, from what was counted: pure. By EN 13306 and ISO 14224 MTBF is the operating time between
 * two failures, in days; MTTR the mean time to repair, in hours; availability the share of the time in operation.
 */
import { chiSquareQuantile } from './chi-square.ts';

export interface Failures {
  /** Days of the period in which the asset was there. */
  days: number;
  failures: number;
  /** Hours between the start and the end of each, added up. */
  downtime: number;
}

export interface Figures {
  mtbf: number | null;
  mttr: number | null;
  /** Per cent; null when the asset was not there. */
  availability: number | null;
  /** The ends of the interval in which MTBF lies; null with too few failures. */
  mtbf_low: number | null;
  mtbf_high: number | null;
}

/** Fewer say too little: the interval would be wider than anybody can use. */
export const ENOUGH_FAILURES = 5;
/** Per cent of such intervals that hold the true value. */
export const CONFIDENCE = 90;

export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Several failures may overlap: more than all of the time is never lost. */
const operatingDays = ({ days, downtime }: Failures): number => Math.max(days - downtime / 24, 0);

/**
 * A period that ends when the time is over, not with a failure: two sided, with 2n and 2n + 2 degrees of freedom. It
 * takes failures to come by chance, as often at one time as at another (an exponential distribution).
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
