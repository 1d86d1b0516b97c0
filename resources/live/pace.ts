/**
 * The pause before a broken connection is opened again, and whether to read the record after it. Has no side
 * effects.
 */
import { MINUTE_MS } from '../../schemas/durations.ts';

export const SOONEST_MS = 5000;
const LATEST_MS = MINUTE_MS;

interface Tried {
  /** Whether the connection lasted for a while. */
  lasted: boolean;
  /** The last pause in milliseconds. */
  wait: number;
  /** The setting of the plant; undefined if records must not be polled. */
  interval: number | undefined;
}

/** Returns the next pause, and whether to read the record after it. */
export const paceAfter = ({ lasted, wait, interval }: Tried): { wait: number; looks: boolean } => ({
  wait: lasted ? SOONEST_MS : Math.min(wait * 2, interval ?? LATEST_MS),
  looks: lasted || interval !== undefined,
});
